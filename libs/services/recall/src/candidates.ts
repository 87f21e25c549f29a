import { Injectable, Logger } from '@nestjs/common';
import type { ItemId, ItemKind, Lane, Scope } from '@cairn/contracts';
import { TextIndex, Truth, VectorIndex, type Filter, type Traits, type VectorHit, type WordHit } from '@cairn/ports';
import { timeReach, type Recipe, type TimeRange } from '@cairn/ranking';
import { QueryEmbeddings, type QueryEmbedding } from './query-embedding.ts';
import type { ReadQuery } from './read-query.ts';
import type { Stopwatch } from './stopwatch.ts';
import { within } from './within.ts';

/** One question put to the stores. */
export interface Asked {
  readonly scope: Scope;
  readonly query: ReadQuery;
  readonly filters: readonly Filter[];
  readonly recipe: Recipe;
}

/** What the lanes know of items of one kind. `ids` are the candidates; lenders are known besides. */
export interface Found {
  readonly kind: ItemKind;
  readonly ids: readonly ItemId[];
  readonly words: ReadonlyMap<ItemId, WordHit>;
  readonly vectors: ReadonlyMap<ItemId, VectorHit>;
  readonly traits: ReadonlyMap<ItemId, Traits>;
  /** What sessions and documents hold of the query, by group. */
  readonly groups: ReadonlyMap<string, number>;
}

export interface Gathered {
  readonly found: readonly Found[];
  readonly embedding: QueryEmbedding | undefined;
  readonly degraded: readonly Lane[];
}

/** A lane that does not answer in this time is left out and the answer says so. */
const LANE_TIMEOUT_MS = 5_000;

/** Brings in what may answer: both lanes' best, and the answers to questions among them. */
@Injectable()
export class Candidates {
  private readonly logger = new Logger(Candidates.name);

  constructor(
    private readonly truth: Truth,
    private readonly texts: TextIndex,
    private readonly vectors: VectorIndex,
    private readonly embeddings: QueryEmbeddings,
  ) {}

  async gather(asked: Asked, watch: Stopwatch): Promise<Gathered> {
    const uses = lanesOf(asked.recipe);
    const embedding = uses.vectors
      ? this.lane('vectors', () => watch.time('embed', () => this.embeddings.of(asked.query.meaning)))
      : Promise.resolve({ answer: undefined, failed: false });

    const searched = await Promise.all(
      asked.filters
        .flatMap((filter) => [filter, ...filtersInTime(filter, asked.query.question.times)])
        .map(async (filter) => {
          const [words, vectors] = await Promise.all([
            uses.words
              ? this.lane('words', () => watch.time('words', () => this.searchWords(asked, filter)))
              : unused<WordHit[]>(),
            this.searchVectors(asked, filter, embedding, watch),
          ]);
          return { filter, words, vectors };
        }),
    );

    const { answer: vector, failed } = await embedding;
    const found = await Promise.all(
      asked.filters.map(({ kind }) => {
        const ofKind = searched.filter(({ filter }) => filter.kind === kind);
        const words = ofKind.flatMap(({ words: { answer } }) => answer ?? []);
        const vectors = ofKind.flatMap(({ vectors: { answer } }) => answer ?? []);
        return watch.time('expand', () => this.expand(asked, kind, words, vectors, vector));
      }),
    );
    const wordsFailed = searched.some(({ words }) => words.failed);
    const vectorsFailed = failed || searched.some(({ vectors }) => vectors.failed);
    const degraded: Lane[] = [
      ...(wordsFailed ? (['words'] as const) : []),
      ...(vectorsFailed ? (['vectors'] as const) : []),
    ];
    return { found, embedding: vectorsFailed ? undefined : vector, degraded };
  }

  private searchWords({ scope, query, recipe }: Asked, filter: Filter): Promise<WordHit[]> {
    return this.texts.search(scope, query.words, filter, recipe.candidates, recipe.bm25[filter.kind]);
  }

  private async searchVectors(
    asked: Asked,
    filter: Filter,
    embedding: Promise<Outcome<QueryEmbedding>>,
    watch: Stopwatch,
  ): Promise<Outcome<VectorHit[]>> {
    const { answer } = await embedding;
    if (!answer) return { answer: undefined, failed: false };
    return this.lane('vectors', () =>
      watch.time('vectors', () => this.vectors.search(asked.scope, answer.vector, filter, asked.recipe.candidates)),
    );
  }

  /** Adds the answers to questions, and what each lane thinks of the items that only the other brought in. */
  private async expand(
    asked: Asked,
    kind: ItemKind,
    words: readonly WordHit[],
    vectors: readonly VectorHit[],
    embedding: QueryEmbedding | undefined,
  ): Promise<Found> {
    const known = { words: byId(words), vectors: byId(vectors) };
    const direct = [...new Set([...known.words.keys(), ...known.vectors.keys()])];
    const [traits] = await Promise.all([
      this.traitsWithAnswers(asked, kind, direct),
      this.complete(asked, kind, known, direct, embedding),
    ]);
    const beside = [...new Set([...traits.keys(), ...lendersOf(traits, asked.recipe)])].filter(
      (id) => !direct.includes(id),
    );
    const [groups] = await Promise.all([
      this.coverage(asked, kind, traits),
      this.complete(asked, kind, known, beside, embedding),
    ]);
    return { kind, ids: [...traits.keys()], ...known, traits, groups };
  }

  private async coverage(
    { scope, query, recipe }: Asked,
    kind: ItemKind,
    traits: ReadonlyMap<ItemId, Traits>,
  ): Promise<Map<string, number>> {
    const groups = [...new Set([...traits.values()].flatMap(({ group }) => group ?? []))];
    if (groups.length === 0 || recipe.signals.coverage === 0 || !lanesOf(recipe).words) return new Map();
    const { answer: covered = [] } = await this.lane('words', () =>
      this.texts.coverage(scope, query.words, kind, groups),
    );
    return new Map(covered.map((each) => [each.group, each.covered]));
  }

  private async traitsWithAnswers(
    { scope, recipe }: Asked,
    kind: ItemKind,
    ids: readonly ItemId[],
  ): Promise<Map<ItemId, Traits>> {
    const traits = byId(await this.truth.traits(scope, kind, ids));
    const answers = kind === 'message' ? answersTo(traits, recipe) : [];
    if (answers.length === 0) return traits;
    for (const trait of await this.truth.traits(scope, kind, answers)) traits.set(trait.id, trait);
    return traits;
  }

  /** Asks each lane about the items that it did not bring in itself. */
  private async complete(
    { scope, query, recipe }: Asked,
    kind: ItemKind,
    known: { readonly words: Map<ItemId, WordHit>; readonly vectors: Map<ItemId, VectorHit> },
    ids: readonly ItemId[],
    embedding: QueryEmbedding | undefined,
  ): Promise<void> {
    const wordless = lanesOf(recipe).words ? ids.filter((id) => !known.words.has(id)) : [];
    const vectorless = embedding ? ids.filter((id) => !known.vectors.has(id)) : [];
    const [words, vectors] = await Promise.all([
      wordless.length > 0 ? this.texts.score(scope, query.words, kind, wordless, recipe.bm25[kind]) : [],
      embedding && vectorless.length > 0 ? this.vectors.score(scope, embedding.vector, kind, vectorless) : [],
    ]);
    for (const hit of words) known.words.set(hit.id, hit);
    for (const hit of vectors) known.vectors.set(hit.id, hit);
  }

  /** A failing lane degrades the answer; it does not fail it. */
  private async lane<Answer>(lane: Lane, work: () => Promise<Answer>): Promise<Outcome<Answer>> {
    try {
      return { answer: await within(LANE_TIMEOUT_MS, `the ${lane} lane`, work()), failed: false };
    } catch (error) {
      this.logger.warn(`the ${lane} lane did not answer: ${String(error)}`);
      return { answer: undefined, failed: true };
    }
  }
}

interface Outcome<Answer> {
  readonly answer: Answer | undefined;
  readonly failed: boolean;
}

const unused = <Answer>(): Promise<Outcome<Answer>> => Promise.resolve({ answer: undefined, failed: false });

const byId = <Value extends { readonly id: ItemId }>(values: readonly Value[]): Map<ItemId, Value> =>
  new Map(values.map((value) => [value.id, value]));

function lanesOf({ weights }: Recipe): { words: boolean; vectors: boolean } {
  const all = Object.values(weights);
  return { words: all.some(({ words }) => words > 0), vectors: all.some(({ vector, tokens }) => vector + tokens > 0) };
}

/** A date without its year means too many ranges for lanes of their own; it still lifts what the other lanes find. */
const TIMED_LANES_MAX = 2;

/** The same search once more within each time that the question names, so that in a big store the others do not crowd it out. */
function filtersInTime(filter: Filter, times: readonly TimeRange[]): Filter[] {
  if (times.length > TIMED_LANES_MAX) return [];
  return times.map(timeReach).map(({ from, to }) => ({
    ...filter,
    sinceMs: Math.max(filter.sinceMs ?? 0, from),
    untilMs: Math.min(filter.untilMs ?? Number.MAX_SAFE_INTEGER, to),
  }));
}

const isQuestion = (share: number, { context }: Recipe): boolean => share >= context.questionShareMin;

/** The turns right after questions among the candidates: an answer often shares no word with what is asked. */
function answersTo(traits: ReadonlyMap<ItemId, Traits>, recipe: Recipe): ItemId[] {
  return [...traits.values()].flatMap(({ thread, questionShare, next }) =>
    next && thread === 'people' && isQuestion(questionShare, recipe) && !traits.has(next.id) ? [next.id] : [],
  );
}

/**
 * The question that lends to a candidate, if the turn before it is one. Only between people the answer needs its question:
 * what is asked of an assistant is evidence itself.
 */
export function lenderOf({ thread, previous }: Traits, recipe: Recipe): ItemId | undefined {
  const lends = previous && thread === 'people' && isQuestion(previous.questionShare, recipe);
  return lends ? previous.id : undefined;
}

const lendersOf = (traits: ReadonlyMap<ItemId, Traits>, recipe: Recipe): ItemId[] =>
  [...traits.values()].flatMap((trait) => lenderOf(trait, recipe) ?? []);
