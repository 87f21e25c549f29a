import { Injectable } from '@nestjs/common';
import { itemKinds, type Item, type ItemId } from '@cairn/contracts';
import { ItemReader } from '@cairn/ports';
import { isOffTopic, FULL_INCREASE_TEXTS, type Ranked } from '@cairn/ranking';
import { isNamedIn, isSpelledIn, NAMED_CHARS_MAX } from '@cairn/text';
import type { RecallContext } from '../question/recall-context.ts';
import type { CandidatePool } from './candidate-pool.ts';

/** Number of best candidates that are searched for another spelling of a name. */
const CANDIDATES_READ = 20;
/**
 * Matches a text that is no word. It has the same letter three times in a row, or consists of five or more consonants,
 * such as "zzzz" or "qwrtp".
 */
const NO_WORD = /(\p{L})\1\1|^[b-df-hj-np-tv-xz]{5,}$/u;
const SEVERAL_NAMES = 2;
/** The most words of a question that are searched one by one. */
const LOOKED_FOR = 8;

/** Decides whether a question is about a topic that no text in the scope mentions. */
@Injectable()
export class ForeignTopics {
  constructor(private readonly items: ItemReader) {}

  async isForeign(context: RecallContext, pool: CandidatePool, ranked: readonly Ranked[]): Promise<boolean> {
    if (ranked.length === 0) return false;
    if (isOffTopic(ranked)) return true;
    if (await this.isByName(context, pool, ranked)) return true;
    return (await this.isBySeveralNames(context, pool, ranked)) || this.isByWords(context, pool, ranked);
  }

  /**
   * Whether the question has specific names and no text contains any of these names, in any spelling. Ordinary words
   * around the names do not count: a text about the lead of one team says nothing about another team.
   */
  private async isByName(context: RecallContext, pool: CandidatePool, ranked: readonly Ranked[]): Promise<boolean> {
    const { query, words } = context;
    if (query.names.length === 0 || ranked.some(isOfKnownPlace)) return false;
    const named = query.names.flatMap((name) => name.words);
    const terms = named.flatMap((word) => words.queryOf(word).terms);
    if (hasAny(pool.matched, terms) || (await this.isAnyStored(context, terms))) return false;
    const best = await this.bestOf(context, pool, ranked);
    return !named.some(isSpelledIn(best.map(wordsAround).join('\n')));
  }

  /**
   * Whether the question has several names, of anything, and no text contains any of them. A text may call one product
   * by other words, but hardly all that the question names.
   */
  private async isBySeveralNames(
    context: RecallContext,
    pool: CandidatePool,
    ranked: readonly Ranked[],
  ): Promise<boolean> {
    const { words, query } = context;
    const names = query.askedNames;
    if (names.length < SEVERAL_NAMES || ranked.some(isOfKnownPlace)) return false;
    const terms = names.flatMap(({ text }) => words.queryOf(text).terms);
    if (hasAny(pool.matched, terms) || (await this.isAnyStored(context, terms))) return false;
    const texts = (await this.bestOf(context, pool, ranked)).map(wordsAround);
    return !texts.map(isNamedIn).some((isNamed) => names.some(isNamed));
  }

  /**
   * Whether a large fraction of the question's words belongs to no language and occurs in no text, while even the best
   * hit is too far from the question. Other missing words do not count, since they may be synonyms.
   */
  private async isByWords(context: RecallContext, pool: CandidatePool, ranked: readonly Ranked[]): Promise<boolean> {
    const { topic } = context.query;
    const { matched } = pool;
    const missing = topic.filter((term) => NO_WORD.test(term) && !matched.has(term));
    const far = (unknown: number, texts: number) => isOffTopic(ranked, { share: unknown / topic.length, texts });
    if (missing.length === 0 || missing.length > LOOKED_FOR || !far(missing.length, FULL_INCREASE_TEXTS)) return false;
    const [texts, ...stored] = await Promise.all([
      this.textsOf(context),
      ...missing.map((term) => this.isAnyStored(context, [term])),
    ]);
    return far(stored.filter((isStored) => !isStored).length, texts);
  }

  /** Counts the texts in the scope, up to `FULL_INCREASE_TEXTS`. */
  private async textsOf({ scope }: RecallContext): Promise<number> {
    const counts = await Promise.all(itemKinds.map((kind) => this.items.count(scope, { kind }, FULL_INCREASE_TEXTS)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Whether any item of the scope contains one of the terms, even outside the filters of the request. If so, the term
   * is known, and the answer names the filter that left the item out.
   */
  private async isAnyStored({ scope, words, recipe }: RecallContext, terms: readonly string[]): Promise<boolean> {
    const query = { terms, parts: terms, phrases: [] };
    const found = await Promise.all(
      itemKinds.map((kind) => words.search(scope, query, { kind, includeArchived: true }, 1, recipe.bm25[kind])),
    );
    return found.some((hits) => hits.length > 0);
  }

  private async bestOf(
    { scope }: RecallContext,
    { features }: CandidatePool,
    ranked: readonly Ranked[],
  ): Promise<Item[]> {
    const ids = ranked.slice(0, CANDIDATES_READ).map(({ id }) => id as ItemId);
    const read = await Promise.all(
      itemKinds.map((kind) => {
        const some = ids.filter((id) => features.get(id)?.kind === kind);
        return some.length > 0 ? this.items.hydrate(scope, { kind, includeArchived: true }, some) : [];
      }),
    );
    return read.flat();
  }
}

const isOfKnownPlace = ({ parts }: Ranked): boolean => parts.some(({ signal }) => signal === 'place');

const hasAny = (known: ReadonlySet<string>, terms: readonly string[]): boolean => terms.some((term) => known.has(term));

/** Words of an item in which a name can occur: its author, its place, and the beginning of its text. */
export const wordsAround = (item: Item): string =>
  [
    ...[item.author, item.channel],
    ...(item.kind === 'message' ? [item.speaker, item.subchannel] : [item.title, ...item.tags]),
    ...(item.kind === 'memory' ? [item.subject] : []),
    item.content.slice(0, NAMED_CHARS_MAX),
  ].join('\n');
