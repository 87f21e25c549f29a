import type { AuditAct, AuditKind, AuditOutcome } from '@cairn/contracts';
import type { Insertable } from 'kysely';
import { ofDialect, type Dialect } from './dialect.ts';
import { givenRowsInserter, type GivenColumns } from './given-rows.ts';
import type { Author } from './item-rows.ts';
import type { AuditTable } from './tables.ts';
import type { Transaction } from './transaction.ts';

/**
 * An entry of the audit log: an act with its author and its target. An entry contains ids, numbers and fixed words, never
 * a text of a user.
 */
export interface AuditedAct {
  readonly author: Author;
  readonly action: AuditAct;
  readonly kind: AuditKind;
  readonly id: string;
  /** The version that the act made; for an act on several targets, the number of targets. */
  readonly version: number;
  /** The outcome; `done` when absent. */
  readonly outcome?: AuditOutcome | undefined;
  /** The route of a call that changes nothing or was denied. */
  readonly route?: string | undefined;
  /** The error code of a call that was denied. */
  readonly reason?: string | undefined;
}

/** The time and the request in which an act happens. */
export interface ActContext {
  /** Epoch ms. */
  readonly now: number;
  /** The `x-request-id` of the request, if it came with one. */
  readonly request?: string | undefined;
}

type AuditRow = Required<Omit<Insertable<AuditTable>, 'seq'>>;

/** Builds the audit row of an act. */
const auditRowOf = ({ author, action, kind, id, version, now, ...act }: AuditedAct & ActContext): AuditRow => ({
  org_id: author.orgId,
  principal_id: author.principalId,
  key_id: author.keyId ?? null,
  action,
  kind,
  item_id: id,
  version,
  at: now,
  request_id: act.request ?? null,
  outcome: act.outcome ?? 'done',
  route: act.route ?? null,
  reason: act.reason ?? null,
});

/** Inserts the audit row of an act that is not a command of the store. */
export const auditInsertQuery = ({ queries }: Pick<Dialect, 'queries'>, act: AuditedAct & ActContext) =>
  queries.insertInto('audit').values(auditRowOf(act));

const columns = {
  ...{ org_id: 'uuid', principal_id: 'uuid', key_id: 'uuid', action: 'text', kind: 'text', item_id: 'uuid' },
  ...{ version: 'int', at: 'bigint', request_id: 'text', outcome: 'text', route: 'text', reason: 'text' },
} as const satisfies Readonly<Record<keyof AuditRow, GivenColumns[string]>>;

const insertAudit = ofDialect((dialect) => givenRowsInserter(dialect, 'audit', columns));

/** Adds acts to the audit in this transaction, one row each. */
export async function auditActs(tx: Transaction, ...acts: readonly AuditedAct[]): Promise<void> {
  const { now, request } = tx.context;
  await insertAudit(tx.dialect)(
    tx,
    acts.map((act) => auditRowOf({ ...act, now, request })),
  );
}
