import { asksForNumber, asksForTime } from '../asks.ts';
import { stemsOf, type Claim } from './claims.ts';
import { askedThingOf, isOfSameThing, type AskedThing } from './same-thing.ts';
import { statementOf } from './statement.ts';
import { agreementOf, valuesOf, type Value } from './values.ts';

/** The topic of a question, by which two answers are compared. */
export interface Topic {
  readonly stems: ReadonlySet<string>;
  readonly thing: AskedThing;
  /** Values that the question itself names. These values belong to the topic and are no answer. */
  readonly values: readonly Value[];
  /** Whether the question asks for a current value: "what is our budget", not "how did it change". */
  readonly isOfNow: boolean;
}

const ASKS_WHAT_IS = /\b(?:where|who|what(?:'s| is| \w+(?: \w+)?)(?! some\b))\b/i;
const ASKS_WHY = /\b(?:why|can you|could you)\b/i;
const ASKS_FOR_MANY = /\b(?:what|which) (?:\w+ )?are\b/i;
const PRESENT_VERB = /\b(?:is|are|am|do|does|have|has|should|can|will|must)\b|'(?:s|ve|re|m)\b/i;
const PAST_WORD =
  /\b(?:did|was|were|had|used to|between|before|first|original\w*|initial\w*|previous\w*|former\w*|order|over time|passed|history|chang\w+|increas\w+|decreas\w+|reduc\w+|progress\w*|across|combin\w+|overall|altogether|ever|evol\w+|differen\w+|compar\w+|throughout|summar\w+|overview)\b/i;

/**
 * The beginning of an alternative in a question that only denies the first part: "Have we tried it, or are we only
 * beginning?"
 */
const ALTERNATIVE_START = /,? or (?:am|are|is|was|were|do|does|did|have|has|had|not)\b/i;

/** Reads a question. English only: a question in another language never counts as a question for a current value. */
export function topicOf(query: string): Topic {
  const straight = query.replace(/\u2019/g, "'");
  const wantsValue = asksForNumber(straight) || asksForTime(straight) || ASKS_WHAT_IS.test(straight);
  const isOfNow =
    wantsValue &&
    PRESENT_VERB.test(straight) &&
    [PAST_WORD, ASKS_WHY, ASKS_FOR_MANY].every((pattern) => !pattern.test(straight));
  const [asked = query] = query.split(ALTERNATIVE_START);
  return { stems: stemsOf(asked), thing: askedThingOf(asked), values: valuesOf(statementOf(query)), isOfNow };
}

/** The minimum number, and the minimum share (0 to 1), of the question's stems that both answers must contain to concern the same thing. */
const SHARED_STEMS_MIN = 2;
const SHARED_SHARE_MIN = 0.3;
/** The minimum share of the question's stems if the newer answer has no value to compare but states a change. */
const CHANGE_SHARE_MIN = 0.4;
/**
 * If the newer answer does not state a change, it must share with the question at least this fraction of the number of
 * stems that the older answer shares with the question.
 */
const CLOSENESS_SHARE_MIN = 0.7;
const VALUE_BONUS = 0.2;
const CHANGE_BONUS = 0.2;

/**
 * Computes how surely the newer text replaces the value that the older text gives for the topic, from 0 (not at all) to
 * 1.4. In each text, only the sentence with the most stems of the topic is compared.
 */
export function renewalOf(topic: Topic, older: readonly Claim[], newer: readonly Claim[]): number {
  if (!topic.isOfNow) return 0;
  const [before, after] = [findClosest(topic, older), findClosest(topic, newer)];
  if (!before || !after) return 0;
  const shared = countCommon(topic.stems, before.stems, after.stems);
  const share = shared / topic.stems.size;
  if (shared < SHARED_STEMS_MIN || share < SHARED_SHARE_MIN) return 0;
  // If the newer sentence states no change, it must cover nearly as much of the question as the older sentence, since
  // it may be about a related thing.
  if (!after.tellsChange && countShared(topic, after) < CLOSENESS_SHARE_MIN * countShared(topic, before)) return 0;
  if (!isOfSameThing(topic.thing, before.sequence, after.sequence)) return 0;
  const agreement = agreementOf(answeringValuesOf(topic, before), answeringValuesOf(topic, after));
  const hasOtherValue = agreement === 'other';
  if (agreement === 'same') return 0;
  if (!hasOtherValue && !(after.tellsChange && share >= CHANGE_SHARE_MIN)) return 0;
  return share + (hasOtherValue ? VALUE_BONUS : 0) + (after.tellsChange ? CHANGE_BONUS : 0);
}

const answeringValuesOf = ({ values: asked }: Topic, { values }: Claim): Value[] =>
  values.filter(({ measure, value }) => !asked.some((one) => one.measure === measure && one.value === value));

const countShared = ({ stems }: Pick<Topic, 'stems'>, claim: Claim): number => countCommon(stems, claim.stems);

function findClosest({ stems }: Topic, claims: readonly Claim[]): Claim | undefined {
  const near = (claim: Claim) => countShared({ stems }, claim);
  return claims.reduce<Claim | undefined>(
    (best, claim) => (!best || isCloser(claim, best, near) ? claim : best),
    undefined,
  );
}

const isCloser = (claim: Claim, best: Claim, near: (claim: Claim) => number): boolean =>
  near(claim) - near(best) > 0 || (near(claim) === near(best) && claim.values.length > best.values.length);

const DENIED_SHARE_MIN = 0.6;
const AFFIRMED_SHARE_MIN = 0.3;

/** Whether one of two texts denies something about the topic that the other text affirms. */
export function isDisputed(topic: Topic, one: readonly Claim[], other: readonly Claim[]): boolean {
  return (
    (hasDenial(topic, one) && hasAffirmation(topic, other)) || (hasDenial(topic, other) && hasAffirmation(topic, one))
  );
}

const hasDenial = (topic: Topic, claims: readonly Claim[]): boolean =>
  claims.some(({ denied }) => denied.some((stems) => isAbout(topic, stems, DENIED_SHARE_MIN)));

const hasAffirmation = (topic: Topic, claims: readonly Claim[]): boolean =>
  claims.some(({ stems, denied }) => denied.length === 0 && isAbout(topic, stems, AFFIRMED_SHARE_MIN));

function isAbout(topic: Topic, stems: ReadonlySet<string>, share: number): boolean {
  const shared = countCommon(topic.stems, stems);
  return shared >= SHARED_STEMS_MIN && shared >= share * topic.stems.size;
}

/** Counts the stems that all sets contain. */
const countCommon = (first: ReadonlySet<string>, ...others: readonly ReadonlySet<string>[]): number =>
  [...first].filter((stem) => others.every((other) => other.has(stem))).length;
