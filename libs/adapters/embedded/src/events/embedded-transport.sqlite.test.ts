import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CairnError, type Payload } from '@cairn/contracts';
import { SystemClock } from '@cairn/ports';
import {
  A_TRACE,
  aNewMemory,
  aPrincipal,
  everySubscriber,
  eventTransportContract,
  subscriptionsAndMore,
  until,
  type EventTransportWorld,
} from '@cairn/testing';
import { SqliteThreads } from '../store/threads.ts';
import { announcerIn } from '../ports/embedded-world.fixture.ts';
import { SqliteOutbox } from '../ports/sqlite-outbox.ts';
import { SqliteTruth } from '../ports/sqlite-truth.ts';
import { EmbeddedTransport } from './embedded-transport.ts';

const MEMORIES = 200;

it('handles every event of the truth, through failures and a restart, and buries what cannot succeed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-events-'));
  const clock = new SystemClock();
  let threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const truth = new SqliteTruth({ threads, clock });
  const items = Array.from({ length: MEMORIES }, (_, n) => aNewMemory({ title: `memory ${n}` }));
  await truth.write(aPrincipal(), items);
  const hopeless = items[7]?.id;
  const handled = new Set<string>();
  let calls = 0;
  const handler = async ({ id }: Payload<'memory.written'>) => {
    if (id === hopeless) throw new CairnError('item/unknown', 'gone');
    if (calls++ % 3 === 0) throw new CairnError('embedder/unavailable', 'asleep');
    handled.add(id);
  };

  let outbox = new SqliteOutbox({ threads, clock });
  const first = start(outbox, handler);
  await until(async () => handled.size > MEMORIES / 4);
  await first.close();
  await threads.close();
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  outbox = new SqliteOutbox({ threads, clock });
  const second = start(outbox, handler);
  await until(async () => (await outbox.depth()).waiting === 0);

  expect(handled.size).toBe(MEMORIES - 1);
  expect(await outbox.depth()).toMatchObject({ waiting: 0, dead: 1 });
  await second.close();
  await threads.close();
  await rm(dataDir, { recursive: true });
});

function start(
  outbox: SqliteOutbox,
  handler: (payload: Payload<'memory.written'>) => Promise<void>,
): EmbeddedTransport {
  const transport = new EmbeddedTransport(outbox, {
    subscriptions: everySubscriber({ attempts: 30 }),
    backoffMs: () => 5,
  });
  transport['logger'].warn = () => {};
  transport.addHandler('memory.written.vectors', handler as never, true);
  for (const other of ['memory.written.graph', 'memory.written.links'] as const)
    transport.addHandler(other, async () => {}, true);
  transport.listen(() => {});
  return transport;
}

eventTransportContract('The embedded transport', async (): Promise<EventTransportWorld> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-events-'));
  const clock = new SystemClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1, subscriptions: subscriptionsAndMore });
  const outbox = new SqliteOutbox({ threads, clock });
  const file = new DatabaseSync(join(dataDir, 'cairn.db'), { readOnly: true });
  const reasons = file.prepare('select reason from dead_letter where item_id = ?');
  return {
    truth: new SqliteTruth({ threads, clock, trace: () => A_TRACE }),
    outbox,
    announceFeedback: announcerIn(dataDir, () => clock.now(), subscriptionsAndMore),
    unfinished: async () => (await outbox.depth()).waiting,
    deadReasons: async (id) => reasons.all(id).map(({ reason }) => String(reason)),
    start: async (handlers, { pauseMs, lostAfterMs, drainMs, attempts, concurrency }) => {
      const transport = new EmbeddedTransport(outbox, {
        subscriptions: everySubscriber({ attempts, concurrency }),
        drainMs,
        leaseMs: lostAfterMs,
        backoffMs: () => pauseMs,
      });
      transport['logger'].warn = () => {};
      for (const [pattern, handler] of Object.entries(handlers)) transport.addHandler(pattern, handler as never, true);
      transport.listen(() => {});
      return () => transport.close();
    },
    close: async () => {
      file.close();
      await threads.close();
      await rm(dataDir, { recursive: true });
    },
  };
});
