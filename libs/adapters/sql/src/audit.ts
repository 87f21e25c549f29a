import type { Dialect } from './dialect.ts';
import type { Author } from './item-rows.ts';
import type { AuditTable } from './tables.ts';

/** What somebody did, to what: it goes into the transaction that does it. */
export interface Act {
  readonly author: Author;
  readonly action: AuditTable['action'];
  readonly kind: AuditTable['kind'];
  readonly id: string;
  readonly version: number;
  /** Epoch ms. */
  readonly now: number;
}

export const auditing = ({ queries }: Pick<Dialect, 'queries'>, { author, action, kind, id, version, now }: Act) =>
  queries.insertInto('audit').values({
    org_id: author.orgId,
    principal_id: author.principalId,
    action,
    kind,
    item_id: id,
    version,
    at: now,
  });
