export interface LineError {
  /** Where it stands, for people. */
  readonly place: string;
  readonly message: string;
}

export interface Line {
  readonly place: string;
  readonly item: Readonly<Record<string, unknown>>;
  /** Its time is not the one of the file, which is none. */
  readonly isRetimed?: boolean;
}

/** One step of reading: an item, or what is none. */
export type Read = Line | LineError;

/** What somebody dropped, and how it is read. */
export interface Source {
  readonly bytes: number;
  /** Whether it is no fault that a message is there with another text. */
  readonly isOftenThere: boolean;
  readonly read: (onBytes: (bytes: number) => void) => AsyncIterable<Read>;
}
