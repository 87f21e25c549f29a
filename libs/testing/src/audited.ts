/** A row of the audit, which no port reads: the worlds of the contracts look into their store. */
export interface Audited {
  readonly orgId: string;
  readonly principalId: string;
  readonly action: string;
  readonly kind: string;
  readonly id: string;
  readonly version: number;
}

/** For either dialect, oldest first. */
export const AUDIT_ROWS = `select org_id as "orgId", principal_id as "principalId", action, kind, item_id as id, version
  from audit order by seq`;
