import type { ProposalKind, ProposalStatus, Visibility } from '@cairn/contracts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';

/**
 * A memory that was proposed. The memory itself is an item of its owner; this row stores the status of the proposal and
 * the decision on it.
 */
export const proposal = defineTable({
  name: 'proposal',
  columns: {
    org_id: column.id(),
    memory_id: column.id(),
    /** The principal who proposed the memory. */
    writer_id: column.id(),
    kind: column.text<ProposalKind>(),
    status: column.text<ProposalStatus>(),
    certainty: column.real(),
    /** Readers of the memory once it is kept. */
    visibility: column.text<Visibility>(),
    /** The memory that the proposed memory contradicts and is to replace. */
    replaces: column.nullable(column.id()),
    /** Digest of the statement; two equal statements of an owner have equal digests. */
    statement: column.text(),
    decided_by: column.nullable(column.id()),
    decided_at: column.nullable(column.time()),
    reason: column.nullable(column.text()),
    /** JSON of `Undo`, the data needed to take the decision back; null while the proposal waits. */
    undo: column.nullable(column.text()),
  },
  key: ['org_id', 'memory_id'],
  indexes: {
    proposal_by_statement: '(org_id, statement)',
    proposal_by_status: '(org_id, status, memory_id)',
  },
  itemColumns: ['memory_id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

/**
 * One occasion on which the statement of a proposal was made. The row is deleted when the first of its quoted messages is
 * forgotten.
 */
export const proposalSighting = defineTable({
  name: 'proposal_sighting',
  columns: {
    org_id: column.id(),
    memory_id: column.id(),
    number: column.int(),
    principal_id: column.id(),
    /** JSON of `SaidBy`; null where the speaker is unknown. */
    said_by: column.nullable(column.text()),
    session_key: column.nullable(column.text()),
    extractor: column.nullable(column.text()),
    at: column.time(),
  },
  key: ['org_id', 'memory_id', 'number'],
  itemColumns: ['memory_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

/** A quoted part of a message: evidence of a sighting. */
export const proposalQuote = defineTable({
  name: 'proposal_quote',
  columns: {
    org_id: column.id(),
    memory_id: column.id(),
    /** The number of the sighting that the quote belongs to. */
    number: column.int(),
    place: column.int(),
    message_id: column.id(),
    start_at: column.int(),
    end_at: column.int(),
    /** The quoted words. */
    text: column.text(),
  },
  key: ['memory_id', 'number', 'place'],
  indexes: { proposal_quote_by_message: '(message_id)' },
  itemColumns: ['memory_id', 'message_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    proposal: RowOf<typeof proposal>;
    proposal_sighting: RowOf<typeof proposalSighting>;
    proposal_quote: RowOf<typeof proposalQuote>;
  }
}
