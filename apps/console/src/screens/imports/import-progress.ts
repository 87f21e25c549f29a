import type { LineError } from './lines-of-file.ts';

/** Progress of importing a file. */
export interface ImportProgress {
  /** Id by which the import can be undone. */
  readonly importId: string;
  /** Share of the file that has been read, from 0 to 1. */
  readonly share: number;
  /** Number of lines, messages or commits that were read, including invalid ones. */
  readonly read: number;
  /** Number of items that were sent. In a dry run: number of items that would have been sent. */
  readonly taken: number;
  readonly created: number;
  readonly failed: number;
  /** Items whose time is missing or invalid in the file: their number, and the positions of the first of them. */
  readonly retimed: { readonly count: number; readonly places: readonly string[] };
  /** First errors. */
  readonly errors: readonly LineError[];
  readonly isDryRun: boolean;
  /** Reason why the import stopped early. */
  readonly problem?: string;
}
