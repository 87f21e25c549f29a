import type { Listing } from './listing.ts';

/** A listing as it goes from thread to thread: its bytes move and are not copied. */
export interface PackedListing {
  /** By which the item was read. */
  readonly analyser: string;
  /** `listed`, and behind it `run`, in UTF-8, which holds both: encoded terms have no half of a character. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where `run` begins, bytes. */
  readonly border: number;
  readonly length: number;
}

export function pack({ listed, run, length }: Listing, analyser: string): PackedListing {
  const border = Buffer.byteLength(listed);
  const bytes = Buffer.from(new ArrayBuffer(border + Buffer.byteLength(run)));
  bytes.write(run, bytes.write(listed));
  return { analyser, bytes, border, length };
}

export function unpack({ bytes, border, length }: PackedListing): Listing {
  const { buffer } = bytes;
  const text = (from: number, to: number) => Buffer.from(buffer, from, to - from).toString();
  return { listed: text(0, border), run: text(border, buffer.byteLength), length };
}
