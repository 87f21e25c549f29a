import { POSTGRES_TEXT } from '../kit/ddl.ts';

/** Records the index progress of items that were written before this step. */
const begun = `
    insert into subscriber_progress (subscriber, place)
      select name, coalesce((select max(seq) from item), 0)
      from (select 'words' as name union all select 'vectors') as known;`;

/** Records how far the sweeper has checked each subscriber that stores something for every item. */
export const progressStep = {
  name: 'old items reach new subscribers',
  sqlite: `
    create table subscriber_progress (subscriber text primary key, place integer not null) without rowid;${begun}`,
  postgres: `
    create table subscriber_progress (subscriber ${POSTGRES_TEXT} primary key, place bigint not null);
    grant select, insert, update, delete on subscriber_progress to cairn_system;${begun}`,
};
