import type { ItemKind } from '@cairn/contracts';
import { itemSignals, type ItemSignalName } from './signals/item-signals.ts';
import { poolSignals, type PoolSignalName } from './signals/pool-signals.ts';
import { textKinds, type TextKind } from './signals/text-kinds.ts';

/**
 * A recipe is data: what each kind of evidence is worth. It can be named in a request, benchmarked and compared.
 * Constants: docs/recipe.md; their measurement: docs/experiments.md. Weights go by kind of text, never by data set.
 */

/** Every signal beside the scores; each is worth at most its weight, which may be negative. */
export const signalNames = [...itemSignals, ...poolSignals].map(({ name }) => name);
export type SignalName = ItemSignalName | PoolSignalName;

/**
 * What each retriever's score weighs, by its name (`Scores`); they sum to 1. Scores that do not exist, as late interaction
 * with a model without token vectors, give their weight to the others (`recipeOver`).
 */
export type ScoreWeights = Readonly<Record<string, number>>;

/** What a message takes over from the question right before it in its session: a share of each of its scores. */
export interface Context {
  /** The previous message counts if this share of its text is a question. */
  readonly questionShareMin: number;
  readonly words: number;
  readonly vector: number;
  readonly tokens: number;
}

export interface Recipe {
  readonly name: string;
  readonly weights: Readonly<Record<TextKind, ScoreWeights>>;
  readonly context: Context;
  readonly signals: Readonly<Record<SignalName, number>>;
  /**
   * Candidates that a retriever brings in at least, before the union is ranked. Of messages 50 are as good as 100 or 200
   * (recall.md section 1); of memories 30 are as good as 50 (docs/experiments.md).
   */
  readonly candidates: Readonly<Record<ItemKind, number>>;
  readonly bm25: Readonly<Record<ItemKind, { readonly k1: number; readonly b: number }>>;
}

const shared = {
  context: { questionShareMin: 0.3, words: 0.5, vector: 0.3, tokens: 0.9 },
  signals: {
    speaker: 0.15,
    place: 0.15,
    time: 0.3,
    coverage: 0.2,
    question: -0.05,
    answerType: 0.1,
    answerName: 0.15,
    standing: 0.1,
    firstPerson: 0.1,
    mode: 0.05,
    doubted: -0.1,
    proven: 0.05,
    lineage: 0.3,
    session: 0.2,
    continuation: 0.1,
  },
  candidates: { message: 50, memory: 30, note: 30 },
  bm25: { message: { k1: 0.9, b: 0.4 }, memory: { k1: 1.2, b: 0.75 }, note: { k1: 1.2, b: 0.75 } },
} as const;

const fused = {
  message: { words: 0.3, vector: 0.2, tokens: 0.5 },
  'short-memory': { words: 0.3, vector: 0.2, tokens: 0.5 },
  document: { words: 0.4, vector: 0.3, tokens: 0.3 },
} as const satisfies Record<TextKind, ScoreWeights>;

/** What the graph weighs of a memory where a question names an entity; the graph knows nothing of messages. */
const GRAPH_SHARE = 0.2;

const withGraph = (weights: ScoreWeights): ScoreWeights => ({
  ...Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, weight * (1 - GRAPH_SHARE)])),
  graph: GRAPH_SHARE,
});

const forAllKinds = (weights: ScoreWeights): Record<TextKind, ScoreWeights> => ({
  message: weights,
  'short-memory': weights,
  document: weights,
});

export const recipes = {
  fused: { ...shared, name: 'fused', weights: fused },
  words: { ...shared, name: 'words', weights: forAllKinds({ words: 1, vector: 0, tokens: 0 }) },
  vectors: { ...shared, name: 'vectors', weights: forAllKinds({ words: 0, vector: 0.3, tokens: 0.7 }) },
  graph: {
    ...shared,
    name: 'graph',
    weights: {
      message: { ...fused.message, graph: 0 },
      'short-memory': withGraph(fused['short-memory']),
      document: withGraph(fused.document),
    },
  },
} as const satisfies Record<string, Recipe>;

/** Up to about this many characters a memory or a section of a note reads like a turn of talk; beyond it, like a document. */
const SHORT_MEMORY_CHARS = 400;

export const textKindOf = (kind: ItemKind, length: number): TextKind =>
  kind === 'message' ? 'message' : length <= SHORT_MEMORY_CHARS ? 'short-memory' : 'document';

/** The recipe over the scores that exist: what the others weigh is shared among these, as they stand to each other. */
export function recipeOver(recipe: Recipe, scores: ReadonlySet<string>): Recipe {
  const weights = textKinds.map((kind) => [kind, sharedAmong(recipe.weights[kind], scores)] as const);
  return { ...recipe, weights: Object.fromEntries(weights) as Recipe['weights'] };
}

function sharedAmong(weights: ScoreWeights, scores: ReadonlySet<string>): ScoreWeights {
  const all = Object.entries(weights);
  const existing = all.filter(([name]) => scores.has(name));
  const isMissed = all.some(([name, weight]) => weight !== 0 && !scores.has(name));
  if (!isMissed) return weights;
  const share = totalOf(all) / (totalOf(existing) || 1);
  return Object.fromEntries(all.map(([name, weight]) => [name, scores.has(name) ? weight * share : 0]));
}

const totalOf = (weights: readonly (readonly [string, number])[]): number =>
  weights.reduce((total, [, weight]) => total + weight, 0);
