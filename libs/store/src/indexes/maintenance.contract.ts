import { eventPatterns, type IndexTarget } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem, Pointer } from '@cairn/ports';
import { aNewMessage, aPrincipal } from '@cairn/testing';
import type { TruthWorld } from './truth-under-test.fixture.ts';
import type { Maintenance } from './maintenance.ts';

export interface MaintenanceWorld extends TruthWorld {
  /** The maintenance of a truth that nobody else writes. */
  readonly maintenance: Maintenance;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Runs the contract suite of maintenance against one adapter. */
export function maintenanceContract(adapter: string, make: () => Promise<MaintenanceWorld>): void {
  describe(`Maintenance: ${adapter}`, () => {
    let world: MaintenanceWorld;
    let ada: Principal;

    beforeEach(async () => {
      world = await make();
      ada = aPrincipal();
    });
    afterEach(() => world.close());

    const write = async (item: NewItem = aNewMessage()): Promise<Pointer> => {
      await world.truth.write(ada, [item]);
      return { orgId: ada.orgId, kind: item.kind, id: item.id };
    };
    const indexed = async (pointer: Pointer, version = 1, targets: readonly IndexTarget[] = ['words', 'vectors']) => {
      for (const target of targets) await world.truth.markIndexed(pointer, target, version);
    };
    const oldest = () => world.maintenance.oldestBehind();

    describe('how long the truth waits for its indexes', () => {
      it('is the age of the oldest that each still lacks, of any organisation', async () => {
        const [first, second] = [await write(), await write()];
        await indexed(second, 1, ['words']);
        await indexed(first, 1, ['words']);
        world.clock.advance(MINUTE_MS);
        ada = aPrincipal();
        await indexed(await write(), 1, ['words']);
        world.clock.advance(1000);

        const both = await oldest();
        await indexed(first, 1, ['vectors']);
        await indexed(second, 1, ['vectors']);

        expect(both).toMatchObject({ words: 0, vectors: MINUTE_MS + 1000, graph: 0 });
        expect(await oldest()).toMatchObject({ words: 0, vectors: 1000, graph: 0 });
      });

      it('goes on when the event is sent again, and counts from the forgetting for what is forgotten', async () => {
        const pointer = await write();
        await indexed(pointer, 1, ['words']);
        await world.outbox.complete((await world.outbox.claim(eventPatterns, 10, 1000)).map(({ id }) => id));
        world.clock.advance(MINUTE_MS);
        await world.truth.requeueLagging(1000, 10);
        const sentAgain = await oldest();
        await world.truth.forget(scopeOf(ada), ada, pointer.kind, pointer.id);
        world.clock.advance(2000);

        expect(sentAgain.vectors).toBe(MINUTE_MS);
        expect((await oldest()).vectors).toBe(2000);
      });

      it('leaves out what was given up, and goes on from where it was when that is tried again', async () => {
        const pointer = await write();
        await indexed(pointer, 1, ['words']);
        const deliveries = await world.outbox.claim(eventPatterns, 10, 1000);
        for (const { id } of deliveries) await world.outbox.deadLetter(id, 'poison');
        world.clock.advance(MINUTE_MS);
        const givenUp = await oldest();
        await world.outbox.replayDead(ada);

        expect(Object.values(givenUp).every((ms) => ms === 0)).toBe(true);
        expect((await oldest()).vectors).toBe(MINUTE_MS);
      });
    });

    describe('idempotency keys', () => {
      const aKey = (key: string) => ({ key, requestHash: 'hash' });
      const writeWith = async (key: string): Promise<string> =>
        (await world.truth.write(ada, [aNewMessage()], aKey(key)))[0]!.id;

      it('are forgotten when they are older than that, the oldest first, so many at once', async () => {
        const [first, second] = [await writeWith('one'), await writeWith('two')];
        world.clock.advance(DAY_MS);
        const third = await writeWith('three');
        world.clock.advance(1);

        const forgotten = [
          await world.maintenance.forgetIdempotency({ olderThanMs: DAY_MS, limit: 1 }),
          await world.maintenance.forgetIdempotency({ olderThanMs: DAY_MS, limit: 9 }),
        ];

        expect(forgotten).toEqual([1, 1]);
        expect([await writeWith('one'), await writeWith('two')]).not.toEqual([first, second]);
        expect(await writeWith('three')).toBe(third);
        expect(await world.maintenance.forgetIdempotency({ olderThanMs: DAY_MS, limit: 9 })).toBe(0);
      });
    });
  });
}
