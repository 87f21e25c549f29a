import type { AuditAct, AuditKind, AuditOutcome } from '@cairn/contracts';
import type { Insertable } from 'kysely';
import { ofDialect, type Dialect } from './dialect.ts';
import { insertingEachGiven, type GivenColumns } from './given-rows.ts';
import type { Author } from './item-rows.ts';
import type { AuditTable } from './tables.ts';

/** What somebody did, to what: ids and numbers only, never a text. */
export interface Act {
  readonly author: Author;
  readonly action: AuditAct;
  readonly kind: AuditKind;
  readonly id: string;
  /** That the act made; of an act on several, how many. */
  readonly version: number;
  /** Done, unless told. */
  readonly outcome?: AuditOutcome | undefined;
  /** Of a call that changes nothing, or was denied. */
  readonly route?: string | undefined;
  /** An error code, of a call that was denied. */
  readonly reason?: string | undefined;
}

/** When an act happens, and in which request. */
export interface ActOccasion {
  /** Epoch ms. */
  readonly now: number;
  /** The `x-request-id` of the request, if it came with one. */
  readonly request?: string | undefined;
}

type AuditRow = Required<Omit<Insertable<AuditTable>, 'seq'>>;

/** The row of an act. */
export const auditRowOf = ({ author, action, kind, id, version, now, ...act }: Act & ActOccasion): AuditRow => ({
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

/** The row of an act; it goes into the transaction that does it. Commands of features say `session.audit(act)`. */
export const auditing = ({ queries }: Pick<Dialect, 'queries'>, act: Act & ActOccasion) =>
  queries.insertInto('audit').values(auditRowOf(act));

const columns = {
  ...{ org_id: 'uuid', principal_id: 'uuid', key_id: 'uuid', action: 'text', kind: 'text', item_id: 'uuid' },
  ...{ version: 'int', at: 'bigint', request_id: 'text', outcome: 'text', route: 'text', reason: 'text' },
} as const satisfies Readonly<Record<keyof AuditRow, GivenColumns[string]>>;

export const insertAudit = ofDialect((dialect) => insertingEachGiven(dialect, 'audit', columns));
