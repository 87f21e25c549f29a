import { POSTGRES_TEXT } from '../kit/ddl.ts';

const columns = (id: string, text: string) =>
  [
    `key_id ${id}`,
    `request_id ${text}`,
    `outcome ${text} not null default 'done'`,
    `route ${text}`,
    `reason ${text}`,
  ].map((column) => `alter table audit add column ${column};`);

const byTarget = 'create index audit_by_target on audit (org_id, item_id);';

/** Older code may run beside this step: it inserts acts by column names and reads none. */
export const auditStep = {
  name: 'acts with their key, request and outcome',
  sqlite: [...columns('text', 'text'), byTarget].join('\n'),
  postgres: [...columns('uuid', POSTGRES_TEXT), byTarget, 'grant select on audit to cairn_app;'].join('\n'),
};
