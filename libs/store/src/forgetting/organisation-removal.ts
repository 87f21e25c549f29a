import type { OrganisationRemoval, OrgId, PrincipalId, RemainingRows } from '@cairn/contracts';
import { sql, type RawBuilder } from 'kysely';
import { NIL } from 'uuid';
import { ofDialect } from '../kit/dialect.ts';
import { rowColumns, type ItemRow } from '../kit/item-rows.ts';
import { deleteSomeQuery } from '../kit/delete-some.ts';
import { processUntilTimeout } from '../kit/process-until-timeout.ts';
import { column, defineTable, type DialectName, type RowOf, type TableDescription } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { announceEvent } from '../kit/announce.ts';
import { auditActs } from '../kit/audit.ts';
import { forgetItems } from '../kit/store-items.ts';
import { sumRemovedRows, type ReadTransaction, type RemovedRowsByTable, type Transaction } from '../kit/transaction.ts';

/** The removal of an organisation. Only this row and the audit of the organisation remain afterwards. */
const removalTable = defineTable({
  name: 'organisation_removal',
  columns: {
    org_id: column.id(),
    state: column.text<OrganisationRemoval['state']>(),
    begun_at: column.time(),
    erased_at: column.nullable(column.time()),
    verified_at: column.nullable(column.time()),
    /** JSON map from kinds to numbers of items. */
    items: column.text(),
    /** JSON map from table names to numbers of deleted rows. */
    removed: column.text(),
    /** JSON list of `RemainingRows`. */
    verified: column.text(),
  },
  key: ['org_id'],
  appMay: 'select, update',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    organisation_removal: RowOf<typeof removalTable>;
  }
}

/** A table with rows that belong to organisations, and its primary key. */
type OwnedTable = Pick<TableDescription, 'name' | 'key'>;

/** Tables whose rows stay when an organisation is removed. */
const TABLES_KEPT: readonly string[] = ['audit', 'audit_seal', 'audit_head', 'organisation_removal'];

/** The tables from which a removal deletes rows. Each table comes before the tables that it references. */
const ownedTables = (tables: readonly TableDescription[], dialect: DialectName): readonly OwnedTable[] =>
  tables
    .filter(({ name, columns, only = dialect }) => only === dialect && ('org_id' in columns || name === 'organisation'))
    .filter(({ name }) => !TABLES_KEPT.includes(name))
    .toReversed();

interface InOwnOrganisation {
  readonly orgId: OrgId;
}

/**
 * Returns all tables of the store. This is a function, since the list of tables is made from all features, this one
 * included.
 */
type AllTables = () => readonly TableDescription[];

const FORGOTTEN_AT_ONCE = 100;
const ERASED_AT_ONCE = 1_000;
const OPERATOR_ID = NIL as PrincipalId;

const removalQueries = ofDialect(({ queries, forUpdate }) => ({
  one: (orgId: OrgId) => queries.selectFrom('organisation_removal').selectAll().where('org_id', '=', orgId),
  all: queries.selectFrom('organisation_removal').selectAll().orderBy('begun_at').orderBy('org_id'),
  insert: (row: RowOf<typeof removalTable>) => queries.insertInto('organisation_removal').values(row),
  change: (orgId: OrgId, columns: Partial<RowOf<typeof removalTable>>) =>
    queries.updateTable('organisation_removal').set(columns).where('org_id', '=', orgId),
  dropKeys: (orgId: OrgId) => queries.deleteFrom('api_key').where('org_id', '=', orgId),
  items: (orgId: OrgId) =>
    queries
      .selectFrom('item')
      .select(rowColumns)
      .where('org_id', '=', orgId)
      .where('state', '<>', 'deleted')
      .orderBy('seq')
      .limit(FORGOTTEN_AT_ONCE)
      .modifyEnd(forUpdate),
}));

/** SQL condition: the removal of the organisation has begun, so the organisation no longer counts. */
export const isBeingRemoved = sql<boolean>`exists (select 1 from organisation_removal where org_id = organisation.id)`;

const lockRemovals = (tx: Transaction, orgId: OrgId) => tx.lock({ what: 'organisation', orgId, key: 'removal' });

const stateOf = async (tx: ReadTransaction, { orgId }: InOwnOrganisation) =>
  (await tx.get(removalQueries(tx.dialect).one(orgId)))?.state;

const changeRemoval = (tx: Transaction, orgId: OrgId, columns: Partial<RowOf<typeof removalTable>>) =>
  tx.run(removalQueries(tx.dialect).change(orgId, columns));

/** Begins a removal. From then on, no key of the organisation works. A repeated call resumes an interrupted removal. */
export async function beginOrganisationRemoval(tx: Transaction, { orgId }: InOwnOrganisation): Promise<void> {
  await lockRemovals(tx, orgId);
  const queries = removalQueries(tx.dialect);
  const state = await stateOf(tx, { orgId });
  if (state === 'removed') return;
  if (state === undefined) {
    const empty = { erased_at: null, verified_at: null, items: '{}', removed: '{}', verified: '[]' };
    await tx.run(queries.insert({ org_id: orgId, state: 'forgetting', begun_at: tx.now, ...empty }));
    const keys = await tx.run(queries.dropKeys(orgId));
    await changeRemoval(tx, orgId, { removed: JSON.stringify({ api_key: keys }) });
    const author = { orgId, principalId: OPERATOR_ID };
    await auditActs(tx, { author, action: 'forget', kind: 'organisation', id: orgId, version: 1 });
  }
  if (state === 'verifying') await announceEvent(tx, { event: 'organisation.erased', orgId, body: {} });
  else await announceEvent(tx, { event: 'organisation.removing', orgId, body: {} });
}

/** Turns a page of the organisation's items into tombstones, which informs every index and subscriber. */
async function forgetPage(
  tx: Transaction,
  { orgId }: InOwnOrganisation,
): Promise<OrganisationRemoval['state'] | undefined> {
  await lockRemovals(tx, orgId);
  const queries = removalQueries(tx.dialect);
  const removal = await tx.get(queries.one(orgId));
  if (removal?.state !== 'forgetting') return removal?.state;
  const rows = (await tx.all(queries.items(orgId))) as ItemRow[];
  const removed: RemovedRowsByTable[] = [];
  const done = await processUntilTimeout(rows, async (some) => removed.push(await forgetItems(tx, some)));
  const byKind = rows.slice(0, done).map(({ kind }): RemovedRowsByTable => ({ [kind]: 1 }));
  const state = done === rows.length && done < FORGOTTEN_AT_ONCE ? 'indexes' : 'forgetting';
  await changeRemoval(tx, orgId, {
    state,
    items: JSON.stringify(sumRemovedRows([JSON.parse(removal.items) as RemovedRowsByTable, ...byKind])),
    removed: JSON.stringify(sumRemovedRows([JSON.parse(removal.removed) as RemovedRowsByTable, ...removed])),
  });
  return state;
}

/** Records that every index has removed the entries of the organisation. */
async function recordEmptiedIndexes(tx: Transaction, { orgId }: InOwnOrganisation): Promise<void> {
  await lockRemovals(tx, orgId);
  if ((await stateOf(tx, { orgId })) === 'indexes') await changeRemoval(tx, orgId, { state: 'erasing' });
}

const OWN_EVENTS = sql`event not in ('organisation.removing', 'organisation.erased')`;

/** Selects the rows of the organisation in a table; in the outbox, all but the events of the removal itself. */
const rowsOf = ({ name }: OwnedTable, orgId: OrgId): RawBuilder<unknown> => {
  const owner = sql`${sql.ref(name === 'organisation' ? 'id' : 'org_id')} = ${orgId}`;
  return name === 'outbox' ? sql`${owner} and ${OWN_EVENTS}` : owner;
};

/**
 * Deletes up to a thousand rows, table by table. Rows that reference other rows are deleted before the rows that they
 * reference.
 */
const erasePage =
  (all: AllTables) =>
  async (tx: Transaction, { orgId }: InOwnOrganisation): Promise<OrganisationRemoval['state'] | undefined> => {
    await lockRemovals(tx, orgId);
    const removal = await tx.get(removalQueries(tx.dialect).one(orgId));
    if (removal?.state !== 'erasing') return removal?.state;
    const removed: Record<string, number> = {};
    let room = ERASED_AT_ONCE;
    for (const table of ownedTables(all(), tx.dialect.name)) {
      const erased = await eraseRows(tx, table, { orgId, limit: room });
      removed[table.name] = erased;
      room -= erased;
      if (room === 0) break;
    }
    const isLast = room > 0;
    await changeRemoval(tx, orgId, {
      removed: JSON.stringify(sumRemovedRows([JSON.parse(removal.removed) as RemovedRowsByTable, removed])),
      ...(isLast && { state: 'verifying' as const, erased_at: tx.now }),
    });
    if (!isLast) return 'erasing';
    tx.context.hooks.note('erased');
    await announceEvent(tx, { event: 'organisation.erased', orgId, body: {} });
    return 'verifying';
  };

function eraseRows(
  tx: Transaction,
  table: OwnedTable,
  { orgId, limit }: InOwnOrganisation & { readonly limit: number },
): Promise<number> {
  const rows = { table: table.name, key: table.key, where: rowsOf(table, orgId), limit };
  const removal = deleteSomeQuery(tx.dialect, rows);
  return tx.run({ compile: () => removal.compile(tx.dialect.queries) });
}

/** Counts the remaining rows of the organisation by table. */
const countRemaining =
  (all: AllTables) =>
  async (tx: ReadTransaction, { orgId }: InOwnOrganisation): Promise<RemainingRows[]> => {
    const left: RemainingRows[] = [];
    for (const table of ownedTables(all(), tx.dialect.name)) {
      const query = sql<{ number: number }>`select count(*) as number from ${sql.table(table.name)}
      where ${rowsOf(table, orgId)}`;
      const row = await tx.get({ compile: () => query.compile(tx.dialect.queries) });
      left.push({ where: `store: ${table.name}`, remaining: Number(row?.number ?? 0) });
    }
    return left;
  };

/**
 * Records the verified counts of remaining rows. If rows remain, because calls that began before the removal wrote them,
 * the removal starts over.
 */
async function storeRemaining(
  tx: Transaction,
  { orgId, left }: InOwnOrganisation & { readonly left: readonly RemainingRows[] },
): Promise<void> {
  await lockRemovals(tx, orgId);
  if ((await stateOf(tx, { orgId })) !== 'verifying') return;
  const verified = JSON.stringify(left);
  if (left.every((each) => each.remaining === 0)) {
    await changeRemoval(tx, orgId, { state: 'removed', verified, verified_at: tx.now });
    return;
  }
  await changeRemoval(tx, orgId, { state: 'forgetting', verified });
  await announceEvent(tx, { event: 'organisation.removing', orgId, body: {} });
}

const certificateOf = (row: RowOf<typeof removalTable>): OrganisationRemoval => ({
  orgId: row.org_id as OrgId,
  state: row.state,
  begunAt: Number(row.begun_at),
  erasedAt: row.erased_at === null ? null : Number(row.erased_at),
  verifiedAt: row.verified_at === null ? null : Number(row.verified_at),
  items: countsOf(row.items),
  removed: countsOf(row.removed).map(({ of, number }) => ({ from: of, rows: number })),
  verified: JSON.parse(row.verified) as OrganisationRemoval['verified'],
  kept: ['audit', 'audit_seal', 'audit_head'],
});

const countsOf = (json: string) =>
  Object.entries(JSON.parse(json) as RemovedRowsByTable).map(([of, number]) => ({ of, number }));

/** Lists the removals that have begun. The list of organisations leaves out organisations that are being removed. */
async function listRemovals(tx: ReadTransaction): Promise<OrganisationRemoval[]> {
  return (await tx.all(removalQueries(tx.dialect).all)).map(certificateOf);
}

export async function findOrganisationRemoval(
  tx: ReadTransaction,
  { orgId }: InOwnOrganisation,
): Promise<OrganisationRemoval | undefined> {
  const row = await tx.get(removalQueries(tx.dialect).one(orgId));
  return row && certificateOf(row);
}

/** Makes the feature that removes an organisation with all its data but the audit. */
export const organisationRemovalsOf = (all: AllTables) =>
  feature('organisationRemovals', {
    tables: [removalTable],
    reads: { list: listRemovals, find: findOrganisationRemoval, leftIn: countRemaining(all) },
    writes: { forgetPage, indexesEmptied: recordEmptiedIndexes, erasePage: erasePage(all), keepLeft: storeRemaining },
    acrossOrganisations: ['list', 'find', 'leftIn', 'erasePage', 'keepLeft'],
  });
export type OrganisationRemovals = CallsOf<ReturnType<typeof organisationRemovalsOf>>;

/**
 * Runs the next page of a removal as one commit, so that the removal continues where it stopped. Returns the state;
 * `indexes`, `verifying` and `removed` have no pages.
 */
export async function continueRemoval(
  removals: OrganisationRemovals,
  orgId: OrgId,
): Promise<OrganisationRemoval['state'] | undefined> {
  const state = (await removals.find({ orgId }))?.state;
  if (state === 'forgetting') return removals.forgetPage({ orgId });
  return state === 'erasing' ? removals.erasePage({ orgId }) : state;
}
