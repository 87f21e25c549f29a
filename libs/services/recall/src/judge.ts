import { Injectable } from '@nestjs/common';
import type { ItemId } from '@cairn/contracts';
import { Embedder, EmbeddingStore, type TokenBits } from '@cairn/ports';
import {
  maxSim,
  rank,
  recipes,
  signalNames,
  signals,
  textKindOf,
  type Candidate,
  type Facts,
  type Lender,
  type Question,
  type Ranked,
  type Recipe,
  type WeightedTokens,
} from '@cairn/ranking';
import { lenderOf, type Asked, type Found, type Gathered } from './candidates.ts';
import { namedPlaces, type Place } from './named-places.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The passage of an item that fits best, in characters of its embedded text. */
export interface Passage {
  readonly id: ItemId;
  readonly from: number;
  readonly to: number;
  readonly tokens?: TokenBits | undefined;
}

/** All that ordering needs, and the recipe to order by. */
export interface Weighed {
  readonly candidates: readonly Candidate[];
  readonly passages: ReadonlyMap<ItemId, Passage>;
  readonly recipe: Recipe;
}

export interface Judged extends Weighed {
  readonly ranked: readonly Ranked[];
}

/** Weighs the candidates against each other: late interaction, signals, and the recipe's sum. */
@Injectable()
export class Judge {
  constructor(
    private readonly embedder: Embedder,
    private readonly embeddings: EmbeddingStore,
  ) {}

  async judge(asked: Asked, gathered: Gathered, watch: Stopwatch): Promise<Judged> {
    const recipe = recipeFor(asked.recipe, gathered);
    const passages = await watch.time('passages', () => this.passagesOf(asked, gathered));
    return watch.time('rerank', () => {
      const query = gathered.embedding?.tokens;
      const { question } = asked.query;
      const passageLength = this.embedder.maxTokens * CHARS_PER_TOKEN;
      const isNamed = namedPlaces(asked.query.words.terms);
      const circumstances = { passages, query, recipe, question, passageLength, isNamed };
      const candidates = gathered.found.flatMap((found) =>
        found.ids.map((id) => candidateOf(id, found, circumstances)),
      );
      return { candidates, passages, recipe, ranked: rank(candidates, recipe, this.embedder.scale) };
    });
  }

  private async passagesOf({ scope }: Asked, { found, embedding }: Gathered): Promise<Map<ItemId, Passage>> {
    if (!embedding) return new Map();
    const lists = await Promise.all(
      found.map(({ kind, vectors }) => {
        const wanted = [...vectors.values()].map(({ id, chunk }) => ({ id, chunk }));
        return this.embeddings.passages(scope, this.embedder.modelId, kind, wanted);
      }),
    );
    return new Map(lists.flat().map((passage) => [passage.id, passage]));
  }
}

/** Without its vectors, an answer is ranked by words alone, and the other way round: half a sum would compare nothing. */
function recipeFor(asked: Recipe, { degraded }: Gathered): Recipe {
  if (degraded.includes('vectors')) return { ...recipes.words, candidates: asked.candidates };
  if (degraded.includes('words')) return { ...recipes.vectors, candidates: asked.candidates };
  return asked;
}

interface Circumstances {
  readonly passages: ReadonlyMap<ItemId, Passage>;
  readonly query: WeightedTokens | undefined;
  readonly recipe: Recipe;
  readonly question: Question;
  /** Whether the question names the place of an item. */
  readonly isNamed: (place: Place) => boolean;
  /** Characters that the model reads at once, about. */
  readonly passageLength: number;
}

/** Of European languages; others take fewer, so that their texts count as fewer passages than they are. */
const CHARS_PER_TOKEN = 4;

function candidateOf(id: ItemId, found: Found, circumstances: Circumstances): Candidate {
  const { passages, query, recipe, question, passageLength, isNamed } = circumstances;
  const traits = found.traits.get(id)!;
  const words = found.words.get(id);
  const text = passages.get(id)?.tokens;
  const own = words?.covered ?? 0;
  const covered = traits.group === null ? own : Math.max(own, found.groups.get(traits.group) ?? 0);
  return {
    id,
    textKind: textKindOf(found.kind, traits.length),
    passages: found.kind === 'message' ? Math.max(1, traits.length / passageLength) : 1,
    words: words?.share ?? 0,
    cosine: found.vectors.get(id)?.cosine,
    tokens: query && text ? maxSim(query, text) : undefined,
    lender: lent(lenderOf(traits, recipe), text, found, circumstances),
    signals: signalsOf(question, { ...traits, covered, isPlaceNamed: isNamed(traits) }, recipe),
  };
}

function lent(
  lender: ItemId | undefined,
  text: TokenBits | undefined,
  found: Found,
  { passages, query, recipe }: Circumstances,
): Lender | undefined {
  if (!lender) return undefined;
  const tokens = passages.get(lender)?.tokens;
  return {
    words: found.words.get(lender)?.share ?? 0,
    cosine: found.vectors.get(lender)?.cosine,
    tokens: query && text ? maxSim(query, text, tokens, recipe.context.tokens) : undefined,
  };
}

/** What is 0 is left out, so that an explanation names what counted. */
function signalsOf(question: Question, facts: Facts, recipe: Recipe): NonNullable<Candidate['signals']> {
  const asked = signalNames.filter((name) => recipe.signals[name] !== 0);
  const values = asked.map((name) => [name, signals[name](question, facts)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== 0));
}
