import {
  CairnError,
  type EventPattern,
  type FeedbackGiven,
  type ItemId,
  type OrgId,
  type Written,
} from '@cairn/contracts';
import { CONTINUE_RESULT, type NewItem, type Outbox, type Truth } from '@cairn/ports';
import { A_TRACE, aNewMemory, aNewMessage, aPrincipal } from './builders.ts';
import { LATE_EVENT, LATE_MS, MOOD_EVENT } from './made-up-subscribers.ts';
import { until } from './until.ts';

/** A handler for any event of the suite. */
export type TestHandler = (payload: Written & Pick<FeedbackGiven, 'memoryId'>) => Promise<unknown>;

export interface ProcessOptions {
  /** The most attempts of every subscriber. */
  readonly attempts: number;
  /** The pause before each further attempt. */
  readonly pauseMs: number;
  /** The time after which a delivery of a silent process goes to another. */
  readonly lostAfterMs: number;
  readonly drainMs: number;
  readonly concurrency: number;
}

/** A bus over a truth of its own, with `subscriptionsAndMore`; it uses the real time. */
export interface EventTransportWorld {
  readonly truth: Truth;
  readonly outbox: Outbox;
  /** Adds `memory.feedback` to the outbox. */
  announceFeedback(orgId: OrgId, memoryId: ItemId): Promise<void>;
  /** The number of deliveries that are neither handled nor given up, wherever they are. */
  unfinished(): Promise<number>;
  /** Reasons of an item's dead letters. */
  deadReasons(id: ItemId): Promise<string[]>;
  /** Starts a process with these handlers; the returned function stops it. */
  start(handlers: Partial<Record<EventPattern, TestHandler>>, options: ProcessOptions): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const MESSAGES = 'message.written.vectors' satisfies EventPattern;
const MEMORIES = 'memory.written.vectors' satisfies EventPattern;
/** Subscribers that get events of memories too; unhandled ones would stay queued. */
const others = ['memory.written.graph', 'memory.written.links'] satisfies EventPattern[];
const idle = Object.fromEntries(others.map((pattern) => [pattern, async () => {}]));
const ordinary: ProcessOptions = { attempts: 3, pauseMs: 5, lostAfterMs: 12_000, drainMs: 5_000, concurrency: 16 };

/** The contract suite of event transports, run against one adapter. */
export function eventTransportContract(adapter: string, make: () => Promise<EventTransportWorld>): void {
  describe(`${adapter} keeps the promises of an event transport`, () => {
    let world: EventTransportWorld;
    const stops = new Set<() => Promise<void>>();

    beforeAll(async () => {
      world = await make();
    });
    afterEach(async () => {
      await Promise.all([...stops].map((stop) => stop()));
      stops.clear();
    });
    afterAll(() => world.close());

    const write = (...items: NewItem[]) => world.truth.write(aPrincipal(), items);
    const start = async (
      handlers: Partial<Record<EventPattern, TestHandler>>,
      options: Partial<ProcessOptions> = {},
    ) => {
      const stop = await world.start({ ...idle, ...handlers }, { ...ordinary, ...options });
      stops.add(stop);
      return () => stop().finally(() => stops.delete(stop));
    };
    const allDone = () => until(async () => (await world.unfinished()) === 0);

    it('calls the handler of a pattern once for each event, with the pointer of the event catalog', async () => {
      const seen: Written[] = [];
      const handler = async (payload: Written) => seen.push(payload);
      const items = Array.from({ length: 40 }, (_, n) => (n % 2 ? aNewMessage() : aNewMemory({ title: `${n}` })));
      await start({ [MESSAGES]: handler, [MEMORIES]: handler });

      await write(...items);
      await allDone();

      expect(seen.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
      expect(seen[0]).toMatchObject({ v: 1, version: 1, trace: A_TRACE });
    });

    it('is done with an event when its handler is, and not before', async () => {
      const { opened, open, wasReached } = gate();
      await start({ [MESSAGES]: opened });
      await write(aNewMessage());

      await wasReached;
      const meanwhile = await world.unfinished();
      open();
      await allDone();

      expect(meanwhile).toBeGreaterThan(0);
    });

    it('tries a failure again', async () => {
      const message = aNewMessage();
      let attempts = 0;
      await start({
        [MESSAGES]: async () => {
          if (++attempts < 3) throw new CairnError('embedder/broken-answer', 'not yet');
        },
      });

      await write(message);
      await allDone();

      expect(attempts).toBe(3);
      expect(await world.deadReasons(message.id)).toEqual([]);
    });

    it('buries with its reason what has failed too often, and hands it out when it is replayed', async () => {
      const message = aNewMessage();
      let [attempts, isHealed] = [0, false];
      await start({
        [MESSAGES]: async () => {
          attempts++;
          if (!isHealed) throw new CairnError('embedder/broken-answer', 'the model dreams');
        },
      });

      const ada = aPrincipal();
      await world.truth.write(ada, [message]);
      await until(async () => (await world.deadReasons(message.id)).length > 0);
      const [reasons, before] = [await world.deadReasons(message.id), attempts];
      isHealed = true;
      await world.outbox.replayDead(ada);
      await until(() => attempts > before);
      await allDone();

      expect(before).toBe(3);
      expect(reasons).toEqual(['embedder/broken-answer: the model dreams']);
      expect(attempts).toBe(4);
      expect(await world.deadReasons(message.id)).toEqual([]);
    });

    it('buries at once what cannot succeed', async () => {
      const message = aNewMessage();
      let attempts = 0;
      await start({
        [MESSAGES]: async () => {
          attempts++;
          throw new CairnError('item/unknown', 'gone');
        },
      });

      await write(message);
      await until(async () => (await world.deadReasons(message.id)).length > 0);
      await allDone();

      expect(attempts).toBe(1);
    });

    it('never gives up on a dependency that is away', async () => {
      const message = aNewMessage();
      let attempts = 0;
      await start({
        [MESSAGES]: async () => {
          if (++attempts < 8) throw new CairnError('embedder/unavailable', 'the model is asleep');
        },
      });

      await write(message);
      await allDone();

      expect(attempts).toBe(8);
      expect(await world.deadReasons(message.id)).toEqual([]);
    });

    it('keeps one pattern moving while the handlers of another hang', async () => {
      const { opened, open, wasReached } = gate();
      let handled = 0;
      await start({ [MESSAGES]: opened, [MEMORIES]: async () => handled++ }, { concurrency: 1 });
      await write(aNewMessage(), aNewMessage());
      await wasReached;

      await write(aNewMemory({ title: 'one' }), aNewMemory({ title: 'two' }));
      await until(() => handled === 2);

      open();
      await allDone();
    });

    it('handles no more of a pattern at once than it may', async () => {
      let [running, most] = [0, 0];
      await start(
        {
          [MESSAGES]: async () => {
            most = Math.max(most, ++running);
            await new Promise((resolve) => setTimeout(resolve, 2));
            running--;
          },
        },
        { concurrency: 4 },
      );

      await write(...Array.from({ length: 60 }, () => aNewMessage()));
      await allDone();

      expect(most).toBe(4);
    });

    it('leaves a pattern without a handler to a process that has one', async () => {
      const [handled, later]: string[][] = [[], []];
      const [message, memory] = [aNewMessage(), aNewMemory()];
      await start({ [MESSAGES]: async ({ id }) => handled?.push(id) });
      await write(message, memory);
      await until(async () => handled?.length === 1 && (await world.unfinished()) === 1);

      await start({ [MEMORIES]: async ({ id }) => later?.push(id) });
      await allDone();

      expect([handled, later]).toEqual([[message.id], [memory.id]]);
    });

    it('handles what another organisation has before the backlog of one ends', async () => {
      const backlog = Array.from({ length: 800 }, () => aNewMessage());
      const late = aNewMessage();
      const handled: string[] = [];
      const { opened, open, wasReached } = gate();
      await write(...backlog);
      await start(
        { [MESSAGES]: async ({ id }) => (handled.length === 0 && (await opened()), handled.push(id)) },
        { concurrency: 1 },
      );
      await wasReached;
      await write(late);
      open();
      await allDone();

      expect(handled).toHaveLength(801);
      expect(handled.indexOf(late.id)).toBeLessThan(750);
    });

    it('goes on later with what is not done, behind what waits, as often as it takes', async () => {
      const [large, small] = [aNewMessage(), aNewMessage()];
      let [parts, isSmallDone] = [0, false];
      await start(
        {
          [MESSAGES]: async ({ id }) => {
            if (id === small.id) isSmallDone = true;
            else return ++parts < 8 || !isSmallDone ? CONTINUE_RESULT : undefined;
          },
        },
        { concurrency: 1, attempts: 3 },
      );
      await write(large);
      await until(() => parts > 1);

      await write(small);
      await allDone();

      expect(isSmallDone).toBe(true);
      expect(await world.deadReasons(large.id)).toEqual([]);
    });

    it('hands out an event that is no change of an item, to a subscriber with a delay when that is over', async () => {
      const ada = aPrincipal();
      const memory = aNewMemory();
      const heard: { who: string; at: number; payload: object }[] = [];
      const hear =
        (who: string): TestHandler =>
        async (payload) =>
          heard.push({ who, at: Date.now(), payload });
      await start({ [MOOD_EVENT]: hear('mood'), [LATE_EVENT]: hear('late') });

      const before = Date.now();
      await world.announceFeedback(ada.orgId, memory.id);
      await allDone();

      expect(heard.map(({ who }) => who)).toEqual(['mood', 'late']);
      expect(heard[1]!.at - before).toBeGreaterThanOrEqual(LATE_MS);
      expect(heard[0]!.payload).toEqual({
        v: 1,
        outboxId: expect.any(String),
        orgId: ada.orgId,
        memoryId: memory.id,
      });
    });

    it('waits for running handlers when it stops, and takes nothing more', async () => {
      const { opened, open, wasReached } = gate();
      const handled: string[] = [];
      const [first, late] = [aNewMessage(), aNewMessage()];
      const stop = await start({
        [MESSAGES]: ({ id }) => (id === first.id ? opened() : Promise.resolve(handled.push(id))),
      });
      await write(first);
      await wasReached;

      let isStopped = false;
      const stopping = stop().then(() => (isStopped = true));
      await write(late);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const before = isStopped;
      open();
      await stopping;
      await until(async () => (await world.unfinished()) === 1);
      await start({ [MESSAGES]: async ({ id }) => handled.push(id) });
      await allDone();

      expect(before).toBe(false);
      expect(handled).toEqual([late.id]);
    });

    it('stops within bounds although a handler never ends, and another process gets what it had', async () => {
      const { wasReached, opened } = gate();
      const message = aNewMessage();
      const handled: string[] = [];
      const lostAfterMs = 500;
      const stop = await start({ [MESSAGES]: opened }, { drainMs: 20, lostAfterMs });
      await write(message);
      await wasReached;

      await stop();
      await start({ [MESSAGES]: async ({ id }) => handled.push(id) }, { lostAfterMs });
      await allDone();

      expect(handled).toEqual([message.id]);
    });
  });
}

/** A handler that reports when it was called, and ends when it is opened. */
function gate() {
  const { promise: end, resolve: open } = Promise.withResolvers<void>();
  const { promise: wasReached, resolve: reach } = Promise.withResolvers<void>();
  const opened = () => {
    reach();
    return end;
  };
  return { opened, open, wasReached };
}
