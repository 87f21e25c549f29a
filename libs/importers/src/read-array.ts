import type { ReadableFile } from './parsed.ts';
import { bytesOf } from './read-bytes.ts';

/** One element of a JSON list, or the reason why it cannot be read, with the number of the element counted from 1. */
export type Element =
  { readonly number: number; readonly value: unknown } | { readonly number: number; readonly problem: string };

/**
 * Maximum size of one element. A conversation of a whole year is far smaller. A larger element is skipped and not kept in
 * memory.
 */
const ELEMENT_BYTES_MAX = 100_000_000;

const [QUOTE, COMMA, BACKSLASH, OPEN, CLOSE, OPEN_BRACE, CLOSE_BRACE] = [...'",\\[]{}'].map((one) => one.charCodeAt(0));
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the elements of a file that is one JSON list. Only one element at a time is in memory, however large the file
 * is.
 */
export async function* readArray(
  file: ReadableFile,
  {
    onBytes,
    elementBytesMax = ELEMENT_BYTES_MAX,
  }: { onBytes?: ((bytes: number) => void) | undefined; elementBytesMax?: number },
): AsyncGenerator<Element> {
  const list = new ListScanner(elementBytesMax);
  try {
    for await (const chunk of bytesOf(file, onBytes)) {
      yield* list.take(chunk);
      if (list.state === 'none') break;
    }
  } catch (error) {
    yield { number: list.number, problem: `reading failed: ${error instanceof Error ? error.message : ''}` };
    return;
  }
  if (list.state === 'none' || list.state === 'before') yield { number: 1, problem: 'no list in JSON' };
  else if (list.state === 'within') yield { number: list.number, problem: 'the file ends within it' };
}

/** Finds the ends of elements by brackets and quotes alone. JSON.parse validates each element later. */
class ListScanner {
  state: 'before' | 'within' | 'after' | 'none' = 'before';
  number = 1;
  private depth = 0;
  private isString = false;
  private isEscaped = false;
  private pieces: Uint8Array[] = [];
  private length = 0;
  private readonly bytesMax: number;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  *take(chunk: Uint8Array): Generator<Element> {
    let from = this.state === 'before' ? this.begin(chunk) : 0;
    for (let at = from; at < chunk.length && this.state === 'within'; at += 1) {
      const byte = chunk[at]!;
      if (this.isString) this.passString(byte);
      else if (byte === QUOTE) this.isString = true;
      else if (byte === OPEN || byte === OPEN_BRACE) this.depth += 1;
      else if (this.depth > 0) this.depth -= Number(byte === CLOSE || byte === CLOSE_BRACE);
      else if (byte === COMMA || byte === CLOSE) {
        this.add(chunk.subarray(from, at));
        from = at + 1;
        yield* this.end(byte === CLOSE);
      }
    }
    if (this.state === 'within') this.add(chunk.subarray(from));
  }

  /** Returns the index of the first element, after a byte order mark, white space and the opening bracket. */
  private begin(chunk: Uint8Array): number {
    const at = chunk.findIndex((byte) => byte > 32 && ![0xef, 0xbb, 0xbf].includes(byte));
    if (at < 0) return chunk.length;
    this.state = chunk[at] === OPEN ? 'within' : 'none';
    return at + 1;
  }

  private passString(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isString = false;
  }

  private add(piece: Uint8Array): void {
    this.length += piece.length;
    if (this.length > this.bytesMax) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  private *end(isLast: boolean): Generator<Element> {
    if (isLast) this.state = 'after';
    const element = this.taken();
    // No element is yielded for an empty list, nor for the end of a list after a trailing comma.
    if (element) yield element;
    this.number += 1;
  }

  private taken(): Element | undefined {
    const { number, pieces, length } = this;
    [this.pieces, this.length] = [[], 0];
    if (length > this.bytesMax) return { number, problem: `larger than ${this.bytesMax} bytes` };
    try {
      const text = utf8.decode(joinPieces(pieces));
      return text.trim() === '' ? undefined : { number, value: JSON.parse(text) as unknown };
    } catch {
      return { number, problem: 'not valid JSON in UTF-8' };
    }
  }
}

/** Concatenates the pieces, without a copy when there is only one. */
export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
