import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@cairn/testing';
import { PersistentWorker } from './persistent-worker.ts';
import type { Thread } from './thread.ts';

it('replaces an ended thread although the next one cannot be created', async () => {
  const never = new Promise<void>(() => undefined);
  const threads = [{ ended: Promise.resolve() }, undefined, { ended: never }];
  let started = 0;
  const start = () => {
    const thread = threads[started++];
    if (!thread) throw new Error('no more threads');
    return { ...thread, open: async () => undefined } as unknown as Thread;
  };
  let restarts = 0;
  const worker = new PersistentWorker(start, () => restarts++);

  await worker.open();
  await until(() => restarts === 1);

  expect(started).toBe(3);
});

/** Output of a process of its own that opens a folder: only there are its threads accessible. */
describe('Threads that end', () => {
  let parent: string;
  let seen: Record<'readers' | 'writer' | 'closed', unknown[]>;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'cairn-'));
    const printed = execFileSync(process.execPath, ['-e', lifeOf(join(parent, 'data'))], { timeout: 60_000 });
    seen = JSON.parse(printed.toString()) as typeof seen;
  }, 60_000);
  afterAll(() => rm(parent, { recursive: true, force: true }));

  it('are missed by nobody while another reads, and are replaced', () => {
    expect(seen.readers).toEqual([[1, 1], 'nothing failed', 'truth/unavailable', 'something failed', 1]);
  });

  it('are replaced when they write: what had no answer is refused, and listeners look again', () => {
    expect(seen.writer).toEqual(['truth/unavailable', 'truth/unavailable', 'something failed', 1, 'nothing failed']);
  });

  it('are not replaced once the folder is closed', () => {
    expect(seen.closed).toEqual([0]);
  });
});

const lifeOf = (dataDir: string) => `
  import { setTimeout as delay } from 'node:timers/promises';
  import { scopeOf } from '@cairn/domain';
  import { aNewMessage, aPrincipal } from '@cairn/testing';
  const { openWorld } = await import(${JSON.stringify(new URL('../ports/embedded-world.fixture.ts', import.meta.url).href)});

  const workers = [];
  process.on('worker', (worker) => workers.push(worker));
  const { truth, threads, close } = await openWorld({ dataDir: ${JSON.stringify(dataDir)}, readers: 2 });
  const ada = aPrincipal();
  const write = () => truth.write(ada, [aNewMessage()]);
  const count = () => truth.count(scopeOf(ada), { kind: 'message' }, 100);
  const codeOf = (work) => work.then(() => 'no error', (error) => error.code);
  const state = () => (threads.failure ? 'something failed' : 'nothing failed');
  const until = async (holds) => { while (!(await holds())) await delay(20); };

  await write();
  await until(() => Promise.all([count(), count()]).then(() => threads.readers.all.length === 2));
  const [writer, reader, otherReader] = workers;
  await reader.terminate();
  const both = await Promise.all([count(), count()]);
  const stateOfOne = state();
  await otherReader.terminate();
  const readers = [both, stateOfOne, await codeOf(count()), state()];
  await until(() => count().then(() => true, () => false));
  readers.push(await count());

  const interrupted = codeOf(Promise.all(Array.from({ length: 50 }, write)));
  await writer.terminate();
  let told = 0;
  threads.onNotice('outbox', () => told++);
  const kept = await count();
  const writing = [await interrupted, await codeOf(write()), state()];
  await until(() => told > 0);
  await write();
  writing.push((await count()) - kept, state());

  const started = workers.length;
  await workers.at(-1).terminate();
  await close();
  await delay(1500);
  console.log(JSON.stringify({ readers, writer: writing, closed: [workers.length - started] }));`;
