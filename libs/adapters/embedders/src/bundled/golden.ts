import golden from './golden.json' with { type: 'json' };
import type { Probe } from './self-test.ts';
import type { WordPiece } from './wordpiece.ts';

/**
 * Output of make-golden.ts: texts, and the vectors that the model computes for them with 32-bit floats (as base64 of
 * little-endian float32).
 */
export type Golden = readonly { readonly text: string; readonly vector: string }[];

/** Builds the probes of the self-test. Their texts are tokenised here, so that a wrong vocabulary is detected too. */
export function goldenProbes(wordPiece: WordPiece, maxTokens: number): Probe[] {
  return (golden as Golden).map(({ text, vector }) => ({
    ids: wordPiece.encodeBeginning(text, maxTokens).ids,
    vector: decodeVector(vector),
  }));
}

function decodeVector(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at));
}

export function encodeVector(values: Float32Array): string {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeFloatLE(value, 4 * at));
  return bytes.toString('base64');
}
