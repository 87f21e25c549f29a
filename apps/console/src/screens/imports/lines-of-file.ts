export interface LineError {
  /** Place in the file, for people. */
  readonly place: string;
  readonly message: string;
}

export interface Line {
  readonly place: string;
  readonly item: Readonly<Record<string, unknown>>;
  /** True when the item's time is not from the file, which has none. */
  readonly isRetimed?: boolean;
}

/** Result of one reading step: an item, or an error. */
export type Read = Line | LineError;

/** Dropped file with its reader. */
export interface Source {
  readonly bytes: number;
  /** True when an existing message with another text is no error. */
  readonly isOftenThere: boolean;
  readonly read: (onBytes: (bytes: number) => void) => AsyncIterable<Read>;
}
