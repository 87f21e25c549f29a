import { fits, isTeam, looksHuman } from './ends.ts';
import { asSentence, isNaming, labelOf, sensesOfLabel, type Label } from './labels.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { relationsOfRole, type StatedRelation } from './pairs.ts';
import { phraseOf, textOf, type Phrase, isMatter } from './phrase.ts';
import { closingAt } from './phrases.ts';
import { askedIn, type Asked } from './question.ts';
import { readSentence, type ReadSentence } from './read-sentence.ts';
import { DiscourseContext } from './discourse-context.ts';
import type { Sentence } from './sentence.ts';
import { unitsOf, type Unit } from './text-units.ts';
import { orders } from './word-forms.ts';
import type { Word } from './word.ts';
import { wordsIn, type Tagger } from './words.ts';

export interface Text {
  readonly title?: string | undefined;
  readonly content: string;
}

export interface RelationInText extends StatedRelation {
  readonly sentence: string;
}

const sections = wordsOf(english.sections);
const condition = wordsOf(english.gate.condition);

/** A name after a dash or a slash at the end: the author, who writes of themselves in the text. */
const SIGNED = /^([\s\S]*[.!?\n])\s*(?:\/|--?|–|—|~)\s?(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)\s*$/u;

/** All relations that a text says: its sentences in turn, with what pronouns and bare roles stand for. */
export function readText({ title, content }: Text, tagger: Tagger): RelationInText[] {
  const [, said = content, signature] = SIGNED.exec(content) ?? [];
  const reader = new TextReader(tagger, signature);
  if (title !== undefined && !isBeginning(title, content)) reader.startAbout(title);
  for (const unit of unitsOf(said)) reader.read(unit);
  return reader.found;
}

/** `Owners of X` with `A`, and `Owners` with `X: A`. */
function underLead(lead: string, text: string): string {
  const [, holder, thing] = /^(@?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?:-|–|—) ([^\p{Lu}].*)$/u.exec(text) ?? [];
  if (holder !== undefined) return `${lead} of ${thing!}: ${holder}`;
  const { label, value } = labelOf(text) ?? {};
  return label === undefined ? `${lead}: ${text}` : `${lead} of ${label}: ${value!}`;
}

/** A title that is only how the text begins names nothing. */
const isBeginning = (title: string, content: string): boolean =>
  content.trimStart().startsWith(title.replace(/(?:…|\.{3})$/u, '').trim());

class TextReader {
  readonly found: RelationInText[] = [];
  private readonly tagger: Tagger;
  private readonly discourse: DiscourseContext;
  /** A heading that is begun by a role, to be read with each point below it. */
  private lead: string | undefined;
  /** The question that the previous sentence asked. */
  private asked: (Omit<Asked, 'type'> & { readonly type?: string }) | undefined;

  constructor(tagger: Tagger, signature: string | undefined) {
    this.tagger = tagger;
    this.discourse = new DiscourseContext(signature === undefined ? undefined : titlePhrase(signature, tagger));
  }

  startAbout(text: string): void {
    if (sections.has(text.toLowerCase())) return;
    const phrase = titlePhrase(text, this.tagger);
    const tags = wordsIn(text, this.tagger).map(({ tag }) => tag);
    if (phrase) this.discourse.startAbout(phrase, tags);
  }

  read(unit: Unit): void {
    const { text, is } = unit;
    if (is === 'heading') return this.readHeading(text);
    if (is === 'sentence') this.lead = undefined;
    if (this.lead !== undefined && !this.isSentence(text)) return this.readLine(underLead(this.lead, text));
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

  /** Whether the text, or what stands behind its label, says something by a verb. */
  private isSentence(text: string): boolean {
    return this.readWords(text).sentence.items.some((item) => item.is === 'verb');
  }

  /** A person as a point below the name of a team belongs to it. */
  private readMember(text: string): boolean {
    const words = wordsIn(text, this.tagger);
    const open = words.findIndex(({ text: mark }) => mark === '(' || mark === ',');
    const name = open < 0 ? words : words.slice(0, open);
    const { topic } = this.discourse;
    if (!topic || !isTeam(topic) || name.length === 0 || name.length > 3 || !name.every(isNameWord)) return false;
    const from = phraseOf(name.map(asName), undefined, []);
    if (from.role || !looksHuman(from)) return false;
    this.keep([{ type: 'member_of', from, to: topic, says: 'holds' }], text);
    return true;
  }

  /** A question says nothing, but the next sentence may answer it, or be about what it names: `The runbook? Ana wrote it.` */
  private readQuestion(text: string): void {
    const { sentence } = this.readWords(text.replace(/\?.*$/u, ''));
    const { items } = sentence;
    this.asked = askedIn(text, this.tagger) ?? namedIn(sentence);
    const [only, ...others] = items;
    if (only?.is !== 'phrases' || others.length > 0) return;
    const [phrase, ...more] = only.all;
    if (phrase && more.length === 0 && !phrase.pronoun) this.discourse.remember(phrase);
  }

  /** `Who owns X? Ana.`, `X is stuck? Ring Ana.` */
  private readAnswer(text: string): boolean {
    const { asked } = this;
    this.asked = undefined;
    const { sentence } = this.readWords(text);
    const answer = asked && answerIn(sentence);
    const type = asked?.type ?? (orders.has(sentence.verbAt(0)?.lemma ?? '') ? 'contact_for' : 'owns');
    const relation = english.relations.find((one) => one.type === type);
    const thing = asked && titlePhrase(asked.name, this.tagger);
    if (!relation || !answer || !thing) return false;
    const ends = asked.end === 'from' ? { from: answer, to: thing } : { from: thing, to: answer };
    if (!fits(relation, ends)) return false;
    this.keep([{ type: relation.type, ...ends, says: 'holds' }], text);
    return true;
  }

  private readLine(text: string): void {
    if (this.asked && this.readAnswer(text)) return;
    const label = labelOf(text);
    if (label && isNaming(label)) return this.startAbout(label.value);
    if (label && this.readLabel(label, text)) return;
    const { said, sentence } = this.readWords(asSentence(text));
    this.keep(said, text);
    this.discourse.readSentence(sentence);
  }

  /** `On call: A`: a label that names a role as it stands in the lexicon, of what is spoken of. */
  private readLabel(label: Label, text: string): boolean {
    const senses = sensesOfLabel(label);
    const { about } = this.discourse;
    if (!senses || !about) return false;
    const holders = this.readWords(label.value).sentence.reachAt(0)?.all ?? [];
    const said = relationsOfRole({ senses, isFormer: false }, { holders, things: [about] });
    this.keep(said, text);
    return said.length > 0;
  }

  private keep(said: readonly StatedRelation[], sentence: string): void {
    this.found.push(...said.map((one) => ({ ...one, sentence })));
  }

  private readWords(text: string): ReadSentence {
    return readSentence(wordsIn(text, this.tagger), this.discourse);
  }
}

/** In `X is stuck?`, `X problems?` X. */
function namedIn(sentence: Sentence): Omit<Asked, 'type'> | undefined {
  const [only, ...others] = sentence.phrasesAt(0)?.all ?? [];
  if (!only || others.length > 0 || only.pronoun !== undefined) return undefined;
  const words = isMatter(only) && only.words.length > 1 ? only.words.slice(0, -1) : only.words;
  return { name: textOf(words), end: 'from' };
}

/** Finds an answer without a verb of its own: `Ana.`, `That's Ana.`, `Ring Ana.`. */
function answerIn(sentence: Sentence): Phrase | undefined {
  const at = answerAt(sentence);
  const [only, ...others] = sentence.phrasesAt(at)?.all ?? [];
  const behind = sentence.items.slice(at + 1);
  const isAlone = at > 0 || behind.every((item) => item.is !== 'verb' || item === behind[0]);
  const isEnd = behind[0] === undefined || behind[0].is === 'mark' || sentence.verbAt(at + 1)?.lemma === 'be';
  if (!isEnd || !isAlone || others.length > 0) return undefined;
  return only?.pronoun === undefined && !only?.role ? only : undefined;
}

function answerAt(sentence: Sentence): number {
  const verb = sentence.verbAt(0);
  if (verb && orders.has(verb.lemma) && verb.word.form === 'base') return sentence.isAt(1, 'preposition') ? 2 : 1;
  if (verb?.lemma === 'be') return 1;
  return sentence.phrasesAt(0)?.all[0]?.pronoun !== undefined && sentence.verbAt(1)?.lemma === 'be' ? 2 : 0;
}

const isNameWord = ({ tag, text }: Word): boolean =>
  ['PROPN', 'NAME', 'NOUN'].includes(tag) && /^[@\p{Lu}]/u.test(text);
const asName = (word: Word): Word => (word.tag === 'NAME' ? word : { ...word, tag: 'PROPN' });

/** `KEP-3 (Faster pod start)` and `ADR-41: use gRPC` are known by both; `Owner of X` is about X. */
function titlePhrase(title: string, tagger: Tagger): Phrase | undefined {
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
