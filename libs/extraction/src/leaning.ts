import { mentionsName } from '@cairn/text';
import { anaphora, antecedents, continuations, emptyWords, people } from './anaphora.en.ts';
import { patternOf } from './cues.ts';

/**
 * Dependence of a sentence on the sentences before it. `must`: the sentence refers to something that it does not name.
 * `may`: it goes on from the sentence before it, and is mostly understood without that sentence.
 */
export type Leaning = 'must' | 'may' | 'none';

const everyOf = (phrases: readonly string[]) => new RegExp(patternOf(phrases).source, 'giu');
const THING = everyOf(anaphora.thing);
const POINTING = everyOf(anaphora.pointing);
const PERSON = everyOf(anaphora.person);
const EMPTY = everyOf(emptyWords);
const ANTECEDENT = patternOf(antecedents);
const A_PERSON = patternOf(people);
const CONTINUES = new RegExp(`^(?:${patternOf(continuations).source})`, 'iu');

/** Number of words below which a sentence says too little to be understood alone; `BRIEF_WORDS` is the same for `may`. */
const FEW_WORDS = 4;
const BRIEF_WORDS = 5;

export interface Reference {
  readonly leaning: Leaning;
  /** Whether the text has words that refer to something, even if it names that itself. */
  readonly refers: boolean;
}

/** Finds out whether a text needs the sentences before it. The text must have straight apostrophes and single spaces. */
export function referenceOf(text: string): Reference {
  const said = text.replace(EMPTY, (words) => ' '.repeat(words.length));
  const before = (pattern: RegExp) => [...said.matchAll(pattern)].map(({ index }) => text.slice(0, index));
  const [things, pointing, persons] = [before(THING), before(POINTING), before(PERSON)];
  const isUnnamed =
    things.some((words) => !namesThing(words)) ||
    pointing.some((words) => !statesThing(words)) ||
    persons.some((words) => !namesPerson(words));
  const refers = things.length + pointing.length + persons.length > 0;
  const words = text.split(' ').length;
  if (isUnnamed || words < FEW_WORDS) return { leaning: 'must', refers };
  return { leaning: refers || words < BRIEF_WORDS || CONTINUES.test(text) ? 'may' : 'none', refers };
}

/** Whether a text has a clause that names a thing, at which a later word can point. */
const statesThing = (text: string): boolean => CLAUSE.test(text) && namesThing(text);
const CLAUSE = /^(?:\S+ ){3,}.*[,;:.!?—–-]/u;

/** Whether a text names a thing, to which a later word can refer. */
const namesThing = (text: string): boolean => ANTECEDENT.test(text) || mentionsName(text);

/** Whether a text names a person. The first word may be a name too, and its capital letter does not tell. */
const namesPerson = (text: string): boolean => mentionsName(text) || A_PERSON.test(text) || FIRST_NAME.test(text);
const FIRST_NAME =
  /^(?!(?:I|If|In|It|And|But|So|Then|When|The|A|An|We|You|My|Our|Yes|No|Not|Please|Let|Ask|As|At|On|For|To|Of|That|This|Never|Always|Also|After|Before|Since|Because|Once|Only|Just|Even)(?![\p{L}']))\p{Lu}\p{Ll}+(?= (?:\p{Ll}|\p{Lu}))/u;
