import { forgettingRows } from '@cairn/store';
import { assertSqliteVersion, Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';
import { migrateDatabase, migrations } from './migrations.ts';

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
    migrateDatabase(db, 5, [one]);
    migrateDatabase(db, 6, [one, two]);
    migrateDatabase(db, 7, [one, two]);

    expect(applied().map((row) => ({ ...row }))).toEqual([
      { number: 1, name: 'one', applied_at: 5 },
      { number: 2, name: 'two', applied_at: 6 },
    ]);
    expect(db.value('select count(*) from two')).toBe(1);
  });

  it('that fail leave nothing behind', () => {
    const bad = { name: 'bad', sql: 'create table three (id integer); insert into nowhere values (1)' };

    expect(() => migrateDatabase(db, 5, [one, bad])).toThrow('nowhere');

    expect(applied()).toHaveLength(1);
    expect(db.value("select count(*) from sqlite_master where name = 'three'")).toBe(0);
  });

  it('of a newer code are refused with both numbers', () => {
    migrateDatabase(db, 5, [one, two]);

    expect(() => migrateDatabase(db, 5, [one])).toThrow(/its schema is 2, this one knows up to 1/);
  });

  it('leave an index for each column that names an item, which SQLite takes', () => {
    migrateDatabase(db, 5);

    const plans = forgettingRows(sqlite, { orgId: 'o', ids: ['i'] }).map(({ table, removal }) => {
      const { sql, parameters } = removal.compile();
      const steps = db.statement(`explain query plan ${sql}`).all(...(parameters as string[]));
      const column = /and "(\w+)" = /.exec(sql)![1]!;
      return { table, column, isFound: steps.every(({ detail }) => String(detail).includes(`${column}=?`)) };
    });

    expect(plans.filter(({ isFound }) => !isFound)).toEqual([]);
    expect(plans.length).toBeGreaterThan(5);
  });

  it('of an earlier build are refused with the way to carry the data over', () => {
    migrateDatabase(db, 5, [{ name: 'the first tables', sql: 'create table item (id text)' }, two]);

    expect(() => migrateDatabase(db, 6)).toThrow(/tables of an earlier build.*`cairn export --whole.*`cairn import/);

    expect(applied()).toHaveLength(2);
  });

  it('begin with the baseline, and a step after it changes what it made', () => {
    const canary = { name: 'canary', sql: "alter table team add column canary text not null default 'sings'" };
    migrateDatabase(db, 5);
    db.exec("insert into team (org_id, id, name, created_at) values ('o', 't', 'Ops', 1)");

    migrateDatabase(db, 6, [...migrations, canary]);

    expect(applied().map(({ name }) => name)).toEqual([migrations[0]!.name, 'canary']);
    expect(db.value('select canary from team')).toBe('sings');
  });

  it('of this code all apply to an empty file', () => {
    migrateDatabase(db, 5);

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
