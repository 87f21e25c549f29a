import { CairnError } from '@cairn/contracts';

/**
 * Checks embeddings and returns them at unit length. Their number must be the requested one, and each must have the
 * model's dimensions, be finite and not be zero. Otherwise throws `embedder/broken-answer`, since nobody would notice a
 * wrong vector once it is stored.
 */
export function requireEmbeddings(
  expectedCount: number,
  dims: number,
  vectors: readonly ArrayLike<number>[],
): Float32Array[] {
  if (vectors.length !== expectedCount) throw brokenAnswerError(`${vectors.length} vectors for ${expectedCount} texts`);
  return vectors.map((vector) => unitVector(vector, dims));
}

function unitVector(vector: ArrayLike<number>, dims: number): Float32Array {
  if (vector.length !== dims)
    throw brokenAnswerError(`a vector of ${vector.length} dimensions where the model has ${dims}`);
  const length = lengthOf(vector);
  if (!Number.isFinite(length)) throw brokenAnswerError('a vector that holds something other than finite numbers');
  if (length === 0) throw brokenAnswerError('a zero vector');
  return Float32Array.from(vector, (value) => value / length);
}

function lengthOf(vector: ArrayLike<number>): number {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += vector[at]! ** 2;
  return Math.sqrt(squares);
}

/** Makes the error about an unusable answer; `what` describes the content that the embedder sent. */
export function brokenAnswerError(what: string, cause?: unknown): CairnError {
  return new CairnError('embedder/broken-answer', `The embedding model answered with ${what}.`, { cause });
}
