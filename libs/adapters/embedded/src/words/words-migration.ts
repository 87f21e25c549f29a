/**
 * The tables of the word index. A word space is one organisation's items of one kind in one generation, so that no other organisation
 * or analyser affects a score; each has an FTS5 table, created with its first item. The revision of a space rises with each write.
 * Filter columns of a document precede its words, so that they are read without them.
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

/** The words of each session and document, counted separately for each audience. */
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

/**
 * Statistics count public documents: a score must not reveal words of private items. `listed` holds the words of a document as
 * `word/counts`, keys without a slash; neither has a character that JSON escapes.
 */
export const openWordsMigration = {
  name: 'words count for all what all may read',
  sql: `
    create table word_closed_term (
      space_id integer not null references word_space (id),
      term text not null,
      documents integer not null,
      primary key (space_id, term)
    ) without rowid;
    insert into word_closed_term (space_id, term, documents)
      select d.space_id, substr(word.value, 1, instr(word.value, '/') - 1), count(*)
      from word_document d cross join json_each('["' || replace(trim(d.listed), ' ', '","') || '"]') word
      where d.visibility in ('private', 'peer') and instr(word.value, '/') > 0
      group by 1, 2;
    update word_space set revision = revision + 1,
      documents = (select count(*) from word_document d
        where d.space_id = word_space.id and d.visibility not in ('private', 'peer')),
      length = (select coalesce(sum(d.length), 0) from word_document d
        where d.space_id = word_space.id and d.visibility not in ('private', 'peer'));
  `,
};
