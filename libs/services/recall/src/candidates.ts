import { Injectable } from '@nestjs/common';
import { limits, type ItemId, type Lane, type Scope, type TimeRange } from '@cairn/contracts';
import {
  EmbeddingStore,
  Truth,
  VectorSearch,
  type Embedder,
  type Filter,
  type Kin,
  type TextSearch,
  type Traits,
  type VectorHit,
  type WordHit,
} from '@cairn/ports';
import { timeReach, type Recipe } from '@cairn/ranking';
import { Known, learn, type Found } from './known.ts';
import { absent, lane, unused, type Outcome } from './lane.ts';
import { QueryEmbeddings, type QueryEmbedding } from './query-embedding.ts';
import type { ReadQuery } from './read-query.ts';
import type { Stopwatch } from './stopwatch.ts';

/** One question put to the stores. */
export interface Asked {
  readonly scope: Scope;
  readonly query: ReadQuery;
  readonly filters: readonly Filter[];
  readonly recipe: Recipe;
  /** The model of the live vectors when the question came: it stays that of the whole answer. */
  readonly model: Embedder;
  /** The settings ask for no model: the answer goes without vectors, which is no failure to log. */
  readonly isWithoutModel: boolean;
  /** The words that were live then, likewise. */
  readonly words: TextSearch;
  /** Hits that the caller wants, if that is more than the recipe ranks anyway. */
  readonly wanted: number;
}

export interface Gathered {
  readonly found: readonly Found[];
  readonly embedding: QueryEmbedding | undefined;
  readonly degraded: readonly Lane[];
}

/** The question, its vector and the clock, on their way through the stores. */
interface Search {
  readonly asked: Asked;
  readonly embedding: Promise<Outcome<QueryEmbedding>>;
  readonly watch: Stopwatch;
}

/**
 * Brings in what may answer: both lanes' best, and the answers to questions among them. Each store is asked for all it
 * knows of an item as soon as the item is known: while one lane still searches, the other's finds are looked up. What both
 * find is scored twice by that, which costs less than waiting.
 */
@Injectable()
export class Candidates {
  constructor(
    private readonly truth: Truth,
    private readonly vectors: VectorSearch,
    private readonly queries: QueryEmbeddings,
    private readonly embeddings: EmbeddingStore,
  ) {}

  async gather(asked: Asked, watch: Stopwatch): Promise<Gathered> {
    const embedding = this.embed(asked, watch);
    const found = await Promise.all(asked.filters.map((filter) => this.find({ asked, embedding, watch }, filter)));

    const { answer, failed } = await embedding;
    const hasFailed = (name: Lane) => found.some((known) => known.failed.has(name)) || (name === 'vectors' && failed);
    return {
      found,
      embedding: hasFailed('vectors') ? undefined : answer,
      degraded: (['words', 'vectors'] as const).filter(hasFailed),
    };
  }

  private embed(asked: Asked, watch: Stopwatch): Promise<Outcome<QueryEmbedding>> {
    if (!lanesOf(asked.recipe).vectors) return unused();
    if (asked.isWithoutModel) return absent();
    return lane('vectors', () => watch.time('embed', () => this.queries.of(asked.model, asked.query.meaning)));
  }

  private async find(search: Search, filter: Filter): Promise<Known> {
    const known = new Known(filter.kind);
    const filters = [filter, ...filtersInTime(filter, search.asked.query.question.times)];
    await Promise.all([
      this.searchWords(search, known, filters).then((hits) => this.learnWords(search, known, hits)),
      this.searchVectors(search, known, filters).then((hits) => this.learnVectors(search, known, hits)),
    ]);
    await search.watch.time('expand', () => this.expand(search, known));
    return known;
  }

  private async searchWords(search: Search, known: Known, filters: readonly Filter[]): Promise<WordHit[]> {
    const { scope, query, recipe, words } = search.asked;
    if (!lanesOf(recipe).words) return [];
    const each = (filter: Filter) =>
      words.search(scope, query.words, filter, depthOf(search.asked, filter), recipe.bm25[filter.kind]);
    return ask(search, known, 'words', 'words', async () => (await Promise.all(filters.map(each))).flat());
  }

  private async searchVectors(search: Search, known: Known, filters: readonly Filter[]): Promise<VectorHit[]> {
    const { answer } = await search.embedding;
    if (!answer) return [];
    const { asked } = search;
    const each = (filter: Filter) => this.vectors.search(asked.scope, answer, filter, depthOf(asked, filter));
    return ask(search, known, 'vectors', 'vectors', async () => (await Promise.all(filters.map(each))).flat());
  }

  private async learnWords(search: Search, known: Known, hits: readonly WordHit[]): Promise<void> {
    learn(known.words, hits);
    const ids = idsOf(hits);
    await Promise.all([
      this.learnTraits(search, known, ids),
      this.scoreVectors(search, known, ids),
      this.learnKin(search, known, ids),
    ]);
  }

  private async learnVectors(search: Search, known: Known, hits: readonly VectorHit[]): Promise<void> {
    learn(known.vectors, hits);
    const ids = idsOf(hits);
    await Promise.all([
      this.learnTraits(search, known, ids),
      this.learnPassages(search, known, ids),
      this.scoreWords(search, known, ids),
      this.learnKin(search, known, ids),
    ]);
  }

  private async learnTraits({ asked, watch }: Search, known: Known, ids: readonly ItemId[]): Promise<void> {
    const unknown = known.unaskedOf('traits', ids);
    if (unknown.length === 0) return;
    learn(known.traits, await watch.time('traits', () => this.truth.traits(asked.scope, known.kind, unknown)));
  }

  private async learnPassages({ asked, watch }: Search, known: Known, ids: readonly ItemId[]): Promise<void> {
    const embedded = ids.filter((id) => known.vectors.has(id));
    const wanted = known.unaskedOf('passages', embedded).map((id) => ({ id, chunk: known.vectors.get(id)!.chunk }));
    if (wanted.length === 0) return;
    const { modelId } = asked.model;
    const passages = await watch.time('passages', () =>
      this.embeddings.passages(asked.scope, modelId, known.kind, wanted),
    );
    learn(known.passages, passages);
  }

  /** Adds the answers to questions, the questions that lend, and what their sessions and documents hold. */
  private async expand(search: Search, known: Known): Promise<void> {
    const answers = known.kind === 'message' ? answersTo(known.traits, search.asked.recipe) : [];
    await Promise.all([this.learnTraits(search, known, answers), this.learnKin(search, known, answers)]);
    await Promise.all([this.learnGroups(search, known), this.scoreAll(search, known)]);
  }

  /** What the lanes think of each, and of the question that lends to it. */
  private async scoreAll(search: Search, known: Known): Promise<void> {
    const all = [...known.traits.keys(), ...lendersOf(known.traits, search.asked.recipe)];
    await Promise.all([this.scoreWords(search, known, all), this.scoreVectors(search, known, all)]);
  }

  /** What candidates were made from and what was made from them is known as they are, but for their sessions. */
  private async learnKin(search: Search, known: Known, ids: readonly ItemId[]): Promise<void> {
    const { asked, watch } = search;
    const unknown = asked.recipe.signals.lineage === 0 ? [] : known.unaskedOf('kin', ids);
    if (unknown.length === 0) return;
    const pairs = newestOfEach(await watch.time('kin', () => this.truth.kin(asked.scope, known.kind, unknown)));
    for (const { id, kin } of pairs) known.kin.set(id, [...(known.kin.get(id) ?? []), kin.id]);
    const byKind = Map.groupBy(pairs, ({ kin }) => kin.kind);
    await Promise.all(
      [...byKind].map(([kind, some]) =>
        this.learnRelatives(
          search,
          known.relativesOf(kind),
          some.map(({ kin }) => kin.id),
        ),
      ),
    );
  }

  private async learnRelatives(search: Search, relatives: Known, ids: readonly ItemId[]): Promise<void> {
    await this.learnTraits(search, relatives, ids);
    await this.scoreAll(search, relatives);
  }

  /** Asks the words lane about items that it has not brought in, or not yet. */
  private async scoreWords(search: Search, known: Known, ids: readonly ItemId[]): Promise<void> {
    const { scope, query, recipe, words } = search.asked;
    const others = lanesOf(recipe).words ? known.unaskedOf('words', ids) : [];
    if (others.length === 0) return;
    const score = () => words.score(scope, query.words, known.kind, others, recipe.bm25[known.kind]);
    learn(known.words, await ask(search, known, 'words', 'other words', score));
  }

  private async scoreVectors(search: Search, known: Known, ids: readonly ItemId[]): Promise<void> {
    const { answer } = await search.embedding;
    const others = answer ? known.unaskedOf('vectors', ids) : [];
    if (!answer || others.length === 0) return;
    const score = () => this.vectors.score(search.asked.scope, answer, known.kind, others);
    learn(known.vectors, await ask(search, known, 'vectors', 'other vectors', score));
    await this.learnPassages(search, known, others);
  }

  private async learnGroups(search: Search, known: Known): Promise<void> {
    const { scope, query, recipe, words } = search.asked;
    const groups = [...new Set([...known.traits.values()].flatMap(({ group }) => group ?? []))];
    if (groups.length === 0 || recipe.signals.coverage === 0 || !lanesOf(recipe).words) return;
    const cover = () => words.coverage(scope, query.words, known.kind, groups);
    for (const { group, covered } of await ask(search, known, 'words', 'coverage', cover))
      known.groups.set(group, covered);
  }
}

/** What a lane answers at one stage. A lane that does not is noted, whatever it was asked, and the answer goes on without it. */
async function ask<Answer>(
  { watch }: Search,
  known: Known,
  name: Lane,
  stage: string,
  work: () => Promise<Answer[]>,
): Promise<Answer[]> {
  const { answer = [], failed } = await lane(name, () => watch.time(stage, work));
  if (failed) known.failed.add(name);
  return answer;
}

const idsOf = (hits: readonly { readonly id: ItemId }[]): ItemId[] => hits.map(({ id }) => id);

const depthOf = ({ recipe, wanted }: Asked, { kind }: Filter): number => Math.max(recipe.candidates[kind], wanted);

function lanesOf({ weights }: Recipe): { words: boolean; vectors: boolean } {
  const isWeighed = (score: string) => Object.values(weights).some((of) => (of[score] ?? 0) > 0);
  return { words: isWeighed('words'), vectors: isWeighed('vector') || isWeighed('tokens') };
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

/** A message that much was made from is not looked at through all of it. */
function newestOfEach(pairs: readonly Kin[]): Kin[] {
  const newestFirst = [...pairs].sort((one, other) => (one.kin.id < other.kin.id ? 1 : -1));
  return [...Map.groupBy(newestFirst, ({ id }) => id).values()].flatMap((kin) => kin.slice(0, limits.kin.max));
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
