/**
 * Triggers that count the storage of each organisation and refuse a write beyond a limit with the message `limit/NAME
 * ORGANISATION`. A new item counts in the hour of its `created_at`.
 */
const bytesOf = (row: string) =>
  `(octet_length(coalesce(${row}.content, '')) + octet_length(coalesce(${row}.title, '')))`;
const countedItemSql = (row: string) => `(case when ${row}.state = 'deleted' then 0 else 1 end)`;
/**
 * SQL for the bytes that an update adds to the text to be embedded: all of the text if it has changed or is shown for the
 * first time, else 0.
 */
const newTextBytesSql = (fresh: string, former: string) => `(case when ${fresh}.state <> 'deleted'
  and (${former}.state = 'deleted' or ${fresh}.content is distinct from ${former}.content
    or ${fresh}.title is distinct from ${former}.title) then ${bytesOf(fresh)} else 0 end)`;

const addUp = `on conflict (org_id, slot) do update set
      items = item_use.items + excluded.items,
      bytes = item_use.bytes + excluded.bytes,
      embedded = case when item_use.hour = excluded.hour then item_use.embedded else 0 end + excluded.embedded,
      hour = excluded.hour`;

const sqliteRefusals = (hour: string, grows: string) =>
  [
    ['items', 'stored_items', 'sum(items)'],
    ['bytes', 'stored_bytes', 'sum(bytes)'],
    ['embedding', 'embedded_bytes_per_hour', `sum(case when hour = ${hour} then embedded else 0 end)`],
  ]
    .map(
      ([name, max, used]) => `
    select raise(abort, 'limit/${name} ' || new.org_id) from item_limit
      where org_id = new.org_id and ${grows}
        and ${max} < (select ${used} from item_use where org_id = new.org_id);`,
    )
    .join('');

const NOW_HOUR = '(unixepoch() / 3600)';
const BORN_HOUR = '(new.created_at / 3600000)';

/** SQLite triggers count row by row, since one thread writes. A change that makes an item smaller is never refused. */
const sqliteTriggers = `
  create trigger item_is_counted after insert on item when new.state <> 'deleted' begin
    insert into item_use (org_id, slot, items, bytes, hour, embedded)
      values (new.org_id, 0, 1, ${bytesOf('new')}, ${BORN_HOUR}, ${bytesOf('new')}) ${addUp};
    ${sqliteRefusals(BORN_HOUR, 'true')}
  end;
  create trigger item_is_counted_anew after update of state, content, title on item
    when new.state is not old.state or new.content is not old.content or new.title is not old.title begin
    insert into item_use (org_id, slot, items, bytes, hour, embedded) values (
      new.org_id, 0, ${countedItemSql('new')} - ${countedItemSql('old')},
      ${countedItemSql('new')} * ${bytesOf('new')} - ${countedItemSql('old')} * ${bytesOf('old')},
      ${NOW_HOUR}, ${newTextBytesSql('new', 'old')}) ${addUp};
    ${sqliteRefusals(NOW_HOUR, `${countedItemSql('new')} * ${bytesOf('new')} > ${countedItemSql('old')} * ${bytesOf('old')}`)}
  end;`;

const COUNTER_SLOTS = 256;

/**
 * Postgres triggers count all rows of a statement together: counting row by row updated the same row of `item_use`
 * repeatedly and got slower with each update. Each connection counts in a slot of its own. Nested loops are off in the
 * update trigger, since Postgres keeps the plan of the first statement: nested loops planned for a few rows took seconds
 * for thousands.
 */
const postgresTriggers = `
  create function count_use(org uuid, more_items bigint, more_bytes bigint, at_hour bigint, more_embedded bigint)
  returns void language plpgsql as $$
  declare
    allowed item_limit;
    used record;
    beyond text;
  begin
    insert into item_use (org_id, slot, items, bytes, hour, embedded)
      values (org, pg_backend_pid() % ${COUNTER_SLOTS}, more_items, more_bytes, at_hour, more_embedded) ${addUp};
    if more_items <= 0 and more_bytes <= 0 then return; end if;
    select * into allowed from item_limit where org_id = org;
    if not found then return; end if;
    select sum(items) as items, sum(bytes) as bytes, sum(case when hour = at_hour then embedded else 0 end) as embedded
      into used from item_use where org_id = org;
    beyond := case
      when more_items > 0 and used.items > allowed.stored_items then 'items'
      when more_bytes > 0 and used.bytes > allowed.stored_bytes then 'bytes'
      when more_embedded > 0 and used.embedded > allowed.embedded_bytes_per_hour then 'embedding' end;
    if beyond is not null then raise exception 'limit/% %', beyond, org using errcode = 'CN001'; end if;
  end $$;

  create function count_items() returns trigger language plpgsql as $$
  begin
    perform count_use(org_id, count(*), sum(${bytesOf('born')})::bigint, max(born.created_at) / 3600000,
      sum(${bytesOf('born')})::bigint)
      from born where state <> 'deleted' group by org_id;
    return null;
  end $$;
  create trigger item_is_counted after insert on item
    referencing new table as born for each statement execute function count_items();

  create function count_items_anew() returns trigger language plpgsql set enable_nestloop = off as $$
  begin
    perform count_use(org_id, sum(items)::bigint, sum(bytes)::bigint,
      floor(extract(epoch from now()) / 3600)::bigint, sum(embedded)::bigint)
      from (select fresh.org_id, ${countedItemSql('fresh')} - ${countedItemSql('former')} as items,
          ${countedItemSql('fresh')} * ${bytesOf('fresh')} - ${countedItemSql('former')} * ${bytesOf('former')} as bytes, ${newTextBytesSql('fresh', 'former')} as embedded
        from became as fresh join was as former on former.seq = fresh.seq
        where fresh.state is distinct from former.state or fresh.content is distinct from former.content
          or fresh.title is distinct from former.title) as changed
      group by org_id;
    return null;
  end $$;
  create trigger item_is_counted_anew after update on item
    referencing old table as was new table as became for each statement execute function count_items_anew();`;

/** The SQL of the triggers, by dialect. */
export const itemCounting = { sqlite: sqliteTriggers, postgres: postgresTriggers };
