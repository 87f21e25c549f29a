import type { ItemId, OrgId, QuoteInput } from '@cairn/contracts';
import { sql } from 'kysely';
import { rowColumns, type ItemRow } from '../kit/item-rows.ts';
import { forgetItems } from '../kit/store-items.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

interface OfMessages {
  readonly orgId: OrgId;
  readonly messageIds: readonly ItemId[];
}

/** Reads the quotes of these messages in proposals on which somebody decided. */
export async function decidedQuotes(
  tx: ReadTransaction,
  { orgId, messageIds }: OfMessages,
): Promise<Pick<QuoteInput, 'messageId' | 'start' | 'end'>[]> {
  if (messageIds.length === 0) return [];
  const rows = await tx.all(
    quotesOf(tx, { orgId, messageIds })
      .where('proposal.status', '<>', 'waiting')
      .select(['proposal_quote.message_id', 'proposal_quote.start_at', 'proposal_quote.end_at']),
  );
  return rows.map(({ message_id, start_at, end_at }) => ({
    messageId: message_id as QuoteInput['messageId'],
    start: start_at,
    end: end_at,
  }));
}

const quotesOf = (tx: ReadTransaction, { orgId, messageIds }: OfMessages) =>
  tx.dialect.queries
    .selectFrom('proposal_quote')
    .innerJoin('proposal', (join) =>
      join
        .onRef('proposal.memory_id', '=', 'proposal_quote.memory_id')
        .onRef('proposal.org_id', '=', 'proposal_quote.org_id'),
    )
    .where('proposal_quote.org_id', '=', orgId)
    .where(tx.dialect.isAmong(sql.ref('proposal_quote.message_id'), tx.dialect.listOf([...messageIds])));

export interface WithdrawCommand extends OfMessages {
  /** Messages before these that the reading saw as their context. */
  readonly contextIds: readonly ItemId[];
  /** Version of the extractor that read the messages again. */
  readonly version: string;
  /** Proposals that the new reading makes, too. */
  readonly except: readonly ItemId[];
}

/**
 * Deletes the waiting proposals that an older version of the extractor made of these messages and their context, and that
 * a new reading did not make again. Proposals of people and of other programs, and proposals with evidence elsewhere,
 * stay. Returns the number of deleted proposals.
 */
export async function withdraw(
  tx: Transaction,
  { version, except, contextIds, ...of }: WithdrawCommand,
): Promise<number> {
  const { orgId, messageIds } = of;
  if (messageIds.length === 0) return 0;
  const named = await tx.all(
    quotesOf(tx, of).where('proposal.status', '=', 'waiting').select('proposal_quote.memory_id').distinct(),
  );
  const ids = named.map(({ memory_id }) => memory_id).filter((id) => !except.includes(id as ItemId));
  const old = await madeByOthers(tx, { orgId, read: new Set([...messageIds, ...contextIds]), ids, version });
  if (old.length === 0) return 0;
  const rows = (await tx.all(
    tx.dialect.queries
      .selectFrom('item')
      .select(rowColumns)
      .where('item.org_id', '=', orgId)
      .where('item.id', 'in', old)
      .where('item.state', '=', 'proposed')
      .orderBy('item.seq')
      .modifyEnd(tx.dialect.forUpdate),
  )) as ItemRow[];
  await forgetItems(tx, rows);
  return rows.length;
}

interface Made {
  readonly orgId: OrgId;
  readonly read: ReadonlySet<string>;
  readonly ids: readonly string[];
  readonly version: string;
}

/** Selects the proposals whose evidence is all in the messages that were read and all of other versions of the extractor. */
async function madeByOthers(tx: ReadTransaction, { orgId, read, ids, version }: Made): Promise<string[]> {
  if (ids.length === 0) return [];
  const evidence = await tx.all(
    tx.dialect.queries
      .selectFrom('proposal_sighting as sighting')
      .innerJoin('proposal_quote as quote', (join) =>
        join
          .onRef('quote.memory_id', '=', 'sighting.memory_id')
          .onRef('quote.number', '=', 'sighting.number')
          .onRef('quote.org_id', '=', 'sighting.org_id'),
      )
      .where('sighting.org_id', '=', orgId)
      .where('sighting.memory_id', 'in', ids)
      .select(['sighting.memory_id', 'sighting.extractor', 'quote.message_id']),
  );
  const kept = new Set(
    evidence
      .filter(({ extractor, message_id }) => !isOtherVersion(extractor, version) || !read.has(message_id))
      .map(({ memory_id }) => memory_id),
  );
  return ids.filter((id) => !kept.has(id));
}

/** Versions of the extractor are whole numbers; other programs that propose have names. */
const isOtherVersion = (extractor: string | null, version: string): boolean =>
  extractor !== null && extractor !== version && /^\d+$/u.test(extractor);
