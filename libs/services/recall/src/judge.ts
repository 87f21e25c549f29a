import { Injectable } from '@nestjs/common';
import type { ItemId, Mode } from '@cairn/contracts';
import { Embedder, EmbeddingStore, type TokenBits, type Traits } from '@cairn/ports';
import {
  maxSim,
  modeFit,
  rank,
  recipes,
  textKindOf,
  type Candidate,
  type Ranked,
  type Recipe,
  type WeightedTokens,
} from '@cairn/ranking';
import { lenderOf, type Asked, type Found, type Gathered } from './candidates.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The passage of an item that fits best, in characters of its embedded text. */
export interface Passage {
  readonly id: ItemId;
  readonly from: number;
  readonly to: number;
  readonly tokens?: TokenBits | undefined;
}

export interface Judged {
  readonly ranked: readonly Ranked[];
  readonly passages: ReadonlyMap<ItemId, Passage>;
  readonly recipe: Recipe;
}

/** Weighs the candidates against each other: late interaction, signals, and the recipe's sum. */
@Injectable()
export class Judge {
  constructor(
    private readonly embedder: Embedder,
    private readonly embeddings: EmbeddingStore,
  ) {}

  async judge(asked: Asked, gathered: Gathered, mode: Mode, watch: Stopwatch): Promise<Judged> {
    const recipe = recipeFor(asked.recipe, gathered);
    const passages = await watch.time('passages', () => this.passagesOf(asked, gathered));
    return watch.time('rerank', () => {
      const query = gathered.embedding?.tokens;
      const candidates = gathered.found.flatMap((found) =>
        found.ids.map((id) => candidateOf(id, found, { passages, query, recipe, mode, speaker: asked.query.speaker })),
      );
      return { ranked: rank(candidates, recipe, this.embedder.scale), passages, recipe };
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
  readonly mode: Mode;
  readonly speaker: string | null;
}

function candidateOf(id: ItemId, found: Found, { passages, query, recipe, mode, speaker }: Circumstances): Candidate {
  const traits = found.traits.get(id)!;
  const lender = lenderOf(traits, recipe);
  const text = passages.get(id)?.tokens;
  const lenderText = lender && passages.get(lender)?.tokens;
  return {
    id,
    textKind: textKindOf(found.kind, traits.length),
    words: found.words.get(id)?.share ?? 0,
    cosine: found.vectors.get(id)?.cosine,
    tokens: query && text ? maxSim(query, text, lenderText, recipe.context.tokens) : undefined,
    lender: lender
      ? { words: found.words.get(lender)?.share ?? 0, cosine: found.vectors.get(lender)?.cosine }
      : undefined,
    signals: signalsOf(traits, mode, speaker),
  };
}

function signalsOf(traits: Traits, mode: Mode, speaker: string | null): Candidate['signals'] {
  return {
    ...(speaker !== null && traits.speaker === speaker ? { speaker: 1 } : {}),
    ...(mode !== 'general' ? { mode: modeFit(mode, traits) } : {}),
  };
}
