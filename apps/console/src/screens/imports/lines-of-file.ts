/** What the number of an error counts. */
export type LineUnit = 'line' | 'conversation';

export interface LineError {
  readonly line: number;
  readonly message: string;
}

export interface Line {
  readonly line: number;
  readonly item: Readonly<Record<string, unknown>>;
}

/** What is to be stored of a file, and what cannot be. */
export interface LinesOfFile {
  readonly unit: LineUnit;
  readonly lines: Line[];
  readonly errors: LineError[];
}
