import {
  limits,
  type ItemId,
  type MessageId,
  type ProposalHistory,
  type QuoteInput,
  type SaidBy,
  type Visibility,
} from '@cairn/contracts';
import { fieldsOf, teamsOf, type ScopeFields } from '../kit/conditions.ts';
import type { Author, ItemRow, ReadRow } from '../kit/item-rows.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { addSighting, quotedParts } from './proposal-evidence.ts';
import { itemQueries, distinctIds } from '../items/item-queries.ts';
import { statementOf } from './proposals.rules.ts';

interface OfMemory {
  readonly scope: ScopeFields;
  readonly memory: ReadRow;
}

/**
 * Reads the proposal that a memory of the caller was or is. A sighting is left out if the caller does not see all of the
 * messages that it quotes.
 */
export async function proposalHistoryOf(
  tx: ReadTransaction,
  { scope, memory }: OfMemory,
): Promise<ProposalHistory | undefined> {
  const isOwn = memory.principal_id === scope.principalId || scope.agentIds.includes(memory.principal_id);
  const row = await proposalRow(tx, memory);
  if (!row || !isOwn) return undefined;
  const { kind, status, certainty, visibility } = row;
  return {
    ...{ kind, status, certainty, visibility },
    ...(row.replaces !== null && { replaces: row.replaces as ProposalHistory['replaces'] }),
    ...(row.decided_by !== null && { decidedBy: row.decided_by as ProposalHistory['decidedBy'] }),
    ...(row.decided_at !== null && { decidedAt: Number(row.decided_at) }),
    ...(row.reason !== null && { reason: row.reason }),
    sightings: await sightingsOf(tx, { scope, memory }),
  };
}

const proposalRow = (tx: ReadTransaction, { org_id, id }: Pick<ReadRow, 'org_id' | 'id'>) =>
  tx.get(
    tx.dialect.queries.selectFrom('proposal').selectAll().where('org_id', '=', org_id).where('memory_id', '=', id),
  );

/** Tells whether a memory was or is a proposal here. */
export const isOrWasProposed = async (tx: ReadTransaction, memory: Pick<ReadRow, 'org_id' | 'id'>): Promise<boolean> =>
  (await proposalRow(tx, memory)) !== undefined;

async function sightingsOf(tx: ReadTransaction, { scope, memory }: OfMemory): Promise<ProposalHistory['sightings']> {
  const { queries } = tx.dialect;
  const [sightings, quotes] = await Promise.all([
    tx.all(
      queries
        .selectFrom('proposal_sighting')
        .selectAll()
        .where('org_id', '=', scope.orgId)
        .where('memory_id', '=', memory.id)
        .orderBy('number', 'desc')
        .limit(limits.historyRevisions.max),
    ),
    tx.all(
      queries
        .selectFrom('proposal_quote')
        .select(['number', 'place', 'message_id', 'start_at', 'end_at'])
        .where('org_id', '=', scope.orgId)
        .where('memory_id', '=', memory.id)
        .orderBy('number')
        .orderBy('place'),
    ),
  ]);
  const ids = distinctIds(tx.dialect, [...new Set(quotes.map(({ message_id }) => message_id as ItemId))]);
  const seen = await tx.all(itemQueries(tx.dialect).visibleItems, { ...fieldsOf(scope), kind: 'message', ids });
  const visible = new Set<string>(seen.map(({ id }) => id));
  return sightings.reverse().flatMap(({ number, at, said_by, session_key, extractor }) => {
    const own = quotes.filter((quote) => quote.number === number);
    if (own.some(({ message_id }) => !visible.has(message_id))) return [];
    return {
      at: Number(at),
      ...(said_by !== null && { saidBy: JSON.parse(said_by) as SaidBy }),
      ...(session_key !== null && { sessionKey: session_key }),
      ...(extractor !== null && { extractor }),
      quotes: own.map(({ message_id, start_at: start, end_at: end }): QuoteInput => ({
        messageId: message_id as MessageId,
        start,
        end,
      })),
    };
  });
}

interface RestoredProposal {
  readonly scope: ScopeFields;
  readonly author: Author;
  readonly memory: ItemRow;
  readonly proposal: ProposalHistory;
}

/**
 * Stores the proposal that an imported memory was or is in another store. The quoted words are read from the messages
 * here. Readers of a team that the importer is not in become the owner alone.
 */
export async function restoreProposal(
  tx: Transaction,
  { scope, author, memory, proposal }: RestoredProposal,
): Promise<void> {
  const { kind, status, certainty, reason = null } = proposal;
  await tx.run(
    tx.dialect.queries.insertInto('proposal').values({
      ...{ org_id: author.orgId, memory_id: memory.id, writer_id: author.principalId, kind, status, certainty },
      visibility: readersHere(scope, proposal.visibility),
      ...{ replaces: proposal.replaces ?? null, statement: statementOf(memory) },
      ...{ decided_by: proposal.decidedBy ?? null, decided_at: proposal.decidedAt ?? null, reason, undo: null },
    }),
  );
  for (const [number, { quotes, ...sighting }] of proposal.sightings.entries()) {
    const parts = await quotedParts(tx, scope, { quotes, field: `proposal.sightings.${number}.` });
    await addSighting(tx, memory, { ...sighting, principalId: author.principalId, quotes: parts });
  }
}

const readersHere = (scope: ScopeFields, visibility: Visibility): Visibility =>
  visibility.startsWith('team:') && !teamsOf(scope).includes(visibility) ? 'private' : visibility;
