import type { ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import {
  cacheFor,
  Embedder,
  Embedders,
  Memo,
  RankingReader,
  VectorSearch,
  type BorrowedVectors,
  type QueryVector,
  type VectorHit,
} from '@cairn/ports';
import type { LoggerService, Provider } from '@nestjs/common';
import type { RecallContext } from './question/recall-context.ts';
import { RecallMeasures } from './recall-measures.ts';
import { QueryEmbeddings, type QueryEmbedding } from './retrievers/query-embedding.ts';
import { WaitingVectors, type WaitingItem } from './retrievers/waiting-vectors.ts';
import type { LogLevel, MainOffers, ModelCard } from './thread-offers.ts';
import type { ThreadCalls } from './thread-calls.ts';

type Main = ThreadCalls<MainOffers>;
type Borrow = (lent: unknown) => BorrowedVectors;

/** Provides what a recall needs of the main thread, for a recall thread. */
export const mainPorts = (main: Main, isOff: boolean, borrow: Borrow): Provider[] => [
  { provide: Embedders, useValue: new MainEmbedders(main, isOff) },
  { provide: VectorSearch, useValue: new SharedVectors(main, borrow) },
  { provide: QueryEmbeddings, useValue: new MainQueryEmbeddings(main) },
  {
    provide: WaitingVectors,
    inject: [RankingReader],
    useFactory: (ranking: RankingReader) => new MainWaitingVectors(ranking, main),
  },
  {
    provide: RecallMeasures,
    useValue: {
      // It goes with the answer, which comes next.
      observe: (...measured) => main.tell('measured', ...measured),
    } satisfies Pick<RecallMeasures, 'observe'>,
  },
];

/** Sends the lines of a thread to the log of the process. */
export function mainLog(main: Main): LoggerService {
  const write =
    (level: LogLevel) =>
    (message: unknown, ...rest: unknown[]) =>
      void main.call('log', level, message, rest).catch(() => undefined);
  return {
    log: write('log'),
    error: write('error'),
    warn: write('warn'),
    debug: write('debug'),
    verbose: write('verbose'),
    fatal: write('fatal'),
  };
}

/** Time in ms for which the live model and the scales are cached, in addition to the caches of the main thread. */
const CARD_CACHE_MS = 1_000;

/** Time in ms for which the main thread is asked for hits, and for no loan, after it lent none. */
const NONE_LENT_MS = 1_000;

class MainEmbedders extends Embedders {
  private readonly card: () => Promise<Embedder>;
  private readonly scales = new Memo<OrgId, Embedder['scale']>({ max: 10_000, ttl: CARD_CACHE_MS });

  constructor(
    private readonly main: Main,
    readonly isOff: boolean,
  ) {
    super();
    this.card = cacheFor(CARD_CACHE_MS, async () => new MainEmbedder(await main.call('liveModel')));
  }

  live(): Promise<Embedder> {
    return this.card();
  }

  scaleOf(_model: Embedder, orgId: OrgId): Promise<Embedder['scale']> {
    return this.scales.of(orgId, () => this.main.call('scaleOf', orgId));
  }

  of(): Promise<Embedder> {
    throw notHereError();
  }

  next(): Promise<Embedder> {
    throw notHereError();
  }
}

/** The live model by its card. The main thread embeds. */
class MainEmbedder extends Embedder {
  readonly modelId: string;
  readonly dims: number;
  readonly maxTokens: number;
  readonly scale: Embedder['scale'];

  constructor({ modelId, dims, maxTokens, scale }: ModelCard) {
    super();
    this.modelId = modelId;
    this.dims = dims;
    this.maxTokens = maxTokens;
    this.scale = scale;
  }

  embed(): never {
    throw notHereError();
  }

  countTokens(): never {
    throw notHereError();
  }

  tokenWeight(): never {
    throw notHereError();
  }

  health(): never {
    throw notHereError();
  }
}

const notHereError = () => new Error('A recall thread has no model of its own.');

type Loan = Promise<BorrowedVectors | undefined>;

/**
 * Searches vectors in the memory of the thread that writes them, which the main thread lends for each model. Asks the main
 * thread where it lends none, and when it has taken back what it lent or another generation is read; then borrows again.
 */
class SharedVectors extends VectorSearch {
  private readonly loans = new Map<string, Loan>();

  constructor(
    private readonly main: Main,
    private readonly borrow: Borrow,
  ) {
    super();
  }

  async search(scope: Scope, query: QueryVector, filter: Filter, limit: number): Promise<VectorHit[]> {
    const found = await this.ask(query, (vectors) => vectors.search(scope, query, filter, limit));
    return found ?? this.main.call('search', scope, query, filter, limit);
  }

  async score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]> {
    const scored = await this.ask(query, (vectors) => vectors.score(scope, query, kind, ids));
    return scored ?? this.main.call('score', scope, query, kind, ids);
  }

  /** Asks the lent vectors of a model; undefined if the main thread must be asked. */
  private async ask(
    { modelId }: QueryVector,
    question: (vectors: BorrowedVectors) => VectorHit[] | undefined,
  ): Promise<VectorHit[] | undefined> {
    const loan = this.loanOf(modelId);
    if (this.loans.size > 1) this.endUnread(modelId);
    const vectors = await loan;
    if (!vectors) return undefined;
    const isRead = await vectors.isRead();
    // Another question may have ended the loan, whose place among the readers is then another thread's.
    if (this.loans.get(modelId) !== loan) return undefined;
    const found = isRead ? question(vectors) : undefined;
    if (!found) this.end(modelId, loan);
    return found;
  }

  private loanOf(modelId: string): Loan {
    const known = this.loans.get(modelId);
    if (known) return known;
    const loan = this.borrowOf(modelId);
    this.loans.set(modelId, loan);
    void loan.then((vectors) => vectors ?? setTimeout(() => this.end(modelId, loan), NONE_LENT_MS).unref());
    return loan;
  }

  private async borrowOf(modelId: string): Loan {
    try {
      const lent = await this.main.call('lendVectors', modelId);
      return lent === undefined ? undefined : this.borrow(lent);
    } catch {
      return undefined;
    }
  }

  /** Ends the loans of other models than this that are read no more, since each keeps a generation in memory. */
  private endUnread(modelId: string): void {
    for (const [other, loan] of this.loans) {
      if (other === modelId) continue;
      void loan
        .then((vectors) => vectors?.isRead())
        .then(
          (isRead) => isRead === false && this.end(other, loan),
          () => undefined,
        );
    }
  }

  private end(modelId: string, loan: Loan): void {
    if (this.loans.get(modelId) === loan) this.loans.delete(modelId);
  }
}

class MainQueryEmbeddings extends QueryEmbeddings {
  constructor(private readonly main: Main) {
    super();
  }

  protected override embed({ modelId }: Embedder, text: string): Promise<QueryEmbedding> {
    return this.main.call('embedding', modelId, text);
  }
}

/** Asks the main thread for vectors of waiting items, if any item waits. */
class MainWaitingVectors extends WaitingVectors {
  constructor(
    ranking: RankingReader,
    private readonly main: Main,
  ) {
    super(ranking);
  }

  override async of(context: RecallContext, filter: Filter): Promise<readonly WaitingItem[]> {
    const items = await this.itemsOf(context, filter);
    return items.length === 0 ? [] : this.main.call('waiting', context.scope, filter);
  }
}
