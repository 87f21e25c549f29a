import { sqliteCountedAnew } from './item-limits-step.ts';

const index = `create index item_unsettled on item (org_id, session_key, seq)
    where kind = 'note' and state = 'deleted' and content_hash <> '';`;

const bytesOf = (row: string) =>
  `(octet_length(coalesce(${row}.content, '')) + octet_length(coalesce(${row}.title, '')))`;
const counts = (row: string) => `(case when ${row}.state = 'deleted' then 0 else 1 end)`;
/** Counts the bytes of a section when it is shown for the first time, since it must be embedded then. */
const newText = (fresh: string, former: string) => `(case when ${fresh}.state <> 'deleted'
  and (${former}.state = 'deleted' or ${fresh}.content is distinct from ${former}.content
    or ${fresh}.title is distinct from ${former}.title) then ${bytesOf(fresh)} else 0 end)`;

/**
 * Counts the items of a statement together: counting each changed one row repeatedly, which got slower each time. Postgres keeps the
 * plan of the first statement, and its nested loops over few rows took seconds for thousands.
 */
const countTogether = `
  create function count_items_anew() returns trigger language plpgsql set enable_nestloop = off as $$
  begin
    perform count_use(org_id, sum(items)::bigint, sum(bytes)::bigint,
      floor(extract(epoch from now()) / 3600)::bigint, sum(embedded)::bigint)
      from (select fresh.org_id, ${counts('fresh')} - ${counts('former')} as items,
          ${counts('fresh')} * ${bytesOf('fresh')} - ${counts('former')} * ${bytesOf('former')} as bytes, ${newText('fresh', 'former')} as embedded
        from became as fresh join was as former on former.seq = fresh.seq
        where fresh.state is distinct from former.state or fresh.content is distinct from former.content
          or fresh.title is distinct from former.title) as changed
      group by org_id;
    return null;
  end $$;
  drop trigger item_is_counted_anew on item;
  create trigger item_is_counted_anew after update on item
    referencing old table as was new table as became for each statement execute function count_items_anew();
  drop function count_item_anew();`;

/** Writes sections in pages. Older code may run beside this step, since its sections are never hidden with text. */
export const sectionsStep = {
  name: 'sections are written in pages',
  sqlite: `${index}
  drop trigger item_is_counted_anew;${sqliteCountedAnew(newText('new', 'old'))}`,
  postgres: `${index}${countTogether}`,
};
