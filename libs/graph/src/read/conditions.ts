import { isAgent, isNobody, isPersonal, isTeam } from './ends.ts';
import { framesByVerb, type Element, type Frame } from './frames.ts';
import { isAsserted } from './gate.ts';
import { english } from './lexicon.en.ts';
import { wordsOf, type RelationWords } from './lexicon.ts';
import { statedRelationOf, verbPairs, type StatedRelation } from './pairs.ts';
import { type Phrase, isThrough } from './phrase.ts';
import { TOPIC, type Sentence } from './sentence.ts';
import { orders } from './word-forms.ts';

const { fail, down, work } = english.gate;
const [failing, isDown, working] = [wordsOf(fail), wordsOf(down), wordsOf(work)];
const contact = english.relations.find(({ type }) => type === 'contact_for')!;
const dependence = english.relations.find(({ type }) => type === 'depends_on')!;

/** `A breaks when X is down`, `if X goes down, A stops`, `A cannot start unless X is up`, `without X A does not start`. */
export function neededBy(sentence: Sentence, at: number, subjectAt: number | undefined): StatedRelation[] {
  const verb = sentence.verbAt(at)!;
  const isNothing = sentence.phrasesAt(at + 1)?.all[0]?.pronoun === 'nothing';
  const isStopped = isNothing || (verb.isNegated && working.has(verb.word.lemma));
  if (!isStopped && (verb.isNegated || !failing.has(verb.lemma))) return [];
  const causeAt = causeOf(sentence, isStopped);
  const cause = causeAt === undefined || causeAt === subjectAt ? undefined : sentence.reachAt(causeAt);
  if (!cause) return [];
  const all = sentence.meant(subjectAt === TOPIC && causeAt === 1 ? cause.to : subjectAt)?.all ?? [];
  const pairs = verbPairs(sentence, dependence, { F: { all, of: [], to: 0 }, T: cause });
  return pairs.map((pair) => statedRelationOf(pair, 'holds'));
}

/** `If X is down, call A`, `page A when X crashes`. */
export function calledWhenDown(sentence: Sentence, at: number): StatedRelation[] {
  const verb = sentence.verbAt(at)!;
  const when = sentence.items.findIndex((_, index) => sentence.isAt(index, 'subordinate', WHEN_DOWN));
  const cause = sentence.reachAt(when + 1);
  const failure = cause && sentence.verbAt(sentence.skip(cause.to));
  const isFailure =
    failure !== undefined && (failing.has(failure.lemma) || sentence.words.some(({ lower }) => isDown.has(lower)));
  if (when < 0 || !cause || !isFailure || !orders.has(verb.lemma) || verb.word.form !== 'base') return [];
  const isOrder =
    at === 0 || sentence.isMark(at - 1, /^[,:]$/u) || sentence.phrasesAt(at - 1)?.all[0]?.pronoun !== undefined;
  const called = isOrder ? sentence.reachAt(at + 1) : undefined;
  return called
    ? verbPairs(sentence, contact, { F: called, T: cause }).map((pair) => statedRelationOf(pair, 'holds'))
    : [];
}

const WHEN_DOWN = /^(?:when|whenever|if|once|while)$/u;
const UNLESS_UP = /^(?:unless|if|when|until)$/u;

/** Where the phrase stands that fails, or that nothing goes without. */
function causeOf(sentence: Sentence, isStopped: boolean): number | undefined {
  const condition = sentence.items.findIndex((_, at) =>
    sentence.isAt(at, 'subordinate', isStopped ? UNLESS_UP : WHEN_DOWN),
  );
  if (condition >= 0 && (isStopped || sentence.words.some(({ lower }) => isDown.has(lower)))) return condition + 1;
  const without = sentence.items.findIndex((_, at) => sentence.isAt(at, 'preposition', /^without$/u));
  return without < 0 ? undefined : without + 1;
}

const { before } = english.gate;
const [barring, consents] = [wordsOf(before), new Set(['approves', 'reviews'])];

/** `No X goes out before A has approved it`, `X cannot ship without A's blessing`: somebody whose yes a thing waits for. */
export function neededYes(sentence: Sentence, at: number): StatedRelation[] {
  const verb = sentence.verbAt(at)!;
  const opening = openingOf(sentence);
  const given = opening < 0 ? undefined : yesBehind(sentence, opening);
  if (opening > at && !given) return yesFirst(sentence, at, opening);
  if (!given || at === given.at) return [];
  const subjectAt = sentence.subjectOf(at);
  const isBarred = verb.isNegated || /^ (?:no|nothing|nobody|none) | only | wait/u.test(sentence.text);
  if (!isBarred) return [];
  return waitingAt(sentence, { at, subjectAt, opening }).flatMap((to) =>
    given.holders.map((from): StatedRelation => ({
      type: given.relation.type,
      from,
      to: { ...to, article: 'none' },
      says: 'holds',
    })),
  );
}

/** `A must sign off before X ships`: what waits stands behind. */
function yesFirst(sentence: Sentence, at: number, opening: number): StatedRelation[] {
  const things = (sentence.reachAt(opening + 1)?.all ?? []).filter((phrase) => !isNobody(phrase) && !isHolder(phrase));
  const subjectAt = sentence.subjectOf(at);
  const holders = sentence.meant(subjectAt)?.all ?? [];
  const last = sentence.items[opening - 1];
  const sense = last?.is === 'phrases' ? headOf(last.all[0]!) : undefined;
  const isBare = sentence.items
    .slice(at + 1, opening)
    .every(({ is }) => is === 'preposition' || is === 'adverb' || is === 'other');
  const relation = sense?.relation ?? (isBare ? consentOf(sentence, at) : undefined);
  if (!relation || !holders.every(isAgent) || !isAsserted(sentence, at, subjectAt)) return [];
  return holders.flatMap((from) =>
    things.map((to): StatedRelation => ({ type: relation.type, from, to, says: 'holds' })),
  );
}

const consentOf = (sentence: Sentence, at: number): RelationWords | undefined =>
  framesByVerb.get(sentence.verbAt(at)?.lemma ?? '')?.find(isConsent)?.relation;

/** `A approves T`, `A signs off T`; `A is one of those who approve T` says it by more than its verb. */
const isConsent = ({ relation, subject, rest }: Frame): boolean =>
  consents.has(relation?.type ?? '') &&
  subject === 'F' &&
  rest.length <= 2 &&
  'slot' in rest.at(-1)! &&
  isParticle(rest[0]!);

const isParticle = (element: Element): boolean => 'slot' in element || /^(?:off|to|on)$/u.test(element.word);

/** Whether a verb only tells what another waits for. */
export const isYesOf = (sentence: Sentence, at: number): boolean => {
  const opening = openingOf(sentence);
  return opening >= 0 && opening < at && yesBehind(sentence, opening)?.at === at;
};

const openingOf = (sentence: Sentence): number =>
  sentence.items.findIndex((item) => 'word' in item && typeof item.word === 'string' && barring.has(item.word));

interface Yes {
  readonly relation: RelationWords;
  readonly holders: readonly Phrase[];
  /** The item of its verb. */
  readonly at?: number;
}

/** `before A has approved it`, `until it is approved by A`, `without the blessing of A`. */
function yesBehind(sentence: Sentence, opening: number): Yes | undefined {
  const reach = sentence.reachAt(opening + 1);
  const [first] = reach?.all ?? [];
  if (!reach || !first) return undefined;
  const sense = headOf(first);
  if (sense) return yesOf(sense.relation, behind(sentence, reach.to) ?? reach.of);
  const at = sentence.skip(reach.to);
  const verb = sentence.verbAt(at);
  const relation = verb?.isNegated ? undefined : consentOf(sentence, at);
  const yes = relation && yesOf(relation, verb!.isPassive ? (behind(sentence, at + 1) ?? []) : reach.all);
  return yes && { ...yes, at };
}

const headOf = ({ role }: Phrase) =>
  role?.senses.find(({ use, relation }) => use === 'head' && consents.has(relation.type));

/** `from A`, `by A`. */
const behind = (sentence: Sentence, at: number): readonly Phrase[] | undefined =>
  sentence.isAt(at, 'preposition', /^(?:from|by)$/u) ? sentence.reachAt(at + 1)?.all : undefined;

const yesOf = (relation: RelationWords, all: readonly Phrase[]): Yes | undefined =>
  all.length > 0 && all.every(isAgent) ? { relation, holders: all } : undefined;

interface Main {
  readonly at: number;
  readonly subjectAt: number | undefined;
  readonly opening: number;
}

/** The thing that must not continue: the subject, or the phrase after the verb if the subject is a person or nothing. */
function waitingAt(sentence: Sentence, { at, subjectAt, opening }: Main): readonly Phrase[] {
  const subject = subjectAt === undefined || subjectAt === TOPIC ? [] : (sentence.meant(subjectAt)?.all ?? []);
  const things = subject.filter((phrase) => !isNobody(phrase) && !isHolder(phrase) && !isThrough(phrase));
  if (things.length > 0) return things;
  const last = sentence.last(
    opening > at ? opening : sentence.items.length,
    ({ is }, index) => is === 'phrases' && index > at,
  );
  return (sentence.reachAt(last)?.all ?? []).filter((phrase) => !isNobody(phrase) && !isHolder(phrase));
}

const isHolder = (phrase: Phrase): boolean => isPersonal(phrase) || isTeam(phrase);
