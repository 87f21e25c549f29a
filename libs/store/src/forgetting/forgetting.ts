import { IMPORT_ID, type ForgetCertificate, type ItemId, type OrgId, type PrincipalId } from '@cairn/contracts';
import { mayChange, type Principal, type Scope } from '@cairn/domain';
import {
  blockedBy,
  Forgetting,
  selectorsOf,
  type Blocked,
  type ForgetAct,
  type Remaining,
  type Pointer,
  type Selected,
  type Selection,
} from '@cairn/ports';
import { sql, type Compilable, type RawBuilder } from 'kysely';
import { agedItems, type Ageing } from './retention-items.ts';
import { fieldsOf, teamsOf, visible, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Dialect, type List } from '../kit/dialect.ts';
import { insertingEachGiven } from '../kit/given-rows.ts';
import { graphTables } from '../graph/tables.ts';
import { rowColumns, type Forgetter, type ItemRow } from '../kit/item-rows.ts';
import {
  folded,
  forgetSecret,
  forgottenMark,
  leaveMarks,
  markQueries,
  nameMarks,
  secretOf,
  whoseMark,
} from '../items/marks.ts';
import { prepared } from '../kit/prepared.ts';
import { removingRowsOf } from '../kit/removing-rows-of.ts';
import { asFarAsTimeAllows } from '../kit/as-far-as-time-allows.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { callsOf, type CallsOf, type Naming, portOf, type SqlStore, type TablesOfItems } from '../kit/module.ts';
import { madeFrom } from './derivations.ts';
import { announce } from '../kit/announce.ts';
import { audit } from '../kit/audit.ts';
import { forgetItems } from '../kit/store-items.ts';
import { addedUp, type ReadTransaction, type Removed, type Transaction } from '../kit/transaction.ts';

/** An act of forgetting and its result. */
const forgetAct = defineTable({
  name: 'forget_act',
  columns: {
    org_id: column.id(),
    id: column.id(),
    principal_id: column.id(),
    state: column.text<ForgetAct['state']>(),
    /** JSON list of the names of its selectors. */
    selected_by: column.text(),
    lineage: column.int(),
    /** JSON: the selection and its scope; cleared once all items are forgotten. */
    plan: column.nullable(column.text()),
    begun_at: column.time(),
    forgotten_at: column.nullable(column.time()),
    verified_at: column.nullable(column.time()),
    messages: column.int(),
    memories: column.int(),
    /** JSON: the number of deleted rows by table. */
    went: column.text(),
    /** JSON list of `Left`. */
    verified: column.text(),
  },
  key: ['org_id', 'id'],
  appMay: 'select, insert, update',
  moves: true,
});

/** An item of an act, either still to be forgotten or already forgotten. */
const forgetTarget = defineTable({
  name: 'forget_target',
  columns: { org_id: column.id(), act_id: column.id(), item_id: column.id(), is_done: column.int() },
  key: ['org_id', 'act_id', 'item_id'],
  indexes: { forget_target_open: '(org_id, act_id, item_id) where is_done = 0' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    forget_act: RowOf<typeof forgetAct>;
    forget_target: RowOf<typeof forgetTarget>;
  }
}

interface Plan {
  readonly scope: ScopeFields;
  readonly role: Forgetter['role'];
  readonly selection: Selection;
  /** The organisation's items that are too old: set for an act of retention, which then ignores the scope. */
  readonly ageings?: readonly Ageing[] | undefined;
  /** The principal who leaves: set for an act on their private items, which then ignores the scope. */
  readonly leaver?: PrincipalId | undefined;
}

interface ActName {
  readonly orgId: OrgId;
  readonly id: string;
}

const SELECTED_AT_ONCE = 10_000;
const NOTED_AT_ONCE = 1_000;
const FORGOTTEN_AT_ONCE = 100;
const SWEPT_AT_ONCE = 500;
/** An id that sorts before every other id. */
const NIL = '00000000-0000-0000-0000-000000000000';

const seqOf = sql<number>`item.seq`.as('seq');
const namedColumns = [
  'item.id',
  'item.kind',
  'item.principal_id',
  'item.source',
  'item.external_id',
  'item.source_ids',
] as const;

const targetQueries = ofDialect((dialect) => ({
  open: prepared<ActName & { limit: number }>()((place) =>
    dialect.queries
      .selectFrom('forget_target')
      .select('item_id as itemId')
      .where('org_id', '=', place('orgId'))
      .where('act_id', '=', place('id'))
      .where('is_done', '=', sql.lit(0))
      .orderBy('item_id')
      .limit(place('limit')),
  ),
  done: prepared<ActName & { after: string; limit: number }>()((place) =>
    dialect.queries
      .selectFrom('forget_target')
      .select('item_id as itemId')
      .where('org_id', '=', place('orgId'))
      .where('act_id', '=', place('id'))
      .where('is_done', '=', sql.lit(1))
      .where('item_id', '>', place('after'))
      .orderBy('item_id')
      .limit(place('limit')),
  ),
  note: insertingEachGiven(
    dialect,
    'forget_target',
    { org_id: 'uuid', act_id: 'uuid', item_id: 'uuid', is_done: 'int' },
    sql`on conflict do nothing`,
  ),
  settle: prepared<ActName & { ids: List }>()((place) =>
    dialect.queries
      .updateTable('forget_target')
      .set({ is_done: 1 })
      .where('org_id', '=', place('orgId'))
      .where('act_id', '=', place('id'))
      .where(dialect.isAmong(sql.ref('item_id'), place('ids'))),
  ),
  drop: prepared<ActName & { ids: List }>()((place) =>
    dialect.queries
      .deleteFrom('forget_target')
      .where('org_id', '=', place('orgId'))
      .where('act_id', '=', place('id'))
      .where(dialect.isAmong(sql.ref('item_id'), place('ids'))),
  ),
}));

const queriesOf = ofDialect((dialect) => ({
  act: prepared<ActName>()((place) =>
    dialect.queries
      .selectFrom('forget_act')
      .selectAll()
      .where('org_id', '=', place('orgId'))
      .where('id', '=', place('id')),
  ),
  waiting: prepared<ActName>()((place) =>
    dialect.queries
      .selectFrom('forget_target')
      .innerJoin('item', 'item.id', 'forget_target.item_id')
      .innerJoin('index_state', 'index_state.item_seq', 'item.seq')
      .select((eb) => eb.fn.countAll<number>().as('number'))
      .where('forget_target.org_id', '=', place('orgId'))
      .where('act_id', '=', place('id'))
      .where('index_state.status', '=', 'pending'),
  ),
}));

interface SelectQuery {
  readonly scope: ScopeFields;
  readonly selection: Selection;
  readonly after: number;
}

type SelectedRow = Pick<ItemRow, 'seq' | 'id' | 'kind' | 'principal_id' | 'source' | 'external_id' | 'source_ids'>;

/** A page of items that match the selectors, in the order of arrival. */
async function selected({ dialect, all }: Reader, { scope, selection, after }: SelectQuery): Promise<SelectedRow[]> {
  const { ids, sessionKey, speaker, source, importId, channel, since } = selection;
  let query = pageOf(dialect, scope, after);
  if (ids !== undefined) query = query.where('item.id', 'in', ids);
  if (sessionKey !== undefined) query = query.where('item.session_key', '=', sessionKey);
  if (speaker !== undefined) query = query.where('item.speaker', '=', speaker);
  if (source !== undefined) query = query.where('item.source', '=', source);
  if (importId !== undefined) query = query.where('item.provenance', 'like', `%${namedImport(importId)}%`);
  if (channel !== undefined) query = query.where('item.channel', '=', channel);
  if (since !== undefined) query = query.where('item.effective_at', '>=', since);
  return all(query);
}

/** The import id as it occurs in the JSON of a provenance. An id holds no character special to JSON or LIKE. */
const namedImport = (importId: string) => `${JSON.stringify(IMPORT_ID)}:${JSON.stringify(importId)}`;

interface AgedQuery {
  readonly orgId: OrgId;
  readonly ageing: Ageing;
  readonly after: number;
}

/** A page of items that are too old. */
const aged = ({ dialect, all }: Reader, { orgId, ageing, after }: AgedQuery): Promise<SelectedRow[]> =>
  all(selectedAfter(agedItems(dialect, orgId, ageing), after));

interface LeftBehindQuery {
  readonly orgId: OrgId;
  readonly leaver: PrincipalId;
  readonly after: number;
}

/** A page of the private items of a principal who leaves. */
const leftBehind = ({ dialect, all }: Reader, { orgId, leaver, after }: LeftBehindQuery): Promise<SelectedRow[]> =>
  all(selectedAfter(privateItems(dialect, orgId, leaver), after));

/** The page after a place in the order of writing. */
const selectedAfter = (items: ReturnType<typeof privateItems>, after: number) =>
  items.select(seqOf).select(namedColumns).where('item.seq', '>', after).orderBy('item.seq').limit(SELECTED_AT_ONCE);

/** Messages and memories that one principal alone may read. */
export const privateItems = ({ queries }: Pick<Dialect, 'queries'>, orgId: OrgId, principalId: PrincipalId) =>
  queries
    .selectFrom('item')
    .where('item.org_id', '=', orgId)
    .where('item.principal_id', '=', principalId)
    .where('item.visibility', '=', 'private')
    .where('item.kind', 'in', ['message', 'memory'])
    .where('item.state', '<>', 'deleted');

/** A page of memories that name sources. */
const made = ({ dialect, all }: Reader, { scope, after }: Omit<SelectQuery, 'selection'>): Promise<SelectedRow[]> =>
  all(pageOf(dialect, scope, after).where('item.kind', '=', 'memory').where('item.source_ids', '<>', '[]'));

interface Reader {
  readonly dialect: Dialect;
  readonly all: <Row>(query: Compilable<Row>) => Promise<Row[]>;
}

const reading = (session: ReadTransaction): Reader => ({
  dialect: session.dialect,
  all: (query) => session.all(query),
});

const pageOf = ({ queries }: Dialect, scope: ScopeFields, after: number) =>
  selectedAfter(
    queries
      .selectFrom('item')
      .where(visible(scope))
      // Sections of notes are forgotten together with their note.
      .where('item.kind', 'in', ['message', 'memory']),
    after,
  );

interface BeginCommand extends ActName {
  readonly plan: Plan;
}

export async function begin(session: Transaction, { orgId, id, plan }: BeginCommand): Promise<void> {
  const { scope, selection } = plan;
  const blocked = blockedBy(selection);
  if (blocked) await block(session, plan, blocked);
  const row = {
    org_id: orgId,
    id,
    principal_id: scope.principalId,
    state: 'selecting' as const,
    selected_by: JSON.stringify(namesOf(plan)),
    lineage: selection.lineage ? 1 : 0,
    plan: JSON.stringify(plan),
    begun_at: session.now,
    ...{ forgotten_at: null, verified_at: null, messages: 0, memories: 0, went: '{}', verified: '[]' },
  };
  await session.run(session.dialect.queries.insertInto('forget_act').values(row));
  await announce(session, { event: 'forget.begun', orgId, body: { forgetId: id } });
}

function namesOf({ selection, ageings, leaver }: Plan): ForgetCertificate['by'] {
  if (leaver) return ['principal'];
  return ageings ? ['retention'] : selectorsOf(selection);
}

/** Reads the plan of an act. An act begun before closed channels existed lists none. */
function planOf({ plan }: { readonly plan: string | null }): Plan {
  const { scope, ...kept } = JSON.parse(plan as string) as Plan;
  return { ...kept, scope: { ...scope, closedChannels: scope.closedChannels ?? '' } };
}

/** Marks a session or source as forgotten. It waits for writers under way; later writers find the mark. */
async function block(
  session: Transaction,
  { scope, role }: Plan,
  { what, name }: { readonly what: Blocked; readonly name: string },
): Promise<void> {
  const { orgId, principalId, peerChannel } = scope;
  const peers = peerChannel === null ? [] : [`peer ${peerChannel}`];
  await session.lock({ what, orgId, key: folded(name) });
  const secret = await secretOf(session, orgId);
  const whose = whoseMark({ role, principalId });
  const readers = ['', `owner ${principalId}`, ...peers, ...teamsOf(scope)];
  const marks = nameMarks(secret, what, readers, name).map((mark) => ({ org_id: orgId, mark, whose, at: session.now }));
  await session.run(markQueries(session.dialect).keep(marks));
}

const findAct = async (session: ReadTransaction, name: ActName) => session.get(queriesOf(session.dialect).act, name);

async function note(
  session: Transaction,
  { orgId, id, itemIds }: ActName & { readonly itemIds: readonly string[] },
): Promise<void> {
  const values = { org_id: orgId, act_id: id, is_done: 0 };
  await targetQueries(session.dialect).note(
    session,
    itemIds.map((itemId) => ({ ...values, item_id: itemId })),
  );
}

/** Clears the selectors once all items are recorded: a selector can hold a secret. */
async function selectionNoted(session: Transaction, name: ActName): Promise<void> {
  const act = await findAct(session, name);
  if (act?.state !== 'selecting' || act.plan === null) return;
  const plan = planOf(act);
  const { ids, importId, lineage } = plan.selection;
  const selection = { lineage, ...(ids && { ids: [] }), ...(importId !== undefined && { importId }) };
  await session.run(
    session.dialect.queries
      .updateTable('forget_act')
      .set({ state: 'forgetting', plan: JSON.stringify({ ...plan, selection }) })
      .where('org_id', '=', name.orgId)
      .where('id', '=', name.id)
      .where('state', '=', 'selecting'),
  );
}

async function forgetPage(session: Transaction, name: ActName): Promise<ForgetAct['state'] | undefined> {
  await session.lock({ what: 'organisation', orgId: name.orgId, key: `forget ${name.id}` });
  const act = await findAct(session, name);
  if (act?.state !== 'forgetting' || act.plan === null) return act?.state;
  const plan = planOf(act);
  const open = await session.all(targetQueries(session.dialect).open, { ...name, limit: FORGOTTEN_AT_ONCE + 1 });
  const page = open.slice(0, FORGOTTEN_AT_ONCE);
  const forgotten: Forgotten[] = [];
  const done = await asFarAsTimeAllows(page, async (some) =>
    forgotten.push(await forgetTargets(session, name, { plan, ids: some.map(({ itemId }) => itemId) })),
  );
  const isLast = done === open.length;
  await keepProgress(session, act, { forgotten, isLast });
  return isLast ? 'verifying' : 'forgetting';
}

interface Forgotten {
  readonly kinds: readonly ItemRow['kind'][];
  readonly removed: Removed;
}

/** Forgets a batch of targets. Items that somebody else forgot meanwhile do not count for this act. */
async function forgetTargets(
  session: Transaction,
  name: ActName,
  { plan, ids }: { readonly plan: Plan; readonly ids: readonly string[] },
): Promise<Forgotten> {
  const { settle, drop } = targetQueries(session.dialect);
  const { principalId } = plan.scope;
  const rows = (await targetRows(session, plan, ids)).filter((row) =>
    mayChange({ principalId, role: plan.role }, row.principal_id),
  );
  if (staysAway(plan)) await leaveMarks(session, rows, leavingOf(plan));
  const removed = await forgetItems(session, rows);
  const done = new Set(rows.map(({ id }) => id));
  const listOf = session.dialect.listOf;
  await session.run(settle, { ...name, ids: listOf([...done]) });
  await session.run(drop, { ...name, ids: listOf(ids.filter((id) => !done.has(id))) });
  return { kinds: rows.map(({ kind }) => kind), removed };
}

/** Whether forgotten items are refused when sent again: not after retention, a departure, or the undoing of an import. */
const staysAway = ({ ageings, leaver, selection }: Plan): boolean =>
  !ageings && leaver === undefined && selection.importId === undefined;

const leavingOf = ({ scope, role, selection }: Plan) => ({
  orgId: scope.orgId,
  whose: whoseMark({ role, principalId: scope.principalId }),
  isChosen: selection.ids !== undefined,
});

/** The targets of the plan that still exist; an item selected by retention may have changed since. */
async function targetRows(session: Transaction, plan: Plan, ids: readonly string[]): Promise<ItemRow[]> {
  const { dialect } = session;
  const found = new Map<string, ItemRow>();
  for (const items of plannedItems(dialect, plan)) {
    // The ids are separate parameters: for a list in one value, SQLite scans the whole organisation.
    const rows = items.select(rowColumns).where('item.id', 'in', ids).orderBy('item.seq').modifyEnd(dialect.forUpdate);
    for (const row of (await session.all(rows)) as ItemRow[]) found.set(row.id, row);
  }
  return [...found.values()].sort((one, other) => one.seq - other.seq);
}

function plannedItems(dialect: Dialect, { scope, ageings, leaver }: Plan) {
  if (leaver) return [privateItems(dialect, scope.orgId, leaver)];
  if (ageings) return ageings.map((ageing) => agedItems(dialect, scope.orgId, ageing));
  return [dialect.queries.selectFrom('item').where(visible(scope))];
}

async function keepProgress(
  session: Transaction,
  act: RowOf<typeof forgetAct>,
  { forgotten, isLast }: { readonly forgotten: readonly Forgotten[]; readonly isLast: boolean },
): Promise<void> {
  const kinds = forgotten.flatMap((each) => each.kinds);
  const messages = act.messages + kinds.filter((kind) => kind === 'message').length;
  const memories = act.memories + kinds.filter((kind) => kind === 'memory').length;
  const went = addedUp([JSON.parse(act.went) as Removed, ...forgotten.map(({ removed }) => removed)]);
  const ended = isLast ? { state: 'verifying' as const, plan: null, forgotten_at: session.now } : {};
  await session.run(
    session.dialect.queries
      .updateTable('forget_act')
      .set({ messages, memories, went: JSON.stringify(went), ...ended })
      .where('org_id', '=', act.org_id)
      .where('id', '=', act.id),
  );
  if (!isLast) return;
  session.context.hooks.note('erased');
  const author = { orgId: act.org_id as OrgId, principalId: act.principal_id as Forgetter['principalId'] };
  await audit(session, { author, action: 'forget', kind: 'selection', id: act.id, version: messages + memories });
}

async function waiting(session: ReadTransaction, name: ActName): Promise<number> {
  return Number((await session.get(queriesOf(session.dialect).waiting, name))?.number ?? 0);
}

/** Tables of the store itself that name items. Tables of features are declared by the features. */
const OWN_TABLES: Naming = [
  ['origin', 'item_id'],
  ['alias_sighting', 'item_id'],
  ['dead_letter', 'item_id'],
];

interface Looking extends ActName {
  readonly tables: Naming;
}

const GENERATED: ReadonlySet<string> = new Set(graphTables.map((table) => table.name));

/** The condition on the organisation, such that the key of the table is used: some begin with the item, some have generations. */
function ofOrganisation(dialect: Dialect, table: string, orgId: OrgId): RawBuilder<unknown> {
  const orgColumn = sql.ref(`${table}.org_id`);
  if (table === 'origin') return sql`${dialect.checked('origin.org_id')} = ${orgId}`;
  if (!GENERATED.has(table)) return sql`${orgColumn} = ${orgId}`;
  const next = (after: RawBuilder<unknown>) =>
    sql`select min(generation) from ${sql.table(table)} where org_id = ${orgId} and generation > ${after}`;
  return sql`${orgColumn} = ${orgId} and ${sql.ref(`${table}.generation`)} in (
    with recursive generations(number) as (${next(sql`-1`)} union all
      select (${next(sql`generations.number`)}) from generations where generations.number is not null)
    select number from generations where number is not null)`;
}

const joinOf = ({ name }: Dialect): string => (name === 'sqlite' ? 'cross join' : 'join');

/** Begins with the few items of the act, so that no table is read through for its organisation; a condition has to follow. */
const targetsOf =
  (dialect: Dialect, { orgId, id }: ActName) =>
  (table: string) =>
    sql`(select org_id, item_id from forget_target where org_id = ${orgId} and act_id = ${id} and is_done = 1) as target
      ${sql.raw(joinOf(dialect))} ${sql.table(table)}`;

interface SweepCommand extends Pick<Looking, 'orgId' | 'tables'> {
  readonly ids: readonly string[];
}

/** Deletes rows that workers stored after the items were forgotten, because they had read the items before. */
async function sweep(session: Transaction, { orgId, tables, ids }: SweepCommand): Promise<void> {
  const { dialect } = session;
  for (const [table, column] of tables)
    for (const removal of removingRowsOf(dialect, { table, column, orgId, ids })) await session.run(removal);
  const named = dialect.isAmong(sql.ref('item_id'), dialect.listOf(ids));
  const reasons = sql`update outbox set reason = null where reason is not null and ${named}`;
  await session.run({ compile: () => reasons.compile(dialect.queries) });
}

async function leftIn(session: ReadTransaction, { tables, ...name }: Looking): Promise<Remaining[]> {
  const counted = async (where: string, from: ReturnType<typeof sql>): Promise<Remaining> => {
    const query = sql<{ number: number }>`select count(*) as number from ${from}`;
    const row = await session.get({ compile: () => query.compile(session.dialect.queries) });
    return { where: `store: ${where}`, remaining: Number(row?.number ?? 0) };
  };
  const targets = targetsOf(session.dialect, name);
  const items = sql`${targets('item')} on item.id = target.item_id where item.org_id = target.org_id and ${saysMore}`;
  const links = sql`${targets('item')} on item.id = target.item_id ${sql.raw(joinOf(session.dialect))} item_embedding
    on item_embedding.item_seq = item.seq where item.org_id = target.org_id`;
  const unlinked = sql`embedding where org_id = ${name.orgId} and not exists (select 1 from item_embedding as link
    where link.org_id = embedding.org_id and link.content_hash = embedding.content_hash and link.model_id = embedding.model_id)`;
  const reasons = sql`${targets('outbox')} on outbox.item_id = target.item_id
    where outbox.org_id = target.org_id and outbox.reason is not null`;
  return Promise.all([
    counted('item', items),
    counted('item_embedding', links),
    counted('embedding', unlinked),
    counted('outbox', reasons),
    ...tables.map(([table, columnName]) =>
      counted(
        tables.filter(([other]) => other === table).length > 1 ? `${table}.${columnName}` : table,
        sql`${targets(table)} on ${sql.ref(`${table}.${columnName}`)} = target.item_id
          where ${ofOrganisation(session.dialect, table, name.orgId)}`,
      ),
    ),
  ]);
}

/** Whether a row holds anything that a tombstone does not. */
const saysMore = sql`(state <> 'deleted' or content <> '' or title is not null or tags is not null or source_ids is not null
  or subject is not null or speaker is not null or channel is not null or subchannel is not null or provenance <> '{}'
  or source <> '' or external_id is not null or merge_key is not null or content_hash <> '')`;

async function keepLeft(
  session: Transaction,
  { orgId, id, left }: ActName & { readonly left: readonly Remaining[] },
): Promise<void> {
  const isClean = left.every((each) => each.remaining === 0);
  await session.run(
    session.dialect.queries
      .updateTable('forget_act')
      .set({
        verified: JSON.stringify(left),
        ...(isClean && { state: 'verified' as const, verified_at: session.now }),
      })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('state', 'in', ['verifying', 'verified']),
  );
}

const donePage = async (
  session: ReadTransaction,
  query: ActName & { readonly after: string; readonly limit: number },
): Promise<string[]> => (await session.all(targetQueries(session.dialect).done, query)).map(({ itemId }) => itemId);

export const forgettingStore = {
  name: 'forgetting',
  tables: [forgetAct, forgetTarget, forgottenMark, forgetSecret],
  reads: {
    selected: (session: ReadTransaction, query: SelectQuery) => selected(reading(session), query),
    aged: (session: ReadTransaction, query: AgedQuery) => aged(reading(session), query),
    leftBehind: (session: ReadTransaction, query: LeftBehindQuery) => leftBehind(reading(session), query),
    made: (session: ReadTransaction, query: Omit<SelectQuery, 'selection'>) => made(reading(session), query),
    findAct,
    waiting,
    leftIn,
    donePage,
  },
  writes: { begin, note, selectionNoted, forgetPage, sweep, keepLeft },
  port: portOf(Forgetting, (store, { tablesOfItems }) => new SqlForgetting(store, tablesOfItems)),
};

export class SqlForgetting extends Forgetting {
  private readonly calls: CallsOf<typeof forgettingStore>;
  private readonly swept: Naming;
  private readonly looked: Naming;

  /** Takes the tables of features that name items. */
  constructor(store: SqlStore, { inCommit, bySubscriber }: TablesOfItems) {
    super();
    this.calls = callsOf(forgettingStore, store);
    this.swept = [...OWN_TABLES, ...inCommit];
    this.looked = [...this.swept, ...bySubscriber];
  }

  async select(scope: Scope, author: Principal, selection: Selection): Promise<Selected> {
    return this.selectedBy({ scope: fieldsOf(scope), role: author.role, selection });
  }

  begin(scope: Scope, author: Principal, selection: Selection, id: string): Promise<void> {
    const plan = { scope: fieldsOf(scope), role: author.role, selection };
    return this.calls.begin(scope.orgId, { orgId: scope.orgId, id, plan });
  }

  async goOn(orgId: OrgId, id: string): Promise<ForgetAct['state'] | undefined> {
    const act = await this.calls.findAct(orgId, { orgId, id });
    if (act?.state === 'forgetting') return this.calls.forgetPage(orgId, { orgId, id });
    if (act?.state !== 'selecting' || act.plan === null) return act?.state;
    const { items } = await this.selectedBy(planOf(act));
    for (let at = 0; at < items.length; at += NOTED_AT_ONCE) {
      const itemIds = items.slice(at, at + NOTED_AT_ONCE).map((item) => item.id);
      await this.calls.note(orgId, { orgId, id, itemIds });
    }
    await this.calls.selectionNoted(orgId, { orgId, id });
    return 'forgetting';
  }

  waiting(orgId: OrgId, id: string): Promise<number> {
    return this.calls.waiting(orgId, { orgId, id });
  }

  /** Runs as the installation, since a request may not read some of these tables. */
  async sweep(orgId: OrgId, id: string): Promise<void> {
    let ids: ItemId[] = [];
    do {
      ids = await this.forgotten(orgId, id, { after: ids.at(-1), limit: SWEPT_AT_ONCE });
      if (ids.length > 0) await this.calls.sweep('all', { orgId, ids, tables: this.swept });
    } while (ids.length === SWEPT_AT_ONCE);
  }

  leftInStore(orgId: OrgId, id: string): Promise<Remaining[]> {
    return this.calls.leftIn('all', { orgId, id, tables: this.looked });
  }

  async forgotten(orgId: OrgId, id: string, page: { after?: ItemId | undefined; limit: number }): Promise<ItemId[]> {
    const { after = NIL, limit } = page;
    return (await this.calls.donePage(orgId, { orgId, id, after, limit })) as ItemId[];
  }

  keepVerification(orgId: OrgId, id: string, left: readonly Remaining[]): Promise<void> {
    return this.calls.keepLeft(orgId, { orgId, id, left });
  }

  async certificate(
    orgId: OrgId,
    principalId: Principal['principalId'],
    id: string,
  ): Promise<ForgetCertificate | undefined> {
    const act = await this.calls.findAct(orgId, { orgId, id });
    return act?.principal_id === principalId ? certificateOf(act) : undefined;
  }

  private async selectedBy(plan: Plan): Promise<Selected> {
    const { scope, selection, role } = plan;
    const chosen = await this.chosenBy(plan);
    const rows = selection.lineage ? [...chosen, ...(await this.madeOf(scope, chosen))] : chosen;
    const may = rows.filter((row) => mayChange({ principalId: scope.principalId, role }, row.principal_id));
    const items = may
      .sort((one, other) => one.seq - other.seq)
      .map(({ kind, id }) => ({ orgId: scope.orgId, kind, id }) as Pointer);
    return { items, others: rows.length - may.length };
  }

  private async chosenBy({ scope, selection, ageings, leaver }: Plan): Promise<SelectedRow[]> {
    const { orgId } = scope;
    if (leaver) return this.everyPage((after) => this.calls.leftBehind(orgId, { orgId, leaver, after }));
    if (!ageings) return this.everyPage((after) => this.calls.selected(orgId, { scope, selection, after }));
    const pages = ageings.map((ageing) => this.everyPage((after) => this.calls.aged(orgId, { orgId, ageing, after })));
    return (await Promise.all(pages)).flat();
  }

  private async madeOf(scope: ScopeFields, chosen: readonly SelectedRow[]): Promise<SelectedRow[]> {
    if (chosen.length === 0) return [];
    const memories = await this.everyPage((after) => this.calls.made(scope.orgId, { scope, after }));
    return madeFrom(
      chosen,
      memories.map((memory) => ({ ...memory, source_ids: memory.source_ids ?? '[]' })),
    );
  }

  private async everyPage(read: (after: number) => Promise<SelectedRow[]>): Promise<SelectedRow[]> {
    const all: SelectedRow[] = [];
    for (let page = await read(0); page.length > 0; page = await read(Number(page.at(-1)!.seq))) {
      all.push(...page.map((row) => ({ ...row, seq: Number(row.seq) })));
      if (page.length < SELECTED_AT_ONCE) break;
    }
    return all;
  }
}

const timeOf = (at: number | null) => (at === null ? null : Number(at));

const certificateOf = (act: RowOf<typeof forgetAct>): ForgetCertificate => ({
  id: act.id,
  state: act.state,
  by: JSON.parse(act.selected_by) as ForgetCertificate['by'],
  lineage: act.lineage === 1,
  begunAt: Number(act.begun_at),
  forgottenAt: timeOf(act.forgotten_at),
  verifiedAt: timeOf(act.verified_at),
  messages: act.messages,
  memories: act.memories,
  removed: Object.entries(JSON.parse(act.went) as Removed).map(([from, rows]) => ({ from, rows })),
  verified: JSON.parse(act.verified) as Remaining[],
});
