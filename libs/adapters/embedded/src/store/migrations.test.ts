import { forgettingRows } from '@cairn/store';
import { assertSqliteVersion, Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';
import { migrate, migrations } from './migrations.ts';

describe('Migrations', () => {
  let db: Database;

  beforeEach(() => {
    db = new Database(':memory:', 'writer');
  });
  afterEach(() => db.close());

  const one = { name: 'one', sql: 'create table one (id integer)' };
  const two = { name: 'two', sql: 'create table two (id integer); insert into two values (1)' };
  const applied = () => db.statement('select number, name, applied_at from migration order by number').all();

  it('are applied once, in order, and recorded', () => {
    migrate(db, 5, [one]);
    migrate(db, 6, [one, two]);
    migrate(db, 7, [one, two]);

    expect(applied().map((row) => ({ ...row }))).toEqual([
      { number: 1, name: 'one', applied_at: 5 },
      { number: 2, name: 'two', applied_at: 6 },
    ]);
    expect(db.value('select count(*) from two')).toBe(1);
  });

  it('that fail leave nothing behind', () => {
    const bad = { name: 'bad', sql: 'create table three (id integer); insert into nowhere values (1)' };

    expect(() => migrate(db, 5, [one, bad])).toThrow('nowhere');

    expect(applied()).toHaveLength(1);
    expect(db.value("select count(*) from sqlite_master where name = 'three'")).toBe(0);
  });

  it('of a newer code are refused with both numbers', () => {
    migrate(db, 5, [one, two]);

    expect(() => migrate(db, 5, [one])).toThrow(/its schema is 2, this one knows up to 1/);
  });

  it('leave an index for each column that names an item, which SQLite takes', () => {
    migrate(db, 5);

    const plans = forgettingRows(sqlite, { orgId: 'o', ids: ['i'] }).map(({ table, removal }) => {
      const { sql, parameters } = removal.compile();
      const steps = db.statement(`explain query plan ${sql}`).all(...(parameters as string[]));
      const column = /and "(\w+)" = /.exec(sql)![1]!;
      return { table, column, isFound: steps.every(({ detail }) => String(detail).includes(`${column}=?`)) };
    });

    expect(plans.filter(({ isFound }) => !isFound)).toEqual([]);
    expect(plans.length).toBeGreaterThan(5);
  });

  it('count turns anew for each circle of readers, and then take an external id once for each', () => {
    const name = 'external ids and turns are apart for each circle of readers';
    const before = migrations.findIndex((step) => step.name === name);
    migrate(db, 5, migrations.slice(0, before));
    const add = (turn: number, visibility: string, { writer = 'ada', channel = null as string | null } = {}) =>
      db
        .statement(
          `insert into item (id, org_id, kind, principal_id, visibility, channel, state, version, timestamp, created_at, effective_at,
            source, external_id, content_hash, question_share, length, session_key, turn, provenance, content)
          values (?, 'o', 'message', ?, ?, ?, 'active', 1, 0, 0, 0, 'api', ?, '', 0, 0, 's', ?, '{}', '')`,
        )
        .run(`${turn} ${visibility} ${writer}`, writer, visibility, channel, `e${turn}`, turn);
    add(0, 'org');
    add(1, 'private');
    add(2, 'team');
    add(3, 'private', { writer: 'bo' });
    add(4, 'peer', { channel: 'coach:1' });
    add(5, 'private');
    add(6, 'channel', { channel: 'coach:1' });

    migrate(db, 6, migrations.slice(0, before + 1));

    const turns = db.statement('select turn from item order by seq').all() as { turn: number }[];
    expect(turns.map(({ turn }) => turn)).toEqual([0, 0, 1, 0, 0, 1, 2]);
    db.exec("update item set external_id = 'same', turn = 9 where turn = 0");
    expect(() => db.exec("update item set external_id = 'same'")).toThrow('UNIQUE');
    expect(() => db.exec('update item set turn = 7')).toThrow('UNIQUE');
  });

  it('bring the indexes of an old file up to layout 2, each entry to what its item says', () => {
    const before = migrations.findIndex((step) => step.name === 'what filters of the indexes ask about');
    migrate(db, 5, migrations.slice(0, before));
    const rows = [
      { id: 'a', visibility: 'team', channel: null, state: 'active', validTo: 9, subject: 'port' },
      { id: 'b', visibility: 'private', channel: null, state: 'superseded', validTo: null, subject: null },
      { id: 'c', visibility: 'peer', channel: 'coach:1', state: 'active', validTo: null, subject: null },
    ];
    db.exec(
      `insert into word_space (id, org_id, kind, generation, documents, length) values (1, 'o', 'memory', 1, 0, 0)`,
    );
    for (const { id, visibility, channel, state, validTo, subject } of rows) {
      const item = `insert into item (id, org_id, kind, principal_id, visibility, channel, state, valid_to, subject, version, timestamp,
        created_at, effective_at, source, content_hash, question_share, length, provenance, content)
        values (?, 'o', 'memory', 'ada', ?, ?, ?, ?, ?, 1, 0, 0, 3, 'api', '', 0, 0, '{}', '')`;
      db.statement(item).run(id, visibility, channel, state, validTo, subject);
      const filtered = `'ada', ?, ?, '[]', ?, 3`;
      const word = `insert into word_document (space_id, length, listed, run, item_id, version, principal_id, visibility, channel, tags,
        state, effective_at) values (1, 0, '', '', ?, 1, ${filtered})`;
      db.statement(word).run(id, visibility, channel, state);
      const vectors = `insert into vector_entry (generation, org_id, kind, removed, vectors, item_id, version, principal_id, visibility,
        channel, tags, state, effective_at) values (1, 'o', 'memory', 0, x'', ?, 1, ${filtered})`;
      db.statement(vectors).run(id, visibility, channel, state);
    }
    db.exec(`insert into succession (org_id, old_id, new_id, at) values ('o', 'b', 'c', 7)`);

    migrate(db, 6, migrations.slice(0, before + 1));

    for (const table of ['word_document', 'vector_entry'])
      expect(
        db
          .statement(`select reader, valid_to, active_from, active_to, subject from ${table} order by item_id`)
          .all()
          .map((row) => Object.values(row)),
      ).toEqual([
        ['everyone', 9, null, null, 'port'],
        ['owner ada', null, null, 7, null],
        ['peer coach:1', null, 7, null, null],
      ]);
    expect(db.value('select layout from generation')).toBe(2);
  });

  it('count the words of a session apart for each channel', () => {
    const before = migrations.findIndex((step) => step.name.endsWith('apart for each channel'));
    migrate(db, 5, migrations.slice(0, before));
    db.exec(`
      insert into word_space (id, org_id, kind, generation, documents, length) values (1, 'o', 'message', 1, 0, 0);
      insert into word_group (id, space_id, name, reader) values (7, 1, 's', ''), (8, 1, 's', 'kp1'), (9, 1, 't', '');`);
    const add = (id: string, group: number | null, channel: string | null, listed: string) =>
      db
        .statement(
          `insert into word_document (space_id, length, listed, run, item_id, version, group_id, principal_id, visibility, channel,
            tags, state, effective_at, reader) values (1, 0, ?, '', ?, 1, ?, 'ada', 'org', ?, '[]', 'active', 3, '')`,
        )
        .run(listed, id, group, channel);
    add('a', 7, 'dev', ' zebra/2 lion/1.1 kcdev ');
    add('b', 7, 'dev', ' zebra/1 kcdev ');
    add('c', 7, 'ops', ' zebra/1 kcops ');
    add('d', 8, 'dev', ' okapi/1 kcdev ');
    add('e', 9, null, ' lion/1 knochannel ');
    add('f', null, 'dev', ' camel/1 kcdev ');

    migrate(db, 6, migrations.slice(0, before + 1));

    const held = `select d.item_id || ': ' || g.name || ' ' || g.reader || ' ' || g.channel || ' ' || t.term || ' ' || t.documents as held
      from word_document d join word_group g on g.id = d.group_id join word_group_term t on t.group_id = g.id order by 1`;
    expect(
      db
        .statement(held)
        .all()
        .map((row) => row['held']),
    ).toEqual([
      'a: s  dev lion 1',
      'a: s  dev zebra 2',
      'b: s  dev lion 1',
      'b: s  dev zebra 2',
      'c: s  ops zebra 1',
      'd: s kp1 dev okapi 1',
      'e: t   lion 1',
    ]);
  });

  it('keep what was read in texts apart from the items, with when a user gave a standing instruction', () => {
    const before = migrations.findIndex((step) => step.name === 'text features apart from items');
    migrate(db, 5, migrations.slice(0, before));
    const add = (id: string, kind: string, role: string | null, rule: number) => {
      db.statement(
        `insert into item (id, org_id, kind, principal_id, visibility, state, version, timestamp, created_at, effective_at, source,
          content_hash, question_share, says_rule, role, length, provenance, content)
          values (?, 'o', ?, 'ada', 'org', 'active', 1, 7, 0, 7, 'api', '', 0, ?, ?, 0, '{}', '')`,
      ).run(id, kind, rule, role);
      db.statement(
        `insert into text_features (org_id, item_id, rules, question_share, says_time, says_number, says_name, says_rule)
          values ('o', ?, 1, 0.5, 0, 0, 0, ?)`,
      ).run(id, rule);
    };
    add('a', 'message', 'user', 1);
    add('b', 'message', 'user', 0);
    add('c', 'message', 'assistant', 1);
    add('d', 'memory', null, 1);

    migrate(db, 6);

    const rows = db.statement('select item_id, question_share, standing_at from text_features order by item_id').all();
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['a', 0.5, 7],
      ['b', 0.5, null],
      ['c', 0.5, null],
      ['d', 0.5, null],
    ]);
    const columns = db.statement('select name from pragma_table_info(?)').all('item');
    expect(columns.filter(({ name }) => /^(question_share|says_|told_)/.test(String(name)))).toEqual([]);
  });

  it('of this code all apply to an empty file', () => {
    migrate(db, 5);

    expect(db.value('pragma integrity_check')).toBe('ok');
  });
});

describe('The version of SQLite', () => {
  it.each(['3.51.3', '3.51.4', '3.52.0', '3.53.4', '4.0.0'])('%s will do', (version) => {
    expect(() => assertSqliteVersion(version)).not.toThrow();
  });

  it.each(['3.51.2', '3.50.9', '2.99.99', '3.9.100'])('%s is refused with what to do', (version) => {
    expect(() => assertSqliteVersion(version)).toThrow(/3\.51\.3 or newer.*Node 24/);
  });
});
