import { sentencesOf } from '../quotable.ts';
import { topicWords } from './decision-parts.ts';

interface Decision {
  readonly title: string;
  readonly content: string;
}

const NAME = String.raw`(?:the |our )?([\p{L}\p{N}@][\p{L}\p{N}_./@+#-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}_./@+#-]*){0,2})`;
/** Forms of a sentence that says what is left (first group) for what (second group). English only. */
const changeForms = [
  String.raw`\b(?:mov|switch|migrat|chang|go|went|com|port)\p{Ll}*\b.{0,60}? from ${NAME} to ${NAME}(?![\p{L}\p{N}])`,
  String.raw`\breplac\p{Ll}+ ${NAME} (?:with|by) ${NAME}(?![\p{L}\p{N}])`,
  String.raw`\b(?:swap|leav|left|drop|abandon|ditch)\p{Ll}* ${NAME} for ${NAME}(?![\p{L}\p{N}])`,
].map((form) => new RegExp(form, 'u'));
const UNDECIDED =
  /\b(?:not|never|against|if|whether|should|could|might|may|would|perhaps|maybe|propos\p{Ll}+|consider\p{Ll}*|reject\p{Ll}*)\b|n['’]t\b/iu;
const READ_CHARS_MAX = 2_000;
/** Words of titles that name no thing. */
const plainWords = topicWords(
  'use using used choose chosen pick adopt decide decision keep run move switch replace new record adr',
);
/** Least number of words that the texts must share if the title of the earlier decision names only what was chosen. */
const SHARED_WORDS_MIN = 2;

/**
 * Whether a later decision leaves what an earlier one chose: it says that it moves from the thing in the title of the earlier one to
 * another, and both are about a further thing. "Move from Puppeteer to Typst for PDFs" leaves "Render PDFs with Puppeteer".
 */
export function leavesChoice(later: Decision, earlier: Decision): boolean {
  const text = `${later.title}.\n${later.content.slice(0, READ_CHARS_MAX)}`;
  const changes = sentencesOf(text).flatMap(({ text: sentence }) => changesIn(sentence));
  if (changes.length === 0) return false;
  const chosen = topicWords(earlier.title);
  const said = topicWords(text);
  return changes.some(({ from, to }) => {
    if (from.size === 0 || !isWithin(from, chosen) || isWithin(to, chosen)) return false;
    const isPlain = (word: string) => from.has(word) || plainWords.has(word) || /^\d+$/u.test(word);
    const about = [...chosen].filter((word) => !isPlain(word));
    if (about.length > 0) return about.some((word) => said.has(word));
    const shared = [...topicWords(earlier.content.slice(0, READ_CHARS_MAX))].filter(
      (word) => said.has(word) && !isPlain(word),
    );
    return shared.length >= SHARED_WORDS_MIN;
  });
}

function changesIn(sentence: string) {
  if (UNDECIDED.test(sentence) || sentence.trim().endsWith('?')) return [];
  // The capital of the first word is no part of a form.
  const plain = sentence.charAt(0).toLowerCase() + sentence.slice(1);
  return changeForms.flatMap((form) => {
    const [, from, to] = form.exec(plain) ?? [];
    return from === undefined || to === undefined ? [] : [{ from: topicWords(from), to: topicWords(to) }];
  });
}

const isWithin = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...words].every((word) => others.has(word));
