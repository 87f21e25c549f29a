import { POSTGRES_TEXT } from '../kit/ddl.ts';

/**
 * Rows of the outbox and dead letters carry the payload of their event, and need not be about an item. On Postgres older
 * code may run beside this step: it writes rows without a payload, and reads those of items as before. SQLite cannot drop
 * `not null`, so the tables are created again.
 */
export const payloadsStep = {
  name: 'events about more than items',
  sqlite: `
    create table outbox_with_payload (
      id text primary key,
      event text not null,
      subscriber text not null,
      org_id text not null,
      item_id text,
      version integer,
      created_at integer not null,
      due_at integer not null,
      leased integer not null,
      attempts integer not null,
      reason text,
      trace text,
      payload text
    ) without rowid;
    insert into outbox_with_payload (id, event, subscriber, org_id, item_id, version, created_at, due_at, leased, attempts, reason, trace)
      select id, event, subscriber, org_id, item_id, version, created_at, due_at, leased, attempts, reason, trace from outbox;
    drop table outbox;
    alter table outbox_with_payload rename to outbox;
    create index outbox_by_organisation on outbox (event, subscriber, org_id, due_at, id);
    create index outbox_by_item on outbox (item_id, subscriber);
    create table dead_letter_with_payload (
      id text primary key,
      event text not null,
      subscriber text not null,
      org_id text not null,
      item_id text,
      version integer,
      created_at integer not null,
      attempts integer not null,
      reason text not null,
      buried_at integer not null,
      payload text
    ) without rowid;
    insert into dead_letter_with_payload (id, event, subscriber, org_id, item_id, version, created_at, attempts, reason, buried_at)
      select id, event, subscriber, org_id, item_id, version, created_at, attempts, reason, buried_at from dead_letter;
    drop table dead_letter;
    alter table dead_letter_with_payload rename to dead_letter;
  `,
  postgres: `
    alter table outbox alter column item_id drop not null, alter column version drop not null,
      add column payload ${POSTGRES_TEXT};
    alter table dead_letter alter column item_id drop not null, alter column version drop not null,
      add column payload ${POSTGRES_TEXT};`,
};
