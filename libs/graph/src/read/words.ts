import { tagByJoinedPhrase, joinPhrases, type Word, isWrittenName, titles } from './word.ts';
import { correctVerbOrNounTag } from './verb-or-noun.ts';
import { wordFormByText } from './word-forms.ts';
import { chooseTag } from './word-tags.ts';

/** Returns a universal part-of-speech tag for each word. */
export type Tagger = (words: readonly string[]) => readonly string[];

const TEXT_PIECE =
  /\b\p{Lu}['’]\p{Lu}\p{L}+|`[^`]+`|"[^"]*"|(?<![\p{L}\p{N}])['‘][^'‘’]{3,80}['’](?![\p{L}\p{N}])|“[^”]*”|<[^<>\s]+@[^<>\s]+>|\w+:\/\/[^\s,;)]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|#[\w-]+|@[\w-]+(?:\/[\w.-]+)*|->|=>|>=|<=|→|\b\p{L}+n['’]t\b|['’](?:s|re|ve|ll|d|m)\b|[\p{L}\p{N}_./*~-][\p{L}\p{N}_./*:+#~$@{}-]*(?:\(\))?|[^\s]/gu;

const SENTENCES_KEPT_MAX = 16;
const latestSentences = new WeakMap<Tagger, Map<string, readonly Word[]>>();

/**
 * Splits a sentence into words, tags them, and corrects the tags by the lexicon. Keeps the words of the latest sentences,
 * since headings, list items and questions are each read in several ways.
 */
export function wordsIn(sentence: string, tagger: Tagger): readonly Word[] {
  const latest = latestSentences.get(tagger) ?? new Map<string, readonly Word[]>();
  const words = latest.get(sentence) ?? readWords(sentence, tagger);
  latest.delete(sentence);
  latest.set(sentence, words);
  if (latest.size > SENTENCES_KEPT_MAX) latest.delete(latest.keys().next().value!);
  latestSentences.set(tagger, latest);
  return words;
}

function readWords(sentence: string, tagger: Tagger): readonly Word[] {
  return tagWords(splitWords(sentence), tagger);
}

/** Splits a sentence into words that have no tags yet but those of identifiers and marks. */
export function splitWords(sentence: string): Word[] {
  const words: Word[] = [];
  const text = joinPhrases(sentence);
  for (const { 0: piece, index } of text.matchAll(TEXT_PIECE)) new Splitter(words, text, index).add(piece);
  return words;
}

/** Sets the tags and lemmas of words, and corrects the tags by the lexicon. */
export function tagWords(words: readonly Word[], tagger: Tagger): readonly Word[] {
  const tags = tagger(words.map(textForTagger));
  words.forEach((_, at) => chooseTag(words, { at, tags }));
  words.forEach((_, at) => correctVerbOrNounTag(words, at));
  return words;
}

/**
 * Maps the tag of a joined phrase to a word with that tag, which stands in for the phrase in the text for the tagger.
 */
const STAND_IN_BY_TAG: Readonly<Partial<Record<string, string>>> = { ADP: 'of', ADJ: 'good', NOUN: 'duty' };

const ASCII = /^[\x20-\x7e]+$/u;

/**
 * The text of a word for the tagger. The tagger knows neither identifiers nor letters beyond ASCII, and a capital of a
 * plain first word misleads it.
 */
function textForTagger({ text, lower, tag, isFirst }: Word): string {
  if (tag === 'NAME') return 'Acme';
  if (tagByJoinedPhrase.has(lower)) return STAND_IN_BY_TAG[tagByJoinedPhrase.get(lower)!] ?? 'now';
  if (isFirst && wordFormByText.has(lower)) return lower;
  const bare = text.replaceAll('-', '');
  if (ASCII.test(bare)) return bare;
  const plain = bare.normalize('NFD').replace(/\p{M}/gu, '');
  if (ASCII.test(plain)) return plain;
  return /^\p{L}/u.test(plain) ? (/^\p{Lu}/u.test(plain) ? 'Peter' : 'word') : '-';
}

/** Splits a piece of text without spaces into words, marks and names. */
class Splitter {
  private readonly words: Word[];
  private readonly sentence: string;
  private at: number;

  constructor(words: Word[], sentence: string, at: number) {
    this.words = words;
    this.sentence = sentence;
    this.at = at;
  }

  add(piece: string): void {
    const addQuoted = /^[`"“'‘](.+)[`"”'’]$/u.exec(piece)?.[1];
    if (addQuoted !== undefined) return this.quoted(piece, addQuoted);
    if (/^<.*>$/u.test(piece)) return this.addPieces(['(', piece.slice(1, -1), ')']);
    if (/:\/\/|^[\w.+-]+@[\w-]+\.|^#\w/u.test(piece)) return this.push(piece.replace(/[.,;:]+$/u, ''), 'NAME');
    const [, body = piece, tail = ''] = /^(.*?[^.:,;])([.:,;]+)$/u.exec(piece) ?? [];
    if (tail === '.' && (titles.has(body.toLowerCase()) || /^\p{Lu}$/u.test(body))) return this.push(piece, 'PROPN');
    this.addBody(body);
    this.addPieces([...tail]);
  }

  /** Adds a quoted text as a name. Quoted speech is no name and is added as a mark. */
  private quoted(piece: string, text: string): void {
    const isSpeech = !piece.startsWith('`') && (/[,.!?]$/u.test(text) || text.split(' ').length > 6);
    if (isSpeech) this.push('"', 'PUNCT');
    else this.push(text, 'NAME', true);
  }

  private addBody(body: string): void {
    const negated = /^(\p{L}+)(n['’]t)$/iu.exec(body) ?? /^(can)(not)$/iu.exec(body);
    if (negated) this.addPieces([negated[1]!, negated[2]!]);
    else this.push(body, isWrittenName(body) && !tagByJoinedPhrase.has(body.toLowerCase()) ? 'NAME' : 'X');
  }

  private addPieces(texts: readonly string[]): void {
    for (const text of texts) this.push(text, isWrittenName(text) ? 'NAME' : 'X');
  }

  private push(text: string, tag: string, isQuoted = false): void {
    if (text === '') return;
    const lower = text.toLowerCase();
    const isGlued = this.words.length > 0 && this.at > 0 && /\S/u.test(this.sentence[this.at - 1]!);
    const isFirst = this.words.every((word) => word.tag === 'PUNCT' || /^[^\p{L}\p{N}]/u.test(word.text));
    this.words.push({ text, lower, lemma: lower, tag, isGlued, isFirst, ...(isQuoted && { isQuoted }) });
    this.at += text.length;
  }
}
