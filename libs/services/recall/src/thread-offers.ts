import type { ItemId, ItemKind, OrgId, RetrieverName } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { Embedder, QueryVector, VectorHit } from '@cairn/ports';
import type { Answers } from './answers.ts';
import type { QueryEmbedding } from './retrievers/query-embedding.ts';
import type { WaitingItem } from './retrievers/waiting-vectors.ts';

/** Properties of the live model that a recall needs. */
export type ModelCard = Pick<Embedder, 'modelId' | 'dims' | 'maxTokens' | 'scale'>;

/** Functions of a recall thread for the main thread. */
export type ThreadOffers = {
  /** Opens the connection and builds the services, so that the first question need not wait for them. */
  readonly open: () => Promise<void>;
  readonly answer: Answers['answer'];
  readonly check: Answers['check'];
  /** Closes the connection; the thread then ends. */
  readonly close: () => Promise<void>;
};

/** Functions of the main thread, which has the models, for a recall thread. */
export type MainOffers = {
  readonly liveModel: () => Promise<ModelCard>;
  readonly scaleOf: (orgId: OrgId) => Promise<Embedder['scale']>;
  readonly embedding: (modelId: string, text: string) => Promise<QueryEmbedding>;
  /**
   * Lends the vectors of a model to this thread until it ends or asks again; undefined if they must be asked for. To be asked
   * again only when the thread reads the former loan no more.
   */
  readonly lendVectors: (modelId: string) => Promise<unknown>;
  readonly search: (scope: Scope, query: QueryVector, filter: Filter, limit: number) => Promise<VectorHit[]>;
  readonly score: (scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]) => Promise<VectorHit[]>;
  readonly waiting: (scope: Scope, filter: Filter) => Promise<readonly WaitingItem[]>;
  readonly measured: (timings: Readonly<Record<string, number>>, degraded: readonly RetrieverName[]) => void;
  readonly log: (level: LogLevel, message: unknown, rest: readonly unknown[]) => void;
};

export type LogLevel = 'log' | 'error' | 'warn' | 'debug' | 'verbose' | 'fatal';
