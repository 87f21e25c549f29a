import { CairnError, limitNames, type LimitName, type OrgId, type Quota } from '@cairn/contracts';
import type { Insertable } from 'kysely';
import { ofDialect } from '../kit/dialect.ts';
import { prepared } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { itemCounting } from './item-counting.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { feature } from '../kit/feature.ts';

/** The storage limits of an organisation; null means no limit. */
const itemLimit = defineTable({
  name: 'item_limit',
  columns: {
    org_id: column.id(),
    stored_items: column.nullable(column.time()),
    stored_bytes: column.nullable(column.time()),
    embedded_bytes_per_hour: column.nullable(column.time()),
  },
  key: ['org_id'],
  appMay: 'select',
  moves: true,
});

/**
 * The storage in use. Triggers count it, so no write bypasses the count. The use of an organisation is the sum of its
 * rows: connections count in different rows, so that they do not wait for each other.
 */
const itemUse = defineTable({
  name: 'item_use',
  columns: {
    org_id: column.id(),
    slot: column.int(),
    items: column.time(),
    bytes: column.time(),
    /**
     * `hour` is the last hour with writes, in hours since the epoch; `embedded` is the number of bytes of text written in
     * that hour that need embedding.
     */
    hour: column.time(),
    embedded: column.time(),
  },
  key: ['org_id', 'slot'],
  appMay: 'select, insert, update',
  moves: { leftBehind: 'The triggers of the new place count what arrives.' },
  afterwards: itemCounting,
});

declare module '../kit/tables.ts' {
  interface Tables {
    item_limit: RowOf<typeof itemLimit>;
    item_use: RowOf<typeof itemUse>;
  }
}

const HOUR_MS = 3_600_000;

const queriesOf = ofDialect(({ queries }) => ({
  limits: prepared<{ orgId: OrgId }>()((place) =>
    queries.selectFrom('item_limit').selectAll().where('org_id', '=', place('orgId')),
  ),
  used: prepared<{ orgId: OrgId; hour: number }>()((place) =>
    queries
      .selectFrom('item_use')
      .select(({ fn, eb }) => [
        fn.sum<number>('items').as('items'),
        fn.sum<number>('bytes').as('bytes'),
        fn
          .sum<number>(eb.case().when('hour', '=', place('hour')).then(eb.ref('embedded')).else(0).end())
          .as('embedded'),
      ])
      .where('org_id', '=', place('orgId')),
  ),
  limit: (row: Insertable<RowOf<typeof itemLimit>>) =>
    queries
      .insertInto('item_limit')
      .values(row)
      .onConflict((clash) => clash.column('org_id').doUpdateSet(row)),
}));

export interface ItemLimits {
  readonly storedItems: number | null;
  readonly storedBytes: number | null;
  readonly embeddedBytesPerHour: number | null;
}

const NO_LIMITS: ItemLimits = { storedItems: null, storedBytes: null, embeddedBytesPerHour: null };

const numberOf = (value: unknown): number | null => (value === null ? null : Number(value));

export async function itemLimitsOf(tx: ReadTransaction, orgId: OrgId): Promise<ItemLimits> {
  const row = await tx.get(queriesOf(tx.dialect).limits, { orgId });
  return row ? limitsOf(row) : NO_LIMITS;
}

const limitsOf = (row: RowOf<typeof itemLimit>): ItemLimits => ({
  storedItems: numberOf(row.stored_items),
  storedBytes: numberOf(row.stored_bytes),
  embeddedBytesPerHour: numberOf(row.embedded_bytes_per_hour),
});

export async function limitItems(tx: Transaction, orgId: OrgId, limits: ItemLimits): Promise<void> {
  const { storedItems: stored_items, storedBytes: stored_bytes, embeddedBytesPerHour } = limits;
  const row = { org_id: orgId, stored_items, stored_bytes, embedded_bytes_per_hour: embeddedBytesPerHour };
  await tx.run(queriesOf(tx.dialect).limit(row));
}

type LimitQuestion = Pick<ReadTransaction, 'dialect' | 'now' | 'get'>;

/** Reads the limits of an organisation and the storage that it has left; empty for an organisation without limits. */
export async function quotasOf(tx: LimitQuestion, orgId: OrgId): Promise<Quota[]> {
  const queries = queriesOf(tx.dialect);
  const row = await tx.get(queries.limits, { orgId });
  if (!row) return [];
  return remainingOf(limitsOf(row), await tx.get(queries.used, { orgId, hour: hourOf(tx.now) }));
}

const hourOf = (now: number) => Math.floor(now / HOUR_MS);

type UsedQuotas = { readonly items: unknown; readonly bytes: unknown; readonly embedded: unknown };

function remainingOf(limits: ItemLimits, used: UsedQuotas | undefined): Quota[] {
  const all = [
    { limit: 'items', max: limits.storedItems, used: used?.items },
    { limit: 'bytes', max: limits.storedBytes, used: used?.bytes },
    { limit: 'embedding', max: limits.embeddedBytesPerHour, used: used?.embedded },
  ] as const;
  return all.flatMap(({ limit, max, used }) =>
    max === null ? [] : [{ limit, max, remaining: Math.max(0, max - Number(used ?? 0)) }],
  );
}

const unitByLimit: Readonly<Record<LimitName, string>> = {
  items: 'messages, memories and sections of notes',
  bytes: 'bytes of text',
  embedding: 'bytes of text an hour, which are embedded',
};

/** Matches the message by which a trigger refuses a write: the name of the limit and the id of the organisation. */
const LIMIT_REFUSAL = /^limit\/(\w+) ([0-9a-f-]{36})$/;

interface RefusedLimit {
  readonly limit: LimitName;
  readonly orgId: OrgId;
}

/** Reads from the error of a statement which limit of which organisation the statement exceeded. */
export function findRefusedLimit(error: unknown): RefusedLimit | undefined {
  const [, name, orgId] = LIMIT_REFUSAL.exec(error instanceof Error ? error.message : '') ?? [];
  const limit = limitNames.find((each) => each === name);
  return limit && { limit, orgId: orgId as OrgId };
}

/**
 * Builds the error of a write beyond a limit. The error does not say how much is left, since hidden items count too. Call
 * this after the write is rolled back.
 */
export async function beyondLimitError(tx: LimitQuestion, { limit, orgId }: RefusedLimit): Promise<CairnError> {
  const room = (await quotasOf(tx, orgId)).find((each) => each.limit === limit);
  const about = room && `may store ${formatNumber(room.max)} ${unitByLimit[limit]}`;
  const next =
    limit === 'embedding'
      ? `Come back in ${secondsToNextHour(tx.now)} seconds.`
      : 'Forget something, or ask who runs this installation for more.';
  return new CairnError(
    `limit/${limit}`,
    `The organisation ${about ?? `had a limit of ${unitByLimit[limit]}`}, and with this write it would have more. ${next} Nothing was stored.`,
  );
}

const formatNumber = (number: number) => number.toLocaleString('en');
const secondsToNextHour = (now: number) => Math.ceil((HOUR_MS - (now % HOUR_MS)) / 1000);

export const itemLimits = feature('itemLimits', { tables: [itemLimit, itemUse], reads: {}, writes: {} });
