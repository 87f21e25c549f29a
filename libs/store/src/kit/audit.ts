import type { AuditAct, AuditKind, AuditOutcome } from '@cairn/contracts';
import type { Insertable } from 'kysely';
import { ofDialect, type Dialect } from './dialect.ts';
import { insertingEachGiven, type GivenColumns } from './given-rows.ts';
import type { Author } from './item-rows.ts';
import type { AuditTable } from './tables.ts';

/** An entry of the audit log: who did what to which target. It holds ids and numbers only, never a text. */
export interface Act {
  readonly author: Author;
  readonly action: AuditAct;
  readonly kind: AuditKind;
  readonly id: string;
  /** The version that the act made; the number of targets for an act on several. */
  readonly version: number;
  /** The outcome; `done` when absent. */
  readonly outcome?: AuditOutcome | undefined;
  /** The route of a call that changes nothing or was denied. */
  readonly route?: string | undefined;
  /** The error code of a call that was denied. */
  readonly reason?: string | undefined;
}

/** When an act happens, and in which request. */
export interface ActContext {
  /** Epoch ms. */
  readonly now: number;
  /** The `x-request-id` of the request, if it came with one. */
  readonly request?: string | undefined;
}

type AuditRow = Required<Omit<Insertable<AuditTable>, 'seq'>>;

/** Makes the audit row of an act. */
export const auditRowOf = ({ author, action, kind, id, version, now, ...act }: Act & ActContext): AuditRow => ({
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

/** Inserts the row of an act; it belongs in the transaction that does it. Commands of features call `session.audit(act)`. */
export const auditing = ({ queries }: Pick<Dialect, 'queries'>, act: Act & ActContext) =>
  queries.insertInto('audit').values(auditRowOf(act));

const columns = {
  ...{ org_id: 'uuid', principal_id: 'uuid', key_id: 'uuid', action: 'text', kind: 'text', item_id: 'uuid' },
  ...{ version: 'int', at: 'bigint', request_id: 'text', outcome: 'text', route: 'text', reason: 'text' },
} as const satisfies Readonly<Record<keyof AuditRow, GivenColumns[string]>>;

export const insertAudit = ofDialect((dialect) => insertingEachGiven(dialect, 'audit', columns));
