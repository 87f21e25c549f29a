const SHAPE = /^[A-Za-z0-9_-]{22}$/;

/** A mark that no stored text can know: 128 random bits, new for every answer. */
export function newBoundary(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
}

/** The mark of a block that `renderHits` and its like made: it stands in the header, before anything stored. */
export const boundaryOf = (block: string): string | undefined => /\[\[cairn:([\w-]{22}) end\]\]/.exec(block)?.[1];

/** A short or empty boundary could be guessed or would match everywhere, so that the frame would hold nothing. */
export function requireBoundary(boundary: string): string {
  if (!SHAPE.test(boundary))
    throw new RangeError('A boundary is 22 characters of base64url, as newBoundary() makes them.');
  return boundary;
}
