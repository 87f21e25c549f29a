import { canBeEnds, isTeam, isHumanName } from './ends.ts';
import { toSentence, isNamingLabel, labelOf, sensesOfLabel, type Label } from './labels.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { once } from './once.ts';
import { relationsOfRole, type StatedRelation } from './pairs.ts';
import { phraseOf, textOf, type Phrase, isIssuePhrase } from './phrase.ts';
import { closingAt } from './phrases.ts';
import { readAskedRelation, type AskedRelation } from './question.ts';
import { mayState } from './may-state.ts';
import { readSentence } from './read-sentence.ts';
import { DiscourseContext } from './discourse-context.ts';
import { Sentence } from './sentence.ts';
import { unitsOf, type Unit } from './text-units.ts';
import { orderVerbs } from './word-forms.ts';
import type { Word } from './word.ts';
import { splitWords, tagWords, wordsIn, type Tagger } from './words.ts';

export interface Text {
  readonly title?: string | undefined;
  readonly content: string;
}

export interface RelationInText extends StatedRelation {
  readonly sentence: string;
}

const sectionHeadings = wordsOf(english.sections);
const conditionWords = wordsOf(english.gate.condition);

/** A text that ends with a dash or a slash and a name. The name is the author, who is `I` in the text. */
const SIGNED_TEXT = /^([\s\S]*[.!?\n])\s*(?:\/|--?|–|—|~)\s?(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)\s*$/u;

/**
 * Reads all relations that a text states, sentence by sentence. Resolves pronouns, and finds the thing of a role that
 * names none.
 */
export function readText({ title, content }: Text, tagger: Tagger): RelationInText[] {
  const [, said = content, signature] = SIGNED_TEXT.exec(content) ?? [];
  const reader = new TextReader(tagger, signature);
  if (title !== undefined && !isBeginning(title, content)) reader.startTopic(title);
  for (const unit of unitsOf(said)) reader.read(unit);
  return reader.found;
}

/** Joins a heading and a point below it into one sentence: `Owners of X` with `A`, or `Owners` with `X: A`. */
function joinLead(lead: string, text: string): string {
  const [, holder, thing] = /^(@?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?:-|–|—) ([^\p{Lu}].*)$/u.exec(text) ?? [];
  if (holder !== undefined) return `${lead} of ${thing!}: ${holder}`;
  const { label, value } = labelOf(text) ?? {};
  return label === undefined ? `${lead}: ${text}` : `${lead} of ${label}: ${value!}`;
}

/** Whether the title only repeats the beginning of the text, so that the title names no topic. */
const isBeginning = (title: string, content: string): boolean =>
  content.trimStart().startsWith(title.replace(/(?:…|\.{3})$/u, '').trim());

class TextReader {
  readonly found: RelationInText[] = [];
  private readonly tagger: Tagger;
  private discourse: DiscourseContext;
  /** A heading that begins with a role, such as `Owners of X`. It is read together with each point below it. */
  private lead: string | undefined;
  /** The question that the previous sentence asked, which is read if the next sentence has the form of an answer. */
  private question: Question | undefined;

  constructor(tagger: Tagger, signature: string | undefined) {
    this.tagger = tagger;
    this.discourse = DiscourseContext.of(signature === undefined ? undefined : titlePhrase(signature, tagger));
  }

  startTopic(text: string): void {
    if (sectionHeadings.has(text.toLowerCase())) return;
    const phrase = titlePhrase(text, this.tagger);
    const tags = wordsIn(text, this.tagger).map(({ tag }) => tag);
    if (phrase) this.discourse = this.discourse.startTopic(phrase, tags);
  }

  read(unit: Unit): void {
    const { text, is } = unit;
    if (is === 'heading') return this.readHeading(text);
    if (is === 'sentence') this.lead = undefined;
    if (this.lead !== undefined && !hasVerb(this.parse(text))) return this.readLine(joinLead(this.lead, text));
    if (is === 'item' && this.readMember(text)) return;
    if (/\?["”]?$/u.test(text)) return this.readQuestion(text);
    if (conditionWords.has(/^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '') && !/^(?:if|unless)\b/iu.test(text)) return;
    this.readLine(text);
  }

  /** Reads a heading. `Dependencies of X` is kept for the points below it; any other heading without a verb becomes the topic. */
  private readHeading(text: string): void {
    const sentence = this.parse(text);
    const reach = sentence.phrasesAt(0)?.all[0]?.role && sentence.reachAt(0);
    this.lead = reach && sentence.items[reach.to] === undefined ? text : undefined;
    if (this.lead === undefined && !hasVerb(sentence)) this.startTopic(text);
  }

  /** Reads a person in a list below the name of a team as a member of that team. */
  private readMember(text: string): boolean {
    if (!OPENS_WITH_NAME.test(text)) return false;
    const words = wordsIn(text, this.tagger);
    const open = words.findIndex(({ text: mark }) => mark === '(' || mark === ',');
    const name = open < 0 ? words : words.slice(0, open);
    if (name.length === 0 || name.length > 3 || !name.every(isNameWord)) return false;
    const { topic } = this.discourse;
    if (!topic || !isTeam(topic)) return false;
    const from = phraseOf(name.map(tagAsName), undefined, []);
    if (from.role || !isHumanName(from)) return false;
    this.keep([{ type: 'member_of', from, to: topic, says: 'holds' }], text);
    return true;
  }

  /**
   * Reads a question. A question states nothing, but the next sentence may answer it or be about the thing that the
   * question names: `The runbook? Ana wrote it.`
   */
  private readQuestion(text: string): void {
    const { discourse } = this;
    const sentence = once(() => new Sentence(wordsIn(text.replace(/\?.*$/u, ''), this.tagger), discourse));
    this.question = { text, sentence };
    this.discourse = discourse.remember(() => {
      const [only, ...others] = sentence().items;
      if (only?.is !== 'phrases' || others.length > 0) return undefined;
      const [phrase, ...more] = only.all;
      return phrase && more.length === 0 && !phrase.pronoun ? phrase : undefined;
    });
  }

  /** Reads the answer to the previous question: `Who owns X? Ana.`, `X is stuck? Ring Ana.` */
  private readAnswer(text: string, question: Question): boolean {
    const sentence = this.parse(text);
    const answer = findAnswer(sentence);
    if (!answer) return false;
    const asked: Asked | undefined =
      readAskedRelation(question.text, this.tagger) ?? topicOfQuestion(question.sentence());
    const type = asked?.type ?? (orderVerbs.has(sentence.verbAt(0)?.lemma ?? '') ? 'contact_for' : 'owns');
    const relation = english.relations.find((one) => one.type === type);
    const thing = asked && titlePhrase(asked.name, this.tagger);
    if (!relation || !thing) return false;
    const ends = asked.end === 'from' ? { from: answer, to: thing } : { from: thing, to: answer };
    if (!canBeEnds(relation, ends)) return false;
    this.keep([{ type: relation.type, ...ends, says: 'holds' }], text);
    return true;
  }

  private readLine(text: string): void {
    const { question } = this;
    this.question = undefined;
    if (question && this.readAnswer(text, question)) return;
    const label = labelOf(text);
    if (label && isNamingLabel(label)) return this.startTopic(label.value);
    if (label && this.readLabel(label, text)) return;
    this.readStatement(text);
  }

  /** Reads a sentence. One that can state nothing is only tagged and parsed if a later one refers to it. */
  private readStatement(text: string): void {
    const { discourse } = this;
    const words = splitWords(toSentence(text));
    const sentence = once(() => new Sentence(tagWords(words, this.tagger), discourse));
    if (mayState(words)) this.keep(readSentence(sentence()), text);
    this.discourse = discourse.readSentence(sentence);
  }

  /** Reads a label that names a role of the lexicon: `On call: A`. The thing of the role is the topic of the text. */
  private readLabel(label: Label, text: string): boolean {
    const senses = sensesOfLabel(label);
    const { about } = this.discourse;
    if (!senses || !about) return false;
    const holders = this.parse(label.value).reachAt(0)?.all ?? [];
    const said = relationsOfRole({ senses, isFormer: false }, { holders, things: [about] });
    this.keep(said, text);
    return said.length > 0;
  }

  private keep(said: readonly StatedRelation[], sentence: string): void {
    this.found.push(...said.map((one) => ({ ...one, sentence })));
  }

  private parse(text: string): Sentence {
    return new Sentence(wordsIn(text, this.tagger), this.discourse);
  }
}

type Asked = Omit<AskedRelation, 'type'> & { readonly type?: string };

interface Question {
  readonly text: string;
  readonly sentence: () => Sentence;
}

/** Whether a list item may begin with a name, by its first letter alone. */
const OPENS_WITH_NAME = /^[^\p{L}\p{N}]*[@\p{Lu}]/u;

const hasVerb = (sentence: Sentence): boolean => sentence.items.some(({ is }) => is === 'verb');

/** Finds the thing that a question without a question word is about: X in `X is stuck?` and `X problems?`. */
function topicOfQuestion(sentence: Sentence): Asked | undefined {
  const [only, ...others] = sentence.phrasesAt(0)?.all ?? [];
  if (!only || others.length > 0 || only.pronoun !== undefined) return undefined;
  const words = isIssuePhrase(only) && only.words.length > 1 ? only.words.slice(0, -1) : only.words;
  return { name: textOf(words), end: 'from' };
}

/** Finds an answer without a verb of its own: `Ana.`, `That's Ana.`, `Ring Ana.`. */
function findAnswer(sentence: Sentence): Phrase | undefined {
  const at = positionOfAnswer(sentence);
  const [only, ...others] = sentence.phrasesAt(at)?.all ?? [];
  const behind = sentence.items.slice(at + 1);
  const isAlone = at > 0 || behind.every((item) => item.is !== 'verb' || item === behind[0]);
  const isEnd = behind[0] === undefined || behind[0].is === 'mark' || sentence.verbAt(at + 1)?.lemma === 'be';
  if (!isEnd || !isAlone || others.length > 0) return undefined;
  return only?.pronoun === undefined && !only?.role ? only : undefined;
}

function positionOfAnswer(sentence: Sentence): number {
  const verb = sentence.verbAt(0);
  if (verb && orderVerbs.has(verb.lemma) && verb.word.form === 'base') return sentence.isAt(1, 'preposition') ? 2 : 1;
  if (verb?.lemma === 'be') return 1;
  return sentence.phrasesAt(0)?.all[0]?.pronoun !== undefined && sentence.verbAt(1)?.lemma === 'be' ? 2 : 0;
}

const isNameWord = ({ tag, text }: Word): boolean =>
  ['PROPN', 'NAME', 'NOUN'].includes(tag) && /^[@\p{Lu}]/u.test(text);
const tagAsName = (word: Word): Word => (word.tag === 'NAME' ? word : { ...word, tag: 'PROPN' });

/**
 * Builds the phrase of a title. `KEP-3 (Faster pod start)` and `ADR-41: use gRPC` have the number as name and the text as alias; `Owner of
 * X` becomes X.
 */
function titlePhrase(title: string, tagger: Tagger): Phrase | undefined {
  const [head = '', subtitle] = title.split(/(?:: | [–—-]{1,2} )(.*)/u);
  const about = /^(?:\p{L}+ ){1,3}?(?:of|for|to) (.+)$/iu.exec(head)?.[1];
  const words = wordsIn(about ?? head, tagger);
  const open = words.findIndex(({ text }) => text === '(');
  const kept = (open < 0 ? words : words.slice(0, open)).filter(({ tag }) => tag !== 'PUNCT' && tag !== 'PART');
  if (kept.length === 0) return undefined;
  const notes = open < 0 ? [] : [words.slice(open + 1, closingAt(words, open)).map(tagAsName)];
  const { role: _, ...phrase } = phraseOf(kept.map(tagAsName), undefined, notes);
  const isNumbered = subtitle !== undefined && /^\p{Lu}{2,}[- #]?\d+$/u.test(head.trim());
  return {
    ...phrase,
    isNamed: true,
    isSure: true,
    isTitle: true,
    ...(isNumbered && { aliases: [...phrase.aliases, subtitle.trim()] }),
  };
}
