const SENTENCE_END =
  /(?<![.!?\u061f\u203d\u2026])[.!?\u061f\u203d\u2026]+["'\u201d\u2019)\]]*(?=\s|$)|[\u3002\uff01\uff1f\uff61]+["'\u201d\u2019)\]\u300d\u300f\uff09]*|[\r\n]+/g;
const ENDS_AS_QUESTION = /[?\uff1f\u061f\u203d\u2047-\u2049]/;
const CLOSING_SIGN = /["'\u201d\u2019)\]\u300d\u300f\uff09*_\s!\uff01]/;

/** The ends of all sentences as ascending UTF-16 offsets, each after the closing sign. The last is the end of the text. */
export function sentenceEnds(text: string): number[] {
  const ends = Array.from(text.matchAll(SENTENCE_END), (match) => match.index + match[0].length);
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends;
}

/** Whether the last sentence of the text is a question. Closing quotation marks and brackets are ignored. */
export function endsAsQuestion(text: string): boolean {
  let last = text.length - 1;
  while (last >= 0 && CLOSING_SIGN.test(text[last]!)) last -= 1;
  return last >= 0 && ENDS_AS_QUESTION.test(text[last]!);
}

/**
 * The share of questions in a text, 0 to 1: the number of characters in its questions divided by the number of
 * characters in all its sentences. Blanks around sentences do not count.
 */
export function questionShare(text: string): number {
  let from = 0;
  let asked = 0;
  let all = 0;
  for (const to of sentenceEnds(text)) {
    const sentence = text.slice(from, to).trim();
    all += sentence.length;
    if (endsAsQuestion(sentence)) asked += sentence.length;
    from = to;
  }
  return all === 0 ? 0 : asked / all;
}
