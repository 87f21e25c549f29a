import { CairnError, limits, type ItemId, type QuoteInput, type SaidBy } from '@cairn/contracts';
import { sql } from 'kysely';
import { isReadByReadersOf, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { givenRowsInserter } from '../kit/given-rows.ts';
import { rowColumns, type ItemRow } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import { setSources, unionOfLists } from './evidence.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** A quoted part of a message, with its words. */
export interface QuotedPart {
  readonly message: ItemRow;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An occasion on which a statement was made. */
export interface Sighting {
  readonly principalId: string;
  readonly quotes: readonly QuotedPart[];
  readonly saidBy?: SaidBy | undefined;
  readonly sessionKey?: string | undefined;
  readonly extractor?: string | undefined;
  /** Time of the sighting, epoch ms; now if absent. */
  readonly at?: number | undefined;
}

interface OfMemory {
  readonly org_id: string;
  readonly id: string;
}

const queriesOf = ofDialect((dialect) => ({
  sightings: prepared<OfMemory>()((place) =>
    dialect.queries
      .selectFrom('proposal_sighting')
      .select(['number', 'principal_id'])
      .where('org_id', '=', place('org_id'))
      .where('memory_id', '=', place('id')),
  ),
  quotes: prepared<OfMemory>()((place) =>
    dialect.queries
      .selectFrom('proposal_quote')
      .select(['number', 'message_id', 'start_at', 'end_at'])
      .where('org_id', '=', place('org_id'))
      .where('memory_id', '=', place('id')),
  ),
  keepSightings: givenRowsInserter(dialect, 'proposal_sighting', {
    ...{ org_id: 'uuid', memory_id: 'uuid', number: 'int', principal_id: 'uuid', said_by: 'text' },
    ...{ session_key: 'text', extractor: 'text', at: 'bigint' },
  }),
  keepQuotes: givenRowsInserter(dialect, 'proposal_quote', {
    ...{ org_id: 'uuid', memory_id: 'uuid', number: 'int', place: 'int', message_id: 'uuid' },
    ...{ start_at: 'int', end_at: 'int', text: 'text' },
  }),
}));

/**
 * Reads the quoted parts of messages, and locks the messages, so that none is forgotten meanwhile. Throws
 * `request/invalid` for a message that the scope does not see and for a part that the message does not have.
 */
export async function quotedParts(
  tx: Transaction,
  scope: ScopeFields,
  { quotes, field }: { readonly quotes: readonly QuoteInput[]; readonly field: string },
): Promise<QuotedPart[]> {
  const ids = [...new Set(quotes.map(({ messageId }) => messageId as ItemId))];
  if (ids.length === 0) return [];
  const found = tx.dialect.queries
    .selectFrom('item')
    .select(rowColumns)
    .where('item.id', 'in', ids)
    .where('item.kind', '=', 'message')
    .where(visibilityCondition(scope))
    .orderBy('item.seq')
    .modifyEnd(tx.dialect.forUpdate);
  const byId = new Map(((await tx.all(found)) as ItemRow[]).map((row) => [row.id, row]));
  return quotes.map(({ messageId, start, end }, at) => {
    const message = byId.get(messageId);
    if (!message) throw noQuote(`${field}quotes.${at}.messageId`, messageId, 'names no message that the caller sees');
    if (end > message.content.length)
      throw noQuote(
        `${field}quotes.${at}.end`,
        end,
        'is after the end of the message',
        `${message.content.length} at most`,
      );
    return { message, start, end, text: message.content.slice(start, end) };
  });
}

function noQuote(field: string, value: unknown, message: string, allowed?: string): CairnError {
  const issue = { field, message, value, ...(allowed && { allowed }) };
  return new CairnError('request/invalid', `${field} ${message}`, { issues: [issue] });
}

/**
 * Adds a sighting to a proposal, unless the proposal already has a sighting with the same evidence. Returns whether the
 * sighting was added.
 */
export async function addSighting(tx: Transaction, memory: ItemRow, sighting: Sighting): Promise<boolean> {
  const { org_id, id: memory_id } = memory;
  const present = await sightingsOf(tx, memory);
  const evidence = evidenceOf(sighting.quotes.map(({ message, start, end }) => [message.id, start, end]));
  if (present.evidence.has(evidence) && (sighting.quotes.length > 0 || present.writers.has(sighting.principalId)))
    return false;
  const number = present.last + 1;
  const { keepSightings, keepQuotes } = queriesOf(tx.dialect);
  const { principalId, saidBy, sessionKey, extractor, quotes, at = tx.now } = sighting;
  const common = { org_id, memory_id, number };
  await keepSightings(tx, [
    {
      ...common,
      ...{
        principal_id: principalId,
        said_by: saidBy ? JSON.stringify(saidBy) : null,
        session_key: sessionKey ?? null,
      },
      ...{ extractor: extractor ?? null, at },
    },
  ]);
  await keepQuotes(
    tx,
    quotes.map(({ message, start, end, text }, place) => ({
      ...common,
      ...{ place, message_id: message.id, start_at: start, end_at: end, text },
    })),
  );
  return true;
}

/** Makes a canonical text of quotes, which is equal for two sightings with the same quotes. */
const evidenceOf = (quotes: readonly (readonly [string, number, number])[]): string =>
  JSON.stringify([...quotes].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)));

async function sightingsOf(tx: ReadTransaction, { org_id, id }: ItemRow) {
  const { sightings: sightingRows, quotes: quoteRows } = queriesOf(tx.dialect);
  const [sightings, quotes] = await Promise.all([
    tx.all(sightingRows, { org_id, id }),
    tx.all(quoteRows, { org_id, id }),
  ]);
  const byNumber = Map.groupBy(quotes, ({ number }) => number);
  const evidence = sightings.map(({ number }) =>
    evidenceOf((byNumber.get(number) ?? []).map((quote) => [quote.message_id, quote.start_at, quote.end_at])),
  );
  return {
    evidence: new Set(evidence),
    writers: new Set(sightings.map(({ principal_id }) => principal_id)),
    last: Math.max(0, ...sightings.map(({ number }) => number)),
  };
}

/**
 * Adds messages to the sources of a memory, except messages that some reader of the memory may not read. Sources are not
 * part of the statement, so the version stays. Returns the references that were added.
 */
export async function joinMessages(tx: Transaction, memory: ItemRow, messages: readonly ItemRow[]): Promise<string[]> {
  const shared = messages.filter((message) => isReadByReadersOf(message, memory)).map(({ id }) => id);
  const before = JSON.parse(memory.source_ids ?? '[]') as string[];
  const all = unionOfLists(before, shared, limits.sourceIds.max);
  await setSources(tx, memory, JSON.stringify(all));
  return all.slice(before.length);
}

/**
 * Removes the sightings that quote messages which are being forgotten. Returns the memories that nobody confirmed and that
 * have no sighting left, for the caller to forget.
 */
export async function loseEvidence(tx: Transaction, forgotten: readonly ItemRow[]): Promise<ItemRow[]> {
  const ids = forgotten.filter(({ kind }) => kind === 'message').map(({ id }) => id);
  const [first] = forgotten;
  if (!first || ids.length === 0) return [];
  const { queries } = tx.dialect;
  const quoted = await tx.all(
    queries
      .selectFrom('proposal_quote')
      .select(['memory_id', 'number'])
      .where('org_id', '=', first.org_id)
      .where(tx.dialect.isAmong(sql.ref('message_id'), tx.dialect.listOf(ids)))
      .groupBy(['memory_id', 'number']),
  );
  for (const { memory_id, number } of quoted)
    for (const table of ['proposal_quote', 'proposal_sighting'] as const)
      await tx.run(
        queries
          .deleteFrom(table)
          .where('org_id', '=', first.org_id)
          .where('memory_id', '=', memory_id)
          .where('number', '=', number),
      );
  return unsupported(tx, first.org_id, [...new Set(quoted.map(({ memory_id }) => memory_id))]);
}

/** Selects and locks the given memories that have no sighting and no confirmation. */
async function unsupported(tx: Transaction, orgId: string, ids: readonly string[]): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  const rows = tx.dialect.queries
    .selectFrom('item')
    .select(rowColumns)
    .where('item.org_id', '=', orgId)
    .where('item.id', 'in', ids)
    .where('item.state', '<>', 'deleted')
    .where('item.confirmed_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('proposal_sighting as sighting')
            .select('sighting.number')
            .whereRef('sighting.org_id', '=', 'item.org_id')
            .whereRef('sighting.memory_id', '=', 'item.id'),
        ),
      ),
    )
    .orderBy('item.seq')
    .modifyEnd(tx.dialect.forUpdate);
  return (await tx.all(rows)) as ItemRow[];
}
