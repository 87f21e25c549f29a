import { jest } from '@jest/globals';
import { scopeOf } from '@cairn/domain';
import { SystemClock } from '@cairn/ports';
import { callsOf, embeddingStore } from '@cairn/store';
import { truthContract } from '@cairn/store/contract';
import { A_REQUEST, A_TRACE, aNewMemory, aNewMessage, aPrincipal, until } from '@cairn/testing';
import { embeddedWorld } from '../ports/embedded-world.fixture.ts';
import { SqliteTruth } from '../ports/sqlite-truth.ts';
import { KeptItems } from '../items/kept-items.ts';
import { ReadingConnection } from './reading-connection.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { FileCommands } from './threads.ts';

async function worldWithConnection() {
  const world = await embeddedWorld();
  const connection = new ReadingConnection(world.dataDir);
  const close = async () => {
    connection.close();
    await world.close();
  };
  return { ...world, connection, here: new SqliteTruth({ threads: connection, clock: new SystemClock() }), close };
}

it('sees every write that was answered before, and changes nothing', async () => {
  const { truth, here, close } = await worldWithConnection();
  try {
    const ada = aPrincipal();
    const memory = aNewMemory({ title: 'Freeze', content: 'The freeze begins on Friday.' });
    await truth.write(ada, [memory]);

    expect(await here.find(scopeOf(ada), 'memory', memory.id)).toMatchObject({ title: 'Freeze' });

    await truth.forget(scopeOf(ada), ada, 'memory', memory.id);

    expect(await here.find(scopeOf(ada), 'memory', memory.id)).toBeUndefined();
    await expect(here.write(ada, [aNewMemory({})])).rejects.toThrow('only reads');
  } finally {
    await close();
  }
});

it('follows the file while nobody asks, if the file has changed', async () => {
  const world = await embeddedWorld();
  const follow = jest.spyOn(KeptItems.prototype, 'of');
  const connection = new ReadingConnection(world.dataDir, { followMs: 5 });
  try {
    const opened = follow.mock.calls.length;
    await world.truth.write(aPrincipal(), [aNewMemory({})]);
    await until(async () => follow.mock.calls.length > opened);
    const table = follow.mock.results.at(-1)!.value;

    expect(table).toMatchObject({ size: 1 });
  } finally {
    connection.close();
    follow.mockRestore();
    await world.close();
  }
});

it('keeps a list of speakers until a commit of others, which it learns of when it looks', async () => {
  const { truth, here, connection, close } = await worldWithConnection();
  try {
    const ada = aPrincipal();
    const say = (speaker: string) => truth.write(ada, [aNewMessage({ content: 'Hello.', speaker })]);
    await say('Grace');
    connection.refresh();
    const before = await here.speakers(scopeOf(ada), undefined);
    connection.refresh();
    const same = await here.speakers(scopeOf(ada), undefined);
    await say('Linus');
    connection.refresh();
    const after = await here.speakers(scopeOf(ada), undefined);

    expect([before, [...after].sort()]).toEqual([['Grace'], ['Grace', 'Linus']]);
    expect(same).toBe(before);
  } finally {
    await close();
  }
});

/** A world whose reads all run on one connection of this thread, which keeps items in memory. */
async function worldReadHere() {
  const { connection, threads, ...world } = await worldWithConnection();
  const both: FileCommands = {
    read: connection.read,
    write: threads.write.bind(threads),
    writeWords: threads.writeWords.bind(threads),
    onNotice: threads.onNotice.bind(threads),
  };
  const options = { threads: both, clock: world.clock, trace: () => A_TRACE, request: () => A_REQUEST };
  const sql = new SqliteStore(options);
  return { ...world, truth: new SqliteTruth(options), sql, store: callsOf(embeddingStore, sql) };
}

truthContract('The truth as a thread of recalls reads it', worldReadHere);
