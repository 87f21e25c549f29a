import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteOutbox, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { subscriptions, type ItemId, type Written } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aNewMessage, aPrincipal, SettableClock } from '@cairn/testing';
import { aliases, callsOf } from '@cairn/store';
import { AliasesSubscriber } from './aliases.controller.ts';

const LAG_MS = 30_000;
const clock = new SettableClock();
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-aliases-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** A service over the folder; `known` are the subscribers that its build knows. */
async function open(known = subscriptions) {
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock, subscriptions: known });
  const truth = new SqliteTruth({ threads, clock });
  const outbox = new SqliteOutbox({ threads, clock });
  const calls = callsOf(aliases, new SqliteStore({ threads, clock }));
  const subscriber = new AliasesSubscriber(truth, calls);
  const handle = async () => {
    const claimed = await outbox.claim(['message.written.aliases'], 500, 60_000);
    for (const { id, payload } of claimed) {
      await subscriber.messageWritten(payload as Written);
      await outbox.complete([id]);
    }
    return claimed.length;
  };
  return { truth, outbox, aliases: calls, subscriber, handle, close: () => threads.close() };
}

const saying = (speaker: string | undefined, content: string) => aNewMessage({ speaker, content, sessionKey: 's' });
const talk = [
  saying('Melanie', 'I am back from the coast.'),
  saying('Caroline', 'Hey Mel, how was it?'),
  saying(undefined, 'Hey Mel, how are you?'),
  saying('Melanie', 'Windy.'),
  saying('Caroline', 'Thanks, Mel! Send pictures.'),
  saying('Caroline', 'Just call me Caro.'),
];
const caro = { alias: 'Caro', speakers: ['Caroline'], origin: 'learned', sightings: 2 };
const mel = { alias: 'Mel', speakers: ['Melanie'], origin: 'learned', sightings: 2 };
const learned = async ({ aliases }: Awaited<ReturnType<typeof open>>, principal: Principal) =>
  aliases.all(scopeOf(principal));

it('learns what messages call people behind their write, and counts a message once that is delivered twice', async () => {
  const service = await open();
  const ada = aPrincipal();
  const receipts = await service.truth.write(ada, talk);
  expect(await learned(service, ada)).toEqual([]);

  expect(await service.handle()).toBe(talk.length);
  expect(await learned(service, ada)).toEqual([caro, mel]);
  for (const { id, version } of receipts)
    await service.subscriber.messageWritten({ v: 1, outboxId: id, orgId: ada.orgId, id, version });
  expect(await learned(service, ada)).toEqual([caro, mel]);
  await service.close();
});

it('hears messages that are older than it, once and for all', async () => {
  const ada = aPrincipal();
  const older = await open(subscriptions.filter(({ subscriber }) => subscriber !== 'aliases'));
  await older.truth.write(ada, talk);
  await older.close();

  const service = await open();
  expect(await service.handle()).toBe(0);
  clock.advance(2 * LAG_MS);
  await service.truth.requeueLagging(LAG_MS, 500);
  expect(await service.handle()).toBe(talk.length);
  expect(await learned(service, ada)).toEqual([caro, mel]);

  clock.advance(2 * LAG_MS);
  await service.truth.requeueLagging(LAG_MS, 500);
  expect(await service.handle()).toBe(0);
  await service.close();
});

it('leaves a message that was forgotten before it was heard', async () => {
  const service = await open();
  const ada = aPrincipal();
  const receipts = await service.truth.write(ada, talk);
  await service.truth.forget(scopeOf(ada), ada, 'message', receipts[1]!.id as ItemId);

  await service.handle();

  expect(await learned(service, ada)).toEqual([caro]);
  await service.close();
});
