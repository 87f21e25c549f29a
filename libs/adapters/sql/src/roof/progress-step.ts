import { POSTGRES_TEXT } from '../store/ddl.ts';

/** Of every item of before is noted how far the words and the vectors are. */
const begun = `
    insert into subscriber_progress (subscriber, place)
      select name, coalesce((select max(seq) from item), 0)
      from (select 'words' as name union all select 'vectors') as known;`;

/** How far the sweeper has looked after each subscriber that keeps something for every item. */
export const progressStep = {
  name: 'old items reach new subscribers',
  sqlite: `
    create table subscriber_progress (subscriber text primary key, place integer not null) without rowid;${begun}`,
  postgres: `
    create table subscriber_progress (subscriber ${POSTGRES_TEXT} primary key, place bigint not null);
    grant select, insert, update, delete on subscriber_progress to cairn_system;${begun}`,
};
