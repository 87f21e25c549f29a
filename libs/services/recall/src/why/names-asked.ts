import { topicWords } from '@cairn/text';
import type { DecisionLine } from './decision-line.ts';

const WORD = /\p{L}[\p{L}\p{N}]*/gu;
const CAPITALISED_WORD = /^\p{Lu}/u;
/** Words with this many equal first characters count as forms of one name, such as Postgres and PostgreSQL. */
const ALIKE_CHARS = 5;

/**
 * Whether the decision, a predecessor or a source contains a name in the question. True for a question without names.
 */
export function isNamedIn(question: string, { living, before, sources }: DecisionLine): boolean {
  const names = namesIn(question);
  if (names.length === 0) return true;
  const texts = [living, ...before.map(({ memory }) => memory)].flatMap(({ title, content, tags, subject }) => [
    title,
    content,
    ...tags,
    subject ?? '',
  ]);
  const words = topicWords([...texts, ...sources.map(({ content }) => content)].join('\n'));
  const begins = new Set([...words].map((word) => word.slice(0, ALIKE_CHARS)));
  return names.some((name) => [...topicWords(name)].some((word) => begins.has(word.slice(0, ALIKE_CHARS))));
}

/**
 * Finds the names in a question, which are its capitalised words except the first word. If most words are capitalised,
 * as in a title, returns no names.
 */
function namesIn(question: string): string[] {
  const words = question.match(WORD) ?? [];
  const names = words.slice(1).filter((word) => CAPITALISED_WORD.test(word) && topicWords(word).size > 0);
  return names.length * 2 > words.length ? [] : names;
}
