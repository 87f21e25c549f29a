/** A row of the audit with columns that no port returns: the worlds of the contracts read their store. */
export interface AuditedRow {
  readonly orgId: string;
  readonly principalId: string;
  readonly action: string;
  readonly kind: string;
  readonly id: string;
  readonly version: number;
}

/** The query for audit rows in either dialect, oldest first. */
export const AUDIT_ROWS = `select org_id as "orgId", principal_id as "principalId", action, kind, item_id as id, version
  from audit order by seq`;
