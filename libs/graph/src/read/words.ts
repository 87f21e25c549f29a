import { joinedTags, withJoined, type Word, isWrittenName, titles } from './word.ts';
import { tellVerbFromNoun } from './verb-or-noun.ts';
import { wordForms } from './word-forms.ts';
import { settleTag } from './word-tags.ts';

/** Universal part-of-speech tags, one a word. */
export type Tagger = (words: readonly string[]) => readonly string[];

const PIECE =
  /\b\p{Lu}['’]\p{Lu}\p{L}+|`[^`]+`|"[^"]*"|(?<![\p{L}\p{N}])['‘][^'‘’]{3,80}['’](?![\p{L}\p{N}])|“[^”]*”|<[^<>\s]+@[^<>\s]+>|\w+:\/\/[^\s,;)]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|#[\w-]+|@[\w-]+(?:\/[\w.-]+)*|->|=>|>=|<=|→|\b\p{L}+n['’]t\b|['’](?:s|re|ve|ll|d|m)\b|[\p{L}\p{N}_./*~-][\p{L}\p{N}_./*:+#~$@{}-]*(?:\(\))?|[^\s]/gu;

/** The words of a sentence, tagged by a tagger and corrected by what the lexicon knows of them. */
export function wordsIn(sentence: string, tagger: Tagger): Word[] {
  const words: Word[] = [];
  const text = withJoined(sentence);
  for (const { 0: piece, index } of text.matchAll(PIECE)) new Splitter(words, text, index).add(piece);
  const tags = tagger(words.map(shownToTagger));
  words.forEach((_, at) => settleTag(words, { at, tags }));
  words.forEach((_, at) => tellVerbFromNoun(words, at));
  return words;
}

/** Words that a tagger knows in the place of joined ones. */
const STAND_INS: Readonly<Partial<Record<string, string>>> = { ADP: 'of', ADJ: 'good', NOUN: 'duty' };

/** A tagger knows neither names of code nor letters beyond ASCII; a capital at the start of a plain word misleads it. */
function shownToTagger({ text, lower, tag, isFirst }: Word): string {
  if (tag === 'NAME') return 'Acme';
  if (joinedTags.has(lower)) return STAND_INS[joinedTags.get(lower)!] ?? 'now';
  if (isFirst && wordForms.has(lower)) return lower;
  const plain = text.replace(/-/gu, '').normalize('NFD').replace(/\p{M}/gu, '');
  if (/^[\x20-\x7e]+$/u.test(plain)) return plain;
  return /^\p{L}/u.test(plain) ? (/^\p{Lu}/u.test(plain) ? 'Peter' : 'word') : '-';
}

/** Cuts a piece between spaces into words, marks and names. */
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
    const quoted = /^[`"“'‘](.+)[`"”'’]$/u.exec(piece)?.[1];
    if (quoted !== undefined) return this.quoted(piece, quoted);
    if (/^<.*>$/u.test(piece)) return this.pieces(['(', piece.slice(1, -1), ')']);
    if (/:\/\/|^[\w.+-]+@[\w-]+\.|^#\w/u.test(piece)) return this.push(piece.replace(/[.,;:]+$/u, ''), 'NAME');
    const [, body = piece, tail = ''] = /^(.*?[^.:,;])([.:,;]+)$/u.exec(piece) ?? [];
    if (tail === '.' && (titles.has(body.toLowerCase()) || /^\p{Lu}$/u.test(body))) return this.push(piece, 'PROPN');
    this.body(body);
    this.pieces([...tail]);
  }

  /** Speech in quotation marks is no name. */
  private quoted(piece: string, text: string): void {
    const isSpeech = !piece.startsWith('`') && (/[,.!?]$/u.test(text) || text.split(' ').length > 6);
    if (isSpeech) this.push('"', 'PUNCT');
    else this.push(text, 'NAME', true);
  }

  private body(body: string): void {
    const negated = /^(\p{L}+)(n['’]t)$/iu.exec(body) ?? /^(can)(not)$/iu.exec(body);
    if (negated) this.pieces([negated[1]!, negated[2]!]);
    else this.push(body, isWrittenName(body) && !joinedTags.has(body.toLowerCase()) ? 'NAME' : 'X');
  }

  private pieces(texts: readonly string[]): void {
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
