import type { EntityType } from '@cairn/contracts';
import { english } from './lexicon.en.ts';
import { listOf, wordsOf, type RelationWords } from './lexicon.ts';

export type VerbForm = 'base' | 's' | 'past' | 'part' | 'ing';

/** Knowledge of a written form: the verb that it is a form of, or that it is a noun. */
export interface WordForm {
  readonly lemma: string;
  readonly verb?: VerbForm;
  readonly isNoun?: boolean;
}

type RoleUse = 'role' | 'far' | 'head';

/** A noun for a role, for the far end or for the holding of a relation. */
export interface NounSense {
  readonly relation: RelationWords;
  readonly use: RoleUse;
}

export const wordForms = new Map<string, WordForm>();
/** By the words of the noun in singular and plural, in the order of the lexicon. */
export const nounSenses = new Map<string, NounSense[]>();
/** The entity type that a noun gives its neighbour, and whether the noun is part of the name. */
export const kindByNoun = new Map<string, { readonly type: EntityType; readonly isPartOfName: boolean }>();

/** Verbs that open an order: `ask A about X`. */
export const orders = new Set<string>();
/** Verbs whose participle is like their stem: `is run by`. */
export const unchanged = new Set<string>();

const irregular = new Map(listOf(english.irregular).map((row) => [row.split(' ')[0]!, row.split(' ')]));
const lemmaByPast = new Map(
  [...irregular.values()].flatMap(([lemma, ...pasts]) => pasts.map((past) => [past, lemma!] as const)),
);
const doubled = wordsOf(english.doubled);

function add(form: string, more: WordForm): void {
  const known = wordForms.get(form);
  wordForms.set(form, known ? { ...known, ...more, lemma: known.verb ? known.lemma : more.lemma } : more);
}

function addVerb(lemma: string): void {
  const [, past, part] = irregular.get(lemma) ?? [];
  add(lemma, { lemma, verb: 'base' });
  add(thirdPersonOf(lemma), { lemma, verb: 's' });
  add(gerundOf(lemma), { lemma, verb: 'ing' });
  if (past === lemma || part === lemma) unchanged.add(lemma);
  if (past !== lemma) add(past ?? pastOf(lemma), { lemma, verb: 'past' });
  if (part !== undefined && part !== past && part !== lemma) add(part, { lemma, verb: 'part' });
}

const isOnY = (word: string): boolean => /[^aeiou]y$/u.test(word);
const isDoubled = (lemma: string) => doubled.has(lemma) || /^[^aeiou]*[aeiou][^aeiouwxy]$/u.test(lemma);

function thirdPersonOf(lemma: string): string {
  return /o$/u.test(lemma) ? `${lemma}es` : pluralOf(lemma);
}

function gerundOf(lemma: string): string {
  if (/(?:ee|ye|oe|be)$/u.test(lemma)) return `${lemma}ing`;
  return /e$/u.test(lemma) ? `${lemma.slice(0, -1)}ing` : `${lemma}${isDoubled(lemma) ? lemma.at(-1)! : ''}ing`;
}

function pastOf(lemma: string): string {
  if (isOnY(lemma)) return `${lemma.slice(0, -1)}ied`;
  return /e$/u.test(lemma) ? `${lemma}d` : `${lemma}${isDoubled(lemma) ? lemma.at(-1)! : ''}ed`;
}

function pluralOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/u.test(noun)) return `${noun}es`;
  return isOnY(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

function addNoun(noun: string): void {
  const last = noun.split(' ').at(-1)!;
  add(pluralOf(last), { lemma: last, isNoun: true });
  add(last, { lemma: last, isNoun: true });
}

function addNounSenses(words: string | undefined, sense: NounSense): void {
  for (const noun of listOf(words)) {
    addNoun(noun);
    for (const form of new Set([noun, pluralOf(noun)])) nounSenses.set(form, [...(nounSenses.get(form) ?? []), sense]);
  }
}

/** Verbs of frames, without the words that may stand before one. */
const verbOf = (phrase: string): string => phrase.replace(/^(?:[FTBLRH_] )?(?:(?:not|can|may) )?/u, '').split(' ')[0]!;
/** A participle that stands behind a form of `be` is a form of a verb too: `be located in`, `be split between`. */
function addParticiple(phrase: string): void {
  const [, word] = /^(?:[FTBLRH_] )?be (\p{L}+) /u.exec(phrase) ?? [];
  if (word === undefined || wordForms.get(word)?.verb !== undefined) return;
  const lemma = lemmaByPast.get(word);
  if (lemma !== undefined) addVerb(lemma);
  else if (/ed$/u.test(word)) add(word, { lemma: word, verb: 'past' });
}

for (const relation of english.relations) {
  const phrases = [...listOf(relation.verbs), ...listOf(relation.reverse), ...listOf(relation.frames)];
  for (const phrase of phrases) {
    addVerb(verbOf(phrase));
    if (phrase.startsWith('_ ')) orders.add(verbOf(phrase));
  }
  addNounSenses(relation.roles, { relation, use: 'role' });
  addNounSenses(relation.farRoles, { relation, use: 'far' });
  addNounSenses(relation.heads, { relation, use: 'head' });
}
const besides = Object.values(english.beside).flatMap(listOf);
for (const phrase of besides) addVerb(verbOf(phrase));
for (const { verbs, reverse, frames } of english.relations)
  for (const phrase of [verbs, reverse, frames].flatMap(listOf).concat(besides)) addParticiple(phrase);
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
  wordForms.set(form, { lemma: 'be', verb });
for (const [form, verb] of [
  ['has', 's'],
  ['have', 'base'],
  ['had', 'past'],
  ['having', 'ing'],
  ["'ve", 'base'],
  ['’ve', 'base'],
] as const)
  wordForms.set(form, { lemma: 'have', verb });
for (const [form, verb] of [
  ['do', 'base'],
  ['does', 's'],
  ['did', 'past'],
  ['done', 'part'],
  ['doing', 'ing'],
] as const)
  wordForms.set(form, { lemma: 'do', verb });
