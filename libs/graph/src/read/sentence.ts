import { isPersonal } from './ends.ts';
import type { Item, Phrases, FunctionWord, VerbGroup } from './item.ts';
import { itemsOf } from './items.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { isThrough, joinNames, type Phrase } from './phrase.ts';
import { findCopulaSubjects, resolveInside } from './pronouns.ts';
import type { Context } from './context.ts';
import { orderVerbs } from './word-forms.ts';
import type { Word } from './word.ts';

/**
 * Phrases at an item (`all`), and the phrases attached to them (`of`). In `the owner of X`, `all` contains the owner
 * and `of` contains X.
 */
export interface PhraseReach {
  readonly all: readonly Phrase[];
  /** The things that the role or the holding concerns. */
  readonly of: readonly Phrase[];
  /** The index of the first item after the phrases. */
  readonly to: number;
}

export const TOPIC_POSITION = -1;
const genericNouns = wordsOf(english.generic);
const HANGS_ON_ROLE = /^(?:of|for|on|over|to|at|under|about|in|within|inside|behind)$/u;
const HANGS_ON_THROUGH = /^(?:of|for|on|to|in|under|from|with|about|against|below|behind|at|into|within)$/u;

/** A sentence as items, with look-ups by their index. Each `at` is the index of an item. */
export class Sentence {
  readonly words: readonly Word[];
  readonly items: readonly Item[];
  readonly text: string;
  /** All words of the sentence in lower case, and their lemmas. */
  readonly vocabulary: ReadonlySet<string>;
  readonly context: Context;

  constructor(words: readonly Word[], context: Context) {
    this.words = words;
    this.items = itemsOf(words);
    this.text = ` ${words.map(({ lower }) => lower).join(' ')} `;
    // `of` always counts as a word of the sentence, since `A's shoes` are the shoes of A.
    this.vocabulary = new Set(['of', ...words.flatMap(({ lower, lemma }) => [lower, lemma])]);
    this.context = context;
  }

  phrasesAt(at: number): Phrases | undefined {
    const item = this.items[at];
    return item?.is === 'phrases' ? item : undefined;
  }

  verbAt(at: number): VerbGroup | undefined {
    const item = this.items[at];
    return item?.is === 'verb' ? item : undefined;
  }

  isAt(at: number, is: Item['is'], pattern?: RegExp): boolean {
    const item = this.items[at];
    return (
      item?.is === is &&
      (pattern === undefined || ('word' in item && typeof item.word === 'string' && pattern.test(item.word)))
    );
  }

  isMark(at: number, pattern: RegExp): boolean {
    return this.isAt(at, 'mark', pattern);
  }

  /** The word of an item of this kind. Undefined if the item has a different kind. */
  smallAt(at: number, is: FunctionWord['is']): string | undefined {
    const item = this.items[at];
    return item?.is === is ? item.word : undefined;
  }

  /** The index of the first item from `at` that is not an adverb. */
  skipAdverbs(at: number, step: 1 | -1 = 1): number {
    let next = at;
    while (this.isAt(next, 'adverb') || this.isAt(next, 'other', /^(?:jointly|both)$/u)) next += step;
    return next;
  }

  findLastBefore(before: number, isWanted: (item: Item, at: number) => boolean): number {
    return this.items.findLastIndex((item, at) => at < before && isWanted(item, at));
  }

  /** The phrases at an item, with the phrases that a preposition attaches to them. */
  reachAt(at: number): PhraseReach | undefined {
    const all = this.phrasesAt(at)?.all;
    const [only] = all ?? [];
    if (!all || !only) return undefined;
    const of = this.reachBehind(at, only, all.length);
    if (!of) return { all, of: this.thingsOfRole(only), to: at + 1 };
    // In `A's successor at the desk` the role belongs to A, not to the desk.
    const isOwned =
      only.owner !== undefined &&
      only.owner.pronoun === undefined &&
      !this.isAt(at + 1, 'preposition', /^(?:of|for|over)$/u);
    if (only.role) return { all, of: isOwned ? this.thingsOfRole(only) : of.all, to: of.to };
    if (isThrough(only)) return of;
    return { all: [joinNames(only, of.all.at(-1)!, this.words)], of: [], to: of.to };
  }

  private reachBehind(at: number, phrase: Phrase, count: number): PhraseReach | undefined {
    const isList = count > 1 && !this.phrasesAt(at)!.all.every(({ role }) => role && !role.holder);
    if (isList || !this.isAt(at + 1, 'preposition')) return undefined;
    const preposition = (this.items[at + 1] as { word: string }).word;
    const isPlainName =
      phrase.article === 'definite' && !phrase.isNamed && preposition === 'for' && this.verbAt(at + 3) !== undefined;
    const isHanging =
      isPlainName || (phrase.role && !phrase.role.holder)
        ? HANGS_ON_ROLE.test(preposition)
        : isThrough(phrase)
          ? HANGS_ON_THROUGH.test(preposition)
          : preposition === 'of';
    return isHanging && (!phrase.pronoun || isThrough(phrase)) ? this.reachAt(at + 2) : undefined;
  }

  /** Finds the things of a role that are named without a preposition: `X's owner`, `the X owner`. */
  private thingsOfRole({ role, owner }: Phrase): readonly Phrase[] {
    if (!role) return [];
    if (owner) return this.resolveAll([owner]).filter(({ pronoun }) => pronoun === undefined);
    return role.of ? [role.of] : [];
  }

  /** Finds the item of the first phrase in a chain such as `the owner of the code of X`, from the item of its last phrase. */
  headOf(at: number): number {
    let head = at;
    while (this.isAt(head - 1, 'preposition', /^(?!(?:since|until|before|after|as|by)$)/u) && this.phrasesAt(head - 2))
      head -= 2;
    return head;
  }

  /** Finds the phrase that a relative pronoun refers to: the owner in `the owner of X, who`, otherwise the nearest phrase. */
  private antecedent(at: number): number {
    const head = this.headOf(at);
    const [first] = this.phrasesAt(head)?.all ?? [];
    return first?.role || (first?.kind !== undefined && !this.phrasesAt(at)!.all[0]!.isNamed) ? head : at;
  }

  /** Finds the item of the subject of a verb. `TOPIC_POSITION` means that the subject is the topic of the text. */
  subjectOf(verbAt: number): number | undefined {
    const verb = this.verbAt(verbAt)!;
    const at = this.skipAdverbs(verbAt - 1, -1);
    if (at < 0) return isWithoutSubject(verb) ? undefined : TOPIC_POSITION;
    if (this.isAt(at, 'relative')) return this.subjectOfRelative(at);
    // `A from legal clears`: the subject is before the preposition.
    if (this.isAt(at, 'other') && this.isAt(at - 1, 'preposition') && this.phrasesAt(at - 2))
      return this.headOf(at - 2);
    if (this.isOrderVerb(at, verb)) return undefined;
    if (this.phrasesAt(at))
      return verb.form === 'participle' ? this.subjectOfParticiple(this.headOf(at)) : this.headOf(at);
    if (this.verbAt(at)) return verb.form === 'finite' ? undefined : this.subjectOf(at);
    if (this.isAt(at, 'preposition') && verb.form === 'ing') return this.subjectOfVerbBefore(at);
    return this.subjectBehindMark(at, verb);
  }

  /** Whether the verb is an order after a leading phrase: `For tariffs talk to A`. */
  private isOrderVerb(at: number, { word }: VerbGroup): boolean {
    return at === 1 && this.isAt(0, 'preposition') && word.form === 'base' && orderVerbs.has(word.lemma);
  }

  private subjectBehindMark(at: number, verb: VerbGroup): number | undefined {
    if (this.isMark(at, /^:$/u)) return this.phrasesAt(at - 1) ? this.headOf(at - 1) : undefined;
    if (this.isAt(at, 'conjunction') || (this.isMark(at, /^,$/u) && this.isAt(at + 1, 'conjunction')))
      return this.subjectOfVerbBefore(at) ?? (this.verbAt(0) ? TOPIC_POSITION : undefined);
    return this.isMark(at, /^[,—–-]$/u) ? this.subjectBehindComma(at, verb) : undefined;
  }

  /** Finds the subject of a participle: X in `X is a tool maintained by A`. */
  private subjectOfParticiple(at: number): number | undefined {
    const over = this.verbAt(at - 1);
    return over?.lemma === 'be' && !this.phrasesAt(at)!.all[0]!.isNamed ? this.subjectOf(at - 1) : at;
  }

  private subjectOfVerbBefore(at: number): number | undefined {
    const former = this.findLastBefore(at, ({ is }) => is === 'verb');
    return former < 0 ? undefined : this.subjectOf(former);
  }

  private subjectOfRelative(at: number): number | undefined {
    if (this.isAt(at - 1, 'preposition') || this.isAt(at, 'relative', /^where$/u)) return undefined;
    const before = this.isMark(at - 1, /^,$/u) ? at - 2 : at - 1;
    return this.phrasesAt(before) ? this.antecedent(before) : undefined;
  }

  private subjectBehindComma(at: number, verb: VerbGroup): number | undefined {
    if (verb.form !== 'finite' && this.phrasesAt(at - 1)) return this.antecedent(at - 1);
    const opening = this.findLastBefore(
      at,
      ({ is }, index) => is === 'mark' && this.isMark(index, /^,$/u) && this.phrasesAt(index - 1) !== undefined,
    );
    if (opening > 0) return this.headOf(opening - 1);
    if ((this.phrasesAt(at - 1)?.all.length ?? 0) > 1) return at - 1;
    return verb.form === 'finite' && this.verbAt(0) ? TOPIC_POSITION : undefined;
  }

  /** The phrases of a subject, with pronouns resolved, and `the person who` replaced by the person that the sentence names. */
  resolvedReachAt(at: number | undefined): PhraseReach | undefined {
    if (at === undefined) return undefined;
    if (at === TOPIC_POSITION) return { all: this.topic(), of: [], to: 0 };
    const reach = this.reachAt(at);
    const [only] = reach?.all ?? [];
    if (!reach || !only) return undefined;
    const isOfTopic = isThrough(only) && only.words.length + reach.all.length === 2 && reach.of.length === 0;
    if (isOfTopic && !only.owner) return { ...reach, all: this.about() };
    const isGeneric = !only.isNamed && (genericNouns.has(only.words.at(-1)!.lower) || only.pronoun === 'it');
    const all =
      isGeneric && this.isAt(reach.to, 'relative')
        ? findCopulaSubjects(this, at, reach.to)
        : this.resolveAll([...reach.all, ...this.phrasesJoinedTo(reach.to)]);
    return { ...reach, all };
  }

  /** Finds phrases that are joined to a subject: B in `A, together with B, owns`. */
  private phrasesJoinedTo(at: number): readonly Phrase[] {
    const isJoint = this.isMark(at, /^,$/u) && this.isAt(at + 1, 'preposition', /^(?:together|along)-with$/u);
    return isJoint ? (this.phrasesAt(at + 2)?.all ?? []) : [];
  }

  /** Finds the topic: the phrase before the sentence (`Atlas: ...`, `In acme/web, ...`), or else the topic of the text. */
  topic(): readonly Phrase[] {
    const headed = this.isMark(1, /^[:–—-]$/u) ? this.phrasesAt(0) : undefined;
    if (headed && !headed.all[0]!.role && this.items.length > 3) return this.resolveAll(headed.all);
    const isFronted =
      this.isAt(0, 'preposition', /^(?:in|for|on|under|within|at|of)$/u) &&
      (this.isMark(this.reachAt(1)?.to ?? 2, /^,$/u) || this.phrasesAt(2));
    const fronted = isFronted ? this.reachAt(1) : undefined;
    if (fronted) return this.resolveAll(fronted.all);
    return this.context.topic ? [this.context.topic] : [];
  }

  about(): readonly Phrase[] {
    const topic = this.topic();
    if (topic[0] === this.context.topic && this.context.about) return [this.context.about];
    return topic.filter((phrase) => !(isPersonal(phrase) && phrase === this.context.topic && !phrase.isTitle));
  }

  /** Resolves pronouns among phrases to phrases of the same sentence, or else of the sentences before it. */
  resolveAll(phrases: readonly Phrase[]): readonly Phrase[] {
    return phrases.flatMap((phrase) => {
      if (phrase.role?.holder) return [phrase.role.holder];
      return resolveInside(this, phrase) ?? this.context.resolve(phrase) ?? [];
    });
  }
}

/** Whether the verb has no subject: `Moved to libs/x.` leaves it out, `Keep X` is an order. */
const isWithoutSubject = ({ word, isPassive, form, lemma, modal }: VerbGroup): boolean =>
  (word.form === 'past' || (word.form === 'base' && modal === undefined)) &&
  !isPassive &&
  form === 'finite' &&
  lemma !== 'be';
