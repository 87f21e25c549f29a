import type { RulingImportKind } from '@cairn/contracts';

export interface LineError {
  /** Position of the line in the file, in words for people. */
  readonly place: string;
  readonly message: string;
}

export interface Line {
  readonly place: string;
  readonly item: Readonly<Record<string, unknown>>;
  /** True if the file has no valid time for the item, so that the item got a different time. */
  readonly isRetimed?: boolean;
}

/** Result of one reading step: an item, or an error. */
export type ReadStep = Line | LineError;

/** Dropped file with its reader. */
export interface Source {
  readonly bytes: number;
  /** Name of the format, such as `slack`. */
  readonly format: string;
  /** Kind of the files, if the rules and decisions that they state bind without a review. */
  readonly importKind: RulingImportKind | undefined;
  /** True if it is no error that a message already exists with a different text. */
  readonly isOftenThere: boolean;
  readonly read: (onBytes: (bytes: number) => void) => AsyncIterable<ReadStep>;
}
