import { english } from './lexicon.en.ts';
import { wordsOf, type EndKind, type RelationWords } from './lexicon.ts';
import type { Phrase } from './phrase.ts';
import type { Word } from './word.ts';
import { hasTeamWord, isTeamName } from './team-name.ts';
import { isManyOrMass } from './word-tags.ts';

const documentNouns = wordsOf(english.documents);
const genericNouns = wordsOf(english.generic);

export const isTeam = ({ kind, name }: Phrase): boolean => kind === 'team' || isTeamName(name) || PATH_LIKE.test(name);
/** A name like `acme/search`, which may be a team of an organisation or a folder. */
const PATH_LIKE = /^[\w.-]+\/[\w.-]+$/u;

/**
 * Whether a phrase is a scoped name that may be a package instead of a team: `@acme/cart`. A package may "manage"
 * things without owning them, since managing is its purpose.
 */
const isScoped = ({ kind, name }: Phrase): boolean =>
  kind !== 'team' && /^@[^/]+\/[^/]+$/u.test(name) && !hasTeamWord(name);

/** Whether a phrase is a proper name or a handle, so that it may name a person. */
export const isPersonal = ({ kind, words }: Phrase): boolean =>
  kind === undefined &&
  words.every(({ tag, text }) => tag === 'PROPN' || /^@[^/]+$/u.test(text) || /^\p{Ll}+\.\p{Ll}+$/u.test(text));

/** Whether a phrase may name a person and has no word in capitals only, which would be an abbreviation. */
export const isHumanName = (phrase: Phrase): boolean =>
  isPersonal(phrase) && !phrase.words.some(({ text }) => /^[\p{Lu}\d]+$/u.test(text));

/** Whether a phrase is two names, or a handle that is not a team's, which only people have. */
export const isFullName = (phrase: Phrase): boolean =>
  isHumanName(phrase) && (phrase.words.length > 1 || (phrase.name.startsWith('@') && !isTeam(phrase)));

/**
 * Whether a phrase can own or lead something: a person, a team, a handle or an address. Paths, numbers and names of
 * other kinds cannot.
 */
export function isAgent(phrase: Phrase): boolean {
  const { kind, name, words } = phrase;
  if (/^\d|^#|^\p{Lu}{2,}[- ]?\d+$/u.test(name) || words.some(({ isGuessed }) => isGuessed)) return false;
  if (kind === 'team') return true;
  if (kind !== undefined || !/^(?:PROPN|NAME|NUM)$/u.test(words.at(-1)!.tag)) return false;
  return isTeam(phrase) || words.every(({ tag, text }) => tag !== 'NAME' || AGENT_NAME.test(text));
}
const AGENT_NAME = /^@[^/]+$|^[^@\s/]+@[^@\s/]+$|^\p{L}[\p{Ll}\p{N}_.-]*$/u;

export const isPath = ({ name, kind }: Phrase): boolean =>
  kind === 'path' || (/\/|\*\.|\.\p{L}\w{0,4}$/u.test(name) && !/^@|^v?\d/u.test(name));

const placeNouns = wordsOf(english.places);
/** Whether a phrase names a place: `libs/x`, `Building 4`, `the wiki`. */
const isPlace = (phrase: Phrase): boolean =>
  isPath(phrase) || (phrase.article !== 'loose' && phrase.words.some(isPlaceNoun));

const isPlaceNoun = ({ lower, tag }: Word, at: number, words: readonly Word[]): boolean =>
  placeNouns.has(lower) && (tag === 'NOUN' || words[at + 1]?.tag === 'NUM');

/** Whether a phrase is a noun in the singular without an article, used as a name: `needs redis`, `recipe search is down`. */
const isBareName = ({ words, article, role, owner, pronoun }: Phrase): boolean =>
  article === 'none' &&
  !(role ?? owner ?? pronoun) &&
  words.every(({ tag }) => tag === 'NOUN') &&
  !isManyOrMass(words.at(-1)!.lower);

/** Whether a phrase has a name, or is a known thing by its article or kind. */
const isEntity = (phrase: Phrase): boolean =>
  phrase.isNamed ||
  (phrase.article !== 'loose' &&
    phrase.article !== 'each' &&
    (phrase.kind !== undefined || phrase.article === 'definite'));

const isDocument = ({ words }: Phrase): boolean =>
  words.some(({ lower, lemma }) => documentNouns.has(lower) || documentNouns.has(lemma));

const isNotLoose = (phrase: Phrase) => phrase.isNamed || phrase.article !== 'loose';

/** Whether a phrase is written like an identifier in code (`cron-hub`). Such a thing is neither a holder nor a group. */
const isMachine = (phrase: Phrase): boolean =>
  !isTeam(phrase) &&
  !isPersonal(phrase) &&
  phrase.words.some(({ tag, text }) => tag === 'NAME' && !/@|^\p{Lu}\p{L}+$/u.test(text));

const matcherByEndKind: Readonly<Record<EndKind, (phrase: Phrase) => boolean>> = {
  agent: isAgent,
  holder: (phrase) => isAgent(phrase) && !isMachine(phrase),
  operator: (phrase) => isAgent(phrase) && !isMachine(phrase) && !isScoped(phrase),
  contact: (phrase) => isAgent(phrase) || /^#\p{L}/u.test(phrase.name),
  person: (phrase) => isHumanName(phrase) && !isTeam(phrase),
  human: isFullName,
  group: (phrase) =>
    isTeam(phrase) ||
    (phrase.kind !== undefined && phrase.kind !== 'task') ||
    (phrase.isNamed && isAgent(phrase) && !isMachine(phrase)),
  unit: isNotLoose,
  'sure team': (phrase) => isTeam(phrase) && !(phrase.kind === undefined && PATH_LIKE.test(phrase.name)),
  thing: (phrase) => !(isHumanName(phrase) && phrase.words.length > 1) && phrase.kind !== 'team',
  lifeless: (phrase) => phrase.kind !== 'team' && (!isHumanName(phrase) || isManyOrMass(phrase.words.at(-1)!.lower)),
  machine: (phrase) => !isPersonal(phrase) && phrase.kind !== 'team' && isEntity(phrase),
  part: (phrase) => isEntity(phrase) || isBareName(phrase),
  named: isNotLoose,
  definite: (phrase) =>
    phrase.isNamed ||
    phrase.article === 'definite' ||
    (phrase.article === 'none' && phrase.words.length === 1 && !/s$/u.test(phrase.name)),
  written: (phrase) => phrase.isNamed,
  document: (phrase) => isDocument(phrase) || phrase.isNamed,
  place: isPlace,
  spot: (phrase) => isPlace(phrase) || (phrase.isNamed && phrase.kind === undefined && !/^[@#]/u.test(phrase.name)),
  task: (phrase) => phrase.kind === 'task' || /^(?:#|\p{Lu}+-)\d+$/u.test(phrase.name),
  any: isNotLoose,
};

/**
 * Whether two phrases can be the ends of a relation. At least one of them must be a name or a known thing, since two
 * common nouns state no relation.
 */
export function canBeEnds(
  { from, to, type }: RelationWords,
  ends: { readonly from: Phrase; readonly to: Phrase },
): boolean {
  if ([ends.from, ends.to].some(isPlaceholder)) return false;
  if (!matcherByEndKind[from](ends.from) || !matcherByEndKind[to](ends.to)) return false;
  if (type === 'decided') return ends.to.isNamed;
  if (type === 'replaces' && isTeam(ends.from) !== isTeam(ends.to)) return false;
  if (PART_RELATIONS.has(type)) return isSurelyNamed(ends.from, ends.to) || (type === 'replaces' && areAlike(ends));
  return (
    hasName(ends.from) ||
    hasName(ends.to) ||
    (type === 'located_in' && (isPath(ends.to) || ends.to.words.at(-1)!.tag === 'NUM'))
  );
}

/**
 * Relation types between things. They are not read if an end is a change of a thing, since a person who edits the thing
 * may need more than the thing itself does.
 */
export const PART_RELATIONS = new Set(['depends_on', 'uses', 'replaces']);

/**
 * Whether two phrases name things of the same sort, of which at least one is surely a name: `mailer took the place of
 * postmaster`.
 */
const areAlike = ({ from, to }: { readonly from: Phrase; readonly to: Phrase }): boolean =>
  [from, to].some(({ isSure, words }) => isSure || words.some((word) => word.isGuessed)) &&
  [from, to].every((one) => one.isNamed || isBareName(one));

/**
 * Whether at least one end surely has a name; a capital at the start of a sentence is not enough. If one end is a
 * person, the other end must be a named thing, since people use many things that are not parts of a system.
 */
function isSurelyNamed(from: Phrase, to: Phrase): boolean {
  const isSure = (phrase: Phrase) => phrase.isSure || (hasName(phrase) && !phrase.isNamed);
  if (isPersonal(from) && !hasName(to)) return false;
  return isSure(from) || isSure(to);
}

/**
 * Whether a phrase has a name, or a word before the noun for its kind that serves as a name: `billing` in `the billing
 * service`.
 */
const hasName = ({ isNamed, kind, words, article }: Phrase): boolean =>
  isNamed || (kind !== undefined && words.length > 1 && article !== 'loose');

/** Whether a phrase only stands for a different phrase: `we`, `somebody`, `the person`. */
export const isPlaceholder = (phrase: Phrase): boolean =>
  phrase.pronoun !== undefined ||
  (!phrase.isNamed && phrase.owner?.pronoun !== undefined && phrase.owner.pronoun !== 'our') ||
  (!phrase.isNamed && phrase.words.length === 1 && genericNouns.has(phrase.words[0]!.lower)) ||
  (!phrase.isNamed && phrase.role?.isWhole === true && phrase.kind === undefined);
