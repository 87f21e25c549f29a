import { Injectable } from '@nestjs/common';
import { itemKinds, type Item, type ItemId } from '@cairn/contracts';
import { ItemReader } from '@cairn/ports';
import { isForeign, MANY_TEXTS, type Ranked } from '@cairn/ranking';
import { isSpelledIn } from '@cairn/text';
import type { RecallContext } from '../question/recall-context.ts';
import type { CandidatePool } from './candidate-pool.ts';

/** How many of the best candidates are read for another spelling of a name. */
const READ = 20;
/** A letter three times in a row, or five consonants without a vowel: "zzzz", "qwrtp". */
const NO_WORD = /(\p{L})\1\1|^[b-df-hj-np-tv-xz]{5,}$/u;
/** So many words of a question are looked for one by one. */
const LOOKED_FOR = 8;

/** Tells whether a question is about something of which nothing that the caller may read speaks. */
@Injectable()
export class ForeignTopics {
  constructor(private readonly items: ItemReader) {}

  async isForeign(context: RecallContext, pool: CandidatePool, ranked: readonly Ranked[]): Promise<boolean> {
    if (ranked.length === 0) return false;
    if (isForeign(ranked)) return true;
    return (await this.isByName(context, pool, ranked)) || this.isByWords(context, pool, ranked);
  }

  /**
   * Whether the question has specific names and none of them is in any text, in whatever spelling. The ordinary words around such
   * names are no evidence: that somebody leads a team says nothing of another team.
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

  /** Whether so much of it is no word of any language, and in no text, that even its best hit is too far. Words may be others for the same. */
  private async isByWords(context: RecallContext, pool: CandidatePool, ranked: readonly Ranked[]): Promise<boolean> {
    const { topic } = context.query;
    const { matched } = pool;
    const missing = topic.filter((term) => NO_WORD.test(term) && !matched.has(term));
    const far = (unknown: number, texts: number) => isForeign(ranked, { share: unknown / topic.length, texts });
    if (missing.length === 0 || missing.length > LOOKED_FOR || !far(missing.length, MANY_TEXTS)) return false;
    const [texts, ...stored] = await Promise.all([
      this.textsOf(context),
      ...missing.map((term) => this.isAnyStored(context, [term])),
    ]);
    return far(stored.filter((isStored) => !isStored).length, texts);
  }

  /** How many texts the caller may read, counted up to as many as are enough. */
  private async textsOf({ scope }: RecallContext): Promise<number> {
    const counts = await Promise.all(itemKinds.map((kind) => this.items.count(scope, { kind }, MANY_TEXTS)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Also in items that the filters of the request leave out: such a word is known, and the answer says what left it out. */
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
    const ids = ranked.slice(0, READ).map(({ id }) => id as ItemId);
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

/** All that names something of an item: its text, and who wrote it where. */
const wordsAround = (item: Item): string =>
  [
    ...[item.content, item.author, item.channel],
    ...(item.kind === 'message' ? [item.speaker, item.subchannel] : [item.title, ...item.tags]),
    ...(item.kind === 'memory' ? [item.subject] : []),
  ].join('\n');
