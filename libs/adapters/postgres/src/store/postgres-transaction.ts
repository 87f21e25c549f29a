import {
  eraseItems,
  Transaction,
  type BoundQuery,
  type Lock,
  type Subscribers,
  type TransactionContext,
  type WriteContext,
  type WriteHooks,
} from '@cairn/store';
import { insertItems } from './insert-items.ts';
import { removeSpeakers } from './speakers.ts';
import { postgres } from '../pool/dialect.ts';
import { takeLocks } from '../pool/locks.ts';
import type { Session } from '../pool/session.ts';

/** Transaction of the pool, with the interface of commands for both dialects. */
export class PostgresTransaction extends Transaction {
  readonly dialect = postgres;
  readonly context: TransactionContext;
  /** True if the outbox has new rows. */
  hasAnnounced = false;
  private readonly session: Session;

  constructor(session: Session, context: WriteContext, subscribers: Subscribers) {
    super();
    this.session = session;
    this.context = { ...context, subscribers, hooks: this.hooks() };
  }

  lock(...locks: readonly Lock[]): Promise<void> {
    return takeLocks(this.session, locks);
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

  private hooks(): WriteHooks {
    return {
      insertItems: (items, author) => {
        const { subscribers, trace, request } = this.context;
        this.hasAnnounced = true;
        return insertItems(this.session, items, { ...subscribers, author, trace, request });
      },
      forgetItems: (rows) => eraseItems(this, rows),
      forgetSpeakers: (rows) => removeSpeakers(this.session, rows),
      // Does nothing, since words have a separate index here, which an event updates.
      indexWords: () => undefined,
      // Deleted text needs no further action here, since only the server's own log keeps the text.
      note: (notice) => {
        if (notice === 'outbox') this.hasAnnounced = true;
      },
    };
  }
}
