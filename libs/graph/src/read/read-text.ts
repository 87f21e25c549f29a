import { isTeam, looksHuman } from './ends.ts';
import { isNaming, labelOf, asSentence, sensesOfLabel, type Label } from './labels.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { saidByRole, type Said } from './pairs.ts';
import { closingAt, phraseOf, type Phrase } from './phrases.ts';
import { readSentence, type ReadSentence } from './read-sentence.ts';
import { SpokenOf } from './spoken-of.ts';
import { unitsOf, type Unit } from './text-units.ts';
import type { Word } from './word.ts';
import { wordsIn, type Tagger } from './words.ts';

export interface Text {
  readonly title?: string | undefined;
  readonly content: string;
}

export interface SaidHere extends Said {
  readonly sentence: string;
}

const sections = wordsOf(english.sections);
const condition = wordsOf(english.gate.condition);

/** A name behind a stroke at the end: who speaks of himself in the text. */
const SIGNED = /^([\s\S]*[.!?\n])\s*(?:\/|--?|–|—|~)\s?(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)\s*$/u;

/** All relations that a text says: its sentences in turn, with what pronouns and bare roles stand for. */
export function readText({ title, content }: Text, tagger: Tagger): SaidHere[] {
  const [, said = content, signature] = SIGNED.exec(content) ?? [];
  const reader = new TextReader(tagger, signature);
  if (title !== undefined && !isBeginning(title, content)) reader.startAbout(title);
  for (const unit of unitsOf(said)) reader.read(unit);
  return reader.found;
}

/** `Owners of X` with `A`, and `Owners` with `X: A`. */
function underLead(lead: string, text: string): string {
  const { label, value } = labelOf(text) ?? {};
  return label === undefined ? `${lead}: ${text}` : `${lead} of ${label}: ${value!}`;
}

/** A title that is only how the text begins names nothing. */
const isBeginning = (title: string, content: string): boolean =>
  content.trimStart().startsWith(title.replace(/(?:…|\.{3})$/u, '').trim());

class TextReader {
  readonly found: SaidHere[] = [];
  private readonly tagger: Tagger;
  private readonly spokenOf: SpokenOf;
  /** A heading that is begun by a role, to be read with each point below it. */
  private lead: string | undefined;

  constructor(tagger: Tagger, signature: string | undefined) {
    this.tagger = tagger;
    this.spokenOf = new SpokenOf(signature === undefined ? undefined : titlePhrase(signature, tagger));
  }

  startAbout(text: string): void {
    if (sections.has(text.toLowerCase())) return;
    const phrase = titlePhrase(text, this.tagger);
    if (phrase) this.spokenOf.startAbout(phrase);
  }

  read(unit: Unit): void {
    const { text, is } = unit;
    if (is === 'heading') return this.readHeading(text);
    if (is === 'sentence') this.lead = undefined;
    if (this.lead !== undefined) return this.readLine(underLead(this.lead, text));
    if (is === 'item' && this.readMember(text)) return;
    if (/\?["”]?$/u.test(text)) return this.readQuestion(text);
    if (condition.has(/^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '') && !/^(?:if|unless)\b/iu.test(text)) return;
    this.readLine(text);
  }

  /** `Dependencies of X` is read with the points below it; any other heading names what they are about. */
  private readHeading(text: string): void {
    const { sentence } = this.readWords(text);
    const reach = sentence.phrasesAt(0)?.all[0]?.role && sentence.reachAt(0);
    this.lead = reach && sentence.items[reach.to] === undefined ? text : undefined;
    if (this.lead === undefined && !sentence.items.some(({ is }) => is === 'verb')) this.startAbout(text);
  }

  /** A person as a point below the name of a team belongs to it. */
  private readMember(text: string): boolean {
    const words = wordsIn(text, this.tagger);
    const open = words.findIndex(({ text: mark }) => mark === '(' || mark === ',');
    const name = open < 0 ? words : words.slice(0, open);
    const { topic } = this.spokenOf;
    if (!topic || !isTeam(topic) || name.length === 0 || name.length > 3 || !name.every(isNameWord)) return false;
    const from = phraseOf(name.map(asName), undefined, []);
    if (from.role || !looksHuman(from)) return false;
    this.keep([{ type: 'member_of', from, to: topic, says: 'holds' }], text);
    return true;
  }

  /** A question says nothing, but may name what the next sentence is about: `The runbook? Ana wrote it.` */
  private readQuestion(text: string): void {
    const { items } = this.readWords(text.replace(/\?.*$/u, '')).sentence;
    const [only, ...others] = items;
    if (only?.is !== 'phrases' || others.length > 0) return;
    const [phrase, ...more] = only.all;
    if (phrase && more.length === 0 && !phrase.pronoun) this.spokenOf.remember(phrase);
  }

  private readLine(text: string): void {
    const label = labelOf(text);
    if (label && isNaming(label)) return this.startAbout(label.value);
    if (label && this.readLabel(label, text)) return;
    const { said, sentence } = this.readWords(asSentence(text));
    this.keep(said, text);
    this.spokenOf.hear(sentence);
  }

  /** `On call: A`: a label that names a role as it stands in the lexicon, of what is spoken of. */
  private readLabel(label: Label, text: string): boolean {
    const senses = sensesOfLabel(label);
    const { about } = this.spokenOf;
    if (!senses || !about) return false;
    const holders = this.readWords(label.value).sentence.reachAt(0)?.all ?? [];
    const said = saidByRole({ senses, isFormer: false }, { holders, things: [about] });
    this.keep(said, text);
    return said.length > 0;
  }

  private keep(said: readonly Said[], sentence: string): void {
    this.found.push(...said.map((one) => ({ ...one, sentence })));
  }

  private readWords(text: string): ReadSentence {
    return readSentence(wordsIn(text, this.tagger), this.spokenOf);
  }
}

const isNameWord = ({ tag, text }: Word): boolean =>
  ['PROPN', 'NAME', 'NOUN'].includes(tag) && /^[@\p{Lu}]/u.test(text);
const asName = (word: Word): Word => (word.tag === 'NAME' ? word : { ...word, tag: 'PROPN' });

/** `KEP-3 (Faster pod start)` and `ADR-41: use gRPC` are known by both; `Owner of X` is about X. */
export function titlePhrase(title: string, tagger: Tagger): Phrase | undefined {
  const [head = '', subtitle] = title.split(/(?:: | [–—-]{1,2} )(.*)/u);
  const about = /^(?:\p{L}+ ){1,3}?(?:of|for|to) (.+)$/iu.exec(head)?.[1];
  const words = wordsIn(about ?? head, tagger);
  const open = words.findIndex(({ text }) => text === '(');
  const kept = (open < 0 ? words : words.slice(0, open)).filter(({ tag }) => tag !== 'PUNCT' && tag !== 'PART');
  if (kept.length === 0) return undefined;
  const notes = open < 0 ? [] : [words.slice(open + 1, closingAt(words, open)).map(asName)];
  const { role: _, ...phrase } = phraseOf(kept.map(asName), undefined, notes);
  const isNumbered = subtitle !== undefined && /^\p{Lu}{2,}[- #]?\d+$/u.test(head.trim());
  return {
    ...phrase,
    isNamed: true,
    isSure: true,
    isTitle: true,
    ...(isNumbered && { aliases: [...phrase.aliases, subtitle.trim()] }),
  };
}
