import type { ForgetCertificate, ForgetSelector, PrincipalId, RemainingRows, ItemId } from '@cairn/contracts';
import { agentIdsOf, mayChange } from '@cairn/domain';
import type { ScopeFields } from '../kit/conditions.ts';
import type { RowOf } from '../kit/ddl.ts';
import type { Forgetter, ItemRow } from '../kit/item-rows.ts';
import type { RemovedRowsByTable } from '../kit/transaction.ts';
import type { forgetAct } from './forgetting.tables.ts';
import type { BlockableGroup } from '../items/marks.ts';
import type { Ageing } from './retention.rules.ts';

/** Selects the items to forget: the items that match all given fields. */
export interface Selection {
  readonly ids?: readonly ItemId[] | undefined;
  /** Matches only messages, since other items have no session. */
  readonly sessionKey?: string | undefined;
  /** Matches only messages, since other items have no speaker. */
  readonly speaker?: string | undefined;
  readonly source?: string | undefined;
  /** The sender's own id of the items. */
  readonly externalId?: string | undefined;
  /** The import id in the provenance of the items. */
  readonly importId?: string | undefined;
  readonly channel?: string | undefined;
  /** Lower bound of the effective time, epoch ms. */
  readonly since?: number | undefined;
  /** Matches items whose title or text contains this; the letters A to Z match in either case. */
  readonly contains?: string | undefined;
  /**
   * Matches items that name what this text names, in any of its written forms, now or in a former version. If none names
   * it, matches items that name a longer code that begins with it.
   */
  readonly identifier?: string | undefined;
  /** Matches only memories, since other items have no tags: those with all of these. */
  readonly tags?: readonly string[] | undefined;
  /** Whether to forget also the memories that were made from selected items, directly or through other memories. */
  readonly lineage: boolean;
}

/** The plan of an act of forgetting: its selection, and the rights of the principal who began it. */
export interface Plan {
  readonly scope: ScopeFields;
  readonly role: Forgetter['role'];
  readonly selection: Selection;
  /** Set for an act of retention, which deletes the organisation's items that are too old and ignores the scope. */
  readonly ageings?: readonly Ageing[] | undefined;
  /**
   * The principals who leave: either a person with their agents, or one agent. Set for an act that deletes their private
   * items and ignores the scope.
   */
  readonly leavers?: readonly PrincipalId[] | undefined;
}

/** The names of the fields that are set in a selection. */
const selectorsOf = ({ lineage: _, ...names }: Selection): ForgetSelector[] =>
  (Object.keys(names) as ForgetSelector[]).filter((name) => names[name] !== undefined);

/** The session or source that a selection forgets as a whole; undefined if the selection has any other field. */
export function blockedBy(selection: Selection): { readonly what: BlockableGroup; readonly name: string } | undefined {
  const [only, ...more] = selectorsOf(selection);
  if (more.length > 0) return undefined;
  if (only === 'sessionKey') return { what: 'session', name: selection.sessionKey! };
  return only === 'source' ? { what: 'source', name: selection.source! } : undefined;
}

/** Whether a selection forgets all that an import brought, and nothing else. */
export const isWholeImport = (selection: Selection): boolean => {
  const [only, ...more] = selectorsOf(selection);
  return only === 'importId' && more.length === 0;
};

/** Returns the names of an act's selectors for its certificate. */
export function namesOf({ selection, ageings, leavers }: Plan): ForgetCertificate['by'] {
  if (leavers) return ['principal'];
  return ageings ? ['retention'] : selectorsOf(selection);
}

/** Parses the plan of an act. */
export const planOf = ({ plan }: { readonly plan: string | null }): Plan => JSON.parse(plan as string) as Plan;

/** Removes the selectors from the plan once all its items are recorded: a selector can contain a secret. */
export function recordedPlan(plan: Plan): Plan {
  const { ids, importId, lineage } = plan.selection;
  return { ...plan, selection: { lineage, ...(ids && { ids: [] }), ...(importId !== undefined && { importId }) } };
}

type Written = Pick<ItemRow, 'seq' | 'principal_id'>;

/**
 * Splits the selected rows: returns the rows that the act may forget, in the order of arrival, and the number of the
 * remaining rows, which it may not forget.
 */
export function mayForget<Row extends Written>(
  { scope, role }: Pick<Plan, 'scope' | 'role'>,
  rows: readonly Row[],
): { readonly rows: Row[]; readonly others: number } {
  const actor = { principalId: scope.principalId, role, agents: agentIdsOf(scope) };
  const may = rows.filter((row) => mayChange(actor, row.principal_id));
  return { rows: may.sort((one, other) => one.seq - other.seq), others: rows.length - may.length };
}

/**
 * Whether items that this act forgets are refused when they are sent again. They are accepted again if the act belongs to
 * retention, to the removal of a principal or to the undoing of an import.
 */
export const refusesLaterWrites = ({ ageings, leavers, selection }: Plan): boolean =>
  !ageings && leavers === undefined && selection.importId === undefined;

const timeOf = (at: number | null) => (at === null ? null : Number(at));

/** Builds the certificate of an act from its row. */
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
  removed: Object.entries(JSON.parse(act.removed) as RemovedRowsByTable).map(([from, rows]) => ({ from, rows })),
  verified: JSON.parse(act.verified) as RemainingRows[],
});
