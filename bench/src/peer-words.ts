import type { PeerAnswer } from './peer.ts';

/** Words of a question that are tried if the whole question finds nothing. */
export const WORDS_TRIED = 3;

/** Asks a system that wants all words of a question in one text: the whole question, then its longest words until one finds something. */
export async function askInWords(question: string, ask: (query: string) => Promise<PeerAnswer>): Promise<PeerAnswer> {
  let answer = await ask(question);
  for (const word of longestWordsOf(question)) {
    if (answer.ids.length > 0) break;
    answer = await ask(word);
  }
  return answer;
}

const longestWordsOf = (question: string): string[] =>
  (question.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted((one, other) => other.length - one.length).slice(0, WORDS_TRIED);
