import type { EntityType } from '@cairn/contracts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { kindByNoun, nounEndings, sensesByNoun, wordFormByText, type NounSense } from './word-forms.ts';
import { isNominal, titles, type Word } from './word.ts';

/** A noun phrase, with its name, its article and owner, and the role that it states. */
export interface Phrase {
  readonly words: readonly Word[];
  /** The name, without the article, the owner, and a noun that only gives the kind (`service`). */
  readonly name: string;
  readonly kind?: EntityType;
  /** Whether the phrase contains a name: an identifier, or a word with a capital. */
  readonly isNamed: boolean;
  /** Whether the phrase is surely a name. The capital at the start of a sentence is not enough. */
  readonly isSure: boolean;
  /** `loose` stands for `a`, `some` and `this`; `each` for a class of things, as in `every change`. */
  readonly article: 'none' | 'definite' | 'loose' | 'each';
  /** Whether the phrase comes from a title, which is always a name. */
  readonly isTitle?: boolean;
  readonly pronoun?: string;
  /** The phrase X in `X's` before this phrase. */
  readonly owner?: Phrase;
  /** Whether the phrase is `X's` without a noun after it. */
  readonly isPossessive?: boolean;
  readonly role?: Role;
  readonly aliases: readonly string[];
  /** The words in brackets after the phrase, unless they are an alias. */
  readonly notes: readonly (readonly Word[])[];
}

/**
 * A noun for a role, a far end or a holding. `of` is the thing before the noun (`billing owner`), `holder` the name after it (`owner
 * Ana`).
 */
export interface Role {
  readonly senses: readonly NounSense[];
  readonly use: NounSense['use'];
  readonly isFormer: boolean;
  /** Whether the noun is the whole phrase. */
  readonly isWhole: boolean;
  readonly of?: Phrase;
  readonly holder?: Phrase;
}

export const NUMBER =
  /^(?:\d+|two|three|four|five|six|seven|several|many|some|few|no|every|each|any|another|one|most|more|an?)$/u;
export const POSSESSIVE = /^(?:my|your|his|her|its|our|their|whose)$/u;
const holderNouns = wordsOf(english.ofHolder);
const plainAdjectives = wordsOf(english.plain);
const jobNouns = wordsOf(english.jobs);
export const throughPhraseNouns = wordsOf(english.through);
const formerWords = wordsOf(english.gate.former);
const notYetWords = wordsOf(english.gate.notYet);
const matterNouns = wordsOf(english.matters);

/** Builds the phrase of a pronoun or another word that stands for a phrase. */
export const phraseOfPronoun = (word: Word): Phrase => ({
  ...{ words: [word], name: word.text, isNamed: false, isSure: false, article: 'definite', pronoun: word.lower },
  ...{ aliases: [], notes: [], ...(/^(?:mine|hers|his|ours|theirs)$/u.test(word.lower) && { isPossessive: true }) },
});

/** Whether the words are the number of a document, which a title may follow: `KEP-1287`, `PEP 8`, `#12`. */
export const isDocument = (words: readonly Word[]): boolean => /^(?:\p{Lu}{2,}[- #]?\d+|#\d+)$/u.test(textOf(words));

export const textOf = (words: readonly Word[]): string =>
  words.map(({ text, isGlued }, at) => (at > 0 && !isGlued ? ` ${text}` : text)).join('');

export function phraseOf(
  all: readonly Word[],
  opener: Word | undefined,
  inBrackets: readonly (readonly Word[])[],
): Phrase {
  const isTitled = isDocument(all);
  const role = isTitled ? undefined : roleIn(all);
  const notes = inBrackets.filter((words) => !isTitled && !isAlias(words));
  const { name, kind } = nameOf(all);
  const isPlain = kind === undefined && isPlainOpening(all);
  return {
    ...{ words: all, name, ...(kind && { kind }), notes },
    aliases: [...fullNamesOf(all, name), ...inBrackets.filter((words) => !notes.includes(words)).map(textWithoutLead)],
    isNamed: all.some(({ tag }) => tag === 'NAME' || tag === 'PROPN') && !(isPlain && role === undefined),
    isSure: all.some((word) => isSureName(word, all.length)) && !isPlain,
    article: articleOf(opener),
    ...(opener && POSSESSIVE.test(opener.lower) && { owner: phraseOfPronoun(opener) }),
    ...(role && { role }),
  };
}

/** Whether a phrase has a capital only because it begins the sentence: `Feature flags`. */
const isPlainOpening = ([first, ...others]: readonly Word[]): boolean =>
  first?.isFirst === true &&
  first.tag === 'PROPN' &&
  !/^\p{Lu}{2}/u.test(first.text) &&
  others.length > 0 &&
  others.every(({ tag }) => tag === 'NOUN');

const isSureName = ({ tag, isFirst, text, isGuessed }: Word, length: number): boolean =>
  (tag === 'NAME' && !isGuessed) || (tag === 'PROPN' && (!isFirst || length > 1 || /^\p{Lu}{2}/u.test(text)));

/** The full text of a phrase whose name is shorter: `billing service` for billing, `Dr. Amina Yusuf` for Amina Yusuf. */
function fullNamesOf(all: readonly Word[], name: string): string[] {
  const words = all.filter((word, at) => !isPlainAdjective(word, at));
  return textOf(words) === name || words.length < 2 ? [] : [textOf(words)];
}

const isPlainAdjective = ({ tag, lower }: Word, at: number): boolean =>
  at === 0 && tag === 'ADJ' && plainAdjectives.has(lower);

function articleOf(opener: Word | undefined): Phrase['article'] {
  if (opener === undefined) return 'none';
  if (/^(?:every|each|any|all)$/u.test(opener.lower)) return 'each';
  return NUMBER.test(opener.lower) || /^(?:this|that|these|those)$/u.test(opener.lower) ? 'loose' : 'definite';
}

/** Whether words in brackets are another name: identifiers, words with capitals, or words after `aka` or `called`. */
function isAlias(words: readonly Word[]): boolean {
  if (words.length === 0 || words.length > 8) return false;
  if (ALIAS_LEAD.test(words[0]!.lower)) return true;
  return (
    words.every(({ tag, text, isQuoted }) => tag === 'NAME' || tag === 'PROPN' || isQuoted || /^\p{Lu}/u.test(text)) &&
    !words.some((word) => wordFormByText.get(word.lower)?.isNoun)
  );
}
const ALIAS_LEAD = /^(?:aka|a\.k\.a|alias|called|formerly)$/u;
const textWithoutLead = (words: readonly Word[]): string =>
  textOf(words.filter(({ lower }) => !ALIAS_LEAD.test(lower)));

const NOUN_WORDS_MAX = 4;

/** Finds the role in a phrase: the longest noun of the lexicon with nothing but a name after it. */
function roleIn(all: readonly Word[]): Role | undefined {
  for (let end = all.length; end > 0; end--) {
    const behind = all.slice(end);
    if (behind.some(({ tag }) => tag !== 'NAME' && tag !== 'PROPN')) return undefined;
    if (!nounEndings.has(all[end - 1]!.lower) || isPartOfName(all, end)) continue;
    for (let start = Math.max(0, end - NOUN_WORDS_MAX); start < end; start++) {
      const noun = all
        .slice(start, end)
        .map(({ lower }) => lower)
        .join(' ');
      const senses = sensesByNoun.get(noun);
      // `the Voice team` is a name and not a role; the noun alone, as in `a team of X`, may be one.
      const isKind = kindByNoun.has(noun) && all.length > 1;
      const isThing = holderNouns.has(all[end - 1]!.lemma) && all.slice(0, start).some(isNominal);
      const isNotYet = all.slice(0, start).some(({ lower }) => notYetWords.has(lower));
      if (senses && !isKind && !isThing && !isNotYet)
        return roleOf(senses, { before: all.slice(0, start), last: all[end - 1]!, behind });
    }
  }
  return undefined;
}

/** Whether the noun is part of a name: `Design Lead` with capitals is a name, while `DRI` is a role. */
function isPartOfName(all: readonly Word[], end: number): boolean {
  const [before, last] = [all[end - 2], all[end - 1]!];
  if (last.tag === 'NAME') return true;
  const isCapital = last.tag === 'PROPN' && !last.isFirst && !/^\p{Lu}{3}/u.test(last.text);
  return isCapital && end === all.length && before?.tag === 'PROPN';
}

function roleOf(
  senses: readonly NounSense[],
  { before, last, behind }: { readonly before: readonly Word[]; readonly last: Word; readonly behind: readonly Word[] },
): Role {
  const isFormer = before.some(({ lower }) => formerWords.has(lower));
  const isJob = jobNouns.has(last.lemma);
  const of = before.filter((word) => isNominal(word) && !formerWords.has(word.lower) && !isJob);
  return {
    ...{ senses, use: senses[0]!.use, isFormer, isWhole: before.every(({ tag }) => tag === 'ADJ') },
    ...(of.length > 0 && { of: phraseOf(of, undefined, []) }),
    ...(behind.length > 0 && { holder: phraseOf(behind, undefined, []) }),
  };
}

/** Separates the name from the kind: `the billing service` has the name `billing` and the kind `service`. */
function nameOf(all: readonly Word[]): { name: string; kind?: EntityType } {
  const words = dropThroughNoun(all).filter((word, at) => !isOutsideName(word, { at, length: all.length }));
  const [last, first] = [kindOf(words.at(-1)), kindOf(words[0])];
  if (words.length < 2) return { name: textOf(words), ...(last && words[0]?.tag === 'NOUN' && { kind: last.type }) };
  const isProper = last !== undefined && last.type !== 'team' && /^\p{Lu}/u.test(words.at(-1)!.text);
  if (last && !isProper)
    return { name: textOf(isNameWhole(words, last) ? words : words.slice(0, -1)), kind: last.type };
  if (!first || !/^(?:NAME|PROPN)$/u.test(words[1]!.tag)) return { name: textOf(words) };
  const isKept = first.isPartOfName && words[1]!.tag !== 'NAME';
  return { name: textOf(isKept ? words : words.slice(1)), kind: first.type };
}

/** Drops a noun such as `issues` after an identifier: `media-proxy issues` names `media-proxy`. */
function dropThroughNoun(all: readonly Word[]): readonly Word[] {
  const [before, last] = [all.at(-2), all.at(-1)];
  const isSeenThrough =
    before?.tag === 'NAME' && last !== undefined && last.tag !== 'NAME' && throughPhraseNouns.has(last.lower);
  return isSeenThrough ? all.slice(0, -1) : all;
}

type Kind = NonNullable<ReturnType<typeof kindOf>>;

/** Whether the noun for the kind is part of the name: `the ticket app`, `the working group`. */
const isNameWhole = (words: readonly Word[], { type, isPartOfName }: Kind): boolean =>
  isPartOfName || (type === 'team' && /^\p{Ll}+ing$/u.test(words.at(-2)!.text));

/** Whether a word before a name is not part of it: `new`, `Dr.` */
const isOutsideName = (word: Word, { at, length }: { readonly at: number; readonly length: number }): boolean =>
  at === 0 && length > 1 && (isPlainAdjective(word, at) || titles.has(word.lower.replace('.', '')));

const kindOf = (word: Word | undefined) =>
  word === undefined || word.tag === 'NAME' ? undefined : kindByNoun.get(word.lower);

export const isThrough = (phrase: Phrase): boolean =>
  phrase.words.every(({ lower, tag }) => (throughPhraseNouns.has(lower) && tag !== 'NAME') || tag === 'ADJ');

const changeNouns = wordsOf(english.changes);

/** Whether a phrase means edits or pull requests of a thing. */
export const isChangePhrase = ({ words }: Phrase): boolean => words.some(({ lower }) => changeNouns.has(lower));

/** Whether a phrase means questions, bugs or alerts about a thing. */
export const isIssuePhrase = ({ words }: Phrase): boolean => matterNouns.has(words.at(-1)!.lower);

/** Joins two phrases with `of` into one name: `the DRM server of Lesefluss`. Its first part becomes an alias. */
export function joinNames(from: Phrase, to: Phrase, words: readonly Word[]): Phrase {
  // In `libs/x of acme/web` the second phrase is the repository of the first and becomes an alias.
  if (from.words[0]!.tag === 'NAME') return { ...from, aliases: [...from.aliases, to.name] };
  const [start, end] = [words.indexOf(from.words[0]!), words.indexOf(to.words.at(-1)!)];
  const name = start >= 0 && end > start ? textOf(words.slice(start, end + 1)) : from.name;
  return {
    ...from,
    name,
    isNamed: from.isNamed || to.isNamed,
    isSure: from.isSure || to.isSure,
    aliases: [...from.aliases, ...(from.isNamed ? [from.name] : [])],
  };
}
