import { column, defineTable, type RowOf } from '../kit/ddl.ts';

/**
 * A conversation with messages that are not read for proposals yet. A conversation consists of the messages of a session
 * that have the same readers. The row is deleted when all of these messages are read.
 */
export const waitingConversation = defineTable({
  name: 'waiting_conversation',
  columns: {
    org_id: column.id(),
    /** Digest of the session and its readers, so that this row does not contain the name of the session. */
    key: column.text(),
    /** The newest message. Its row in `item` contains the session and the readers. */
    item_id: column.id(),
    /** Time of arrival of the first message that is not read. */
    since: column.time(),
    /** The first turn that is not read; null until a part of the conversation is read. */
    from_turn: column.nullable(column.int()),
    due_at: column.time(),
    /** The time at which the claim of the process that reads the conversation ends; 0 without a claim. */
    leased_until: column.time(),
    attempts: column.int(),
  },
  key: ['org_id', 'key'],
  indexes: { waiting_conversation_by_due: '(due_at)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

/** A window of a conversation that was read for proposals. */
export const extraction = defineTable({
  name: 'extraction',
  columns: {
    org_id: column.id(),
    key: column.text(),
    /** Number of the window in its conversation. */
    number: column.int(),
    /** Digest of the ids and texts that were read. */
    content_hash: column.text(),
    /** Version of the extractor. */
    version: column.text(),
    at: column.time(),
  },
  key: ['org_id', 'key', 'number'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

/** A channel whose messages are never read for proposals. */
export const unreadChannel = defineTable({
  name: 'unread_channel',
  columns: { org_id: column.id(), channel: column.text(), id: column.id() },
  key: ['org_id', 'channel'],
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    waiting_conversation: RowOf<typeof waitingConversation>;
    extraction: RowOf<typeof extraction>;
    unread_channel: RowOf<typeof unreadChannel>;
  }
}
