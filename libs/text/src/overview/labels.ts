import { topicWords } from '../why/index.ts';

const WORD = /[\p{L}\p{N}]+/gu;
const WORDS_MAX = 6;
/** Separators between the words of a label. */
const SEPARATORS = ['-', ' ', '_', ''];

/**
 * Lists the tags and subjects that may stand for a topic: the topic itself, and each run of its words joined by each
 * separator, the longest run first.
 */
export function labelsFor(topic: string): string[] {
  const words = (topic.toLowerCase().match(WORD) ?? []).slice(0, WORDS_MAX);
  const runs = words.flatMap((_, length) =>
    words.slice(length).map((_, from) => words.slice(from, from + words.length - length)),
  );
  return [...new Set([topic.trim(), ...runs.flatMap((run) => SEPARATORS.map((joint) => run.join(joint)))])];
}

/**
 * The share of a topic's words that its labels cover, 0 to 1. A label counts only if all words of the label are words
 * of the topic.
 */
export function labelCoverage(labels: readonly string[], asked: ReadonlySet<string>): number {
  if (asked.size === 0) return 0;
  const within = labels
    .map((label) => [...topicWords((label.match(WORD) ?? []).join(' '))])
    .filter((words) => words.every((word) => asked.has(word)));
  return new Set(within.flat()).size / asked.size;
}
