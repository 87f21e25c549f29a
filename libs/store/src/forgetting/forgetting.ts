import type { ForgetCertificate, ItemId, OrgId, RemainingRows } from '@cairn/contracts';
import { agentIdsOf } from '@cairn/domain';
import { NIL } from 'uuid';
import { foldText } from '../kit/fold-text.ts';
import {
  forgetSecret,
  type BlockableGroup,
  forgottenMark,
  storeMarks,
  markQueries,
  nameMarks,
  secretOf,
  markOwnerOf,
} from '../items/marks.ts';
import { processUntilTimeout } from '../kit/process-until-timeout.ts';
import { fieldsOf, teamsOf } from '../kit/conditions.ts';
import type { RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { rowColumns, type Author, type Forgetter, type ItemRow } from '../kit/item-rows.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { prepared } from '../kit/prepared.ts';
import { sumRemovedRows, type RemovedRowsByTable, type ReadTransaction, type Transaction } from '../kit/transaction.ts';
import { targetQueries, type ActName } from './forget-targets.ts';
import {
  blockedBy,
  certificateOf,
  isWholeImport,
  mayForget,
  namesOf,
  planOf,
  recordedPlan,
  refusesLaterWrites,
  type Plan,
} from './forgetting.rules.ts';
import { forgetAct, forgetTarget } from './forgetting.tables.ts';
import { markUndone } from './imports.ts';
import { findNotesLeft } from './notes-left.ts';
import { countRemains, deleteRemains } from './remains.ts';
import { selectDerived, plannedItems, selectItems } from './selected-items.ts';
import { forgetItems } from '../kit/store-items.ts';
import { auditActs } from '../kit/audit.ts';
import { announceEvent } from '../kit/announce.ts';

const FORGOTTEN_AT_ONCE = 100;
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

interface BeginCommand extends ActName {
  readonly plan: Plan;
}

/** Begins an act of forgetting under an id that the caller made. All later pages follow the stored plan. */
export async function beginAct(tx: Transaction, { orgId, id, plan }: BeginCommand): Promise<void> {
  const { scope, selection } = plan;
  const blocked = blockedBy(selection);
  if (blocked) await blockGroup(tx, plan, blocked);
  const row = {
    org_id: orgId,
    id,
    principal_id: scope.principalId,
    state: 'selecting' as const,
    selected_by: JSON.stringify(namesOf(plan)),
    lineage: selection.lineage ? 1 : 0,
    plan: JSON.stringify(plan),
    begun_at: tx.now,
    ...{ forgotten_at: null, verified_at: null, messages: 0, memories: 0, removed: '{}', verified: '[]' },
  };
  await tx.run(tx.dialect.queries.insertInto('forget_act').values(row));
  await announceEvent(tx, { event: 'forget.begun', orgId, body: { forgetId: id } });
}

interface BeginSelected extends Pick<Plan, 'scope' | 'role' | 'selection'> {
  readonly id: string;
}

/**
 * Begins an act that forgets the items that a caller selects. If the selection is exactly one session or one source, new
 * items of it are refused from then on with `item/forgotten`: everyone's items if a manager began the act, otherwise only
 * the author's own.
 */
async function beginSelected(tx: Transaction, { scope, role, selection, id }: BeginSelected): Promise<void> {
  await beginAct(tx, { orgId: scope.orgId as OrgId, id, plan: { scope: fieldsOf(scope), role, selection } });
  const { importId } = selection;
  if (importId !== undefined && isWholeImport(selection)) await markUndone(tx, { scope, role, importId });
}

/** Marks a session or source as forgotten. Waits for running writers; later writers find the mark. */
async function blockGroup(
  tx: Transaction,
  { scope, role }: Plan,
  { what, name }: { readonly what: BlockableGroup; readonly name: string },
): Promise<void> {
  const { orgId, principalId, peerChannel } = scope;
  const owners = [principalId, ...agentIdsOf(scope)].map((id) => `owner ${id}`);
  const peers = peerChannel === null ? [] : [`peer ${peerChannel}`];
  await tx.lock({ what, orgId, key: foldText(name) });
  const secret = await secretOf(tx, orgId);
  const whose = markOwnerOf({ role, principalId });
  const readers = ['', ...owners, ...peers, ...teamsOf(scope)];
  const marks = nameMarks(secret, what, readers, name).map((mark) => ({ org_id: orgId, mark, whose, at: tx.now }));
  await tx.run(markQueries(tx.dialect).keep(marks));
}

const findAct = async (tx: ReadTransaction, name: ActName) => tx.get(queriesOf(tx.dialect).act, name);

async function recordTargets(
  tx: Transaction,
  { orgId, id, itemIds }: ActName & { readonly itemIds: readonly string[] },
): Promise<void> {
  const values = { org_id: orgId, act_id: id, is_done: 0 };
  await targetQueries(tx.dialect).note(
    tx,
    itemIds.map((itemId) => ({ ...values, item_id: itemId })),
  );
}

/** Removes the selectors from the stored plan once all items are recorded: a selector can contain a secret. */
async function clearSelectors(tx: Transaction, name: ActName): Promise<void> {
  const act = await findAct(tx, name);
  if (act?.state !== 'selecting' || act.plan === null) return;
  await tx.run(
    tx.dialect.queries
      .updateTable('forget_act')
      .set({ state: 'forgetting', plan: JSON.stringify(recordedPlan(planOf(act))) })
      .where('org_id', '=', name.orgId)
      .where('id', '=', name.id)
      .where('state', '=', 'selecting'),
  );
}

async function forgetPage(tx: Transaction, name: ActName): Promise<ForgetCertificate['state'] | undefined> {
  await tx.lock({ what: 'organisation', orgId: name.orgId, key: `forget ${name.id}` });
  const act = await findAct(tx, name);
  if (act?.state !== 'forgetting' || act.plan === null) return act?.state;
  const plan = planOf(act);
  const open = await tx.all(targetQueries(tx.dialect).open, { ...name, limit: FORGOTTEN_AT_ONCE + 1 });
  const page = open.slice(0, FORGOTTEN_AT_ONCE);
  const forgotten: Forgotten[] = [];
  const isChosen = namesText(act);
  const done = await processUntilTimeout(page, async (some) =>
    forgotten.push(await forgetTargets(tx, name, { plan, isChosen, ids: some.map(({ itemId }) => itemId) })),
  );
  const isLast = done === open.length;
  await storeProgress(tx, act, { forgotten, isLast });
  return isLast ? 'verifying' : 'forgetting';
}

interface Forgotten {
  readonly kinds: readonly ItemRow['kind'][];
  readonly removed: RemovedRowsByTable;
}

/** Forgets a batch of targets. Items that another act has forgotten meanwhile do not count for this one. */
async function forgetTargets(
  tx: Transaction,
  name: ActName,
  { plan, ids, isChosen }: { readonly plan: Plan; readonly ids: readonly string[]; readonly isChosen: boolean },
): Promise<Forgotten> {
  const { settle, drop } = targetQueries(tx.dialect);
  const { rows } = mayForget(plan, await targetRows(tx, plan, ids));
  if (refusesLaterWrites(plan)) await storeMarks(tx, rows, { ...planOfLeaving(plan), isChosen });
  const removed = await forgetItems(tx, rows);
  const done = new Set(rows.map(({ id }) => id));
  const listOf = tx.dialect.listOf;
  await tx.run(settle, { ...name, ids: listOf([...done]) });
  await tx.run(drop, { ...name, ids: listOf(ids.filter((id) => !done.has(id))) });
  return { kinds: rows.map(({ kind }) => kind), removed };
}

const planOfLeaving = ({ scope, role }: Plan) => ({
  orgId: scope.orgId,
  whose: markOwnerOf({ role, principalId: scope.principalId }),
});

/** Whether the items of an act were selected for what they are or say, so that their texts are refused anywhere. */
const namesText = ({ selected_by }: Pick<RowOf<typeof forgetAct>, 'selected_by'>): boolean =>
  (JSON.parse(selected_by) as ForgetCertificate['by']).some(
    (by) => by === 'ids' || by === 'contains' || by === 'identifier',
  );

/** Selects the targets that still match the plan: an item selected by retention may have changed since. */
async function targetRows(tx: Transaction, plan: Plan, ids: readonly string[]): Promise<ItemRow[]> {
  const { dialect } = tx;
  const found = new Map<string, ItemRow>();
  for (const items of plannedItems(dialect, plan)) {
    // Each id is a parameter: for a list in one parameter, SQLite scans the whole organisation.
    const rows = items.select(rowColumns).where('item.id', 'in', ids).orderBy('item.seq').modifyEnd(dialect.forUpdate);
    for (const row of (await tx.all(rows)) as ItemRow[]) found.set(row.id, row);
  }
  return [...found.values()];
}

async function storeProgress(
  tx: Transaction,
  act: RowOf<typeof forgetAct>,
  { forgotten, isLast }: { readonly forgotten: readonly Forgotten[]; readonly isLast: boolean },
): Promise<void> {
  const kinds = forgotten.flatMap((each) => each.kinds);
  const messages = act.messages + kinds.filter((kind) => kind === 'message').length;
  const memories = act.memories + kinds.filter((kind) => kind === 'memory').length;
  const removed = sumRemovedRows([
    JSON.parse(act.removed) as RemovedRowsByTable,
    ...forgotten.map(({ removed }) => removed),
  ]);
  const ended = isLast ? { state: 'verifying' as const, plan: null, forgotten_at: tx.now } : {};
  await tx.run(
    tx.dialect.queries
      .updateTable('forget_act')
      .set({ messages, memories, removed: JSON.stringify(removed), ...ended })
      .where('org_id', '=', act.org_id)
      .where('id', '=', act.id),
  );
  if (!isLast) return;
  tx.context.hooks.note('erased');
  const author = { orgId: act.org_id as OrgId, principalId: act.principal_id as Forgetter['principalId'] };
  await auditActs(tx, { author, action: 'forget', kind: 'selection', id: act.id, version: messages + memories });
}

/** Counts the items of an act that some index still contains. Dead letters do not count. */
async function countWaiting(tx: ReadTransaction, name: ActName): Promise<number> {
  return Number((await tx.get(queriesOf(tx.dialect).waiting, name))?.number ?? 0);
}

/** Stores the result of a search for remaining rows. If none remain anywhere, the act counts as verified. */
async function storeRemaining(
  tx: Transaction,
  { orgId, id, left }: ActName & { readonly left: readonly RemainingRows[] },
): Promise<void> {
  const isClean = left.every((each) => each.remaining === 0);
  await tx.run(
    tx.dialect.queries
      .updateTable('forget_act')
      .set({
        verified: JSON.stringify(left),
        ...(isClean && { state: 'verified' as const, verified_at: tx.now }),
      })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('state', 'in', ['verifying', 'verified']),
  );
}

/** Lists the ids of the items that the act forgot, a page at a time. */
const listForgottenItems = async (
  tx: ReadTransaction,
  { after = NIL, ...query }: ActName & { readonly after?: string | undefined; readonly limit: number },
): Promise<ItemId[]> =>
  (await tx.all(targetQueries(tx.dialect).done, { ...query, after })).map(({ itemId }) => itemId as ItemId);

/** Reads the certificate of an act, if this principal began it. */
async function findCertificate(
  tx: ReadTransaction,
  { author, id }: { readonly author: Pick<Author, 'orgId' | 'principalId'>; readonly id: string },
): Promise<ForgetCertificate | undefined> {
  const act = await findAct(tx, { orgId: author.orgId, id });
  return act?.principal_id === author.principalId ? certificateOf(act) : undefined;
}

/**
 * Forgets many items in one act. The selection is stored when the act begins. The act runs in pages, each of which is one
 * commit, so that it continues where it stopped, however often a process is killed. Writers forget what they wrote
 * themselves; managers and admins forget whatever the scope sees. `forget-steps.ts` runs the pages.
 */
export const forgetting = feature('forgetting', {
  tables: [forgetAct, forgetTarget, forgottenMark, forgetSecret],
  // These two commands read tables that a request may not read.
  acrossOrganisations: ['sweep', 'leftIn'],
  reads: {
    selected: selectItems,
    made: selectDerived,
    notesLeft: findNotesLeft,
    findAct,
    waiting: countWaiting,
    leftIn: countRemains,
    done: listForgottenItems,
    certificate: findCertificate,
  },
  writes: {
    begin: beginSelected,
    note: recordTargets,
    selectionNoted: clearSelectors,
    forgetPage,
    sweep: deleteRemains,
    keepLeft: storeRemaining,
  },
});
export type Forgetting = CallsOf<typeof forgetting>;
