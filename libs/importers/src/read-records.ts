import type { Place, ReadableFile } from './parsed.ts';
import { LINE_BYTES_MAX, readLines } from './read-lines.ts';
import { isRecord } from './record-fields.ts';

/** One line of a JSONL file as an object, or the reason why the line cannot be read. */
export type RecordLine =
  | { readonly place: Place; readonly record: Readonly<Record<string, unknown>> }
  | {
      readonly place: Place;
      readonly problem: string;
      readonly kind: 'malformed' | 'too-long' | 'unfinished' | 'unreadable';
    };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the objects of a JSONL file. With `jsonIn`, the JSON of a line is the text that `jsonIn` extracts from the
 * line. Empty lines are skipped. An incomplete last line is reported as a problem.
 */
export async function* readRecords(
  file: ReadableFile,
  onBytes?: (bytes: number) => void,
  jsonIn?: (line: string) => string | undefined,
): AsyncGenerator<RecordLine> {
  let line = 0;
  try {
    for await (const { number, bytes, ended } of readLines(file, onBytes)) {
      line = number;
      const place = { file: file.name, line };
      if (!bytes) yield { place, kind: 'too-long', problem: `the line is longer than ${LINE_BYTES_MAX} bytes` };
      else yield* parseLine({ place, bytes: jsonIn ? jsonOf(bytes, jsonIn) : bytes, ended });
    }
  } catch (error) {
    yield {
      place: { file: file.name, line: line + 1 },
      kind: 'unreadable',
      problem: `reading failed: ${messageOf(error)}`,
    };
  }
}

const jsonOf = (bytes: Uint8Array, jsonIn: (line: string) => string | undefined): Uint8Array =>
  new TextEncoder().encode(jsonIn(new TextDecoder().decode(bytes)) ?? '');

function* parseLine({
  place,
  bytes,
  ended,
}: {
  place: Place;
  bytes: Uint8Array;
  ended: boolean;
}): Generator<RecordLine> {
  if (!isBlank(bytes)) yield parseRecord(place, bytes, ended);
}

function parseRecord(place: Place, bytes: Uint8Array, ended: boolean): RecordLine {
  try {
    const record: unknown = JSON.parse(utf8.decode(bytes));
    if (isRecord(record)) return { place, record };
    return { place, kind: 'malformed', problem: 'not a JSON object' };
  } catch (error) {
    const problem = `not valid JSON in UTF-8: ${messageOf(error)}`;
    return { place, kind: ended ? 'malformed' : 'unfinished', problem };
  }
}

const isBlank = (bytes: Uint8Array) => bytes.every((byte) => byte === 32 || byte === 9 || byte === 13);

/** Message of a parse error without the text of the file, which V8 quotes in its message. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/,? ?(?:\.\.\.)?".*$/s, '').trim();
}
