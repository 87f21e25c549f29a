import type { DecisionPart } from '@cairn/contracts';
import {
  backgrounds,
  causes,
  causesOfClauses,
  follows,
  grounds,
  headings,
  namedReasons,
  noCauses,
  notTaken,
  praise,
  toCome,
} from './lexicon.en.ts';

const escapePhrase = (phrase: string): string => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "['’]");
const patternOf = (phrases: readonly string[]): RegExp =>
  new RegExp(`\\b(?:${phrases.map(escapePhrase).join('|')})\\b`, 'i');

/** The parts of a decision; the part with the most reliable cues comes first. */
const DECISION_PARTS = Object.keys(headings) as DecisionPart[];
const HEADING_CUES = DECISION_PARTS.map((part) => [part, patternOf(headings[part])] as const);
const BACKGROUND = patternOf(backgrounds);
const STATUS = /^(?:\d+[.)]\s*)?status$/i;
/** The first words of a sentence or a list, before a colon, a dash or an equals sign. */
const LABEL = /^[*_\s]*([\p{L}][\p{L} -]{0,30}?)[*_\s]*(?::|=|\s[-–—])[*_\s]*/u;
const CAUSE = patternOf(causes);
const CLAUSE_CAUSE = new RegExp(`(?:^(?!for\\b)|[,;(–—]\\s*)(?:${causesOfClauses.join('|')})\\s+(?!\\d)(?!(?:${noCauses.join('|')})\\b)`, 'i'); // prettier-ignore
const NAMED_REASON = patternOf(namedReasons);
const REJECTED_OPTION = patternOf(notTaken);
const CONSEQUENCE = patternOf(follows);
const REASON = new RegExp(`${patternOf(grounds).source}|n['’]t\\b|(?<![\\p{L}\\d.])\\d`, 'iu');
const PRAISE = patternOf(praise);
const FUTURE_PLAN = patternOf(toCome);
const QUOTED = /["“„][^"“”„]*["”“]/g;

export const partOfHeading = (heading: string): DecisionPart | undefined =>
  HEADING_CUES.find(([, cue]) => cue.test(heading))?.[0];
/** Whether a heading names the situation before the decision. */
export const isBackground = (heading: string): boolean => BACKGROUND.test(heading);
export const isStatus = (heading: string): boolean => STATUS.test(heading);

/** A label before a sentence or a list that names a part of the decision: "Why: ...". */
export interface Label {
  readonly part: DecisionPart;
  /** Whether the line ends after the label, so that the label belongs to the list below. */
  readonly isAlone: boolean;
}

export function labelOf(sentence: string): Label | undefined {
  const match = LABEL.exec(sentence);
  const part = match ? DECISION_PARTS.find((each) => isLabelOf(each, match[1]!)) : undefined;
  return part && { part, isAlone: match![0].length >= sentence.trimEnd().length };
}

/** Whether a label of at most three words contains a word for the part. */
const isLabelOf = (part: DecisionPart, label: string): boolean =>
  label.split(/\s+/).length <= 3 && headings[part].some((word) => ` ${label.toLowerCase()} `.includes(` ${word} `));

/**
 * Finds the part of the decision that a sentence states. A cause is a reason of the decision only if `isOfDecision`
 * accepts the text that the cause explains.
 */
export function partOfSentence(
  sentence: string,
  isOfDecision: (explained: string) => boolean,
): DecisionPart | undefined {
  const cause = CAUSE.exec(sentence) ?? CLAUSE_CAUSE.exec(sentence);
  const explained = cause ? explainedPart(sentence, cause).replace(QUOTED, ' ') : sentence;
  if (REJECTED_OPTION.test(explained)) return 'alternatives';
  if (cause ? isOfDecision(explained) : NAMED_REASON.test(sentence)) return 'reasons';
  return CONSEQUENCE.test(sentence) ? 'consequences' : undefined;
}

/** The text that a cause explains: before the cue, or after the first comma if the cue begins the sentence. */
function explainedPart(sentence: string, { index }: RegExpExecArray): string {
  const before = sentence.slice(0, index);
  return /\p{L}/u.test(before) ? before : sentence.slice(sentence.indexOf(',') + 1);
}

/** Whether a sentence after the decision states its reason: it names trouble, a denial or a measure, and contains no praise and no plan. */
export const statesReason = (sentence: string): boolean =>
  REASON.test(sentence) && !PRAISE.test(sentence) && !FUTURE_PLAN.test(sentence);
