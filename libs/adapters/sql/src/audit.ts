import type { AuditAct, AuditKind, AuditOutcome } from '@cairn/contracts';
import type { Dialect } from './dialect.ts';
import type { Author } from './item-rows.ts';

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

/** The row of an act; it goes into the transaction that does it. Commands of features say `session.audit(act)`. */
export const auditing = (
  { queries }: Pick<Dialect, 'queries'>,
  { author, action, kind, id, version, now, request, outcome = 'done', route, reason }: Act & ActOccasion,
) =>
  queries.insertInto('audit').values({
    org_id: author.orgId,
    principal_id: author.principalId,
    key_id: author.keyId ?? null,
    action,
    kind,
    item_id: id,
    version,
    at: now,
    request_id: request ?? null,
    outcome,
    route: route ?? null,
    reason: reason ?? null,
  });
