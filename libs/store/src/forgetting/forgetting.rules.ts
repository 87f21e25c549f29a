import type { ForgetCertificate, ForgetSelector, PrincipalId } from '@cairn/contracts';
import { mayChange } from '@cairn/domain';
import type { Blocked, Remaining, Selection } from '@cairn/ports';
import type { ScopeFields } from '../kit/conditions.ts';
import type { RowOf } from '../kit/ddl.ts';
import type { Forgetter, ItemRow } from '../kit/item-rows.ts';
import type { Removed } from '../kit/transaction.ts';
import type { forgetAct } from './forgetting.tables.ts';
import type { Ageing } from './retention-items.ts';

/** The selection of an act, with the rights of the principal who began it. */
export interface Plan {
  readonly scope: ScopeFields;
  readonly role: Forgetter['role'];
  readonly selection: Selection;
  /** The organisation's items that are too old: set for an act of retention, which then ignores the scope. */
  readonly ageings?: readonly Ageing[] | undefined;
  /** The principal who leaves: set for an act on their private items, which then ignores the scope. */
  readonly leaver?: PrincipalId | undefined;
}

/** The names of the fields that a selection uses. */
const selectorsOf = ({ lineage: _, ...names }: Selection): ForgetSelector[] =>
  (Object.keys(names) as ForgetSelector[]).filter((name) => names[name] !== undefined);

/** The session or source that a selection forgets as a whole; undefined if it has any other field. */
export function blockedBy(selection: Selection): { readonly what: Blocked; readonly name: string } | undefined {
  const [only, ...more] = selectorsOf(selection);
  if (more.length > 0) return undefined;
  if (only === 'sessionKey') return { what: 'session', name: selection.sessionKey! };
  return only === 'source' ? { what: 'source', name: selection.source! } : undefined;
}

/** The selectors of an act, as its certificate names them. */
export function namesOf({ selection, ageings, leaver }: Plan): ForgetCertificate['by'] {
  if (leaver) return ['principal'];
  return ageings ? ['retention'] : selectorsOf(selection);
}

/** Reads the plan of an act. An act begun before closed channels existed lists none. */
export function planOf({ plan }: { readonly plan: string | null }): Plan {
  const { scope, ...kept } = JSON.parse(plan as string) as Plan;
  return { ...kept, scope: { ...scope, closedChannels: scope.closedChannels ?? '' } };
}

/** The plan of an act whose items are all recorded, without selectors: a selector can hold a secret. */
export function recordedPlan(plan: Plan): Plan {
  const { ids, importId, lineage } = plan.selection;
  return { ...plan, selection: { lineage, ...(ids && { ids: [] }), ...(importId !== undefined && { importId }) } };
}

type Written = Pick<ItemRow, 'seq' | 'principal_id'>;

/** Splits the selected rows into those that the act may forget, in the order of arrival, and the number of others. */
export function mayForget<Row extends Written>(
  { scope: { principalId }, role }: Pick<Plan, 'scope' | 'role'>,
  rows: readonly Row[],
): { readonly rows: Row[]; readonly others: number } {
  const may = rows.filter((row) => mayChange({ principalId, role }, row.principal_id));
  return { rows: may.sort((one, other) => one.seq - other.seq), others: rows.length - may.length };
}

/** Whether forgotten items are refused when sent again: not after retention, a departure, or the undoing of an import. */
export const staysAway = ({ ageings, leaver, selection }: Plan): boolean =>
  !ageings && leaver === undefined && selection.importId === undefined;

const timeOf = (at: number | null) => (at === null ? null : Number(at));

/** The certificate of an act. */
export const certificateOf = (act: RowOf<typeof forgetAct>): ForgetCertificate => ({
  id: act.id,
  state: act.state,
  by: JSON.parse(act.selected_by) as ForgetCertificate['by'],
  lineage: act.lineage === 1,
  begunAt: Number(act.begun_at),
  forgottenAt: timeOf(act.forgotten_at),
  verifiedAt: timeOf(act.verified_at),
  messages: act.messages,
  memories: act.memories,
  removed: Object.entries(JSON.parse(act.removed) as Removed).map(([from, rows]) => ({ from, rows })),
  verified: JSON.parse(act.verified) as Remaining[],
});
