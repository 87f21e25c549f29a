import { english } from './lexicon.en.ts';
import { wordsOf, type EndKind, type RelationWords } from './lexicon.ts';
import type { Phrase } from './phrase.ts';
import type { Word } from './word.ts';
import { isManyOrMass } from './word-tags.ts';

const documents = wordsOf(english.documents);
const generic = wordsOf(english.generic);
const anyOf = (words: string): string => [...wordsOf(words)].join('|');
const TEAM_WORD = new RegExp(
  `[/-](?:${anyOf(english.teamNames.before)})-|-(?:${anyOf(english.teamNames.behind)})$`,
  'iu',
);
const TEAM_NAME = new RegExp(
  `^(?:${anyOf(english.teamNames.before)})-|^@[^/]+/[^/]+$|-(?:${anyOf(english.teamNames.behind)})$`,
  'iu',
);

export const isTeam = ({ kind, name }: Phrase): boolean =>
  kind === 'team' || TEAM_NAME.test(name) || PATH_LIKE.test(name);
/** `acme/search` may be a team of an organisation, or a folder. */
const PATH_LIKE = /^[\w.-]+\/[\w.-]+$/u;

/** `@acme/cart`, a team or a package: what a package manages is its purpose, not its property. */
const isScoped = ({ kind, name }: Phrase): boolean =>
  kind !== 'team' && /^@[^/]+\/[^/]+$/u.test(name) && !TEAM_WORD.test(name);

/** A proper name or a handle, which may be somebody's. */
export const isPersonal = ({ kind, words }: Phrase): boolean =>
  kind === undefined &&
  words.every(({ tag, text }) => tag === 'PROPN' || /^@[^/]+$/u.test(text) || /^\p{Ll}+\.\p{Ll}+$/u.test(text));

/** More than a proper name: two words, a handle, a title. */
export const looksHuman = (phrase: Phrase): boolean =>
  isPersonal(phrase) && !phrase.words.some(({ text }) => /^[\p{Lu}\d]+$/u.test(text));

/** Two names, or a handle: nothing else than a person is called so. */
export const isFullName = (phrase: Phrase): boolean =>
  looksHuman(phrase) && (phrase.words.length > 1 || phrase.name.startsWith('@'));

/** Can hold something: somebody, a team, a handle, an address; no path, no number and no thing by its kind. */
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

const places = wordsOf(english.places);
/** `libs/x`, `Building 4`, `the wiki`. */
const isPlace = (phrase: Phrase): boolean =>
  isPath(phrase) || (phrase.article !== 'loose' && phrase.words.some(isPlaceNoun));

const isPlaceNoun = ({ lower, tag }: Word, at: number, words: readonly Word[]): boolean =>
  places.has(lower) && (tag === 'NOUN' || words[at + 1]?.tag === 'NUM');

/** A single thing without an article: `needs redis`, `recipe search is down`. */
const isBareName = ({ words, article, role, owner, pronoun }: Phrase): boolean =>
  article === 'none' &&
  !(role ?? owner ?? pronoun) &&
  words.every(({ tag }) => tag === 'NOUN') &&
  !isManyOrMass(words.at(-1)!.lower);

/** Something that is known by a name, or is spoken of as a known thing. */
const isEntity = (phrase: Phrase): boolean =>
  phrase.isNamed ||
  (phrase.article !== 'loose' &&
    phrase.article !== 'each' &&
    (phrase.kind !== undefined || phrase.article === 'definite'));

const isDocument = ({ words }: Phrase): boolean =>
  words.some(({ lower, lemma }) => documents.has(lower) || documents.has(lemma));

const isNotLoose = (phrase: Phrase) => phrase.isNamed || phrase.article !== 'loose';

/** `cron-hub`: written as things in code are, which neither drive nor are led as people are. */
const isMachine = (phrase: Phrase): boolean =>
  !isTeam(phrase) &&
  !isPersonal(phrase) &&
  phrase.words.some(({ tag, text }) => tag === 'NAME' && !/@|^\p{Lu}\p{L}+$/u.test(text));

const fitsKind: Readonly<Record<EndKind, (phrase: Phrase) => boolean>> = {
  agent: isAgent,
  holder: (phrase) => isAgent(phrase) && !isMachine(phrase),
  operator: (phrase) => isAgent(phrase) && !isMachine(phrase) && !isScoped(phrase),
  contact: (phrase) => isAgent(phrase) || /^#\p{L}/u.test(phrase.name),
  person: (phrase) => looksHuman(phrase) && !isTeam(phrase),
  human: isFullName,
  group: (phrase) =>
    isTeam(phrase) ||
    (phrase.kind !== undefined && phrase.kind !== 'task') ||
    (phrase.isNamed && isAgent(phrase) && !isMachine(phrase)),
  unit: isNotLoose,
  'sure team': (phrase) => isTeam(phrase) && !(phrase.kind === undefined && PATH_LIKE.test(phrase.name)),
  thing: (phrase) => !(looksHuman(phrase) && phrase.words.length > 1) && phrase.kind !== 'team',
  lifeless: (phrase) => phrase.kind !== 'team' && (!looksHuman(phrase) || isManyOrMass(phrase.words.at(-1)!.lower)),
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

/** Between two names, or a name and a thing that is spoken of as known; two common nouns say nothing. */
export function fits({ from, to, type }: RelationWords, ends: { readonly from: Phrase; readonly to: Phrase }): boolean {
  if ([ends.from, ends.to].some(isNobody)) return false;
  if (!fitsKind[from](ends.from) || !fitsKind[to](ends.to)) return false;
  if (type === 'decided') return ends.to.isNamed;
  if (type === 'replaces' && isTeam(ends.from) !== isTeam(ends.to)) return false;
  if (PARTS.has(type)) return isSurely(ends.from, ends.to) || (type === 'replaces' && isLike(ends));
  return (
    isCalled(ends.from) ||
    isCalled(ends.to) ||
    (type === 'located_in' && (isPath(ends.to) || ends.to.words.at(-1)!.tag === 'NUM'))
  );
}

/** Types of relations between things alone; who edits a thing needs what the thing does not. */
export const PARTS = new Set(['depends_on', 'uses', 'replaces']);

/** `mailer took the place of postmaster`: where one is called so, the other is its like. */
const isLike = ({ from, to }: { readonly from: Phrase; readonly to: Phrase }): boolean =>
  [from, to].some(({ isSure, words }) => isSure || words.some((word) => word.isGuessed)) &&
  [from, to].every((one) => one.isNamed || isBareName(one));

/** A capital at the start of a sentence is no name yet, and somebody uses much that is no part of anything. */
function isSurely(from: Phrase, to: Phrase): boolean {
  const isSure = (phrase: Phrase) => phrase.isSure || (isCalled(phrase) && !phrase.isNamed);
  if (isPersonal(from) && !isCalled(to)) return false;
  return isSure(from) || isSure(to);
}

/** Has a name, or one that says what it is: `the billing service`. */
const isCalled = ({ isNamed, kind, words, article }: Phrase): boolean =>
  isNamed || (kind !== undefined && words.length > 1 && article !== 'loose');

/** `we`, `somebody`, `the person`: stands for another. */
export const isNobody = (phrase: Phrase): boolean =>
  phrase.pronoun !== undefined ||
  (!phrase.isNamed && phrase.owner?.pronoun !== undefined && phrase.owner.pronoun !== 'our') ||
  (!phrase.isNamed && phrase.words.length === 1 && generic.has(phrase.words[0]!.lower)) ||
  (!phrase.isNamed && phrase.role?.isWhole === true && phrase.kind === undefined);
