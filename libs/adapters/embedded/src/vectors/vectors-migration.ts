/**
 * Creates the table of the vector index. A row has an item's vectors of one generation, chunk by chunk, and its filter fields. A
 * removed item stays as a row without vectors, so that no older version is stored again.
 */
export const vectorsMigration = {
  name: 'the vector index',
  sql: `
    create table vector_entry (
      seq integer primary key,
      generation integer not null,
      org_id text not null,
      kind text not null,
      item_id text not null,
      version integer not null,
      removed integer not null,
      principal_id text not null,
      visibility text not null,
      channel text,
      subchannel text,
      session_key text,
      store text,
      category text,
      tags text not null,
      state text not null,
      effective_at integer not null,
      vectors blob not null
    );
    create unique index vector_entry_by_item on vector_entry (generation, org_id, kind, item_id);
  `,
};
