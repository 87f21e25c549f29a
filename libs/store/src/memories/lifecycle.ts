import { CairnError, type ItemId, type PrincipalId, type Revision, type Visibility } from '@cairn/contracts';
import { isSeenByAll, requireMayChange, type Scope } from '@cairn/domain';
import {
  Lifecycle,
  type Act,
  type Overwrite,
  type Derived,
  type MemoryFields,
  type NewItem,
  type Outcome,
  type TextFeatures,
  type Succession,
} from '@cairn/ports';
import { sql } from 'kysely';
import { audience, audienceOf, fieldsOf, isReadByReadersOf, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { factLocksOf, factOf, factTaken, currentFactsFor } from './facts.ts';
import { readerLocksOf, requireReaders } from '../items/existing-readers.ts';
import { declaredQueries, declaredRowsOf } from '../graph/declaring.ts';
import { foundItemOf, itemQueries } from '../items/item-queries.ts';
import { meaningColumns, meaningOf, rowOf, type Author, type ItemRow, type NewItemRow } from '../kit/item-rows.ts';
import { inheritGone } from './gone-sources.ts';
import { isRenamed, retireNames } from './retired-names.ts';
import { requireNotForgotten, sourceLocksOf } from '../items/marks.ts';
import { insertingEachGiven, writingEachGiven, type GivenColumns } from '../kit/given-rows.ts';
import { prepared } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { forEachGiven } from '../kit/for-each-given.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import { setStrength } from './feedback.ts';
import {
  comesAfter,
  endSuccession,
  keepSuccession,
  standingSuccessor,
  succession,
  successionsOf,
  successorOf,
} from './successions.ts';
import { audit } from '../kit/audit.ts';
import { insertItems, storeItem, storeItems } from '../kit/store-items.ts';
import type { Lock, ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The content of a memory before a change, and who changed it. */
const revision = defineTable({
  name: 'revision',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    /** The version that had this content. */
    version: column.int(),
    /** The principal who changed it. */
    principal_id: column.id(),
    at: column.time(),
    reason: column.nullable(column.text()),
    /** The former fields as JSON. */
    former: column.text(),
  },
  key: ['org_id', 'item_id', 'version'],
  indexes: { revision_by_time: '(org_id, at)' },
  itemColumns: ['item_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    revision: RowOf<typeof revision>;
  }
}

export const revisionColumns = {
  ...{ org_id: 'uuid', item_id: 'uuid', version: 'int', principal_id: 'uuid', at: 'bigint' },
  ...{ reason: 'text', former: 'text' },
} as const satisfies GivenColumns;

interface Named {
  readonly id: string;
}

/** Columns that one statement updates in many memories. */
const writtenOver = {
  ...{ principal_id: 'uuid', external_id: 'text', merge_key: 'text', state: 'text', active_to: 'bigint' },
} as const satisfies GivenColumns;

const queriesOf = ofDialect((dialect) => ({
  keepRevisions: insertingEachGiven(dialect, 'revision', revisionColumns),
  writeOverEach: writingEachGiven(dialect, {
    columns: { seq: 'bigint', ...writtenOver },
    write: (given, from) => {
      const columns = Object.keys(writtenOver).map((name) => sql`${sql.ref(name)} = ${given(name)}`);
      return sql`update item set ${sql.join(columns)}, version = version + 1 ${from} where item.seq = ${given('seq')}`;
    },
  }),
  /** Active memories of the given ones whose merge key another memory has already in the target audience. */
  merged: forEachGiven<object, Named>(dialect, {
    columns: { orgId: 'uuid', id: 'uuid', key: 'text', visibility: 'text', channel: 'text', owner: 'text' },
    rows: (_place, given) => sql<Named>`select ${given('id')} as id from item
      where item.org_id = ${given('orgId')} and item.merge_key = ${given('key')}
        and item.visibility = ${given('visibility')} and coalesce(item.channel, '') = ${given('channel')}
        and (case item.visibility when 'private' then cast(item.principal_id as text) else '' end) = ${given('owner')}
        and item.id <> ${given('id')} limit 1`,
  }),
  /** Locks the rows in one fixed order, so that nobody else changes or forgets them and locks cause no deadlock. */
  lockedRows: prepared<{ orgId: string; ids: List }>()((place) => {
    const rows = dialect.queries
      .selectFrom('item')
      .select('seq')
      .where(dialect.checked('org_id'), '=', place('orgId'))
      .where(dialect.isAmong(sql.ref('id'), place('ids')))
      .orderBy('seq');
    return dialect.name === 'postgres' ? rows.forUpdate() : rows;
  }),
  revisions: prepared<{ orgId: string; id: string; below: number; limit: number }>()((place) =>
    dialect.queries
      .selectFrom('revision')
      .selectAll()
      .where('org_id', '=', place('orgId'))
      .where('item_id', '=', place('id'))
      .where('version', '<', place('below'))
      .orderBy('version', 'desc')
      .limit(place('limit')),
  ),
}));

/** An act as it crosses a thread. */
interface ActFields {
  readonly scope: ScopeFields;
  readonly author: Pick<Act['author'], 'orgId' | 'principalId' | 'keyId' | 'role'>;
  readonly id: ItemId;
  readonly ifVersion: number;
  readonly reason?: string | undefined;
  readonly overwrite?: Overwrite | undefined;
}

/** A row joined with its index state. */
type FoundRow = Parameters<typeof foundItemOf>[0];
type AuditedAs = 'change' | 'archive' | 'restore' | 'supersede';
type Columns = Partial<Omit<ItemRow, 'seq' | 'id' | 'org_id' | 'version'>>;

/** Reads the memory of an act, or the outcome that prevents the act. */
async function actedOn(session: Transaction, act: ActFields): Promise<FoundRow | Outcome> {
  const { visibleItem } = itemQueries(session.dialect);
  const row = await session.get(visibleItem, { ...fieldsOf(act.scope), kind: 'memory', id: act.id });
  if (!row) return { outcome: 'unknown' };
  requireMayChange(act.author, [row.principal_id], 'change a memory');
  const by = row.state === 'superseded' ? await standingSuccessor(session, act.scope, act.id) : undefined;
  if (by !== undefined) return { outcome: 'superseded', by };
  return row.version === act.ifVersion ? row : { outcome: 'stale', version: row.version };
}

type WriteAct = Pick<ActFields, 'id' | 'reason'> & { readonly author: Author };

interface Overwriting {
  readonly row: ItemRow;
  readonly columns: Columns;
  readonly as: AuditedAs;
  /** The text features, when the text may change. */
  readonly features?: TextFeatures;
}

/** Updates the row if it still has the version that was read; otherwise changes nothing. */
async function writeOver(
  session: Transaction,
  act: WriteAct,
  { row, columns, as, features }: Overwriting,
): Promise<Outcome> {
  const version = row.version + 1;
  const changed = await session.run(
    session.dialect.queries
      .updateTable('item')
      .set({ ...columns, version })
      .where('seq', '=', row.seq)
      .where('version', '=', row.version),
  );
  if (changed === 0) return { outcome: 'stale', version };
  const fresh: ItemRow = { ...row, ...columns, version };
  await keepFormer(session, act, [row]);
  if (isRenamed(row, fresh)) await retireNames(session, [row]);
  const isOther = textOf(fresh) !== textOf(row);
  const isReadAnew = isOther || readColumns.some((name) => fresh[name] !== row[name]);
  const read = isReadAnew ? features : undefined;
  const index = await storeItem(session, fresh, { text: read && isOther ? 'changed' : 'same', features: read });
  await audit(session, { author: act.author, action: as, kind: 'memory', id: act.id, version });
  // Failpoint: change/before-commit
  return { outcome: 'done', version, state: fresh.state, index };
}

const textOf = ({ title, content }: ItemRow) => `${title}\n${content}`;

/** Columns beside the text that its features are read from. */
const readColumns = ['category', 'forbids', 'instead', 'action_triggers'] as const;

const formerOf = ({ state, title, content, tags, store, category, confidence, valence, arousal, ...row }: ItemRow) => ({
  ...{
    state,
    title,
    content,
    tags: JSON.parse(tags ?? '[]') as string[],
    store,
    category,
    confidence,
    valence,
    arousal,
  },
  ...{ validFrom: row.valid_from, validTo: row.valid_to, subject: row.subject, attribute: row.attribute },
  ...meaningOf(row),
  ...(row.provenance !== '{}' && { metadata: JSON.parse(row.provenance ?? '{}') as Record<string, string> }),
});

/** Stores the former texts as revisions. */
export async function keepFormer(
  session: Transaction,
  { author, reason }: Pick<ManyAct, 'author'> & Partial<ManyAct>,
  rows: readonly ItemRow[],
): Promise<void> {
  const revisions = rows.map((row) => ({
    org_id: row.org_id,
    item_id: row.id,
    version: row.version,
    principal_id: author.principalId,
    at: session.now,
    reason: reason ?? null,
    former: JSON.stringify(formerOf(row)),
  }));
  await queriesOf(session.dialect).keepRevisions(session, revisions);
}

/** An act on many memories. */
interface ManyAct {
  readonly author: Author;
  readonly reason: string | undefined;
}

interface Written {
  readonly row: ItemRow;
  readonly columns: Pick<ItemRow, keyof typeof writtenOver>;
}

/** Updates many memories of an organisation whose text stays. The rows must be locked, or the caller the only writer. */
async function writeOverEach(
  session: Transaction,
  act: ManyAct,
  { written, as }: { readonly written: readonly Written[]; readonly as: AuditedAs },
): Promise<void> {
  const { writeOverEach: write } = queriesOf(session.dialect);
  await write(
    session,
    written.map(({ row: { seq }, columns }) => ({ seq, ...columns })),
  );
  await keepFormer(
    session,
    act,
    written.map(({ row }) => row),
  );
  const fresh = written.map(({ row, columns }): ItemRow => ({ ...row, ...columns, version: row.version + 1 }));
  await storeItems(
    session,
    fresh.map((row) => ({ row, text: 'same' })),
  );
  const { author } = act;
  await audit(
    session,
    ...fresh.map(({ id, version }) => ({ author, action: as, kind: 'memory', id, version }) as const),
  );
}

const keptColumns = ({ principal_id, external_id, merge_key, state, active_to }: ItemRow): Written['columns'] => ({
  ...{ principal_id, external_id, merge_key, state, active_to },
});

/** Memories with one text and audience share a merge key; a change may make two alike, and then only one of them keeps the key. */
async function freeMergeKey(session: Transaction, row: ItemRow, key: string | undefined): Promise<string | null> {
  if (key === undefined || row.external_id !== null) return null;
  const isTaken = (await idsOf(queriesOf(session.dialect).merged(session, {}, [{ ...placeOf(row), key }]))).has(row.id);
  return isTaken ? null : key;
}

const placeOf = ({ org_id: orgId, id, visibility, channel, principal_id }: ItemRow) => ({
  ...{ orgId, id, visibility, channel: channel ?? '', owner: visibility === 'private' ? principal_id : '' },
});

const idsOf = async (found: Promise<readonly Named[]>): Promise<ReadonlySet<string>> =>
  new Set((await found).map(({ id }) => id));

/** Checks and locks before any write, so that two writers of the same memories do not deadlock. */
async function requireFree(session: Transaction, row: Omit<NewItemRow, 'id'>, except: string): Promise<void> {
  const fact = factOf(row);
  if (!fact) return;
  await session.lock(...factLocksOf([row]));
  const currentFact = (await currentFactsFor(session, [{ ...row, id: except }])).get(except);
  if (currentFact) throw factTaken(fact, currentFact);
}

interface ChangeCommand {
  readonly act: ActFields;
  readonly fields: MemoryFields;
  readonly derived: Derived;
}

async function change(session: Transaction, { act, fields, derived }: ChangeCommand): Promise<Outcome> {
  const row = await actedOn(session, act);
  if ('outcome' in row) return row;
  const { strength, ...said } = fields;
  const outcome = hasAny(said)
    ? await rewrite(session, { act, fields: said, derived }, row)
    : await asItIs(session, act, row);
  if (strength !== undefined && outcome.outcome === 'done')
    await setStrength(session, { orgId: act.author.orgId, memoryId: act.id }, strength);
  return outcome;
}

const hasAny = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined);

async function asItIs(session: Transaction, { author, id }: ActFields, row: FoundRow): Promise<Outcome> {
  const { version, state } = row;
  await audit(session, { author, action: 'change', kind: 'memory', id, version });
  return { outcome: 'done', version, state, index: foundItemOf(row).index };
}

async function rewrite(session: Transaction, { act, fields, derived }: ChangeCommand, row: ItemRow): Promise<Outcome> {
  const isActive = row.state === 'active';
  const columns = {
    ...columnsOf(fields),
    merge_key: isActive ? await freeMergeKey(session, row, derived.mergeKey) : null,
  };
  const fresh = { ...row, ...columns };
  if (textOf(fresh) !== textOf(row))
    await requireNotForgotten(session, { rows: [{ ...fresh, external_id: null }], ...act });
  if (isActive) await requireFree(session, fresh, row.id);
  return writeOver(session, act, { row, columns, as: 'change', features: derived });
}

function columnsOf({ tags, validFrom, validTo, provenance, ...fields }: MemoryFields): Columns {
  const { actionTriggers, forbids, instead, decides, value, ...same } = fields;
  const meaning = meaningColumns({ actionTriggers, forbids, instead, decides, value });
  const columns = {
    ...same,
    action_triggers: actionTriggers && meaning.action_triggers,
    forbids: forbids && meaning.forbids,
    instead: instead && meaning.instead,
    decides: decides === undefined ? undefined : meaning.decides,
    value,
    tags: tags && JSON.stringify(tags),
    provenance: provenance && JSON.stringify(provenance),
    valid_from: validFrom,
    valid_to: validTo,
    length: same.content?.length,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

interface StateCommand {
  readonly act: ActFields;
  readonly state: 'active' | 'archived';
  readonly mergeKey?: string | undefined;
}

async function setState(session: Transaction, { act, state, mergeKey }: StateCommand): Promise<Outcome> {
  const row = await actedOn(session, act);
  if ('outcome' in row) return row;
  if (state === 'active') {
    if (row.state !== 'active') await requireNotForgotten(session, { rows: [row], ...act });
    await requireFree(session, row, row.id);
  }
  const key = state === 'active' ? await freeMergeKey(session, row, mergeKey) : null;
  const as = state === 'active' ? 'restore' : 'archive';
  const columns = { state, merge_key: key, active_to: activeToOf(row, state, session.now) };
  const outcome = await writeOver(session, act, { row, columns, as });
  if (outcome.outcome === 'done' && row.state === 'superseded') await endSuccession(session, row);
  return outcome;
}

/** Archives memories on behalf of the organisation, whoever may see them. The rows must be locked, or the caller the only writer. */
export async function archiveRows(session: Transaction, act: ManyAct, rows: readonly ItemRow[]): Promise<void> {
  const columns = { state: 'archived', merge_key: null, active_to: session.now } as const;
  const written = rows.map((row) => ({ row, columns: { ...keptColumns(row), ...columns } }));
  await writeOverEach(session, act, { written, as: 'archive' });
}

/** The end of the active time: a memory that is archived or superseded again keeps its first end. */
const activeToOf = (row: ItemRow, state: 'active' | 'archived' | 'superseded', now: number): number | null =>
  state === 'active' ? null : row.state === 'active' ? now : (row.active_to ?? now);

/** Given memories whose target audience already has a memory of the same source and external id. */
const namedQuery = ofDialect((dialect) =>
  forEachGiven<object, Named>(dialect, {
    columns: { id: 'uuid', orgId: 'uuid', source: 'text', externalId: 'text', audience: 'text' },
    rows: (_place, given) => {
      const named = { orgId: given('orgId'), source: given('source'), id: given('externalId') };
      return sql<Named>`select ${given('id')} as id from item where ${dialect.hasExternalId('item', named)}
        and item.kind = 'memory' and ${dialect.indexed(audience())} = ${dialect.indexed(given('audience'))} limit 1`;
    },
  }),
);

interface ShareCommand {
  readonly act: ActFields;
  readonly visibility: Visibility;
  readonly mergeKey?: string | undefined;
}

async function share(session: Transaction, { act, visibility, mergeKey }: ShareCommand): Promise<Outcome> {
  const row = await actedOn(session, act);
  if ('outcome' in row) return row;
  requireWider(row.visibility, visibility);
  const shared = { ...row, visibility };
  for (const lock of readerLocksOf([shared])) await session.lock(lock);
  await requireReaders(session, [shared]);
  await requireNotForgotten(session, { rows: [shared], ...act });
  await requireOwnExternalId(session, shared);
  if (row.state === 'active') await requireFree(session, shared, row.id);
  const key = row.state === 'active' ? await freeMergeKey(session, shared, mergeKey) : null;
  return writeOver(session, act, { row, columns: { visibility, merge_key: key }, as: 'change' });
}

function requireWider(from: Visibility, to: Visibility): void {
  const isWider = to === 'org' ? !isSeenByAll(from) && from !== 'peer' : from === 'private' && to.startsWith('team:');
  if (isWider) return;
  const allowed =
    from === 'private' ? 'org or team:NAME' : from.startsWith('team:') ? 'org' : 'nothing: it is shared already';
  const message = `does not give the memory wider readers than ${from.startsWith('team:') ? 'its team' : from}`;
  throw new CairnError('request/invalid', `visibility ${message}`, {
    issues: [{ field: 'visibility', message, value: to, allowed }],
  });
}

/** Ids of the given memories whose source and external id another memory of that audience has. */
function namedAmong(session: Transaction, rows: readonly ItemRow[]): Promise<ReadonlySet<string>> {
  const given = rows.flatMap((row) => {
    const { id, org_id: orgId, source, external_id: externalId } = row;
    return externalId === null ? [] : [{ id, orgId, source, externalId, audience: audienceOf(row) }];
  });
  return idsOf(namedQuery(session.dialect)(session, {}, given));
}

async function requireOwnExternalId(session: Transaction, row: ItemRow): Promise<void> {
  if (!(await namedAmong(session, [row])).has(row.id)) return;
  throw new CairnError('item/conflict', 'The new readers know another memory of this source and external id.');
}

/**
 * Transfers private memories to another principal on behalf of the organisation. A memory whose external id the recipient has loses
 * it, and one whose fact an active memory of theirs states is archived. The rows must be locked, or the caller the only writer.
 */
export async function giveRows(
  session: Transaction,
  act: ManyAct,
  { rows, to }: { readonly rows: readonly ItemRow[]; readonly to: PrincipalId },
): Promise<void> {
  const given = rows.map((row) => ({ ...row, principal_id: to }));
  const active = given.filter(({ state }) => state === 'active');
  const named = await namedAmong(session, given);
  await session.lock(...factLocksOf(active));
  const stated = await currentFactsFor(session, active);
  const places = active.flatMap((row) =>
    row.merge_key === null || row.external_id !== null ? [] : [{ ...placeOf(row), key: row.merge_key }],
  );
  const merged = await idsOf(queriesOf(session.dialect).merged(session, {}, places));
  const written = rows.map((row) => {
    const isStated = stated.has(row.id);
    const isFree = row.state === 'active' && row.external_id === null && !isStated && !merged.has(row.id);
    const archived = isStated && ({ state: 'archived', active_to: session.now } as const);
    const external_id = named.has(row.id) ? null : row.external_id;
    const merge_key = isFree ? row.merge_key : null;
    return { row, columns: { ...keptColumns(row), principal_id: to, external_id, merge_key, ...archived } };
  });
  await writeOverEach(session, act, { written, as: 'change' });
}

interface SupersedeCommand {
  readonly act: ActFields;
  readonly successor: NewItem & { readonly kind: 'memory' };
}

async function supersede(session: Transaction, { act, successor }: SupersedeCommand): Promise<Outcome> {
  const row = await actedOn(session, act);
  if ('outcome' in row) return row;
  await requireFree(session, rowOf(successor, act.author, session.now, null), row.id);
  const outcome = await replace(session, act, { row, by: successor.id });
  if (outcome.outcome !== 'done') return outcome;
  await insertSuccessor(session, act, successor);
  await inheritGone(session, row, successor);
  return outcome;
}

/** Marks a memory as superseded and links it to its successor. */
async function replace(
  session: Transaction,
  act: ActFields,
  { row, by }: { readonly row: ItemRow; readonly by: ItemId },
): Promise<Outcome> {
  const active_to = activeToOf(row, 'superseded', session.now);
  const columns = { state: 'superseded', merge_key: null, active_to } as const;
  const outcome = await writeOver(session, act, { row, columns, as: 'supersede' });
  if (outcome.outcome === 'done')
    await keepSuccession(session, { org_id: row.org_id, old_id: row.id, new_id: by, at: session.now });
  return outcome;
}

async function insertSuccessor(
  session: Transaction,
  { author, overwrite }: ActFields,
  successor: SupersedeCommand['successor'],
): Promise<void> {
  const row = { ...rowOf(successor, author, session.now, null), active_from: session.now };
  // The locks delay a forgetting of the source, which would otherwise miss this successor.
  for (const lock of sourceLocksOf(author.orgId, [row.source])) await session.lock(lock);
  await requireNotForgotten(session, { rows: [row], author, overwrite });
  const written = await insertItems(session, [{ row, features: successor.derived }], author);
  if (written.size === 0)
    throw new CairnError(
      'item/conflict',
      'Another active memory has the same text and readers. Supersede that one, or change the text.',
    );
  const declared = declaredRowsOf(successor, row.org_id, successor.id);
  if (declared.length > 0)
    await session.all(declaredQueries(session.dialect).insert, { rows: JSON.stringify(declared) });
}

interface SupersedeByCommand {
  readonly act: ActFields;
  readonly successor: ItemId;
}

/** Locks that delay a second command: together the two could close a circle of successors. */
const successionLocks = ({ act: { author } }: SupersedeByCommand): Lock[] => [
  { what: 'organisation', orgId: author.orgId, key: 'successions' },
];

async function supersedeBy(session: Transaction, { act, successor }: SupersedeByCommand): Promise<Outcome> {
  const { orgId } = act.author;
  await session.all(queriesOf(session.dialect).lockedRows, { orgId, ids: session.dialect.listOf([act.id, successor]) });
  const row = await actedOn(session, act);
  if ('outcome' in row && row.outcome !== 'superseded') return row;
  const { visibleItem } = itemQueries(session.dialect);
  const next = await session.get(visibleItem, { ...fieldsOf(act.scope), kind: 'memory', id: successor });
  if (!next) throw new CairnError('item/unknown', `no memory ${successor}`);
  if ((await successorOf(session, { org_id: orgId, id: act.id })) === successor) return asSuperseded(session, act);
  if ('outcome' in row) return row;
  await requireSuccessor(session, row, next);
  return replace(session, act, { row, by: successor });
}

/** Returns the state of a memory that already has the wanted successor. */
async function asSuperseded(session: Transaction, { scope, id }: ActFields): Promise<Outcome> {
  const row = await session.get(itemQueries(session.dialect).visibleItem, { ...fieldsOf(scope), kind: 'memory', id });
  if (!row) return { outcome: 'unknown' };
  const { version, state } = row;
  return { outcome: 'done', version, state, index: foundItemOf(row).index };
}

async function requireSuccessor(session: Transaction, row: ItemRow, next: ItemRow): Promise<void> {
  const succession = { orgId: row.org_id, later: row.id as ItemId, earlier: next.id as ItemId };
  if (next.id === row.id) throw noSuccessor(next, 'is the memory itself', 'another memory');
  if (!isReadByReadersOf(next, row))
    throw noSuccessor(next, 'is not read by all who read this memory', 'a memory with the same readers, or with more');
  if (await comesAfter(session, succession))
    throw noSuccessor(next, 'was superseded by this memory', 'a memory that this one does not supersede');
}

function noSuccessor({ id }: ItemRow, message: string, allowed: string): CairnError {
  const issues = [{ field: 'successor', message, value: id, allowed }];
  return new CairnError('request/invalid', `successor ${message}`, { issues });
}

interface RevisionsQuery {
  readonly scope: ScopeFields;
  readonly id: ItemId;
  readonly limit: number;
  readonly below?: number | undefined;
}

async function revisions(session: ReadTransaction, { scope, id, limit, below }: RevisionsQuery): Promise<Revision[]> {
  const { visibleItem } = itemQueries(session.dialect);
  if (!(await session.get(visibleItem, { ...fieldsOf(scope), kind: 'memory', id }))) return [];
  const values = { orgId: scope.orgId, id, limit, below: below ?? Number.MAX_SAFE_INTEGER };
  return (
    await session.all(queriesOf(session.dialect).revisions, { ...values, below: Math.min(values.below, 2 ** 31 - 1) })
  ).map(revisionOf);
}

export const revisionOf = ({
  version,
  principal_id: changedBy,
  at,
  reason,
  former,
}: RowOf<typeof revision>): Revision =>
  ({ version, changedBy, changedAt: Number(at), reason, attribute: null, ...JSON.parse(former) }) as Revision;

export const lifecycleStore = {
  name: 'lifecycle',
  tables: [revision, succession],
  reads: { revisions, successions: successionsOf },
  writes: { change, setState, share, supersede, supersedeBy },
  locks: { supersedeBy: successionLocks },
  port: portOf(Lifecycle, (store) => new SqlLifecycle(store)),
};

const actFields = ({
  scope,
  author: { orgId, principalId, keyId, role },
  id,
  ifVersion,
  reason,
  overwrite,
}: Act): ActFields => ({
  scope: fieldsOf(scope),
  author: { orgId, principalId, keyId, role },
  id,
  ifVersion,
  reason,
  overwrite,
});

export class SqlLifecycle extends Lifecycle {
  private readonly calls: CallsOf<typeof lifecycleStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(lifecycleStore, store);
  }

  change(act: Act, fields: MemoryFields, derived: Derived): Promise<Outcome> {
    return this.calls.change(act.scope.orgId, { act: actFields(act), fields, derived });
  }

  setState(act: Act, state: 'active' | 'archived', mergeKey: string | undefined): Promise<Outcome> {
    return this.calls.setState(act.scope.orgId, { act: actFields(act), state, mergeKey });
  }

  share(act: Act, visibility: Visibility, mergeKey: string | undefined): Promise<Outcome> {
    return this.calls.share(act.scope.orgId, { act: actFields(act), visibility, mergeKey });
  }

  supersede(act: Act, successor: NewItem & { kind: 'memory' }): Promise<Outcome> {
    return this.calls.supersede(act.scope.orgId, { act: actFields(act), successor });
  }

  supersedeBy(act: Act, successor: ItemId): Promise<Outcome> {
    return this.calls.supersedeBy(act.scope.orgId, { act: actFields(act), successor });
  }

  revisions(scope: Scope, id: ItemId, page: { readonly limit: number; readonly below?: number }): Promise<Revision[]> {
    return this.calls.revisions(scope.orgId, { scope: fieldsOf(scope), id, ...page });
  }

  successions(scope: Scope, ids: readonly ItemId[]): Promise<Succession[]> {
    return this.calls.successions(scope.orgId, { scope: fieldsOf(scope), ids });
  }
}
