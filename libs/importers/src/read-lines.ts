import type { ReadableFile } from './parsed.ts';
import { joinPieces } from './read-array.ts';
import { bytesOf } from './read-bytes.ts';

export interface Line {
  /** Line number, counted from 1. */
  readonly number: number;
  /** Bytes of the line; undefined when it is longer than `LINE_BYTES_MAX`, since it was not kept in memory. */
  readonly bytes: Uint8Array | undefined;
  /** False for a last line without a line feed, since another program may still be writing it. */
  readonly ended: boolean;
}

/** Maximum length of a line. It fits three messages of a million characters each, with every character escaped. */
export const LINE_BYTES_MAX = 20 * 1024 * 1024;

const LINE_FEED = 10;

/**
 * Reads the lines of a file, unpacked when its name ends in .gz. It keeps one line in memory at a time, however large the file
 * is.
 */
export async function* readLines(file: ReadableFile, onBytes?: (bytes: number) => void): AsyncGenerator<Line> {
  const line = new GrowingLine();
  let number = 1;
  for await (const chunk of bytesOf(file, onBytes)) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      line.add(chunk.subarray(start, end));
      yield { number: number++, bytes: line.take(), ended: true };
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  if (!line.isEmpty()) yield { number, bytes: line.take(), ended: false };
}

/** Collects the pieces of one line. Beyond the maximum length it keeps no bytes and only counts them. */
class GrowingLine {
  private pieces: Uint8Array[] = [];
  private length = 0;

  add(piece: Uint8Array): void {
    this.length += piece.length;
    if (this.length > LINE_BYTES_MAX) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  isEmpty(): boolean {
    return this.length === 0;
  }

  take(): Uint8Array | undefined {
    const bytes = this.length > LINE_BYTES_MAX ? undefined : joinPieces(this.pieces);
    this.pieces = [];
    this.length = 0;
    return bytes;
  }
}
