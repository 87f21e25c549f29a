import type { Database } from './database.ts';

/** Delay of a cut in ms, so that several deletions in a row share one cut. */
const LOG_CUT_DELAY_MS = 300;
const LOG_CUT_RETRY_MS = 50;

/**
 * Truncates the write-ahead log soon after an erasure, since erased text remains in the log until then. If a reader
 * uses the log, this is retried.
 */
export class LogTruncation {
  private readonly db: Database;
  private timer: NodeJS.Timeout | undefined;

  constructor(db: Database) {
    this.db = db;
  }

  /** Requests a cut; called after an erasure. */
  ask(): void {
    this.timer ??= setTimeout(() => this.cut(), LOG_CUT_DELAY_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Cuts the log. A failing disk is ignored here, since the next commit will fail and report it. */
  private cut(): void {
    this.timer = undefined;
    if (!this.isCut()) this.timer = setTimeout(() => this.cut(), LOG_CUT_RETRY_MS);
  }

  private isCut(): boolean {
    try {
      return this.db.cutLog();
    } catch {
      return false;
    }
  }
}
