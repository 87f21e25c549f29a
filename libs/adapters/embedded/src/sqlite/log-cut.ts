import type { Database } from './database.ts';

/** Many deletions in a row share one cut; it comes within a second all the same. */
const CUT_MS = 300;
const AGAIN_MS = 50;

/**
 * What was erased from the file still stands in its write-ahead log, until the log is cut. That is done soon after, and
 * tried again as long as a reader holds the log.
 */
export class LogCut {
  private readonly db: Database;
  private timer: NodeJS.Timeout | undefined;

  constructor(db: Database) {
    this.db = db;
  }

  /** Something was erased. */
  ask(): void {
    this.timer ??= setTimeout(() => this.cut(), CUT_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** A disk that refuses now will refuse the next commit, which says so. */
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
