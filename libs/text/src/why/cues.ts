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

const escaped = (phrase: string): string => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "['’]");
const anyOf = (phrases: readonly string[]): RegExp => new RegExp(`\\b(?:${phrases.map(escaped).join('|')})\\b`, 'i');

/** The most telling first. */
const PARTS = Object.keys(headings) as DecisionPart[];
const HEADING_CUES = PARTS.map((part) => [part, anyOf(headings[part])] as const);
const BACKGROUND = anyOf(backgrounds);
const STATUS = /^(?:\d+[.)]\s*)?status$/i;
/** The first words of a sentence or a list, before a colon, a dash or an equals sign. */
const LABEL = /^[*_\s]*([\p{L}][\p{L} -]{0,30}?)[*_\s]*(?::|=|\s[-–—])[*_\s]*/u;
const CAUSE = anyOf(causes);
const CLAUSE_CAUSE = new RegExp(`(?:^(?!for\\b)|[,;(–—]\\s*)(?:${causesOfClauses.join('|')})\\s+(?!\\d)(?!(?:${noCauses.join('|')})\\b)`, 'i'); // prettier-ignore
const NAMED = anyOf(namedReasons);
const NOT_TAKEN = anyOf(notTaken);
const FOLLOWS = anyOf(follows);
const GROUND = new RegExp(`${anyOf(grounds).source}|n['’]t\\b|(?<![\\p{L}\\d.])\\d`, 'iu');
const PRAISE = anyOf(praise);
const TO_COME = anyOf(toCome);
const QUOTED = /["“„][^"“”„]*["”“]/g;

export const partOfHeading = (heading: string): DecisionPart | undefined =>
  HEADING_CUES.find(([, cue]) => cue.test(heading))?.[0];
/** Whether a heading is of what was so before the decision. */
export const isBackground = (heading: string): boolean => BACKGROUND.test(heading);
export const isStatus = (heading: string): boolean => STATUS.test(heading);

/** The part that the label before a sentence or a list names: "Why: ...". */
export interface Label {
  readonly part: DecisionPart;
  /** Nothing stands behind it: it is the label of the list below. */
  readonly isAlone: boolean;
}

export function labelOf(sentence: string): Label | undefined {
  const match = LABEL.exec(sentence);
  const part = match ? PARTS.find((each) => isLabelOf(each, match[1]!)) : undefined;
  return part && { part, isAlone: match![0].length >= sentence.trimEnd().length };
}

/** Labels are short: each of their words but one or two belongs to the part. */
const isLabelOf = (part: DecisionPart, label: string): boolean =>
  label.split(/\s+/).length <= 3 && headings[part].some((word) => ` ${label.toLowerCase()} `.includes(` ${word} `));

/** The part that a sentence names. A cause is a reason of the decision only where `isOfDecision` says so of what it explains. */
export function partOfSentence(
  sentence: string,
  isOfDecision: (explained: string) => boolean,
): DecisionPart | undefined {
  const cause = CAUSE.exec(sentence) ?? CLAUSE_CAUSE.exec(sentence);
  const explained = cause ? explainedIn(sentence, cause).replace(QUOTED, ' ') : sentence;
  if (NOT_TAKEN.test(explained)) return 'alternatives';
  if (cause ? isOfDecision(explained) : NAMED.test(sentence)) return 'reasons';
  return FOLLOWS.test(sentence) ? 'consequences' : undefined;
}

/** The text that a cause explains: before the cue, or after the first comma if the cue begins the sentence. */
function explainedIn(sentence: string, { index }: RegExpExecArray): string {
  const before = sentence.slice(0, index);
  return /\p{L}/u.test(before) ? before : sentence.slice(sentence.indexOf(',') + 1);
}

/** Whether a sentence behind that of the decision tells its ground: trouble, a denial or a measure, neither praise nor what is to come. */
export const statesReason = (sentence: string): boolean =>
  GROUND.test(sentence) && !PRAISE.test(sentence) && !TO_COME.test(sentence);
