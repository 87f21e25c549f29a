/**
 * Counts the words of a session or document separately for each channel, since a channel can be closed to some readers.
 * Postgres has no such table: Elasticsearch indexes words there. `listed` holds the words of a document as `word/counts`, keys
 * without a slash; neither has a character that JSON escapes.
 */
export const channelWordsStep = {
  name: 'the words of sessions and documents are apart for each channel',
  sqlite: `
    create table word_circle (
      id integer primary key,
      space_id integer not null references word_space (id),
      name text not null,
      reader text not null,
      channel text not null,
      unique (space_id, name, reader, channel)
    );
    insert into word_circle (space_id, name, reader, channel)
      select distinct g.space_id, g.name, g.reader, coalesce(d.channel, '')
      from word_document d join word_group g on g.id = d.group_id;
    update word_document set group_id = c.id
      from word_group g join word_circle c on c.space_id = g.space_id and c.name = g.name and c.reader = g.reader
      where g.id = word_document.group_id and c.channel = coalesce(word_document.channel, '');
    drop table word_group_term;
    drop table word_group;
    alter table word_circle rename to word_group;
    create table word_group_term (
      group_id integer not null references word_group (id),
      term text not null,
      documents integer not null,
      primary key (group_id, term)
    ) without rowid;
    insert into word_group_term (group_id, term, documents)
      select d.group_id, substr(word.value, 1, instr(word.value, '/') - 1), count(*)
      from word_document d cross join json_each('["' || replace(trim(d.listed), ' ', '","') || '"]') word
      where d.group_id is not null and instr(word.value, '/') > 0
      group by 1, 2;
  `,
};
