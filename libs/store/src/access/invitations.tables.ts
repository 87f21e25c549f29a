import type { Role } from '@cairn/contracts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';

export const invitation = defineTable({
  name: 'invitation',
  columns: {
    org_id: column.id(),
    id: column.id(),
    /** SHA-256 of the code of the link, hex. */
    hash: column.text(),
    name: column.text(),
    role: column.text<Role>(),
    team_id: column.nullable(column.id()),
    created_by: column.id(),
    created_at: column.time(),
    expires_at: column.time(),
    accepted_at: column.nullable(column.time()),
    /** The person that the invitation made. */
    accepted_by: column.nullable(column.id()),
    revoked_at: column.nullable(column.time()),
  },
  key: ['org_id', 'id'],
  unique: [['hash']],
  indexes: { invitation_by_end: '(org_id, expires_at)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    invitation: RowOf<typeof invitation>;
  }
}
