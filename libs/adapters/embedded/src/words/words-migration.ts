/**
 * The tables of the word index. A word space is one organisation's items of one kind in one generation, so that neither
 * another organisation nor another analyser changes a score; each has an FTS5 table of its own, made with its first item.
 * A space's revision rises
 * with each write into it. Of a document, what filters look at comes before its words, so that it is read without them.
 */
export const wordsMigration = {
  name: 'the word index',
  sql: `
    create table word_space (
      id integer primary key autoincrement,
      org_id text not null,
      kind text not null,
      generation integer not null,
      documents integer not null,
      length integer not null,
      revision integer not null default 0,
      unique (org_id, kind, generation)
    );
    create table word_document (
      seq integer primary key,
      space_id integer not null references word_space (id),
      item_id text not null,
      version integer not null,
      group_id integer,
      length integer not null,
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
      listed text not null,
      run text not null
    );
    create unique index word_document_by_item on word_document (space_id, item_id);
    create index word_document_by_time on word_document (space_id, effective_at);
    create table word_removal (
      space_id integer not null references word_space (id),
      item_id text not null,
      version integer not null,
      primary key (space_id, item_id)
    ) without rowid;
  `,
};

/** What each session and document holds, apart for each circle of readers. */
export const wordGroupsMigration = {
  name: 'the words of sessions and documents',
  sql: `
    create table word_group (
      id integer primary key,
      space_id integer not null references word_space (id),
      name text not null,
      reader text not null,
      unique (space_id, name, reader)
    );
    create table word_group_term (
      group_id integer not null references word_group (id),
      term text not null,
      documents integer not null,
      primary key (group_id, term)
    ) without rowid;
  `,
};
