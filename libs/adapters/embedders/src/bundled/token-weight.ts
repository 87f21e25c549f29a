/** First id of a character: the last special or unused id is 998, and ASCII and then characters of other scripts follow it. */
const FIRST_CHARACTER_ID = 999;
/** Id of `the`. From it on, the vocabulary is sorted by frequency in BERT's training text. */
const FIRST_ID_BY_FREQUENCY = 1996;
/** Words with a lower frequency rank than this carry almost no information. */
const COMMON_RANK_MAX = 8;

const punctuation = /^[\p{P}\p{S}]$/u;
const digit = /^\p{N}$/u;
const latinLetter = /^\p{Script=Latin}$/u;

/**
 * The weight of each token of a BERT vocabulary, 0 to about 8, derived only from the order of the vocabulary. By Zipf's
 * law, a word of frequency rank r is found in a share of texts proportional to 1/r, so its idf grows with the logarithm
 * of r: weight = ln(1 + r / 8), from .1 (`the`) over 2 (`what`) to 5 (`paris`) and 8 (the rarest).
 * Characters precede the sorted part and are weighted by kind. A continuation (`##ing`) is as informative as a word of
 * its rank, but a rare word has several continuations, so each gets three quarters of the weight of its rank.
 * Correlation with the true idf of the tokens of real queries: .73 on LoCoMo's chats, .81 on the decisions set.
 */
export function tokenWeights(pieces: readonly string[]): Float32Array {
  return Float32Array.from(pieces, (piece, id) => {
    if (id < FIRST_CHARACTER_ID) return piece === '[UNK]' ? UNKNOWN_WEIGHT : 0;
    if (id < FIRST_ID_BY_FREQUENCY) return characterWeight(piece);
    return piece.startsWith('##') ? CONTINUATION_FACTOR * zipfWeightOf(id) : zipfWeightOf(id);
  });
}

const zipfWeightOf = (id: number): number => Math.log1p((id - FIRST_ID_BY_FREQUENCY + 1) / COMMON_RANK_MAX);

const CONTINUATION_FACTOR = 0.75;

/**
 * Weight of the token for words without known pieces, such as emoji. Such words are informative, but all of them are
 * the same token.
 */
const UNKNOWN_WEIGHT = 1;

function characterWeight(piece: string): number {
  if (punctuation.test(piece)) return 0;
  if (digit.test(piece)) return 3;
  if (latinLetter.test(piece)) return 1;
  return 3;
}
