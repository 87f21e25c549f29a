import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import {
  phraseOfPronoun,
  isDocument,
  phraseOf,
  NUMBER,
  POSSESSIVE,
  throughPhraseNouns,
  type Phrase,
} from './phrase.ts';
import { kindByNoun, sensesByNoun } from './word-forms.ts';
import { isNominal, titles, type Word } from './word.ts';

const PREDETERMINER = /^(?:both|all|either|neither|only|also|including|just|currently|now|exactly)$/u;
const NAME_PARTICLE = /^(?:van|von|de|der|den|da|di|la|bin|al|el)$/u;
const dateWords = wordsOf(english.dates);
const placeNouns = wordsOf(english.places);

export interface FoundPhrase {
  readonly phrase: Phrase;
  readonly to: number;
}

/** Reads the noun phrase that begins at a word. Undefined if none does. */
export function phraseAt(words: readonly Word[], start: number): FoundPhrase | undefined {
  let at = start;
  while (PREDETERMINER.test(words[at]?.lower ?? '') && at - start < 2 && words[at + 1]) at++;
  if (isPartitive(words, at)) at += 2;
  const first = words[at];
  if (!first) return undefined;
  const isMonth = first.text === 'May' && /^(?:since|in|until|by|from|of)$/u.test(words[at - 1]?.lower ?? '');
  if (isMonth || (isDate(first) && !isCapitalised(words, at))) return dateAt(words, at);
  return readTheOne(words, at) ?? phraseOpenedBy(words, at, first);
}

/** Reads `the one who` or `that one` as a pronoun. */
function readTheOne(words: readonly Word[], at: number): FoundPhrase | undefined {
  const [first, one, next] = words.slice(at, at + 3);
  if (one?.lower !== 'one' || isNominal(next) || !/^(?:the|this|that)$/u.test(first!.lower)) return undefined;
  return { phrase: phraseOfPronoun(first!.lower === 'the' ? one : first!), to: at + 2 };
}

function phraseOpenedBy(words: readonly Word[], at: number, first: Word): FoundPhrase | undefined {
  const alone = { phrase: phraseOfPronoun(first), to: at + 1 };
  if (POSSESSIVE.test(first.lower))
    return bodyAt(words, at + 1, first) ?? (/^(?:her|his)$/u.test(first.lower) ? alone : undefined);
  if (first.tag === 'DET' || NUMBER.test(first.lower))
    return bodyAt(words, at + 1, first) ?? (STANDALONE_DETERMINER.test(first.lower) ? alone : undefined);
  if (first.tag !== 'PRON') return bodyAt(words, at, undefined);
  const isSeenThrough = throughPhraseNouns.has(first.lower) && isNominal(words[at + 1]);
  return isSeenThrough ? bodyAt(words, at + 1, undefined) : alone;
}

const STANDALONE_DETERMINER = /^(?:this|that|these|those|all|one|none)$/u;

const isDate = ({ lower, text, tag }: Word): boolean =>
  (dateWords.has(lower) || dateWords.has(lower.replace(/s$/u, ''))) && text !== 'May' && tag !== 'NAME';

/** Whether a word for a time begins a proper name: `Night Lab`. */
const isCapitalised = (words: readonly Word[], at: number): boolean =>
  words[at]!.tag === 'PROPN' &&
  words[at + 1]?.tag === 'PROPN' &&
  words[at - 1]?.tag !== 'ADP' &&
  words[at - 1]?.tag !== 'SCONJ';

/** Reads a time as a phrase without a name. In `week 34 pager` the phrase begins after the time. */
function dateAt(words: readonly Word[], at: number): FoundPhrase | undefined {
  if (words[at + 1]?.tag === 'NUM' && isNominal(words[at + 2])) return bodyAt(words, at + 2, undefined);
  return isNominal(words[at]) ? { phrase: phraseOfPronoun(words[at]!), to: at + 1 } : undefined;
}

/** Whether the words are like `one of the` or `most of our`. */
const isPartitive = (words: readonly Word[], at: number): boolean =>
  /^(?:one|two|three|some|most|many|all|each|both|none|any)$/u.test(words[at]?.lower ?? '') &&
  words[at + 1]?.lower === 'of' &&
  (words[at + 2]?.tag === 'DET' || /^(?:its|our|their)$/u.test(words[at + 2]?.lower ?? ''));

function bodyAt(words: readonly Word[], start: number, opener: Word | undefined): FoundPhrase | undefined {
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

/** The index after the last noun of a run of adjectives, names and nouns. Two adjacent identifiers are two phrases. */
function endOfBody(words: readonly Word[], start: number, opener: Word | undefined): number | undefined {
  let last = -1;
  for (let at = start; at < words.length; at++) {
    const [word, next] = [words[at]!, words[at + 1]];
    const before = last === at - 1 && last >= start ? words[last] : undefined;
    if (before && (isNewPhrase(before, word) || dateWords.has(word.lower) || isNextSubject(words, { start, at })))
      break;
    const isOpened = opener !== undefined && (last < start || /ing$/u.test(word.lower));
    if (isNominal(word) || isNumberOf(before, word)) last = at;
    else if (!isModifier(word, next, isOpened) && !isInsideName(before, word, next)) break;
  }
  return last < start ? undefined : last + 1;
}

/** Whether a number belongs to the word before it: `Building 4`, `pier 3`. */
const isNumberOf = (before: Word | undefined, { tag }: Word): boolean =>
  tag === 'NUM' && before !== undefined && (before.tag !== 'NOUN' || placeNouns.has(before.lower));

function isNewPhrase(before: Word, word: Word): boolean {
  if (word.isQuoted || (titles.has(word.lower.replace('.', '')) && before.tag === 'PROPN')) return true;
  if (word.tag === 'ADJ') return before.tag !== 'NOUN';
  if (word.tag !== 'NAME' || /^v\d/u.test(word.text)) return false;
  return (
    before.tag === 'NAME' || (before.tag === 'NOUN' && !kindByNoun.has(before.lower) && !sensesByNoun.has(before.lower))
  );
}

/**
 * Whether a word begins the subject of the sentence, directly after a leading phrase: `Typesense` in `On the archive
 * search Typesense took over`.
 */
function isNextSubject(
  words: readonly Word[],
  { start, at }: { readonly start: number; readonly at: number },
): boolean {
  const [before, word] = [words[at - 1]!, words[at]!];
  const opening = words.slice(Math.max(0, start - 2), start).findIndex(({ tag }) => tag === 'ADP');
  const first = start - Math.min(start, 2) + opening;
  const isFronted = opening >= 0 && (first === 0 || words[first - 1]!.tag === 'PUNCT');
  const isNamePart = kindByNoun.has(before.lower) || sensesByNoun.has(before.lower) || titles.has(before.lower);
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
  (NAME_PARTICLE.test(word.lower) && before?.tag === 'PROPN' && next?.tag === 'PROPN') ||
  (titles.has(word.lower.replace('.', '')) && next !== undefined);

const BRACKETED_NOTES_MAX = 4;

/** Finds the words in brackets after a phrase, and the title in quotation marks after the number of a document. */
function notesAt(words: readonly Word[], end: number, body: readonly Word[]) {
  const notes: (readonly Word[])[] = [];
  let to = end;
  const isTitled = isDocument(body);
  if (isTitled && words[to]?.text === ',' && words[to + 1]?.isQuoted) to++;
  if (isTitled && words[to]?.isQuoted) {
    notes.push([words[to]!]);
    to += words[to + 1]?.text === ',' ? 2 : 1;
  }
  while (words[to]?.text === '(' && notes.length < BRACKETED_NOTES_MAX) {
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
