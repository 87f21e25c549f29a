import type { EntityType } from '@cairn/contracts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { kindByNoun, nounSenses, wordForms, type NounSense } from './word-forms.ts';
import { isNominal, titles, type Word } from './word.ts';

/** A noun phrase: what it names, what stands before it, and the role that it says somebody has. */
export interface Phrase {
  readonly words: readonly Word[];
  /** Without article, owner, and a noun that only tells what it is. */
  readonly name: string;
  readonly kind?: EntityType;
  /** Holds a name: written as one, or with a capital. */
  readonly isNamed: boolean;
  /** Surely a name: a capital that only opens the sentence does not make one. */
  readonly isSure: boolean;
  /** `each` is a class of things: `every change`. */
  readonly article: 'none' | 'definite' | 'loose' | 'each';
  /** It is named by a title, whatever it looks like. */
  readonly isTitle?: boolean;
  readonly pronoun?: string;
  /** `X's` before it. */
  readonly owner?: Phrase;
  /** `X's` with nothing behind it. */
  readonly isPossessive?: boolean;
  readonly role?: Role;
  readonly aliases: readonly string[];
  /** Brackets that hold no other name. */
  readonly notes: readonly (readonly Word[])[];
}

/** A role, a far end or a holding that a noun names, with what stands before it (`billing owner`) and behind it (`owner Ana`). */
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
const ofHolder = wordsOf(english.ofHolder);
const plain = wordsOf(english.plain);
const jobs = wordsOf(english.jobs);
export const through = wordsOf(english.through);
const former = wordsOf(english.gate.former);
const notYet = wordsOf(english.gate.notYet);
const matters = wordsOf(english.matters);

/** A word that stands for something else. */
export const bare = (word: Word): Phrase => ({
  ...{ words: [word], name: word.text, isNamed: false, isSure: false, article: 'definite', pronoun: word.lower },
  ...{ aliases: [], notes: [], ...(/^(?:mine|hers|his|ours|theirs)$/u.test(word.lower) && { isPossessive: true }) },
});

/** `KEP-1287`, `PEP 8`, `#12`: what stands beside it is its title. */
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
    aliases: [...spelledOut(all, name), ...inBrackets.filter((words) => !notes.includes(words)).map(withoutLead)],
    isNamed: all.some(({ tag }) => tag === 'NAME' || tag === 'PROPN') && !(isPlain && role === undefined),
    isSure: all.some((word) => isSureName(word, all.length)) && !isPlain,
    article: articleOf(opener),
    ...(opener && POSSESSIVE.test(opener.lower) && { owner: bare(opener) }),
    ...(role && { role }),
  };
}

/** `Feature flags` at the start of a sentence: the capital is that of the sentence. */
const isPlainOpening = ([first, ...others]: readonly Word[]): boolean =>
  first?.isFirst === true &&
  first.tag === 'PROPN' &&
  !/^\p{Lu}{2}/u.test(first.text) &&
  others.length > 0 &&
  others.every(({ tag }) => tag === 'NOUN');

const isSureName = ({ tag, isFirst, text, isGuessed }: Word, length: number): boolean =>
  (tag === 'NAME' && !isGuessed) || (tag === 'PROPN' && (!isFirst || length > 1 || /^\p{Lu}{2}/u.test(text)));

/** `the billing service` and `Dr. Amina Yusuf` are names of billing and Amina Yusuf too. */
function spelledOut(all: readonly Word[], name: string): string[] {
  const words = all.filter((word, at) => !isPlainAdjective(word, at));
  return textOf(words) === name || words.length < 2 ? [] : [textOf(words)];
}

const isPlainAdjective = ({ tag, lower }: Word, at: number): boolean => at === 0 && tag === 'ADJ' && plain.has(lower);

function articleOf(opener: Word | undefined): Phrase['article'] {
  if (opener === undefined) return 'none';
  if (/^(?:every|each|any|all)$/u.test(opener.lower)) return 'each';
  return NUMBER.test(opener.lower) || /^(?:this|that|these|those)$/u.test(opener.lower) ? 'loose' : 'definite';
}

/** A bracket holds another name when it is one: written, in capitals, or announced as one. */
function isAlias(words: readonly Word[]): boolean {
  if (words.length === 0 || words.length > 8) return false;
  if (ANNOUNCED.test(words[0]!.lower)) return true;
  return (
    words.every(({ tag, text, isQuoted }) => tag === 'NAME' || tag === 'PROPN' || isQuoted || /^\p{Lu}/u.test(text)) &&
    !words.some((word) => wordForms.get(word.lower)?.isNoun)
  );
}
const ANNOUNCED = /^(?:aka|a\.k\.a|alias|called|formerly)$/u;
const withoutLead = (words: readonly Word[]): string => textOf(words.filter(({ lower }) => !ANNOUNCED.test(lower)));

const NOUN_WORDS_MAX = 4;

/** The longest noun of the lexicon in a phrase; nothing but a name may stand behind it. */
function roleIn(all: readonly Word[]): Role | undefined {
  for (let end = all.length; end > 0; end--) {
    const behind = all.slice(end);
    if (behind.some(({ tag }) => tag !== 'NAME' && tag !== 'PROPN')) return undefined;
    if (isPartOfName(all, end)) continue;
    for (let start = Math.max(0, end - NOUN_WORDS_MAX); start < end; start++) {
      const noun = all
        .slice(start, end)
        .map(({ lower }) => lower)
        .join(' ');
      const senses = nounSenses.get(noun);
      // `the Voice team` is a name; only `a team of X` tells what it is part of.
      const isKind = kindByNoun.has(noun) && all.length > 1;
      const isThing = ofHolder.has(all[end - 1]!.lemma) && all.slice(0, start).some(isNominal);
      const isNotYet = all.slice(0, start).some(({ lower }) => notYet.has(lower));
      if (senses && !isKind && !isThing && !isNotYet)
        return roleOf(senses, { before: all.slice(0, start), last: all[end - 1]!, behind });
    }
  }
  return undefined;
}

/** `Design Lead` with capitals is a name, `DRI` is none. */
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
  const isFormer = before.some(({ lower }) => former.has(lower));
  const isJob = jobs.has(last.lemma);
  const of = before.filter((word) => isNominal(word) && !former.has(word.lower) && !isJob);
  return {
    ...{ senses, use: senses[0]!.use, isFormer, isWhole: before.every(({ tag }) => tag === 'ADJ') },
    ...(of.length > 0 && { of: phraseOf(of, undefined, []) }),
    ...(behind.length > 0 && { holder: phraseOf(behind, undefined, []) }),
  };
}

/** The name without what only tells what it is: `the billing service` is billing, a service. */
function nameOf(all: readonly Word[]): { name: string; kind?: EntityType } {
  const words = withoutThrough(all).filter((word, at) => !isUnnamed(word, { at, length: all.length }));
  const [last, first] = [kindOf(words.at(-1)), kindOf(words[0])];
  if (words.length < 2) return { name: textOf(words), ...(last && words[0]?.tag === 'NOUN' && { kind: last.type }) };
  const isProper = last !== undefined && last.type !== 'team' && /^\p{Lu}/u.test(words.at(-1)!.text);
  if (last && !isProper)
    return { name: textOf(isNameWhole(words, last) ? words : words.slice(0, -1)), kind: last.type };
  if (!first || !/^(?:NAME|PROPN)$/u.test(words[1]!.tag)) return { name: textOf(words) };
  const isKept = first.isPartOfName && words[1]!.tag !== 'NAME';
  return { name: textOf(isKept ? words : words.slice(1)), kind: first.type };
}

/** `media-proxy issues` names media-proxy. */
function withoutThrough(all: readonly Word[]): readonly Word[] {
  const [before, last] = [all.at(-2), all.at(-1)];
  const isSeenThrough = before?.tag === 'NAME' && last !== undefined && last.tag !== 'NAME' && through.has(last.lower);
  return isSeenThrough ? all.slice(0, -1) : all;
}

type Kind = NonNullable<ReturnType<typeof kindOf>>;

/** `the ticket app` and `the working group` are names as they stand. */
const isNameWhole = (words: readonly Word[], { type, isPartOfName }: Kind): boolean =>
  isPartOfName || (type === 'team' && /^\p{Ll}+ing$/u.test(words.at(-2)!.text));

/** `new` and `Dr.` before a name are no part of it. */
const isUnnamed = (word: Word, { at, length }: { readonly at: number; readonly length: number }): boolean =>
  at === 0 && length > 1 && (isPlainAdjective(word, at) || titles.has(word.lower.replace('.', '')));

const kindOf = (word: Word | undefined) =>
  word === undefined || word.tag === 'NAME' ? undefined : kindByNoun.get(word.lower);

export const isThrough = (phrase: Phrase): boolean =>
  phrase.words.every(({ lower, tag }) => (through.has(lower) && tag !== 'NAME') || tag === 'ADJ');

const changes = wordsOf(english.changes);

/** Edits or pull requests of a thing. */
export const isChange = ({ words }: Phrase): boolean => words.some(({ lower }) => changes.has(lower));

/** Questions, bugs or alerts of a thing. */
export const isMatter = ({ words }: Phrase): boolean => matters.has(words.at(-1)!.lower);

/** `the DRM server of Lesefluss` is one name, of which the first part is another. */
export function namedTogether(from: Phrase, to: Phrase, words: readonly Word[]): Phrase {
  // In `libs/x of acme/web` the second is where the first stands.
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
