import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from './cli.ts';
import { bridge, type Bridge } from './mcp-caller.ts';
import { isRunning, startServer } from './server-process.ts';
import { until } from './until.ts';

/** Two agents on one machine, each with a `cairn mcp` of its own, on a folder without another server. */
let dataDir: string;
let one: Bridge;
let two: Bridge;

beforeEach(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'cairn-bridges-')), 'data');
  one = await bridge(dataDir);
  two = await bridge(dataDir);
});

afterEach(async () => {
  await Promise.all([one.close(), two.close()]);
  const pid = holder();
  if (isRunning(pid)) process.kill(pid, 'SIGTERM');
  await until(async () => !isRunning(pid));
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

/** Process that serves the folder, or did so last. */
const holder = () => (JSON.parse(readFileSync(join(dataDir, 'cli.json'), 'utf8')) as { pid: number }).pid;

const remember = async (agent: Bridge, title: string) =>
  (await agent.callTool({ name: 'crystal_remember', arguments: { title, content: `${title}.` } })).structuredContent;

/** Keeps remembering until it is stopped; returns the number of acknowledged writes. */
function busy(agent: Bridge) {
  let isStopping = false;
  let acknowledged = 0;
  const work = async () => {
    while (!isStopping) {
      expect(await remember(agent, `Fact ${acknowledged}`)).toMatchObject({ ok: true, created: true });
      acknowledged++;
    }
    return acknowledged;
  };
  const done = work();
  return {
    after: (count: number) => until(async () => acknowledged >= count),
    get acknowledged() {
      return acknowledged;
    },
    stop: () => {
      isStopping = true;
      return done;
    },
  };
}

const stored = async () => (await two.callTool({ name: 'crystal_stats', arguments: {} })).structuredContent.memories;

it.each(['SIGTERM', 'SIGKILL', 'the end of its input'] as const)(
  'goes on for one agent when the bridge of the other ends by %s',
  async (how) => {
    await remember(one, 'The first agent was here');
    const served = holder();
    const work = busy(two);
    await work.after(5);

    if (how === 'the end of its input') await one.close();
    else process.kill(one.pid, how);
    await until(async () => !isRunning(one.pid));
    const then = work.acknowledged;
    await work.after(then + 20);

    const acknowledged = await work.stop();
    expect(await stored()).toMatchObject({ total: acknowledged + 1 });
    expect(holder()).toBe(served);
  },
);

it('starts another server when the one that both use is killed: no write is lost, none is there twice', async () => {
  const work = busy(two);
  for (let kill = 0; kill < 2; kill++) {
    const killed = holder();
    await work.after(work.acknowledged + 5);
    process.kill(killed, 'SIGKILL');
    await work.after(work.acknowledged + 5);
    expect(holder()).not.toBe(killed);
  }

  const acknowledged = await work.stop();
  expect(await stored()).toMatchObject({ total: acknowledged });
  expect(await remember(one, 'Both are back')).toMatchObject({ ok: true });
});

it('gives the folder to a server that somebody starts, and goes on with that one', async () => {
  const work = busy(two);
  await work.after(5);

  const server = await startServer({ dataDir, port: 0, env: { CAIRN_EMBEDDER: 'none' } });
  try {
    expect(holder()).toBe(server.child.pid);
    await work.after(work.acknowledged + 5);
    const acknowledged = await work.stop();
    expect(await stored()).toMatchObject({ total: acknowledged });
    expect((await cli(['recent', '--data-dir', dataDir])).code).toBe(0);
  } finally {
    await server.stop();
  }
});
