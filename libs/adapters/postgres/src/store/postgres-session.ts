import {
  eraseItems,
  StoreWriteSession,
  type Subscribers,
  type BoundQuery,
  type Author,
  type ItemRow,
  type ItemToInsert,
  type Lock,
  type WriteContext,
  type OutboxRow,
  type Removed,
} from '@cairn/store';
import { insertEvents } from './outbox-rows.ts';
import { insertItems } from './insert-items.ts';
import { removeSpeakers } from './speakers.ts';
import { postgres } from '../pool/dialect.ts';
import { takeLocks } from '../pool/locks.ts';
import type { Session } from '../pool/session.ts';

/** One transaction of the pool, with the interface for commands of either dialect. */
export class PostgresSession extends StoreWriteSession {
  readonly dialect = postgres;
  /** Whether the outbox has new rows. */
  hasAnnounced = false;
  readonly subscribers: Subscribers;
  private readonly session: Session;

  constructor(session: Session, context: WriteContext, subscribers: Subscribers) {
    super(context);
    this.subscribers = subscribers;
    this.session = session;
  }

  async insertItems(items: readonly ItemToInsert[], author: Author): Promise<Set<string>> {
    const { subscribers, trace, request } = this;
    this.announced();
    return insertItems(this.session, items, { ...subscribers, author, trace, request });
  }

  itemsForgotten(rows: readonly ItemRow[]): Promise<Removed> {
    return eraseItems(this, rows);
  }

  forgetSpeakers(rows: readonly ItemRow[]): Promise<void> {
    return removeSpeakers(this.session, rows);
  }

  /** Does nothing: only the server's own log keeps deleted text. */
  erased(): void {}

  locks(locks: readonly Lock[]): Promise<void> {
    return takeLocks(this.session, locks);
  }

  /** Does nothing: words have an index of their own, which gets the event. */
  protected indexWords(): void {}

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

  announced(): void {
    this.hasAnnounced = true;
  }
}
