import { StoreWriteSession, type Audience, type BoundQuery, type Lock, type Occasion } from '@cairn/adapter-sql';
import { subscriptions } from '@cairn/contracts';
import { postgres } from './dialect.ts';
import { takeLock } from './locks.ts';
import type { Session } from './session.ts';

/** No index is in the store's own commit here, so every subscriber hears of every change. */
const audience: Audience = { subscriptions, doneWithCommit: [] };

/** One transaction of the pool, as commands of either dialect see it. */
export class PostgresSession extends StoreWriteSession {
  readonly dialect = postgres;
  /** Whether the outbox has more. */
  hasAnnounced = false;
  protected readonly audience = audience;
  private readonly session: Session;

  constructor(session: Session, occasion: Occasion) {
    super(occasion);
    this.session = session;
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

  protected announced(): void {
    this.hasAnnounced = true;
  }
}
