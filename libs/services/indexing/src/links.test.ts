import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedTextIndex, SqliteOutbox, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { closedChannels, callsOf, links } from '@cairn/store';
import type { ItemId, Written } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { LiveWordIndex } from '@cairn/ports';
import { aNewMemory, aPrincipal, SettableClock } from '@cairn/testing';
import { LinksSubscriber } from './links.controller.ts';

const LAG_MS = 30_000;

let dataDir: string;
let close: () => Promise<void>;
let world: Awaited<ReturnType<typeof open>>;

async function open() {
  const clock = new SettableClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  close = () => threads.close();
  const truth = new SqliteTruth({ threads, clock });
  const store = new SqliteStore({ threads, clock });
  const [memoryLinks, channels] = [callsOf(links, store), callsOf(closedChannels, store)];

  const texts = new EmbeddedTextIndex(threads);
  const words = { forQuestion: async () => texts.forQuestion() } as LiveWordIndex;
  return {
    clock,
    truth,
    links: memoryLinks,
    words,
    outbox: new SqliteOutbox({ threads, clock }),
    channels,
    subscriber: new LinksSubscriber(truth, truth, words, memoryLinks, channels),
  };
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-links-'));
  world = await open();
});
afterEach(async () => {
  await close();
  await rm(dataDir, { recursive: true, force: true });
});

const delivered = async () => {
  const claimed = await world.outbox.claim(['memory.written.links'], 100, 60_000);
  await world.outbox.complete(claimed.map(({ id }) => id));
  return claimed.map(({ payload }) => payload as Written);
};
const pairs = async (who: Principal) =>
  (await world.links.list({ scope: scopeOf(who), limit: 9 })).map(({ kind, newer, older }) => [
    kind,
    newer.id,
    older.id,
  ]);

it('links memories of which no event was ever handled, and is sent each of them once', async () => {
  const ada = aPrincipal();
  const said = ['The grocery budget is $500 a month.', 'The grocery budget is $550 a month.', 'Grace owns billing.'];
  const receipts = await world.truth.write(
    ada,
    said.map((content) => aNewMemory({ content })),
  );
  world.clock.advance(LAG_MS);
  await delivered();

  world.clock.advance(LAG_MS + 1);
  await world.truth.requeueLagging(LAG_MS, 100);
  const sentAgain = await delivered();
  for (const written of sentAgain) await world.subscriber.memoryWritten(written);
  world.clock.advance(LAG_MS + 1);
  await world.truth.requeueLagging(LAG_MS, 100);

  expect(sentAgain.map(({ id }) => id).sort()).toEqual(receipts.map(({ id }) => id).sort());
  expect(await pairs(ada)).toEqual([['contradicts', receipts[1]!.id, receipts[0]!.id]]);
  expect(await delivered()).toEqual([]);
});

it('waits until the words of the memory can be found, since the other of two would miss it', async () => {
  const ada = aPrincipal();
  await world.truth.write(ada, [aNewMemory()]);
  world.clock.advance(LAG_MS);
  const [written] = await delivered();
  const behind = async () => [{ words: 'pending', vectors: 'pending' }];
  const truth = Object.create(world.truth, { indexStates: { value: behind } }) as SqliteTruth;

  const linking = new LinksSubscriber(truth, truth, world.words, world.links, world.channels).memoryWritten(written!);

  await expect(linking).rejects.toMatchObject({ code: 'index/unavailable' });
});

it('is done with a memory that is forgotten', async () => {
  const ada = aPrincipal();
  const [receipt] = await world.truth.write(ada, [aNewMemory()]);
  await world.truth.forget(scopeOf(ada), ada, 'memory', receipt!.id as ItemId);
  world.clock.advance(LAG_MS);

  for (const written of await delivered()) await world.subscriber.memoryWritten(written);
  world.clock.advance(LAG_MS + 1);
  await world.truth.requeueLagging(LAG_MS, 100);

  expect(await delivered()).toEqual([]);
});

it('asks no index about a long memory without a subject, which nothing can restate', async () => {
  const ada = aPrincipal();
  const [receipt] = await world.truth.write(ada, [aNewMemory({ content: 'Deploys are on Friday. '.repeat(20) })]);
  const written = { orgId: ada.orgId, id: receipt!.id } as Written;
  const words = { forQuestion: () => Promise.reject(new Error('asked')) } as unknown as LiveWordIndex;

  await new LinksSubscriber(world.truth, world.truth, words, world.links, world.channels).memoryWritten(written);
  world.clock.advance(LAG_MS + 1);
  await world.truth.requeueLagging(LAG_MS, 100);

  expect(await delivered()).toEqual([]);
});

it('links a long memory to the one of its subject that says the same, among many that others wrote of other subjects', async () => {
  const ada = aPrincipal();
  const content = 'Deploys are on Friday. '.repeat(20);
  const about = (subject?: string, text = content) => aNewMemory({ content: text, subject });
  const others = (subject?: string) =>
    Array.from({ length: 40 }, (_, at) => about(subject, `${content} Change ${at} is small.`));
  const [first, last] = [about('deploys'), about('deploys')];
  await world.truth.write(ada, [first, ...others(), ...others('deploys'), last]);
  world.clock.advance(LAG_MS);

  for (const written of await delivered()) if (written.id === last.id) await world.subscriber.memoryWritten(written);

  expect(await pairs(ada)).toContainEqual(['restates', last.id, first.id]);
});

it('links open memories as if there were no closed channels, and those of a closed channel too', async () => {
  const ada = aPrincipal({ role: 'admin' });
  const outsider = { ...ada, closedChannels: ['deals', 'board'] };
  for (const channel of outsider.closedChannels)
    await world.channels.close({ author: ada, request: { channel, principals: [], teams: [] } });
  const budget = (amount: number, channel?: string) =>
    aNewMemory({ title: 'Budget', content: `The grocery budget is $${amount} a month.`, channel });
  const hidden = Array.from({ length: 40 }, (_, at) => budget(1_000 + at, 'deals'));
  const [first, board, last] = [budget(500), budget(501, 'board'), budget(550)];
  await world.truth.write(ada, [first, board, ...hidden, last]);
  world.clock.advance(LAG_MS);

  for (const written of await delivered()) if (written.id === last.id) await world.subscriber.memoryWritten(written);

  expect(await pairs(outsider)).toEqual([['contradicts', last.id, first.id]]);
  expect(await pairs({ ...ada, closedChannels: ['deals'] })).toContainEqual(['contradicts', last.id, board.id]);
  expect(await pairs({ ...ada, closedChannels: ['board'] })).toHaveLength(9);
});
