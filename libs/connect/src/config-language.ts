/** Thrown when a configuration file cannot be edited safely; the file stays unchanged. */
export class UnreadableConfig extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'UnreadableConfig';
  }
}

export type KeyPath = readonly string[];

/** Language of configuration files. Texts have no byte order mark. */
export interface ConfigLanguage {
  /** Name of the language in messages. */
  readonly title: string;
  /** Returns the value of a text. An empty text is undefined or null. Throws if the text is invalid. */
  parse(text: string): unknown;
  /** Finds the line of the first fault that `parse` threw; undefined if the fault has none. */
  lineOf(error: unknown, text: string): number | undefined;
  /** Returns the text with the value at `path` set, or removed if it is undefined. Every other byte stays. */
  edit(text: string, path: KeyPath, value: unknown): string;
}

export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nests a value into the tables of a path. */
export const nestValue = (path: KeyPath, value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value);

/** Line end of a text: that of Windows if the text has it. */
export const lineEndOf = (text: string): '\r\n' | '\n' => (text.includes('\r\n') ? '\r\n' : '\n');

/** Replaces the part of a text between two positions. */
export const splice = (text: string, { from, to = from }: { from: number; to?: number }, inserted: string): string =>
  text.slice(0, from) + inserted + text.slice(to);

export const lineStartAt = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** Position after the line end of the line that contains `at`. */
export function nextLineAt(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** Puts a pad before each line but the first, and the text's line ends. */
export const indentRest = (text: string, pad: string, lineEnd: string): string =>
  text.trimEnd().replaceAll('\n', `${lineEnd}${pad}`);
