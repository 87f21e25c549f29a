import type { Listing } from './listing.ts';

/** Listing in the form in which it is sent between threads; its bytes are transferred instead of copied. */
export interface PackedListing {
  /** Analyser that produced the listing. */
  readonly analyser: string;
  /** `listed` followed by `run` in UTF-8. UTF-8 is lossless here, since encoded terms contain no lone surrogates. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Offset in bytes at which `run` begins. */
  readonly border: number;
  readonly length: number;
}

export function packListing({ listed, run, length }: Listing, analyser: string): PackedListing {
  const border = Buffer.byteLength(listed);
  const bytes = Buffer.from(new ArrayBuffer(border + Buffer.byteLength(run)));
  bytes.write(run, bytes.write(listed));
  return { analyser, bytes, border, length };
}

export function unpackListing({ bytes, border, length }: PackedListing): Listing {
  const { buffer } = bytes;
  const text = (from: number, to: number) => Buffer.from(buffer, from, to - from).toString();
  return { listed: text(0, border), run: text(border, buffer.byteLength), length };
}
