import { itemOf, rowOf, SpeakerLists, SqlTruth, type ItemRow } from '@cairn/adapter-sql';
import type { Principal, Receipt } from '@cairn/contracts';
import type { Again, Idempotency, NewItem } from '@cairn/ports';
import { SqliteStore, type StoreOptions } from '../sqlite/sqlite-store.ts';
import type { SqliteThreads } from '../sqlite/threads.ts';

/** The truth in the one file of the embedded backend. */
export class SqliteTruth extends SqlTruth {
  private readonly threads: SqliteThreads;
  private readonly store: SqliteStore;

  /** As `SqliteStore` takes them. */
  constructor(options: StoreOptions) {
    const store = new SqliteStore(options);
    super(store, new SpeakerLists());
    this.store = store;
    this.threads = options.threads;
    this.threads.onNotice('speakers', () => this.speakerLists.forget());
  }

  write(
    { orgId, principalId, keyId }: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    again?: Again,
  ): Promise<Receipt[]> {
    const author = { orgId, principalId, keyId };
    const occasion = this.store.occasion();
    const command = { author, items, idempotency, again, ...occasion };
    const indexed = items.map((item) => itemOf({ ...rowOf(item, author, occasion.now, null), seq: 0 } as ItemRow));
    return this.threads.writeWords('writeItems', indexed, (words) => [{ ...command, words }]);
  }
}
