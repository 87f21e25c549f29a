import type { EntityType } from '@cairn/contracts';
import { english } from './lexicon.en.ts';
import { listOf, wordsOf, type RelationWords } from './lexicon.ts';

export type VerbForm = 'base' | 's' | 'past' | 'part' | 'ing';

/** The grammar of a written form: its lemma, its verb form if it is a verb, and whether it is a noun. */
export interface WordForm {
  readonly lemma: string;
  readonly verb?: VerbForm;
  readonly isNoun?: boolean;
}

type RoleUse = 'role' | 'far' | 'head';

/**
 * One meaning of a noun: the relation, and whether the noun names the role (`owner`), the far end (`dependency`) or the holding
 * (`ownership`).
 */
export interface NounSense {
  readonly relation: RelationWords;
  readonly use: RoleUse;
}

export const wordFormByText = new Map<string, WordForm>();
/** Maps a noun, in the singular and the plural, to its senses in the order of the lexicon. */
export const sensesByNoun = new Map<string, NounSense[]>();
/** The first and the last words of the nouns of `sensesByNoun`. */
export const [nounOpenings, nounEndings] = [new Set<string>(), new Set<string>()];
/**
 * Maps a noun to the entity type that the noun gives to the name next to it, and whether the noun is part of this name.
 */
export const kindByNoun = new Map<string, { readonly type: EntityType; readonly isPartOfName: boolean }>();

/** Verbs that open an order: `ask A about X`. */
export const orderVerbs = new Set<string>();
/** Verbs whose past or participle equals their stem: `is run by`. */
export const verbsLikeParticiple = new Set<string>();

const irregularFormsByLemma = new Map(listOf(english.irregular).map((row) => [row.split(' ')[0]!, row.split(' ')]));
const lemmaByPast = new Map(
  [...irregularFormsByLemma.values()].flatMap(([lemma, ...pasts]) => pasts.map((past) => [past, lemma!] as const)),
);
const doublingVerbs = wordsOf(english.doubled);

function addForm(form: string, more: WordForm): void {
  const known = wordFormByText.get(form);
  wordFormByText.set(form, known ? { ...known, ...more, lemma: known.verb ? known.lemma : more.lemma } : more);
}

function addVerb(lemma: string): void {
  const [, past, part] = irregularFormsByLemma.get(lemma) ?? [];
  addForm(lemma, { lemma, verb: 'base' });
  addForm(thirdPersonOf(lemma), { lemma, verb: 's' });
  addForm(gerundOf(lemma), { lemma, verb: 'ing' });
  if (past === lemma || part === lemma) verbsLikeParticiple.add(lemma);
  if (past !== lemma) addForm(past ?? pastOf(lemma), { lemma, verb: 'past' });
  if (part !== undefined && part !== past && part !== lemma) addForm(part, { lemma, verb: 'part' });
}

const endsInConsonantY = (word: string): boolean => /[^aeiou]y$/u.test(word);
const isDoubled = (lemma: string) => doublingVerbs.has(lemma) || /^[^aeiou]*[aeiou][^aeiouwxy]$/u.test(lemma);

function thirdPersonOf(lemma: string): string {
  return /o$/u.test(lemma) ? `${lemma}es` : pluralOf(lemma);
}

function gerundOf(lemma: string): string {
  if (/(?:ee|ye|oe|be)$/u.test(lemma)) return `${lemma}ing`;
  return /e$/u.test(lemma) ? `${lemma.slice(0, -1)}ing` : `${lemma}${isDoubled(lemma) ? lemma.at(-1)! : ''}ing`;
}

function pastOf(lemma: string): string {
  if (endsInConsonantY(lemma)) return `${lemma.slice(0, -1)}ied`;
  return /e$/u.test(lemma) ? `${lemma}d` : `${lemma}${isDoubled(lemma) ? lemma.at(-1)! : ''}ed`;
}

function pluralOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/u.test(noun)) return `${noun}es`;
  return endsInConsonantY(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

function addNoun(noun: string): void {
  const last = noun.split(' ').at(-1)!;
  addForm(pluralOf(last), { lemma: last, isNoun: true });
  addForm(last, { lemma: last, isNoun: true });
}

function addNounSenses(words: string | undefined, sense: NounSense): void {
  for (const noun of listOf(words)) {
    addNoun(noun);
    for (const form of new Set([noun, pluralOf(noun)])) {
      sensesByNoun.set(form, [...(sensesByNoun.get(form) ?? []), sense]);
      nounOpenings.add(form.split(' ')[0]!);
      nounEndings.add(form.split(' ').at(-1)!);
    }
  }
}

/** The verb of a frame, without the slot and the modal before it. */
const verbOf = (phrase: string): string => phrase.replace(/^(?:[FTBLRH_] )?(?:(?:not|can|may) )?/u, '').split(' ')[0]!;
/** Adds the participle after a form of `be` in a frame as a verb form: `be located in`, `be split between`. */
function addParticiple(phrase: string): void {
  const [, word] = /^(?:[FTBLRH_] )?be (\p{L}+) /u.exec(phrase) ?? [];
  if (word === undefined || wordFormByText.get(word)?.verb !== undefined) return;
  const lemma = lemmaByPast.get(word);
  if (lemma !== undefined) addVerb(lemma);
  else if (/ed$/u.test(word)) addForm(word, { lemma: word, verb: 'past' });
}

for (const relation of english.relations) {
  const phrases = [...listOf(relation.verbs), ...listOf(relation.reverse), ...listOf(relation.frames)];
  for (const phrase of phrases) {
    addVerb(verbOf(phrase));
    if (phrase.startsWith('_ ')) orderVerbs.add(verbOf(phrase));
  }
  addNounSenses(relation.roles, { relation, use: 'role' });
  addNounSenses(relation.farRoles, { relation, use: 'far' });
  addNounSenses(relation.heads, { relation, use: 'head' });
}
const nounFramePhrases = Object.values(english.nounFrames).flatMap(listOf);
for (const phrase of nounFramePhrases) addVerb(verbOf(phrase));
for (const { verbs, reverse, frames } of english.relations)
  for (const phrase of [verbs, reverse, frames].flatMap(listOf).concat(nounFramePhrases)) addParticiple(phrase);
const { ending, starting, factual, hearsay, factualTo, fail, work } = english.gate;
for (const verb of [ending, starting, factual, hearsay, factualTo, fail, work].flatMap((text) => [...wordsOf(text)]))
  addVerb(verb);
for (const [type, nouns] of Object.entries(english.kinds))
  for (const written of wordsOf(nouns)) {
    const noun = written.replace('+', '');
    addNoun(noun);
    kindByNoun.set(noun, { type: type as EntityType, isPartOfName: noun !== written });
  }
for (const [form, verb] of [
  ['is', 's'],
  ['are', 's'],
  ['am', 's'],
  ['was', 'past'],
  ['were', 'past'],
  ['been', 'part'],
  ['being', 'ing'],
  ['be', 'base'],
  ["isn't", 's'],
  ['thats', 's'],
  ["'re", 'base'],
  ['’re', 'base'],
  ["'m", 's'],
  ['’m', 's'],
] as const)
  wordFormByText.set(form, { lemma: 'be', verb });
for (const [form, verb] of [
  ['has', 's'],
  ['have', 'base'],
  ['had', 'past'],
  ['having', 'ing'],
  ["'ve", 'base'],
  ['’ve', 'base'],
] as const)
  wordFormByText.set(form, { lemma: 'have', verb });
for (const [form, verb] of [
  ['do', 'base'],
  ['does', 's'],
  ['did', 'past'],
  ['done', 'part'],
  ['doing', 'ing'],
] as const)
  wordFormByText.set(form, { lemma: 'do', verb });
