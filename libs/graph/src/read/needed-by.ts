import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { saidOf, verbPairs, type Said } from './pairs.ts';
import { TOPIC, type Sentence } from './sentence.ts';

const { fail, down, work } = english.gate;
const [failing, isDown, working] = [wordsOf(fail), wordsOf(down), wordsOf(work)];
const dependence = english.relations.find(({ type }) => type === 'depends_on')!;

/** `A breaks when X is down`, `if X goes down, A stops`, `A cannot start unless X is up`, `without X A does not start`. */
export function neededBy(sentence: Sentence, at: number, subjectAt: number | undefined): Said[] {
  const verb = sentence.verbAt(at)!;
  const isStopped = verb.isNegated && working.has(verb.word.lemma);
  if (!isStopped && (verb.isNegated || !failing.has(verb.lemma))) return [];
  const causeAt = causeOf(sentence, isStopped);
  const cause = causeAt === undefined || causeAt === subjectAt ? undefined : sentence.reachAt(causeAt);
  if (!cause) return [];
  const all = sentence.meant(subjectAt === TOPIC && causeAt === 1 ? cause.to : subjectAt)?.all ?? [];
  const pairs = verbPairs(sentence, dependence, { F: { all, of: [], to: 0 }, T: cause });
  return pairs.map((pair) => saidOf(pair, 'holds'));
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
