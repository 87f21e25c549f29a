import type { Database } from './database.ts';

/** The delay of a cut, so that many deletions in a row share one within a second. */
const CUT_MS = 300;
const AGAIN_MS = 50;

/**
 * Truncates the write-ahead log soon after an erasure, since erased text remains in the log until then. Retries while a reader uses
 * the log.
 */
export class LogCut {
  private readonly db: Database;
  private timer: NodeJS.Timeout | undefined;

  constructor(db: Database) {
    this.db = db;
  }

  /** Requests a cut, after an erasure. */
  ask(): void {
    this.timer ??= setTimeout(() => this.cut(), CUT_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Ignores a failing disk: the next commit will fail and report it. */
  private cut(): void {
    this.timer = undefined;
    if (!this.isCut()) this.timer = setTimeout(() => this.cut(), AGAIN_MS);
  }

  private isCut(): boolean {
    try {
      return this.db.cutLog();
    } catch {
      return false;
    }
  }
}
