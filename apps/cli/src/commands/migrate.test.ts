import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { aNewMessage, aPrincipal, describeWith, SettableClock } from '@cairn/testing';
import { callsOf, keys } from '@cairn/store';
import { Client } from 'pg';
import { runCli } from '../run-cli.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function openFolder() {
  const clock = new SettableClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  await callsOf(keys, new SqliteStore({ threads, clock })).firstOrganisation({});
  await new SqliteTruth({ threads, clock }).write(aPrincipal(), [aNewMessage(), aNewMessage()]);
  return threads;
}

async function migrate(argv: readonly string[], env: Record<string, string> = {}) {
  const [out, err] = [[] as string[], [] as string[]];
  const code = await runCli(['migrate', '--from', dataDir, ...argv], {
    env,
    home: dataDir,
    stdin: Readable.from([]),
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    serverBundle: join(dataDir, 'all-in-one.mjs'),
    interrupted: new AbortController().signal,
    exitCode: 0,
  });
  return { code, out: out.join(''), err: err.join('') };
}

const NOBODY = 'postgres://nobody@127.0.0.1:1/none';

test('says how to stop a server that holds the folder', async () => {
  const threads = await openFolder();

  const { code, err } = await migrate(['--to', NOBODY]);
  await threads.close();

  expect(code).toBe(1);
  expect(err).toContain(`process ${process.pid}`);
  expect(err).toContain('Stop the server (Ctrl-C where it runs');
});

test('needs to know where to, and a folder', async () => {
  expect(await migrate([])).toMatchObject({ code: 2, err: expect.stringContaining('--to postgres://') });
  expect(await migrate(['--to', NOBODY])).toMatchObject({ code: 1, err: expect.stringContaining('no data folder') });
  expect(await migrate(['--from', join(dataDir, 'no'), '--to', NOBODY])).toMatchObject({ code: 1 });
  expect(await migrate(['--check', 'http://127.0.0.1:1'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--key'),
  });
});

test('says what is wrong with a database that does not answer', async () => {
  await (await openFolder()).close();

  const { code, err } = await migrate(['--to', NOBODY]);

  expect(code).toBe(1);
  expect(err).toContain('ECONNREFUSED');
});

describeWith('POSTGRES_URL', 'A folder', (server) => {
  const name = `cairn_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;

  const onServer = async (statement: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  beforeAll(() => onServer(`create database ${name} template template0`));
  afterAll(() => onServer(`drop database ${name} with (force)`));

  test('is looked at, moved, and proven again', async () => {
    await (await openFolder()).close();

    const tried = await migrate(['--to', url.href, '--dry-run']);
    const moved = await migrate([], { POSTGRES_URL: url.href });
    const again = await migrate(['--to', url.href, '--json']);

    expect(tried).toMatchObject({ code: 0, out: expect.stringMatching(/Nothing was changed[^]*item +2 rows/) });
    expect(moved).toMatchObject({
      code: 0,
      out: expect.stringMatching(/active message +2 = 2[^]*Every row is the same/),
    });
    expect(moved.err).toContain('copying: ');
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(again.out)).toMatchObject({ move: { ended: 'moved-before', proof: { isEqual: true } } });
  });
});
