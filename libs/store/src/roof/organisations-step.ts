import { POSTGRES_TEXT } from '../kit/ddl.ts';

/** Older code may run beside this step: it does not use these columns. */
const columns = (text: string) => `
    alter table organisation add column name ${text} not null default 'default';
    alter table organisation add column calls_per_minute integer;`;

export const organisationsStep = {
  name: 'names and limits of organisations',
  sqlite: columns('text'),
  postgres: columns(POSTGRES_TEXT),
};

/** Only the services may delete an organisation, and only together with all of its rows. */
export const organisationsGoStep = {
  name: 'organisations can be removed',
  postgres: 'grant delete on organisation to cairn_system;',
};
