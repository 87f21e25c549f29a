import type { ForgetCertificate, ItemId, OrgId, RemainingRows } from '@cairn/contracts';
import type { Pointer } from '@cairn/ports';
import type { TablesOfItems } from '../kit/module.ts';
import { memoriesDerivedFrom } from './derivations.ts';
import type { ActName } from './forget-targets.ts';
import type { Forgetting } from './forgetting.ts';
import { mayForget, planOf, type Plan } from './forgetting.rules.ts';
import { NO_NOTES, type NotesLeft } from './notes-left.ts';
import { OWN_TABLES } from './remains.ts';
import { SELECTED_AT_ONCE, type SelectedRow } from './selected-items.ts';

const NOTED_AT_ONCE = 1_000;
const SWEPT_AT_ONCE = 500;

/** The items of a selection that the scope sees. */
export interface SelectedItems {
  /** The selected items that this author may forget, in the order of arrival. */
  readonly items: readonly Pointer[];
  /** The number of selected items by other authors, which this author's role may not forget. */
  readonly others: number;
  /** The number of memories among the items that were changed since they were stored. */
  readonly changed: number;
  /** Whether an item, or a note that stays, names the identifier itself, so that a longer code is another one. */
  readonly isNamed: boolean;
}

/** Returns what an act with this plan would forget now; changes nothing. */
export async function selectItems(forgetting: Forgetting, plan: Plan): Promise<SelectedItems> {
  const orgId = plan.scope.orgId as OrgId;
  const parts = Array.from({ length: plan.ageings?.length ?? 1 }, (_, part) =>
    readAllPages((after) => forgetting.selected({ orgId, plan, part, after })),
  );
  const matched = (await Promise.all(parts)).flat();
  const isNamed =
    matched.some(({ isBeginning }) => !isBeginning) || (matched.length > 0 && (await isInNotes(forgetting, plan)));
  const chosen = isNamed ? matched.filter(({ isBeginning }) => !isBeginning) : matched;
  const derived = plan.selection.lineage && chosen.length > 0 ? await derivedMemoriesOf(forgetting, plan, chosen) : [];
  const { rows, others } = mayForget(plan, [...chosen, ...derived]);
  const changed = rows.filter(({ kind, version }) => kind === 'memory' && version > 1).length;
  return { items: rows.map(({ kind, id }) => ({ orgId, kind, id }) as Pointer), others, changed, isNamed };
}

const isInNotes = async (forgetting: Forgetting, plan: Plan): Promise<boolean> =>
  (await forgetting.notesLeft({ orgId: plan.scope.orgId as OrgId, plan })).naming === 'whole';

/** Returns the notes that say what an act with this plan would forget now: they stay until they are removed themselves. */
export async function selectNotes(
  forgetting: Forgetting,
  plan: Plan,
  { isNamed }: Pick<SelectedItems, 'isNamed'>,
): Promise<Pick<NotesLeft, 'notes' | 'hasMore'>> {
  const { naming, ...left } = await forgetting.notesLeft({ orgId: plan.scope.orgId as OrgId, plan });
  return isNamed && naming === 'beginning' ? NO_NOTES : left;
}

async function derivedMemoriesOf(
  forgetting: Forgetting,
  plan: Plan,
  chosen: readonly SelectedRow[],
): Promise<SelectedRow[]> {
  const orgId = plan.scope.orgId as OrgId;
  const memories = await readAllPages((after) => forgetting.made({ orgId, plan, after }));
  return memoriesDerivedFrom(
    chosen,
    memories.map((memory) => ({ ...memory, source_ids: memory.source_ids ?? '[]' })),
  );
}

async function readAllPages(read: (after: number) => Promise<SelectedRow[]>): Promise<SelectedRow[]> {
  const all: SelectedRow[] = [];
  for (let page = await read(0); page.length > 0; page = await read(Number(page.at(-1)!.seq))) {
    all.push(...page.map((row) => ({ ...row, seq: Number(row.seq) })));
    if (page.length < SELECTED_AT_ONCE) break;
  }
  return all;
}

/** Runs the next page of an act and returns its state; undefined if there is no such act. */
export async function continueForgetting(
  forgetting: Forgetting,
  act: ActName,
): Promise<ForgetCertificate['state'] | undefined> {
  const found = await forgetting.findAct(act);
  if (found?.state === 'forgetting') return forgetting.forgetPage(act);
  if (found?.state !== 'selecting' || found.plan === null) return found?.state;
  const { items } = await selectItems(forgetting, planOf(found));
  for (let at = 0; at < items.length; at += NOTED_AT_ONCE)
    await forgetting.note({ ...act, itemIds: items.slice(at, at + NOTED_AT_ONCE).map(({ id }) => id) });
  await forgetting.selectionNoted(act);
  return 'forgetting';
}

/** Deletes rows that a process wrote after an item of the act was forgotten, because it had read the item before. */
export async function sweepForgotten(forgetting: Forgetting, act: ActName, { inCommit }: TablesOfItems): Promise<void> {
  const tables = [...OWN_TABLES, ...inCommit];
  let ids: ItemId[] = [];
  do {
    ids = await forgetting.done({ ...act, after: ids.at(-1), limit: SWEPT_AT_ONCE });
    if (ids.length > 0) await forgetting.sweep({ orgId: act.orgId, ids, tables });
  } while (ids.length === SWEPT_AT_ONCE);
}

/** Searches every table of the store for rows that name an item of the act and contain more than a tombstone does. */
export const remainingInStore = (
  forgetting: Forgetting,
  act: ActName,
  { inCommit, bySubscriber }: TablesOfItems,
): Promise<RemainingRows[]> => forgetting.leftIn({ ...act, tables: [...OWN_TABLES, ...inCommit, ...bySubscriber] });
