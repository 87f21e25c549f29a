import { findModelFiles, readChecked } from './model-files.ts';
import { tokenWeights } from './token-weight.ts';
import { WordPiece } from './wordpiece.ts';

let wordPiece: WordPiece | undefined;
let weights: Float32Array | undefined;

/** Returns the bundled model's tokenizer, which is loaded on first use and shared by all embedders of the process. */
export function loadWordPiece(): WordPiece {
  return (wordPiece ??= new WordPiece(readVocabulary()));
}

/** Returns the weights of the tokenizer's tokens, by token id. */
export function loadTokenWeights(): Float32Array {
  return (weights ??= tokenWeights(loadWordPiece().pieces));
}

/** Reads only the vocabulary, since the file's settings for cutting and padding to 128 tokens do not apply here. */
function readVocabulary(): Record<string, number> {
  const bytes = readChecked(findModelFiles().tokenizer);
  const file = JSON.parse(bytes.toString('utf8')) as { model: { vocab: Record<string, number> } };
  return file.model.vocab;
}
