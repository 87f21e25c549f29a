import { randomBytes } from 'node:crypto';
import { describeWith } from '@cairn/testing';
import { Client } from 'pg';
import { newDatabase, onServer } from '../postgres-world.fixture.ts';
import { awaitSchema, migrateDatabase } from './migrate.ts';
import { migrations } from './migrations.ts';

describeWith('POSTGRES_URL', 'Migrations on Postgres', (server) => {
  let database: Awaited<ReturnType<typeof newDatabase>>;

  beforeEach(async () => {
    database = await newDatabase(server);
  });
  afterEach(() => database.drop());

  const one = { name: 'one', sql: 'create table one (id int)' };
  const two = { name: 'two', sql: 'create table two (id int); insert into two values (1)' };
  const run = (steps?: typeof migrations) =>
    migrateDatabase(() => new Client({ connectionString: database.url }), steps);
  const names = async () =>
    (await onServer(database.url, 'select name from migration order by number')).map(({ name }) => name);

  it('are applied once, in order, by five processes that start at once', async () => {
    await run([one]);

    await Promise.all(Array.from({ length: 5 }, () => run([one, two])));

    expect(await names()).toEqual(['one', 'two']);
    expect(await onServer(database.url, 'select id from two')).toEqual([{ id: 1 }]);
  });

  it('of this code all apply when five processes start on an empty database', async () => {
    await Promise.all(Array.from({ length: 5 }, () => run()));

    expect(await names()).toHaveLength(migrations.length);
  });

  it('of an earlier build are refused with the way to carry the data over', async () => {
    await run([{ name: 'the first tables', sql: 'create table item (id int)' }, two]);

    await expect(run()).rejects.toMatchObject({
      code: 'config/invalid',
      message: expect.stringMatching(/tables of an earlier build.*`cairn export --whole.*`cairn import/),
    });

    expect(await names()).toEqual(['the first tables', 'two']);
  });

  it('begin with the baseline, and a step after it changes what it made', async () => {
    const canary = { name: 'canary', sql: 'alter table team add column canary int; create table songs (id int)' };
    await run();

    await run([...migrations, canary]);

    expect(await names()).toEqual([migrations[0]!.name, 'canary']);
    await expect(run()).resolves.toBeUndefined();
    expect(await onServer(database.url, 'select canary from team')).toEqual([]);
  });

  it('that fail leave nothing behind', async () => {
    const bad = { name: 'bad', sql: 'create table three (id int); insert into nowhere values (1)' };

    await expect(run([one, bad])).rejects.toMatchObject({ code: 'internal' });

    expect(await names()).toEqual(['one']);
    expect(await onServer(database.url, "select from pg_tables where tablename = 'three'")).toEqual([]);
  });

  it('that are all applied wait for nobody, such as a newer code that still changes the schema', async () => {
    await run([one]);
    const newer = new Client({ connectionString: database.url });
    await newer.connect();
    await newer.query('select pg_advisory_lock(7244190313)');

    await expect(run([one])).resolves.toBeUndefined();

    await newer.end();
  });

  it('are awaited by who may not make them, until somebody else has', async () => {
    let looks = 0;
    const newClient = () => {
      looks++;
      return new Client({ connectionString: database.url });
    };
    const awaited = (looksMax: number) => awaitSchema(newClient, [one, two], { looksMax, pauseMs: 10 });

    await expect(awaited(2)).rejects.toMatchObject({ code: 'truth/unavailable' });
    expect(looks).toBe(2);

    const migrated = awaited(10_000);
    await run([one, two]);
    await expect(migrated).resolves.toBeUndefined();
  });

  it('of a newer code are accepted until they take away what this code uses', async () => {
    await run([one, two]);
    await expect(run([one])).resolves.toBeUndefined();

    await run([one, two, { name: 'three', sql: 'drop table one', leastCode: 'two' }]);

    await expect(run([one, two])).resolves.toBeUndefined();
    await expect(run([one])).rejects.toMatchObject({ code: 'config/invalid' });
  });

  it('do not need a superuser, only one who may act as the roles of the services', async () => {
    await run();
    const name = `owner_${randomBytes(6).toString('hex')}`;
    const own = await newDatabase(server);
    const url = new URL(own.url);
    [url.username, url.password] = [name, name];
    await onServer(server, `create role ${name} login password '${name}'`);
    await onServer(server, `alter database ${url.pathname.slice(1)} owner to ${name}`);
    const open = () => migrateDatabase(() => new Client({ connectionString: url.href }));

    await expect(open()).rejects.toMatchObject({
      code: 'config/invalid',
      message: expect.stringContaining('cairn_app'),
    });
    await onServer(server, `grant cairn_app, cairn_system to ${name}`);
    await expect(open()).resolves.toBeUndefined();

    await own.drop();
    await onServer(server, `drop role ${name}`);
  });
});
