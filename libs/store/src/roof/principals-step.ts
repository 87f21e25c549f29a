import { POSTGRES_TEXT } from '../kit/ddl.ts';

const columns = (text: string, time: string) => `
    alter table principal add column role ${text} not null default 'writer';
    alter table principal add column peers ${text} not null default '[]';
    alter table principal add column left_at ${time};
    alter table api_key add column own_role ${text};
    alter table api_key add column own_peers ${text};
    alter table api_key add column label ${text};
    alter table api_key add column expires_at ${time};
    alter table api_key add column last_used_at ${time};`;

/** Before this step every key was a principal of its own. Older code may run beside it: it reads the role and peers from the key. */
const asTheirKeys = `
    update principal set role = api_key.role, peers = api_key.peers from api_key
      where api_key.principal_id = principal.id;
    create index api_key_by_principal on api_key (principal_id);`;

export const principalsStep = {
  name: 'principals apart from keys',
  sqlite: `${columns('text', 'integer')}${asTheirKeys}`,
  postgres: `${columns(POSTGRES_TEXT, 'bigint')}${asTheirKeys}
    grant update on principal to cairn_app;`,
};
