import { appendFileSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY_MODE = 0o600;
/** Maximum number of late answers that the server accepts in one report. */
const REPORTED_MAX = 999_999;

/**
 * Counts the late answers of a client's hook that the server does not know yet: one byte of a file for each, so that hooks that
 * run at the same time count right. If the file cannot be written, that is ignored.
 */
export class LateCount {
  private readonly path: string;

  constructor(folder: string, client: string) {
    this.path = `${folder}/late-${client}`;
  }

  get(): number {
    return Math.min(REPORTED_MAX, statSync(this.path, { throwIfNoEntry: false })?.size ?? 0);
  }

  add(): void {
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      appendFileSync(this.path, '.', { mode: OWNER_ONLY_MODE });
    } catch {
      // Ignored, since a count that cannot be kept must not stop the agent.
    }
  }

  /** Subtracts the late answers that were reported. */
  subtract(reported: number): void {
    try {
      if (reported > 0) truncateSync(this.path, Math.max(0, this.get() - reported));
    } catch {
      // Ignored, since the same late answers are then reported again.
    }
  }
}
