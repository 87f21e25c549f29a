import { column, defineTable, type RowOf } from '../kit/ddl.ts';

export const team = defineTable({
  name: 'team',
  columns: { org_id: column.id(), id: column.id(), name: column.text(), created_at: column.time() },
  key: ['org_id', 'id'],
  indexes: { team_by_name: '(org_id, name)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

export const teamMember = defineTable({
  name: 'team_member',
  columns: { org_id: column.id(), team_id: column.id(), principal_id: column.id(), added_at: column.time() },
  key: ['org_id', 'team_id', 'principal_id'],
  indexes: { team_member_by_principal: '(org_id, principal_id)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    team: RowOf<typeof team>;
    team_member: RowOf<typeof teamMember>;
  }
}
