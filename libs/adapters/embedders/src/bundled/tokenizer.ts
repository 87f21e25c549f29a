import { findModelFiles, readChecked } from './model-files.ts';
import { tokenWeights } from './token-weight.ts';
import { WordPiece } from './wordpiece.ts';

let wordPiece: WordPiece | undefined;
let weights: Float32Array | undefined;

/** The bundled model's tokenizer, loaded on first use and kept: it is the same for every embedder of the process. */
export function bundledWordPiece(): WordPiece {
  return (wordPiece ??= new WordPiece(readVocabulary()));
}

/** How much each of its tokens says, by id. */
export function bundledTokenWeights(): Float32Array {
  return (weights ??= tokenWeights(bundledWordPiece().pieces));
}

/** The file also asks to cut and pad texts to 128 tokens, which is not meant for us. */
function readVocabulary(): Record<string, number> {
  const bytes = readChecked(findModelFiles().tokenizer);
  const file = JSON.parse(bytes.toString('utf8')) as { model: { vocab: Record<string, number> } };
  return file.model.vocab;
}
