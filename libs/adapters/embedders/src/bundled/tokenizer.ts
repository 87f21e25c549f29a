import { findModelFiles, readChecked } from './model-files.ts';
import { tokenWeights } from './token-weight.ts';
import { WordPiece } from './wordpiece.ts';

let wordPiece: WordPiece | undefined;
let weights: Float32Array | undefined;

/** The bundled model's tokenizer, loaded on first use and shared by all embedders of the process. */
export function bundledWordPiece(): WordPiece {
  return (wordPiece ??= new WordPiece(readVocabulary()));
}

/** The weights of its tokens, by id. */
export function bundledTokenWeights(): Float32Array {
  return (weights ??= tokenWeights(bundledWordPiece().pieces));
}

/** Reads the vocabulary only: the file's settings for cutting and padding to 128 tokens do not apply here. */
function readVocabulary(): Record<string, number> {
  const bytes = readChecked(findModelFiles().tokenizer);
  const file = JSON.parse(bytes.toString('utf8')) as { model: { vocab: Record<string, number> } };
  return file.model.vocab;
}
