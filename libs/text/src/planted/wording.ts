/** Number of buckets that the words of all languages share; each has one weight in the model. */
export const WORDING_BUCKETS = 16_384;
const PART_CHARS = 4;

/** Words, numbers and marks, and the single characters of scripts without blanks. */
const TOKEN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{L}+|\d+|[^\s\p{L}\d]/gu;

/** Buckets of a text's words, of each two in a row and of the parts of words, each once, without regard to case. */
export function wordingOf(text: string): Uint16Array {
  const words = text.toLowerCase().match(TOKEN) ?? [];
  const buckets = new Set<number>();
  words.forEach((word, at) => {
    buckets.add(bucketOf(word));
    if (at > 0) buckets.add(bucketOf(`${words[at - 1]} ${word}`));
    const bounded = `<${word}>`;
    for (let from = 0; from + PART_CHARS <= bounded.length; from += 1)
      buckets.add(bucketOf(`#${bounded.slice(from, from + PART_CHARS)}`));
  });
  return Uint16Array.from(buckets);
}

/** FNV-1a with a last mixing, so that words that differ in one letter share no bucket. */
function bucketOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % WORDING_BUCKETS;
}
