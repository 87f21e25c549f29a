import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { saidOf, verbPairs, type Said } from './pairs.ts';
import { TOPIC, type Sentence } from './sentence.ts';
import { orders } from './word-forms.ts';

const { fail, down, work } = english.gate;
const [failing, isDown, working] = [wordsOf(fail), wordsOf(down), wordsOf(work)];
const contact = english.relations.find(({ type }) => type === 'contact_for')!;
const dependence = english.relations.find(({ type }) => type === 'depends_on')!;

/** `A breaks when X is down`, `if X goes down, A stops`, `A cannot start unless X is up`, `without X A does not start`. */
export function neededBy(sentence: Sentence, at: number, subjectAt: number | undefined): Said[] {
  const verb = sentence.verbAt(at)!;
  const isNothing = sentence.phrasesAt(at + 1)?.all[0]?.pronoun === 'nothing';
  const isStopped = isNothing || (verb.isNegated && working.has(verb.word.lemma));
  if (!isStopped && (verb.isNegated || !failing.has(verb.lemma))) return [];
  const causeAt = causeOf(sentence, isStopped);
  const cause = causeAt === undefined || causeAt === subjectAt ? undefined : sentence.reachAt(causeAt);
  if (!cause) return [];
  const all = sentence.meant(subjectAt === TOPIC && causeAt === 1 ? cause.to : subjectAt)?.all ?? [];
  const pairs = verbPairs(sentence, dependence, { F: { all, of: [], to: 0 }, T: cause });
  return pairs.map((pair) => saidOf(pair, 'holds'));
}

/** `If X is down, call A`, `page A when X crashes`. */
export function calledWhenDown(sentence: Sentence, at: number): Said[] {
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
  return called ? verbPairs(sentence, contact, { F: called, T: cause }).map((pair) => saidOf(pair, 'holds')) : [];
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
