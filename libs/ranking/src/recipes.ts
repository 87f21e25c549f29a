/**
 * A recipe is data: what each kind of evidence is worth. It can be named in a request, benchmarked and compared.
 * Constants and their measurement: docs/recipe.md. Weights go by kind of text, never by data set.
 */

/** Kinds of text that want other weights: chat turns, facts of a sentence or two, and documents. */
export const textKinds = ['message', 'short-memory', 'document'] as const;
export type TextKind = (typeof textKinds)[number];

/** The signals that hang on what is known of a candidate itself. */
export const ownSignals = [
  'speaker',
  'place',
  'time',
  'coverage',
  'question',
  'answerType',
  'answerName',
  'standing',
  'firstPerson',
  'mode',
] as const;
export type OwnSignal = (typeof ownSignals)[number];

/** What a bounded signal beside the lanes can be; each is worth at most its weight, which may be negative. */
export const signalNames = [...ownSignals, 'lineage', 'session', 'continuation'] as const;
export type SignalName = (typeof signalNames)[number];

export interface LaneWeights {
  /** BM25 as a share of what the query could attain. */
  readonly words: number;
  /** Cosine of the pooled vectors, between what the model gives to strangers and to the same. */
  readonly vector: number;
  /** Late interaction over token sign bits, likewise. */
  readonly tokens: number;
}

/** What a message takes over from the question right before it in its session. */
export interface Context {
  /** The previous message lends if this share of its text is a question. */
  readonly questionShareMin: number;
  readonly words: number;
  readonly vector: number;
  readonly tokens: number;
}

export interface Recipe {
  readonly name: string;
  readonly weights: Readonly<Record<TextKind, LaneWeights>>;
  readonly context: Context;
  readonly signals: Readonly<Record<SignalName, number>>;
  /**
   * Candidates that a lane brings in at least, before the union is ranked. Of messages 50 are as good as 100 or 200
   * (recall.md section 1); of memories 30 are as good as 50 (docs/recipe.md).
   */
  readonly candidates: Readonly<Record<'message' | 'memory', number>>;
  readonly bm25: Readonly<Record<'message' | 'memory', { readonly k1: number; readonly b: number }>>;
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
    lineage: 0.3,
    session: 0.2,
    continuation: 0.1,
  },
  candidates: { message: 50, memory: 30 },
  bm25: { message: { k1: 0.9, b: 0.4 }, memory: { k1: 1.2, b: 0.75 } },
} as const;

const forAllKinds = (weights: LaneWeights): Record<TextKind, LaneWeights> => ({
  message: weights,
  'short-memory': weights,
  document: weights,
});

export const recipes = {
  fused: {
    ...shared,
    name: 'fused',
    weights: {
      message: { words: 0.3, vector: 0.2, tokens: 0.5 },
      'short-memory': { words: 0.3, vector: 0.2, tokens: 0.5 },
      document: { words: 0.4, vector: 0.3, tokens: 0.3 },
    },
  },
  words: { ...shared, name: 'words', weights: forAllKinds({ words: 1, vector: 0, tokens: 0 }) },
  vectors: { ...shared, name: 'vectors', weights: forAllKinds({ words: 0, vector: 0.3, tokens: 0.7 }) },
} as const satisfies Record<string, Recipe>;

/** Up to about this many characters a memory reads like a turn of talk; beyond it, like a document. */
const SHORT_MEMORY_CHARS = 400;

export const textKindOf = (kind: 'message' | 'memory', length: number): TextKind =>
  kind === 'message' ? 'message' : length <= SHORT_MEMORY_CHARS ? 'short-memory' : 'document';
