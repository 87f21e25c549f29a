import type { ItemKind } from '@cairn/contracts';
import { itemSignals, type ItemSignalName } from './signals/item-signals.ts';
import { poolSignals, type PoolSignalName } from './signals/pool-signals.ts';
import { textKinds, type TextKind } from './signals/text-kinds.ts';

/**
 * A recipe is data: the weight of each score and signal. A recipe can be named in a request, benchmarked and compared.
 * docs/inside/ranking.md explains the constants, docs/inside/experiments.md how they were measured. Weights depend on the kind of
 * text, never on the data set.
 */

/** Names of all signals. A signal adds at most its weight to the weighted scores; the weight may be negative. */
export const signalNames = [...itemSignals, ...poolSignals].map(({ name }) => name);
export type SignalName = ItemSignalName | PoolSignalName;

/**
 * Weight of each score by its name (`Scores`); the weights sum to 1. If a score is missing, such as late interaction
 * for a model without token vectors, `recipeOver` distributes its weight over the remaining scores.
 */
export type ScoreWeights = Readonly<Record<string, number>>;

/**
 * Shares, by score, of the preceding question's scores that are added to the scores of the message after the question.
 */
export interface Context {
  /** The previous message counts as a question if at least this share of its text consists of questions, 0-1. */
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
   * Minimum number of candidates that each retriever contributes, by item kind. The union of these candidates is
   * ranked. 50 messages rank as well as 100 or 200, and 30 memories as well as 50 (docs/inside/experiments.md).
   */
  readonly candidates: Readonly<Record<ItemKind, number>>;
  readonly bm25: Readonly<Record<ItemKind, { readonly k1: number; readonly b: number }>>;
  /** True to lift memories that state the graph's answer to the question. */
  readonly answersByGraph: boolean;
}

const sharedSettings = {
  context: { questionShareMin: 0.3, words: 0.5, vector: 0.3, tokens: 0.9 },
  signals: {
    speaker: 0.15,
    place: 0.15,
    time: 0.3,
    coverage: 0.2,
    question: -0.05,
    answerType: 0.1,
    answerName: 0.15,
    standingInstruction: 0.1,
    firstPerson: 0.1,
    mode: 0.05,
    doubted: -0.1,
    proven: 0.05,
    project: 0.1,
    lineage: 0.3,
    session: 0.2,
    continuation: 0.1,
  },
  candidates: { message: 50, memory: 30, note: 30 },
  bm25: { message: { k1: 0.9, b: 0.4 }, memory: { k1: 1.2, b: 0.75 }, note: { k1: 1.2, b: 0.75 } },
  answersByGraph: true,
} as const;

const fusedWeights = {
  message: { words: 0.3, vector: 0.2, tokens: 0.5 },
  'short-memory': { words: 0.3, vector: 0.2, tokens: 0.5 },
  document: { words: 0.4, vector: 0.3, tokens: 0.3 },
} as const satisfies Record<TextKind, ScoreWeights>;

/** Weight of the graph in a memory's score when the question names an entity. The graph has no messages. */
const GRAPH_WEIGHT = 0.2;

const withGraph = (weights: ScoreWeights): ScoreWeights => ({
  ...Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, weight * (1 - GRAPH_WEIGHT)])),
  graph: GRAPH_WEIGHT,
});

const forAllKinds = (weights: ScoreWeights): Record<TextKind, ScoreWeights> => ({
  message: weights,
  'short-memory': weights,
  document: weights,
});

export const recipes = {
  fused: { ...sharedSettings, name: 'fused', weights: fusedWeights },
  words: {
    ...sharedSettings,
    name: 'words',
    weights: forAllKinds({ words: 1, vector: 0, tokens: 0 }),
    answersByGraph: false,
  },
  vectors: {
    ...sharedSettings,
    name: 'vectors',
    weights: forAllKinds({ words: 0, vector: 0.3, tokens: 0.7 }),
    answersByGraph: false,
  },
  graph: {
    ...sharedSettings,
    name: 'graph',
    weights: {
      message: { ...fusedWeights.message, graph: 0 },
      'short-memory': withGraph(fusedWeights['short-memory']),
      document: withGraph(fusedWeights.document),
    },
  },
} as const satisfies Record<string, Recipe>;

/**
 * Maximum length, in characters, of a memory or a note's section that is ranked as a short text; a longer text is ranked as a
 * document.
 */
const SHORT_MEMORY_CHARS = 400;

export const textKindOf = (kind: ItemKind, length: number): TextKind =>
  kind === 'message' ? 'message' : length <= SHORT_MEMORY_CHARS ? 'short-memory' : 'document';

/** Restricts a recipe to the scores that exist, and distributes the weights of the missing scores over them in proportion. */
export function recipeOver(recipe: Recipe, scores: ReadonlySet<string>): Recipe {
  const weights = textKinds.map((kind) => [kind, redistributeWeights(recipe.weights[kind], scores)] as const);
  return { ...recipe, weights: Object.fromEntries(weights) as Recipe['weights'] };
}

function redistributeWeights(weights: ScoreWeights, scores: ReadonlySet<string>): ScoreWeights {
  const all = Object.entries(weights);
  const existing = all.filter(([name]) => scores.has(name));
  const isMissed = all.some(([name, weight]) => weight !== 0 && !scores.has(name));
  if (!isMissed) return weights;
  const share = totalOf(all) / (totalOf(existing) || 1);
  return Object.fromEntries(all.map(([name, weight]) => [name, scores.has(name) ? weight * share : 0]));
}

const totalOf = (weights: readonly (readonly [string, number])[]): number =>
  weights.reduce((total, [, weight]) => total + weight, 0);
