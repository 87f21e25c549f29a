import { analyse } from '../analyse.ts';
import { asksForName, asksForNumber, asksForTime, mentionsName, mentionsNumber, mentionsTime } from '../asks.ts';
import { sectionsIn } from '../sections/group.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { sentencesOf, type Sentence } from '../quotable.ts';
import { endsAsQuestion } from '../sentences.ts';
import { isStatus, partOfSentence } from './cues.ts';
import { isRecordLine } from './summary-sentence.ts';

/** The sentence of a text that answers a question, with the sentences next to it, word for word. */
export interface AnsweringSentence {
  readonly before: string;
  readonly answer: string;
  readonly after: string;
}

interface Asked {
  readonly question: string;
  /** The text of a hit. */
  readonly text: string;
  /** The title of the text, whose words its sentences need not repeat. */
  readonly title?: string | undefined;
  /** Whether the text is known to answer, as the first hit of a sure search is, so that no shared word is needed. */
  readonly isSure?: boolean | undefined;
  /** The passage that the search found, as UTF-16 offsets; absent: the whole text. */
  readonly passage?: { readonly from: number; readonly to: number } | undefined;
}

/** Characters of a text that are read; a longer text is read around its passage. */
const READ_CHARS_MAX = 20_000;
const QUESTION_CHARS_MAX = 500;
const CONTEXT_CHARS_MAX = 160;
const KIND_POINTS = 0.6;
const PASSAGE_POINTS = 0.15;
/** Points that a short line loses, since such a line is rarely the answer. */
const ECHO_POINTS = 0.5;
const SHORT_LINE_WORDS = 8;
/** The share of the question's words that an answer and its title have at least. */
const ASKED_SHARE_MIN = 0.6;
/** The same for a sentence with the kind of thing that the question asks for. */
const ASKED_SHARE_OF_KIND_MIN = 0.5;
/** The least length of a common beginning by which two words of a language without a stemmer count as one word. */
const COMMON_CHARS_MIN = 5;
const COMMON_SHARE_MIN = 0.7;

const FRONT_MATTER = /^---\n[\s\S]*?\n---(?:\n|$)/;
const BOLD_LINE = /^(\*\*|__)[^\n]+\1:?$/;
const ENDS_AS_LABEL = /:\s*[*_]*$/;
const ENDS_AS_SENTENCE = /[.!?…。！？｡]["'”’)\]*_`]*$/u;
const UNDERLINE = /^\n[ \t]*(?:=+|-+)[ \t]*(?:\n|$)/;
/** A date or a time of day alone, in digits or with the name of its month or weekday. */
const DATE_ONLY =
  /^(?:[\d\s.,:/+–()TZ-]|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|\b(?:st|nd|rd|th|utc|am|pm|of|at|the)\b|(?<=\d)(?:st|nd|rd|th))+$/i;

/**
 * Finds the sentence of a text that answers a question: the one that shares the most telling words with the question and
 * has the kind of thing that it asks for (a time, a number, a name, a reason). Questions, headings, dates, statuses and front
 * matter never answer. Undefined if the best sentence and the title have too few words of the question, unless `isSure`.
 */
export function answeringSentenceOf({
  question,
  text,
  title = '',
  passage,
  isSure = false,
}: Asked): AnsweringSentence | undefined {
  const start = passage && text.length > READ_CHARS_MAX ? Math.max(0, passage.from - CONTEXT_CHARS_MAX) : 0;
  const read = text.slice(start, start + READ_CHARS_MAX);
  const within = passage && { from: passage.from - start, to: passage.to - start };
  const sentences = statementsIn(read);
  const points = pointsOf({ question, text: read, passage: within }, sentences);
  const best = points.indexOf(Math.max(...points));
  if (best < 0 || !(isSure || isAbout(question, sentences[best]!.text, title))) return undefined;
  return inContext(sentences, best);
}

/** Whether a sentence and the title of its text have most of the telling words of a question. */
function isAbout(question: string, sentence: string, title: string): boolean {
  const asked = [...tellingWords(question.slice(0, QUESTION_CHARS_MAX))];
  const words = tellingWords(`${title}. ${sentence}`);
  const least = kindAsked(question)?.(sentence) ? ASKED_SHARE_OF_KIND_MIN : ASKED_SHARE_MIN;
  return asked.filter((word) => has(words, word)).length >= least * asked.length;
}

/** The sentences of a text that state something. */
function statementsIn(text: string): Sentence[] {
  const sections = sectionsIn(text);
  const begin = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  return sentencesOf(text).filter(({ from, to, text: said }) => {
    if (from < begin || isRecordLine(said) || DATE_ONLY.test(said) || endsAsQuestion(said)) return false;
    if (BOLD_LINE.test(said) || ENDS_AS_LABEL.test(said) || UNDERLINE.test(text.slice(to, to + READ_LINE_CHARS)))
      return false;
    return !sections.findLast((section) => section.from <= from)!.path.some(isStatus);
  });
}

/** Characters after a sentence that are read to see whether an underline makes it a heading. */
const READ_LINE_CHARS = 200;

function pointsOf({ question, text, passage }: Asked, sentences: readonly Sentence[]): number[] {
  const asked = [...tellingWords(question.slice(0, QUESTION_CHARS_MAX))];
  const words = sentences.map((sentence) => tellingWords(sentence.text));
  const weights = asked.map((word) => rarityOf(words.filter((its) => has(its, word)).length, sentences.length));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const isOfKind = kindAsked(question);
  return sentences.map((sentence, at) => {
    const shared = weights.reduce((sum, weight, place) => sum + (has(words[at]!, asked[place]!) ? weight : 0), 0);
    const overlap = whole === 0 ? 0 : shared / whole;
    const isInPassage = passage !== undefined && sentence.from < passage.to && sentence.to > passage.from;
    return (
      overlap +
      (isOfKind?.(sentence.text) ? KIND_POINTS : 0) +
      (isInPassage ? PASSAGE_POINTS : 0) -
      (isEcho(text, sentence) ? ECHO_POINTS : 0)
    );
  });
}

const tellingWords = (text: string): ReadonlySet<string> =>
  new Set(analyse(text).terms.filter((term) => !isStopWord(term)));

/** The weight of a word that `count` of `all` sentences have. A word that none has counts little, since no sentence can have it. */
const rarityOf = (count: number, all: number): number => (count === 0 ? 0.1 : Math.log(1 + all / count));

const has = (words: ReadonlySet<string>, asked: string): boolean =>
  words.has(asked) || [...words].some((word) => isLikelySameWord(word, asked));

/** Whether two words differ only in their endings, as forms of a word do in languages that have no stemmer here. */
function isLikelySameWord(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  const common = Math.max(COMMON_CHARS_MIN, Math.ceil(longest * COMMON_SHARE_MIN));
  return one.length >= common && one.slice(0, common) === other.slice(0, common);
}

/** Returns the test for sentences with the kind of thing that a question asks for; undefined if it names no kind. */
function kindAsked(question: string): ((sentence: string) => boolean) | undefined {
  if (asksForTime(question)) return (sentence) => mentionsTime(sentence) || mentionsNumber(sentence);
  if (asksForNumber(question)) return mentionsNumber;
  if (/\bwhy\b/i.test(question)) return (sentence) => partOfSentence(sentence, () => true) === 'reasons';
  return asksForName(question) ? mentionsName : undefined;
}

/** Whether a sentence is a short line that more text follows, such as a title. */
function isEcho(text: string, { from, to, text: said }: Sentence): boolean {
  const isLine = !ENDS_AS_SENTENCE.test(said) && said.split(/\s+/).length <= SHORT_LINE_WORDS;
  return isLine && from === text.length - text.trimStart().length && /^\n\s*\S/.test(text.slice(to));
}

function inContext(sentences: readonly Sentence[], at: number): AnsweringSentence {
  const textOf = (place: number) => sentences[place]?.text ?? '';
  const before = textOf(at - 1);
  const after = textOf(at + 1);
  return {
    before: before.length > CONTEXT_CHARS_MAX ? `…${before.slice(-CONTEXT_CHARS_MAX).toWellFormed()}` : before,
    answer: textOf(at),
    after: after.length > CONTEXT_CHARS_MAX ? `${after.slice(0, CONTEXT_CHARS_MAX).toWellFormed()}…` : after,
  };
}
