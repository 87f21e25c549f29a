import { isAgent, isPlaceholder, isPersonal, isTeam } from './ends.ts';
import { framesByVerb, type Element, type Frame } from './frames.ts';
import { isAsserted } from './gate.ts';
import { english } from './lexicon.en.ts';
import { wordsOf, type RelationWords } from './lexicon.ts';
import { statedRelationOf, verbPairs, type StatedRelation } from './pairs.ts';
import { type Phrase, isThrough } from './phrase.ts';
import { TOPIC_POSITION, type Sentence } from './sentence.ts';
import { orderVerbs } from './word-forms.ts';

const { fail, down, work } = english.gate;
const [failingWords, downWords, workingWords] = [wordsOf(fail), wordsOf(down), wordsOf(work)];
const contactRelation = english.relations.find(({ type }) => type === 'contact_for')!;
const dependencyRelation = english.relations.find(({ type }) => type === 'depends_on')!;

/**
 * Reads a dependency from a failure: `A breaks when X is down`, `if X goes down, A stops`, `A cannot start unless X is up`, `without X A
 * does not start`.
 */
export function readFailureDependency(sentence: Sentence, at: number, subjectAt: number | undefined): StatedRelation[] {
  const verb = sentence.verbAt(at)!;
  const isNothing = sentence.phrasesAt(at + 1)?.all[0]?.pronoun === 'nothing';
  const isStopped = isNothing || (verb.isNegated && workingWords.has(verb.word.lemma));
  if (!isStopped && (verb.isNegated || !failingWords.has(verb.lemma))) return [];
  const causeAt = findCause(sentence, isStopped);
  const cause = causeAt === undefined || causeAt === subjectAt ? undefined : sentence.reachAt(causeAt);
  if (!cause) return [];
  const all = sentence.resolvedReachAt(subjectAt === TOPIC_POSITION && causeAt === 1 ? cause.to : subjectAt)?.all ?? [];
  const pairs = verbPairs(sentence, dependencyRelation, { F: { all, of: [], to: 0 }, T: cause });
  return pairs.map((pair) => statedRelationOf(pair, 'holds'));
}

/** Reads a contact for a failure: `If X is down, call A`, `page A when X crashes`. */
export function readContactWhenDown(sentence: Sentence, at: number): StatedRelation[] {
  const verb = sentence.verbAt(at)!;
  const when = sentence.items.findIndex((_, index) => sentence.isAt(index, 'subordinate', WHEN_DOWN));
  const cause = sentence.reachAt(when + 1);
  const failure = cause && sentence.verbAt(sentence.skipAdverbs(cause.to));
  const isFailure =
    failure !== undefined &&
    (failingWords.has(failure.lemma) || sentence.words.some(({ lower }) => downWords.has(lower)));
  if (when < 0 || !cause || !isFailure || !orderVerbs.has(verb.lemma) || verb.word.form !== 'base') return [];
  const isOrder =
    at === 0 || sentence.isMark(at - 1, /^[,:]$/u) || sentence.phrasesAt(at - 1)?.all[0]?.pronoun !== undefined;
  const called = isOrder ? sentence.reachAt(at + 1) : undefined;
  return called
    ? verbPairs(sentence, contactRelation, { F: called, T: cause }).map((pair) => statedRelationOf(pair, 'holds'))
    : [];
}

const WHEN_DOWN = /^(?:when|whenever|if|once|while)$/u;
const UNLESS_UP = /^(?:unless|if|when|until)$/u;

/**
 * Finds the item of the phrase that names the cause: the thing that fails, or the thing that is needed. Undefined if
 * the sentence names no cause.
 */
function findCause(sentence: Sentence, isStopped: boolean): number | undefined {
  const condition = sentence.items.findIndex((_, at) =>
    sentence.isAt(at, 'subordinate', isStopped ? UNLESS_UP : WHEN_DOWN),
  );
  if (condition >= 0 && (isStopped || sentence.words.some(({ lower }) => downWords.has(lower)))) return condition + 1;
  const without = sentence.items.findIndex((_, at) => sentence.isAt(at, 'preposition', /^without$/u));
  return without < 0 ? undefined : without + 1;
}

const { before } = english.gate;
const [barringWords, consentTypes] = [wordsOf(before), new Set(['approves', 'reviews'])];

/**
 * Reads the person whose consent a thing needs: `No X goes out before A has approved it`, `X cannot ship without A's
 * blessing`.
 */
export function readRequiredConsent(sentence: Sentence, at: number): StatedRelation[] {
  const verb = sentence.verbAt(at)!;
  const opening = findConsentOpening(sentence);
  const given = opening < 0 ? undefined : findConsentBehind(sentence, opening);
  if (opening > at && !given) return readConsentBefore(sentence, at, opening);
  if (!given || at === given.at) return [];
  const subjectAt = sentence.subjectOf(at);
  const isBarred = verb.isNegated || /^ (?:no|nothing|nobody|none) | only | wait/u.test(sentence.text);
  if (!isBarred) return [];
  return findWaitingThings(sentence, { at, subjectAt, opening }).flatMap((to) =>
    given.holders.map((from): StatedRelation => ({
      type: given.relation.type,
      from,
      to: { ...to, article: 'none' },
      says: 'holds',
    })),
  );
}

/** Reads a consent that is named before the thing that needs it: `A must sign off before X ships`. */
function readConsentBefore(sentence: Sentence, at: number, opening: number): StatedRelation[] {
  const things = (sentence.reachAt(opening + 1)?.all ?? []).filter(
    (phrase) => !isPlaceholder(phrase) && !isHolder(phrase),
  );
  const subjectAt = sentence.subjectOf(at);
  const holders = sentence.resolvedReachAt(subjectAt)?.all ?? [];
  const last = sentence.items[opening - 1];
  const sense = last?.is === 'phrases' ? headOf(last.all[0]!) : undefined;
  const isBare = sentence.items
    .slice(at + 1, opening)
    .every(({ is }) => is === 'preposition' || is === 'adverb' || is === 'other');
  const relation = sense?.relation ?? (isBare ? findConsentRelation(sentence, at) : undefined);
  if (!relation || !holders.every(isAgent) || !isAsserted(sentence, at, subjectAt)) return [];
  return holders.flatMap((from) =>
    things.map((to): StatedRelation => ({ type: relation.type, from, to, says: 'holds' })),
  );
}

const findConsentRelation = (sentence: Sentence, at: number): RelationWords | undefined =>
  framesByVerb.get(sentence.verbAt(at)?.lemma ?? '')?.find(isConsent)?.relation;

/**
 * Whether a frame is only a verb of consent: `A approves T`, `A signs off T`. Longer frames, such as the frame of `A is
 * one of those who approve T`, do not count.
 */
const isConsent = ({ relation, subject, rest }: Frame): boolean =>
  consentTypes.has(relation?.type ?? '') &&
  subject === 'F' &&
  rest.length <= 2 &&
  'slot' in rest.at(-1)! &&
  isParticle(rest[0]!);

const isParticle = (element: Element): boolean => 'slot' in element || /^(?:off|to|on)$/u.test(element.word);

/** Whether a verb only states the consent for which the main verb waits. */
export const isConsentVerb = (sentence: Sentence, at: number): boolean => {
  const opening = findConsentOpening(sentence);
  return opening >= 0 && opening < at && findConsentBehind(sentence, opening)?.at === at;
};

const findConsentOpening = (sentence: Sentence): number =>
  sentence.items.findIndex((item) => 'word' in item && typeof item.word === 'string' && barringWords.has(item.word));

interface Consent {
  readonly relation: RelationWords;
  readonly holders: readonly Phrase[];
  /** The index of the item with the verb of the consent. */
  readonly at?: number;
}

/**
 * Finds the consent after `before`, `until` or `without`: `before A has approved it`, `until it is approved by A`, `without the blessing
 * of A`.
 */
function findConsentBehind(sentence: Sentence, opening: number): Consent | undefined {
  const reach = sentence.reachAt(opening + 1);
  const [first] = reach?.all ?? [];
  if (!reach || !first) return undefined;
  const sense = headOf(first);
  if (sense) return findConsentPhrase(sense.relation, agentsBehind(sentence, reach.to) ?? reach.of);
  const at = sentence.skipAdverbs(reach.to);
  const verb = sentence.verbAt(at);
  const relation = verb?.isNegated ? undefined : findConsentRelation(sentence, at);
  const yes =
    relation && findConsentPhrase(relation, verb!.isPassive ? (agentsBehind(sentence, at + 1) ?? []) : reach.all);
  return yes && { ...yes, at };
}

const headOf = ({ role }: Phrase) =>
  role?.senses.find(({ use, relation }) => use === 'head' && consentTypes.has(relation.type));

/** Finds the phrases of `from A` or `by A`. */
const agentsBehind = (sentence: Sentence, at: number): readonly Phrase[] | undefined =>
  sentence.isAt(at, 'preposition', /^(?:from|by)$/u) ? sentence.reachAt(at + 1)?.all : undefined;

const findConsentPhrase = (relation: RelationWords, all: readonly Phrase[]): Consent | undefined =>
  all.length > 0 && all.every(isAgent) ? { relation, holders: all } : undefined;

interface MainClause {
  readonly at: number;
  readonly subjectAt: number | undefined;
  readonly opening: number;
}

/** Finds the things that wait for the consent: the subject, or the phrase after the verb if the subject is a person, a team or `nobody`. */
function findWaitingThings(sentence: Sentence, { at, subjectAt, opening }: MainClause): readonly Phrase[] {
  const subject =
    subjectAt === undefined || subjectAt === TOPIC_POSITION ? [] : (sentence.resolvedReachAt(subjectAt)?.all ?? []);
  const things = subject.filter((phrase) => !isPlaceholder(phrase) && !isHolder(phrase) && !isThrough(phrase));
  if (things.length > 0) return things;
  const last = sentence.findLastBefore(
    opening > at ? opening : sentence.items.length,
    ({ is }, index) => is === 'phrases' && index > at,
  );
  return (sentence.reachAt(last)?.all ?? []).filter((phrase) => !isPlaceholder(phrase) && !isHolder(phrase));
}

const isHolder = (phrase: Phrase): boolean => isPersonal(phrase) || isTeam(phrase);
