import type { EntityType } from '@cairn/contracts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { kindByNoun, nounSenses, wordForms, type NounSense } from './word-forms.ts';
import { isNominal, type Word } from './word.ts';
import { titles } from './written-names.ts';

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
  /** `Atlas-owned`: the participle and by whom. */
  readonly participle?: { readonly verb: string; readonly by: Phrase };
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

export interface Found {
  readonly phrase: Phrase;
  readonly to: number;
}

const NUMBER =
  /^(?:\d+|two|three|four|five|six|seven|several|many|some|few|no|every|each|any|another|one|most|more|an?)$/u;
const BEFORE = /^(?:both|all|either|neither|only|also|including|just|currently|now|exactly)$/u;
const POSSESSIVE = /^(?:my|your|his|her|its|our|their|whose)$/u;
const PARTICLE = /^(?:van|von|de|der|den|da|di|la|bin|al|el)$/u;
const dates = wordsOf(english.dates);
const places = wordsOf(english.places);
const ofHolder = wordsOf(english.ofHolder);
const plain = wordsOf(english.plain);
const jobs = wordsOf(english.jobs);
const through = wordsOf(english.through);
const former = wordsOf(english.gate.former);

/** The noun phrase that begins at a word, if one does. */
export function phraseAt(words: readonly Word[], start: number): Found | undefined {
  let at = start;
  while (BEFORE.test(words[at]?.lower ?? '') && at - start < 2 && words[at + 1]) at++;
  if (isPartitive(words, at)) at += 2;
  const first = words[at];
  if (!first) return undefined;
  const isMonth = first.text === 'May' && /^(?:since|in|until|by|from|of)$/u.test(words[at - 1]?.lower ?? '');
  if (isMonth || (isDate(first) && !isCapitalised(words, at))) return dateAt(words, at);
  return openedBy(words, at, first);
}

function openedBy(words: readonly Word[], at: number, first: Word): Found | undefined {
  const alone = { phrase: bare(first), to: at + 1 };
  if (POSSESSIVE.test(first.lower))
    return bodyAt(words, at + 1, first) ?? (/^(?:her|his)$/u.test(first.lower) ? alone : undefined);
  const one = words[at + 1];
  if (first.tag === 'DET' && one?.lower === 'one' && !isNominal(words[at + 2]))
    return { phrase: bare(one), to: at + 2 };
  if (first.tag === 'DET' || NUMBER.test(first.lower))
    return bodyAt(words, at + 1, first) ?? (STANDS_ALONE.test(first.lower) ? alone : undefined);
  if (first.tag !== 'PRON') return bodyAt(words, at, undefined);
  const isSeenThrough = through.has(first.lower) && isNominal(words[at + 1]);
  return isSeenThrough ? bodyAt(words, at + 1, undefined) : alone;
}

const STANDS_ALONE = /^(?:this|that|these|those|all|one|none)$/u;

const isDate = ({ lower, text, tag }: Word): boolean =>
  (dates.has(lower) || dates.has(lower.replace(/s$/u, ''))) && text !== 'May' && tag !== 'NAME';

/** `Night Lab` is a name. */
const isCapitalised = (words: readonly Word[], at: number): boolean =>
  words[at]!.tag === 'PROPN' &&
  words[at + 1]?.tag === 'PROPN' &&
  words[at - 1]?.tag !== 'ADP' &&
  words[at - 1]?.tag !== 'SCONJ';

/** A time is nobody's name; of `week 34 pager` the pager is. */
function dateAt(words: readonly Word[], at: number): Found | undefined {
  if (words[at + 1]?.tag === 'NUM' && isNominal(words[at + 2])) return bodyAt(words, at + 2, undefined);
  return isNominal(words[at]) ? { phrase: bare(words[at]!), to: at + 1 } : undefined;
}

/** `one of the`, `most of our`. */
const isPartitive = (words: readonly Word[], at: number): boolean =>
  /^(?:one|two|three|some|most|many|all|each|both|none|any)$/u.test(words[at]?.lower ?? '') &&
  words[at + 1]?.lower === 'of' &&
  (words[at + 2]?.tag === 'DET' || /^(?:its|our|their)$/u.test(words[at + 2]?.lower ?? ''));

const bare = (word: Word): Phrase => ({
  ...{ words: [word], name: word.text, isNamed: false, isSure: false, article: 'definite', pronoun: word.lower },
  ...{ aliases: [], notes: [], ...(/^(?:mine|hers|his|ours|theirs)$/u.test(word.lower) && { isPossessive: true }) },
});

function bodyAt(words: readonly Word[], start: number, opener: Word | undefined): Found | undefined {
  if (words[start + 1]?.tag === 'JOINED') return joinedAt(words, start, opener);
  const end = endOfBody(words, start, opener);
  if (end === undefined) return undefined;
  const { notes, to } = notesAt(words, end, words.slice(start, end));
  const phrase = phraseOf(words.slice(start, end), opener, notes);
  const mark = words[to];
  if (mark?.tag !== 'PART' || !/^['’]s?$/u.test(mark.text)) return { phrase, to };
  const isOnly = /^(?:only|main|sole)$/u.test(words[to + 1]?.lower ?? '');
  const owned = bodyAt(words, isOnly ? to + 2 : to + 1, undefined);
  if (!owned) return { phrase: { ...phrase, isPossessive: true }, to: to + 1 };
  return { phrase: { ...owned.phrase, owner: phrase, article: 'definite' }, to: owned.to };
}

function joinedAt(words: readonly Word[], start: number, opener: Word | undefined): Found | undefined {
  const rest = bodyAt(words, start + 2, opener);
  const by = phraseOf([words[start]!], undefined, []);
  return rest && { phrase: { ...rest.phrase, participle: { verb: words[start + 1]!.lower, by } }, to: rest.to };
}

/** Behind the last noun of a row of adjectives, names and nouns; two written names side by side are two phrases. */
function endOfBody(words: readonly Word[], start: number, opener: Word | undefined): number | undefined {
  let last = -1;
  for (let at = start; at < words.length; at++) {
    const [word, next] = [words[at]!, words[at + 1]];
    const before = last === at - 1 && last >= start ? words[last] : undefined;
    if (before && (isNewPhrase(before, word) || dates.has(word.lower) || isNextSubject(words, { start, at }))) break;
    const isOpened = opener !== undefined && (last < start || /ing$/u.test(word.lower));
    if (isNominal(word) || isNumberOf(before, word)) last = at;
    else if (!isModifier(word, next, isOpened) && !isInsideName(before, word, next)) break;
  }
  return last < start ? undefined : last + 1;
}

/** `Building 4`, `pier 3`. */
const isNumberOf = (before: Word | undefined, { tag }: Word): boolean =>
  tag === 'NUM' && before !== undefined && (before.tag !== 'NOUN' || places.has(before.lower));

function isNewPhrase(before: Word, word: Word): boolean {
  if (word.isQuoted || (titles.has(word.lower.replace('.', '')) && before.tag === 'PROPN')) return true;
  if (word.tag === 'ADJ') return before.tag !== 'NOUN';
  if (word.tag !== 'NAME' || /^v\d/u.test(word.text)) return false;
  return (
    before.tag === 'NAME' || (before.tag === 'NOUN' && !kindByNoun.has(before.lower) && !nounSenses.has(before.lower))
  );
}

/** `On the archive search Typesense took over`: behind what stands before the clause its subject begins. */
function isNextSubject(
  words: readonly Word[],
  { start, at }: { readonly start: number; readonly at: number },
): boolean {
  const [before, word] = [words[at - 1]!, words[at]!];
  const opening = words.slice(Math.max(0, start - 2), start).findIndex(({ tag }) => tag === 'ADP');
  const first = start - Math.min(start, 2) + opening;
  const isFronted = opening >= 0 && (first === 0 || words[first - 1]!.tag === 'PUNCT');
  const isNamePart = kindByNoun.has(before.lower) || nounSenses.has(before.lower) || titles.has(before.lower);
  return isFronted && before.tag === 'NOUN' && !isNamePart && word.tag === 'PROPN' && !/^\p{Lu}{2}/u.test(word.text);
}

function isModifier(word: Word, next: Word | undefined, isBehindArticle: boolean): boolean {
  if (next === undefined || !(isNominal(next) || next.tag === 'ADJ')) return false;
  if (word.tag === 'ADJ' || word.tag === 'NUM') return true;
  return (
    word.tag === 'VERB' &&
    isBehindArticle &&
    (/^(?:past|part|ing)$/u.test(word.form ?? '') || /(?:ed|ing)$/u.test(word.lower))
  );
}

const isInsideName = (before: Word | undefined, word: Word, next: Word | undefined): boolean =>
  (PARTICLE.test(word.lower) && before?.tag === 'PROPN' && next?.tag === 'PROPN') ||
  (titles.has(word.lower.replace('.', '')) && next !== undefined);

const NOTES_MAX = 4;

/** Finds what stands in brackets, and for a numbered document in quotation marks, behind a phrase. */
function notesAt(words: readonly Word[], end: number, body: readonly Word[]) {
  const notes: (readonly Word[])[] = [];
  let to = end;
  const isTitled = isDocument(body);
  if (isTitled && words[to]?.text === ',' && words[to + 1]?.isQuoted) to++;
  if (isTitled && words[to]?.isQuoted) {
    notes.push([words[to]!]);
    to += words[to + 1]?.text === ',' ? 2 : 1;
  }
  while (words[to]?.text === '(' && notes.length < NOTES_MAX) {
    const close = closingAt(words, to);
    notes.push(words.slice(to + 1, close));
    to = close + 1;
  }
  return { notes, to };
}

export function closingAt(words: readonly Word[], at: number): number {
  let open = 0;
  for (let index = at; index < words.length; index++) {
    open += words[index]!.text === '(' ? 1 : words[index]!.text === ')' ? -1 : 0;
    if (open === 0) return index;
  }
  return words.length;
}

/** `KEP-1287`, `PEP 8`, `#12`: what stands beside it is its title. */
const isDocument = (words: readonly Word[]): boolean => /^(?:\p{Lu}{2,}[- #]?\d+|#\d+)$/u.test(textOf(words));

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
      if (senses && !isKind && !isThing)
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
