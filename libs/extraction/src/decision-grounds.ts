import { readDecisionParts, topicWords } from '@cairn/text';
import type { Candidate } from './candidates.ts';
import type { Extracted, Quote } from './extracted.ts';
import { ownWords } from './own-words.ts';

/** Distance in characters within which a sentence belongs to a decision. */
const NEAR_CHARS = 600;

/**
 * Finds the sentences near a decision, in the same message, that give its reasons or name alternatives that were not
 * chosen.
 */
export function groundsOf({ voice, statement }: Candidate): Pick<Extracted, 'reasons' | 'alternatives'> {
  const { id, content } = voice.message;
  const near = readDecisionParts({ title: '', content: ownWords(content) }, topicWords(statement.text)).filter(
    ({ from, to }) =>
      (to <= statement.start || from >= statement.end) &&
      Math.min(Math.abs(from - statement.end), Math.abs(statement.start - to)) <= NEAR_CHARS,
  );
  const quotesOf = (wanted: 'reasons' | 'alternatives'): Quote[] =>
    near.filter(({ part }) => part === wanted).map(({ from, to }) => ({ messageId: id, start: from, end: to }));
  const [reasons, alternatives] = [quotesOf('reasons'), quotesOf('alternatives')];
  return { ...(reasons.length > 0 && { reasons }), ...(alternatives.length > 0 && { alternatives }) };
}
