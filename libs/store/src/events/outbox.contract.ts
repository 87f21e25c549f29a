import {
  eventPatterns,
  type EventPattern,
  type ItemId,
  type OrgId,
  type Subscriber,
  type Subscription,
  type Written,
} from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Delivery, NewItem, Outbox } from '@cairn/ports';
import {
  A_TRACE,
  aNewMemory,
  aNewMessage,
  aPrincipal,
  LATE_EVENT,
  LATE_MS,
  MAP_EVENTS,
  MOOD_EVENT,
  subscriptionsAndATracker,
  subscriptionsAndMore,
} from '@cairn/testing';
import type { TruthWorld } from '../indexes/truth-under-test.fixture.ts';

const MESSAGES: readonly EventPattern[] = ['message.written.vectors'];
const MEMORIES: readonly EventPattern[] = ['memory.written.vectors'];
/** All other patterns, which differ between stores and do not matter here. */
const OTHERS = eventPatterns.filter((pattern) => ![...MESSAGES, ...MEMORIES].includes(pattern));
const LEASE_MS = 1000;
const HOUR_MS = 3_600_000;

interface OutboxWorld extends TruthWorld {
  /** Adds `memory.feedback` to the outbox, as a command of the truth does within its transaction. */
  readonly announceFeedback: (orgId: OrgId, memoryId: ItemId) => Promise<void>;
  /** Opens the same store with another catalog; `close` closes that process too. */
  readonly restart: (
    subscriptions: readonly Subscription[],
  ) => Promise<Pick<OutboxWorld, 'truth' | 'outbox' | 'clock'>>;
}

type Make = (subscriptions?: readonly Subscription[]) => Promise<OutboxWorld>;

/** Runs the contract suite of `Outbox` against one adapter, which has an empty outbox at first. */
export function outboxContract(adapter: string, make: Make): void {
  withTheCatalog(adapter, make);
  withMoreSubscribers(adapter, make);
  withANewTracker(adapter, make);
}

function withTheCatalog(adapter: string, make: Make): void {
  describe(`${adapter} keeps the promises of the outbox`, () => {
    let world: TruthWorld;
    let outbox: Outbox;
    let ada: Principal;

    beforeAll(async () => {
      world = await make();
      outbox = world.outbox;
    });
    beforeEach(() => {
      ada = aPrincipal();
    });
    afterEach(async () => {
      world.clock.advance(HOUR_MS);
      await outbox.replayDead(ada);
      await outbox.complete((await claim([...MESSAGES, ...MEMORIES], 1000)).map(({ id }) => id));
    });
    afterAll(() => world.close());

    const claim = (patterns = MESSAGES, limit = 10) => outbox.claim(patterns, limit, LEASE_MS);
    const write = async (...items: NewItem[]) => {
      await world.truth.write(ada, items);
      await outbox.complete((await claim(OTHERS, 1000)).map(({ id }) => id));
    };
    const itemsOf = (deliveries: readonly Delivery[]) => deliveries.map(itemOf);
    const stateOf = async (item: NewItem) =>
      (await world.truth.indexStates([{ orgId: ada.orgId, kind: item.kind, id: item.id }]))[0]?.vectors;

    it('hands out what was written, oldest first, with what a handler needs', async () => {
      const items = [aNewMessage(), aNewMessage(), aNewMessage()];
      for (const item of items) {
        await write(item);
        world.clock.advance(1);
      }

      const claimed = await claim();

      expect(itemsOf(claimed)).toEqual(items.map(({ id }) => id));
      expect(claimed[0]).toMatchObject({ pattern: 'message.written.vectors', attempts: 0 });
      expect(claimed[0]?.payload).toMatchObject({ v: 1, outboxId: claimed[0]?.id, orgId: ada.orgId, version: 1 });
    });

    it('says where a write was in its trace, and of a forgotten item too', async () => {
      const message = aNewMessage();
      await write(message);
      await world.truth.forget(scopeOf(ada), ada, 'message', message.id);

      expect((await claim()).map(({ payload }) => payload.trace)).toEqual([A_TRACE, A_TRACE]);
    });

    it('hands out only the patterns and as many as asked for', async () => {
      const memory = aNewMemory();
      await write(aNewMessage(), memory, aNewMessage());

      expect(itemsOf(await claim(MEMORIES))).toEqual([memory.id]);
      expect(await claim(MESSAGES, 1)).toHaveLength(1);
      expect(await claim([...MESSAGES, ...MEMORIES])).toHaveLength(1);
    });

    it('hands out what organisations have in turn, whatever one of them has waiting', async () => {
      const [many, two, one] = [aPrincipal(), aPrincipal(), aPrincipal()];
      await world.truth.write(
        many,
        Array.from({ length: 20 }, () => aNewMessage()),
      );
      world.clock.advance(1);
      await world.truth.write(two, [aNewMessage(), aNewMessage()]);
      await world.truth.write(one, [aNewMessage()]);
      const owners = (deliveries: readonly Delivery[]) => deliveries.map(({ payload }) => payload.orgId).sort();
      const sorted = (...principals: Principal[]) => principals.map(({ orgId }) => orgId as string).sort();

      const singles = [await claim(MESSAGES, 1), await claim(MESSAGES, 1), await claim(MESSAGES, 1)].flat();
      const together = await claim(MESSAGES, 5);
      const rest = await claim(MESSAGES, 100);

      expect(owners(singles)).toEqual(sorted(many, two, one));
      expect(owners(together)).toEqual(sorted(many, many, many, many, two));
      expect(rest).toHaveLength(15);
    });

    it('hands out what a small write announced before the rest of a bulk write of the same organisation', async () => {
      const bulk = Array.from({ length: 30 }, () => aNewMessage());
      await write(...bulk);
      const begun = await claim(MESSAGES, 5);
      world.clock.advance(10);
      const [one, two] = [aNewMessage(), aNewMessage()];
      await write(one);
      world.clock.advance(10);
      await write(two);

      const next = await claim(MESSAGES, 4);
      const rest = await claim(MESSAGES, 100);

      const ids = (some: readonly Delivery[]) => some.map(({ payload }) => (payload as { id?: string }).id);
      expect(ids(next).slice(0, 2)).toEqual([one.id, two.id]);
      expect(ids([...begun, ...next.slice(2), ...rest]).sort()).toEqual(bulk.map(({ id }) => id).sort());
    });

    it('hands out later what goes on later, as if it had not been handed out', async () => {
      const [first, second] = [aNewMessage(), aNewMessage()];
      await write(first);
      world.clock.advance(1);
      await write(second);
      const [claimed] = await claim(MESSAGES, 1);
      world.clock.advance(1);

      await outbox.continueLater(claimed!.id);

      const again = await claim();
      expect(itemsOf(again)).toEqual([second.id, first.id]);
      expect(again.map(({ attempts }) => attempts)).toEqual([0, 0]);
    });

    it('hands nothing to two claimers', async () => {
      await write(...Array.from({ length: 40 }, () => aNewMessage()));

      const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim()))).flat();

      expect(claimed).toHaveLength(40);
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(40);
    });

    it('hands out nothing for what was never stored', async () => {
      await write(aNewMessage({ externalId: 'e' }));
      const refused = write(aNewMessage(), aNewMessage({ externalId: 'e', content: 'other' }));
      await expect(refused).rejects.toMatchObject({ code: 'item/conflict' });

      expect(await claim()).toHaveLength(1);
    });

    it('hands a delivery out again when its lease ends, and counts the attempt', async () => {
      await write(aNewMessage());
      const [first] = await claim();

      world.clock.advance(LEASE_MS - 1);
      const tooEarly = await claim();
      world.clock.advance(1);
      const again = await claim();

      expect(tooEarly).toEqual([]);
      expect(again).toMatchObject([{ id: first?.id, attempts: 1 }]);
    });

    it('forgets what is completed', async () => {
      await write(aNewMessage(), aNewMessage());

      await outbox.complete((await claim()).map(({ id }) => id));
      world.clock.advance(10 * LEASE_MS);

      expect(await claim()).toEqual([]);
      expect(await outbox.depth()).toEqual({ waiting: 0, dead: 0, oldestMs: 0 });
    });

    it('hands out again what is to be retried, when it is due', async () => {
      await write(aNewMessage());
      const [first] = await claim();
      await outbox.retry(first?.id ?? '', 500, 'the model is away');

      world.clock.advance(499);
      const tooEarly = await claim();
      world.clock.advance(1);

      expect(tooEarly).toEqual([]);
      expect(await claim()).toMatchObject([{ id: first?.id, attempts: 1 }]);
    });

    it('buries with the index state dead, and replays as new', async () => {
      const message = aNewMessage();
      await write(message);
      const [first] = await claim();

      await outbox.deadLetter(first?.id ?? '', 'poison');
      world.clock.advance(10 * LEASE_MS);
      const [afterBurial, dead, state] = [await claim(), await outbox.depth(), await stateOf(message)];
      const replayed = await outbox.replayDead(ada);

      expect(afterBurial).toEqual([]);
      expect(dead).toMatchObject({ waiting: 0, dead: 1 });
      expect(state).toBe('dead');
      expect(replayed).toBe(1);
      expect(await stateOf(message)).toBe('pending');
      const [again] = await claim();
      expect(again).toMatchObject({ attempts: 0, payload: { id: message.id, outboxId: again?.id } });
      expect(again?.payload.trace).toBeUndefined();
      expect(again?.id).not.toBe(first?.id);
      expect(await outbox.replayDead(ada)).toBe(0);
    });

    it('lists the dead letters of one organisation with their reasons, and replays those that are named', async () => {
      const [one, two, others] = [aNewMessage(), aNewMessage(), aNewMessage()];
      const grace = aPrincipal();
      await write(one);
      world.clock.advance(5);
      await write(two);
      await world.truth.write(grace, [others]);
      for (const { id, payload } of await claim()) await outbox.deadLetter(id, `poison in ${(payload as Written).id}`);
      const page = (of: Principal, after?: string) => outbox.deadLetters(of.orgId, { after, limit: 1 });

      const first = await page(ada);
      const second = await page(ada, first.deadLetters[0]?.id);
      const foreign = await outbox.replayDead(grace, [first.deadLetters[0]!.id]);
      const replayed = await outbox.replayDead(ada, [second.deadLetters[0]!.id]);

      expect(first).toMatchObject({
        total: 2,
        deadLetters: [{ event: 'message.written', subscriber: 'vectors', kind: 'message', itemId: one.id, version: 1 }],
      });
      expect(first.deadLetters[0]?.reason).toBe(`poison in ${one.id}`);
      expect(second.deadLetters).toMatchObject([{ itemId: two.id, attempts: 1 }]);
      expect([foreign, replayed]).toEqual([0, 1]);
      expect([await stateOf(one), await stateOf(two)]).toEqual(['dead', 'pending']);
      expect((await page(ada)).total).toBe(1);
      expect(await outbox.replayDead(grace)).toBe(1);
    });

    it('buries once what a bus had taken over, and replays it', async () => {
      const message = aNewMessage();
      await write(message);
      const [taken] = (await claim()) as [Delivery];
      await outbox.complete([taken.id]);

      await outbox.deadLetterTaken(taken, 'poison');
      await outbox.deadLetterTaken(taken, 'poison, told twice');
      const [dead, state] = [await outbox.depth(), await stateOf(message)];
      await outbox.replayDead(ada);

      expect(dead).toMatchObject({ waiting: 0, dead: 1 });
      expect(state).toBe('dead');
      expect(await stateOf(message)).toBe('pending');
      expect(await claim()).toMatchObject([{ payload: { orgId: ada.orgId, id: message.id, version: 1 } }]);
    });

    it('buries what a bus had taken over and the outbox still holds', async () => {
      await write(aNewMessage());
      const [taken] = (await claim()) as [Delivery];

      await outbox.deadLetterTaken(taken, 'poison');
      world.clock.advance(10 * LEASE_MS);

      expect(await claim()).toEqual([]);
      expect(await outbox.depth()).toMatchObject({ waiting: 0, dead: 1 });
    });

    it('does not call an item dead that was indexed meanwhile', async () => {
      const message = aNewMessage();
      await write(message);
      const [first] = await claim();
      await world.truth.markIndexed({ orgId: ada.orgId, kind: 'message', id: message.id }, 'vectors', 1);

      await outbox.deadLetter(first?.id ?? '', 'too late');

      expect(await stateOf(message)).toBe('indexed');
    });

    it('tells how deep it is and how old', async () => {
      await write(aNewMessage());
      world.clock.advance(300);
      await write(aNewMessage());

      expect(await outbox.depth()).toEqual({ waiting: 2, dead: 0, oldestMs: 300 });
    });

    it('tells of each queue what is due, in work, due later and given up', async () => {
      await write(aNewMessage(), aNewMessage(), aNewMessage(), aNewMessage());
      world.clock.advance(300);
      const [givenUp, retried] = (await claim(MESSAGES, 3)) as [Delivery, Delivery, Delivery];
      await outbox.deadLetter(givenUp.id, 'poison');
      await outbox.retry(retried.id, 5000, 'the model is away');

      const of = async () => (await outbox.depths()).find(({ pattern }) => pattern === MESSAGES[0]);
      expect(await of()).toEqual({
        ...{ pattern: MESSAGES[0], waiting: 1, active: 1, delayed: 1, failed: 1 },
        ...{ oldestMs: 300, oldestDelayedMs: 300 },
      });
      world.clock.advance(LEASE_MS);
      expect(await of()).toMatchObject({ waiting: 2, active: 0, delayed: 1, oldestMs: 300 + LEASE_MS });
    });

    it('takes the completion of what is gone as done', async () => {
      await expect(outbox.complete(['0190a000-0000-7000-8000-000000000000'])).resolves.toBeUndefined();
    });

    it('calls back after a write, after a retry is due and after a lease ends', async () => {
      const calls = countCalls(outbox);
      /**
       * Waits for a call, then claims a delivery. Waits for the next call if nothing is due: a call may come late, for a
       * delivery that is claimed already.
       */
      const claimedWhenCalled = async (): Promise<Delivery> => {
        for (;;) {
          await calls.one();
          const [found] = await outbox.claim(MESSAGES, 1, 50);
          if (found) return found;
        }
      };

      await write(aNewMessage());
      const first = await claimedWhenCalled();
      world.clock.advance(50);
      const afterLease = await claimedWhenCalled();
      await outbox.retry(first.id, 50, 'again');
      world.clock.advance(50);
      const afterRetry = await claimedWhenCalled();
      calls.stop();

      expect([afterLease.id, afterRetry.id]).toEqual([first.id, first.id]);
      expect([first.attempts, afterLease.attempts, afterRetry.attempts]).toEqual([0, 1, 2]);
    });

    it('calls a new listener back for what waits already, and one that stopped no more', async () => {
      await write(aNewMessage());

      const calls = countCalls(outbox);
      await calls.one();
      calls.stop();
      const seen = calls.seen();
      await write(aNewMessage());
      await outbox.depth();

      expect(calls.seen()).toBe(seen);
    });
  });
}

/** Checks that a new subscriber needs only a row in the catalog, and that an event need not be a change of an item. */
function withMoreSubscribers(adapter: string, make: Make): void {
  describe(`${adapter} hands out what the catalog says, and to whom`, () => {
    let world: OutboxWorld;
    let ada: Principal;

    beforeEach(async () => {
      world = await make(subscriptionsAndMore);
      ada = aPrincipal();
    });
    afterEach(() => world.close());

    const claim = (pattern: EventPattern) => world.outbox.claim([pattern], 10, LEASE_MS);

    it('hands a subscriber nothing before its delay is over', async () => {
      await world.announceFeedback(ada.orgId, aNewMemory().id);

      const atOnce = await claim(MOOD_EVENT);
      world.clock.advance(LATE_MS - 1);
      const tooEarly = await claim(LATE_EVENT);
      world.clock.advance(1);

      expect(atOnce).toHaveLength(1);
      expect(tooEarly).toEqual([]);
      expect(await claim(LATE_EVENT)).toHaveLength(1);
    });

    it('lists the patterns with something due, among those asked about', async () => {
      const all = [MOOD_EVENT, LATE_EVENT, ...MESSAGES];
      expect(await world.outbox.duePatterns(all)).toEqual([]);

      await world.announceFeedback(ada.orgId, aNewMemory().id);

      expect(await world.outbox.duePatterns(all)).toEqual([MOOD_EVENT]);
      expect(await world.outbox.duePatterns(MESSAGES)).toEqual([]);
      await claim(MOOD_EVENT);
      expect(await world.outbox.duePatterns(all)).toEqual([]);
      world.clock.advance(LEASE_MS + LATE_MS);
      expect((await world.outbox.duePatterns(all)).sort()).toEqual([LATE_EVENT, MOOD_EVENT].sort());
    });

    it('hands out an event that is no change of an item, with its own payload', async () => {
      const memory = aNewMemory();
      await world.truth.write(ada, [memory]);

      await world.announceFeedback(ada.orgId, memory.id);

      const [delivery] = await claim(MOOD_EVENT);
      expect(delivery?.payload).toEqual({ v: 1, outboxId: delivery?.id, orgId: ada.orgId, memoryId: memory.id });
    });

    it('buries and replays such an event with its payload, and leaves the state of the item alone', async () => {
      const memory = aNewMemory();
      await world.truth.write(ada, [memory]);
      await world.announceFeedback(ada.orgId, memory.id);
      await world.announceFeedback(ada.orgId, memory.id);
      const [first, second] = (await claim(MOOD_EVENT)) as [Delivery, Delivery];
      const states = () => world.truth.indexStates([{ orgId: ada.orgId, kind: 'memory', id: memory.id }]);
      const before = await states();

      await world.outbox.deadLetter(first.id, 'poison');
      await world.outbox.complete([second.id]);
      await world.outbox.deadLetterTaken(second, 'poison');
      const { deadLetters } = await world.outbox.deadLetters(ada.orgId, { limit: 10 });
      const replayed = await world.outbox.replayDead(ada);

      const said = {
        event: 'memory.feedback',
        subscriber: 'mood',
        kind: 'memory',
        itemId: memory.id,
        reason: 'poison',
      };
      expect(deadLetters).toMatchObject([said, said]);
      expect(deadLetters[0]).not.toHaveProperty('version');
      expect(replayed).toBe(2);
      const again = await claim(MOOD_EVENT);
      expect(again.map(({ payload }) => payload)).toMatchObject([{ memoryId: memory.id }, { memoryId: memory.id }]);
      expect(await states()).toEqual(before);
    });

    it('forgets with a memory why an event about it was given up', async () => {
      const memory = aNewMemory();
      await world.truth.write(ada, [memory]);
      await world.announceFeedback(ada.orgId, memory.id);
      const [delivery] = (await claim(MOOD_EVENT)) as [Delivery];
      await world.outbox.deadLetter(delivery.id, 'a server repeated the text');

      await world.truth.forget(scopeOf(ada), ada, 'memory', memory.id);

      expect((await world.outbox.deadLetters(ada.orgId, { limit: 10 })).total).toBe(0);
    });
  });
}

/** Checks that a subscriber that tracks items needs only a row in the catalog and a handler. */
function withANewTracker(adapter: string, make: Make): void {
  describe(`${adapter} brings every item to a new subscriber that tracks items`, () => {
    const ada = aPrincipal();
    const [message, memory, gone] = [aNewMessage(), aNewMemory(), aNewMessage()];
    const MAP = 'map' as Subscriber;
    const LAG_MS = 30_000;
    let before: OutboxWorld;
    let world: Pick<OutboxWorld, 'truth' | 'outbox' | 'clock'>;

    beforeEach(async () => {
      before = await make();
      await before.truth.write(ada, [message, memory, gone]);
      await before.truth.forget(scopeOf(ada), ada, 'message', gone.id);
      world = await before.restart(subscriptionsAndATracker);
      await world.outbox.complete((await world.outbox.claim(eventPatterns, 100, LEASE_MS)).map(({ id }) => id));
      for (const item of [message, memory]) await mark(item, 1, 'words', 'vectors');
      await mark(memory, 1, 'graph', 'links');
      await mark(message, 1, 'aliases');
      await mark(gone, 2, 'words', 'vectors', 'aliases');
    });
    afterEach(() => before.close());

    const pointerTo = ({ kind, id }: NewItem) => ({ orgId: ada.orgId, kind, id });
    const mark = (item: NewItem, version: number, ...targets: Subscriber[]) =>
      Promise.all(targets.map((target) => world.truth.markIndexed(pointerTo(item), target, version)));
    const sweep = () => {
      world.clock.advance(LAG_MS + 1);
      return world.truth.requeueLagging(LAG_MS, 100);
    };
    const taken = async () => {
      const claimed = await world.outbox.claim(MAP_EVENTS, 100, LEASE_MS);
      await world.outbox.complete(claimed.map(({ id }) => id));
      return claimed.map(itemOf).sort();
    };

    it('sends it the items that are older than it, until it has them', async () => {
      const sent = await sweep();
      const first = await taken();
      await mark(message, 1, MAP);
      await sweep();
      const second = await taken();
      await mark(memory, 1, MAP);

      expect(sent).toBe(2);
      expect(first).toEqual([message.id, memory.id].sort());
      expect(second).toEqual([memory.id]);
      expect(await sweep()).toBe(0);
    });

    it('sends nothing that it had before anything was noted', async () => {
      await mark(message, 1, MAP);

      await sweep();

      expect(await taken()).toEqual([memory.id]);
    });

    it('sends it what is written and forgotten from now on, and again what got lost', async () => {
      await sweep();
      await taken();
      for (const item of [message, memory]) await mark(item, 1, MAP);
      const later = aNewMemory({ title: 'later' });

      await world.truth.write(ada, [later]);
      await world.truth.forget(scopeOf(ada), ada, 'message', message.id);
      const atOnce = await taken();
      await mark(message, 2, MAP, 'words', 'vectors');
      await mark(later, 1, 'words', 'vectors', 'graph', 'links');
      const sentAgain = await sweep();

      expect(atOnce).toEqual([later.id, message.id].sort());
      expect(sentAgain).toBe(1);
      expect(await taken()).toEqual([later.id]);
    });

    it('sends it once more all that it processed by older rules, and leaves that to the newer process', async () => {
      const newer = subscriptionsAndATracker.map((each) => (each.subscriber === MAP ? { ...each, rules: 2 } : each));
      await sweep();
      await taken();
      for (const item of [message, memory]) await mark(item, 1, MAP);
      world = await before.restart(newer);
      await sweep();
      world = await before.restart(subscriptionsAndATracker);
      await sweep();
      const byTheOlder = await taken();
      world = await before.restart(newer);
      await sweep();
      const byTheNewer = await taken();
      for (const item of [message, memory]) await mark(item, 1, MAP);

      expect(byTheOlder).toEqual([]);
      expect(byTheNewer).toEqual([message.id, memory.id].sort());
      expect(await sweep()).toBe(0);
    });

    it('notes what it gave up, and shows nothing of it where the indexes of an item are shown', async () => {
      await sweep();
      const claimed = await world.outbox.claim(MAP_EVENTS, 100, LEASE_MS);
      for (const { id } of claimed) await world.outbox.deadLetter(id, 'poison');
      const afterwards = await sweep();
      const replayed = await world.outbox.replayDead(ada);

      expect(afterwards).toBe(0);
      expect(replayed).toBe(2);
      expect(await taken()).toHaveLength(2);
      expect(await world.truth.indexStates([pointerTo(message)])).toEqual([{ words: 'indexed', vectors: 'indexed' }]);
      expect((await world.truth.stats(scopeOf(ada))).index.pending).toEqual({ words: 0, vectors: 0 });
    });
  });
}

const itemOf = ({ payload }: Delivery): string => (payload as Written).id;

const DEADLINE_MS = 5000;

/** Counts the calls of an outbox's listener, so that a test can wait for the next call. */
function countCalls(outbox: Outbox) {
  let count = 0;
  let awaited = 0;
  let arrived = () => {};
  const stop = outbox.onDue(() => {
    count += 1;
    arrived();
  });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('the outbox did not call back')), DEADLINE_MS);
      arrived = () => {
        if (count <= awaited) return;
        awaited = count;
        clearTimeout(limit);
        resolve();
      };
      arrived();
    });
  return { one, stop, seen: () => count };
}
