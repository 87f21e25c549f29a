import { SpeakerLists, SqlTruth } from '@cairn/adapter-sql';
import type { Principal, Receipt } from '@cairn/contracts';
import type { Again, Idempotency, NewItem } from '@cairn/ports';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import { PostgresStore, type StoreOptions } from '../postgres-store.ts';
import { locksOf, writeItems } from './write-items.ts';

/** How long a list of speakers is kept that another process may have changed. */
const SPEAKERS_MS = 3000;

/** The truth on Postgres. */
export class PostgresTruth extends SqlTruth {
  private readonly pool: PostgresPool;
  private readonly store: PostgresStore;

  /** As `PostgresStore` takes them. */
  constructor(options: StoreOptions) {
    const store = new PostgresStore(options);
    super(store, new SpeakerLists({ keepMs: SPEAKERS_MS }));
    this.store = store;
    this.pool = options.pool;
  }

  async write(
    author: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    again?: Again,
  ): Promise<Receipt[]> {
    const command = { author, items, idempotency, again, ...this.occasion() };
    const receipts = await this.pool.write(author.orgId, (session) => writeItems(session, command), locksOf(command));
    this.pool.tellOfOutbox();
    this.speakersChanged();
    return receipts;
  }

  private occasion() {
    return { ...this.store.audience, trace: undefined, ...this.store.occasion() };
  }

  /** Other processes hear of new speakers when their lists are old. */
  protected override speakersChanged(): void {
    this.speakerLists.forget();
  }
}
