import { POSTGRES_TEXT } from '../store/ddl.ts';

/** Older code goes on beside it: it names no such column. */
const columns = (text: string) => `
    alter table organisation add column name ${text} not null default 'default';
    alter table organisation add column calls_per_minute integer;`;

export const organisationsStep = {
  name: 'names and limits of organisations',
  sqlite: columns('text'),
  postgres: columns(POSTGRES_TEXT),
};

/** The services alone take an organisation away, and only with everything of it. */
export const organisationsGoStep = {
  name: 'organisations can be removed',
  postgres: 'grant delete on organisation to cairn_system;',
};
