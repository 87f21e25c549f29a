import { POSTGRES_TEXT } from '../kit/ddl.ts';

const since = `
  update item set active_from = succession.at from succession
    where succession.org_id = item.org_id and succession.new_id = item.id;
  update item set active_to = coalesce(
      (select at from succession where succession.org_id = item.org_id and old_id = item.id),
      (select max(at) from revision where revision.org_id = item.org_id and item_id = item.id))
    where state in ('archived', 'superseded');`;

/** Adds the filter columns to entries of words and vectors. Older rows are updated only where a value exists, to avoid a table rewrite. */
const filteredBy = (table: string): string => `
  alter table ${table} add column reader text not null default 'everyone';
  alter table ${table} add column valid_from integer;
  alter table ${table} add column valid_to integer;
  alter table ${table} add column active_from integer;
  alter table ${table} add column active_to integer;
  alter table ${table} add column knowledge_base text;
  alter table ${table} add column subject text;
  alter table ${table} add column attribute text;
  update ${table} set reader = case when visibility = 'private' then 'owner ' || principal_id
      when channel is null then 'no one' else 'peer ' || channel end
    where visibility in ('private', 'peer');
  update ${table} set valid_from = item.valid_from, valid_to = item.valid_to, active_from = item.active_from,
      active_to = item.active_to, subject = item.subject
    from item
    where item.id = ${table}.item_id and item.kind = 'memory'
      and coalesce(item.valid_from, item.valid_to, item.active_from, item.active_to, item.subject) is not null;`;

/**
 * Stores the subject and the validity of items in indexes, for filters (`INDEX_LAYOUT` 2). This step converts embedded
 * indexes. Indexes of a cluster keep layout 1 until `cairn reindex`; in an empty installation the first ones are created with
 * layout 2.
 */
export const layoutStep = {
  name: 'what filters of the indexes ask about',
  sqlite: `
    alter table item add column attribute text;
    alter table item add column knowledge_base text;
    alter table item add column active_from integer;
    alter table item add column active_to integer;
    ${since}
    ${filteredBy('word_document')}
    ${filteredBy('vector_entry')}
    alter table generation add column layout integer not null default 1;
    update generation set layout = 2;`,
  postgres: `
    alter table item add column attribute ${POSTGRES_TEXT}, add column knowledge_base ${POSTGRES_TEXT},
      add column active_from bigint, add column active_to bigint;
    ${since}
    alter table generation add column layout int not null default 1;
    update generation set layout = 2 where not exists (select from item);`,
};
