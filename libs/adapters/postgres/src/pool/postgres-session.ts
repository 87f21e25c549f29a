import {
  announcementOf,
  ledgerEntries,
  startingState,
  StoreWriteSession,
  type Audience,
  type BoundQuery,
  type ItemRow,
  type Lock,
  type Occasion,
  type OutboxRow,
  type Removed,
} from '@cairn/adapter-sql';
import type { IndexState } from '@cairn/contracts';
import { forgetEmbeddings } from '../embeddings/embedding-links.ts';
import { insertEvents } from '../outbox/outbox-rows.ts';
import { eraseItem } from '../truth/forget-item.ts';
import { postgres } from './dialect.ts';
import { takeLock } from './locks.ts';
import { reopening } from './reopening.ts';
import type { Session } from './session.ts';

/** One transaction of the pool, as commands of either dialect see it. */
export class PostgresSession extends StoreWriteSession {
  readonly dialect = postgres;
  /** Whether the outbox has more. */
  hasAnnounced = false;
  readonly audience: Audience;
  private readonly session: Session;

  constructor(session: Session, occasion: Occasion, audience: Audience) {
    super(occasion);
    this.audience = audience;
    this.session = session;
  }

  async itemStored(row: ItemRow, change: 'new' | 'changed' | 'text changed'): Promise<IndexState> {
    const { seq, org_id: orgId, kind, id, version } = row;
    const entries = ledgerEntries(this.audience, version).filter((entry) => entry.kind === kind);
    await Promise.all(entries.map((entry) => this.session.run(reopening(row, entry, version, this.now))));
    if (change === 'text changed') await forgetEmbeddings(this.session, seq);
    await this.announce(announcementOf({ orgId, kind, id, version }));
    return startingState(this.audience);
  }

  /** Nothing here keeps what a transaction took away but the server's own log. */
  erased(): void {}

  async itemForgotten(row: ItemRow): Promise<Removed> {
    const removed = await eraseItem(this.session, row, { ...this.audience, now: this.now, trace: this.trace });
    this.announced();
    return removed;
  }

  lock(lock: Lock): Promise<void> {
    return takeLock(this.session, lock);
  }

  protected async allRows(query: BoundQuery): Promise<unknown[]> {
    return (await this.session.send(query)).rows;
  }

  protected async firstRow(query: BoundQuery): Promise<unknown> {
    return (await this.session.send(query)).rows[0];
  }

  protected async changedRows(query: BoundQuery): Promise<number> {
    return (await this.session.send(query)).rowCount ?? 0;
  }

  protected override insertDeliveries(rows: readonly OutboxRow[]): Promise<void> {
    return insertEvents(this.session, rows);
  }

  protected announced(): void {
    this.hasAnnounced = true;
  }
}
