import { eventPatterns, type ItemId, type Written } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { NewItem } from '@cairn/ports';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Reprocessing } from './reprocessing.ts';
import type { TruthWorld } from './truth-under-test.fixture.ts';

interface ReprocessingWorld extends TruthWorld {
  readonly reprocessing: Reprocessing;
  readonly auditLog: AuditLog;
}

const LAG_MS = 30_000;
const LEASE_MS = 1000;
const GRAPH = { target: 'graph' } as const;

/** Runs the contract suite of `reprocessing` against one adapter. */
export function reprocessingContract(adapter: string, make: () => Promise<ReprocessingWorld>): void {
  describe(`${adapter} delivers all items to a subscriber once more`, () => {
    let world: ReprocessingWorld;
    let ada: Principal;

    beforeEach(async () => {
      world = await make();
      ada = aPrincipal();
    });
    afterEach(() => world.close());

    const pointerTo = (id: ItemId) => ({ orgId: ada.orgId, kind: 'memory' as const, id });
    const written = async (...items: NewItem[]) => {
      await world.truth.write(ada, items);
      await handleAll();
    };
    /**
     * Completes all deliveries, and marks the memories delivered to the graph as indexed. Returns the ids of these
     * memories.
     */
    async function handleAll(): Promise<string[]> {
      const claimed = await world.outbox.claim(eventPatterns, 1000, LEASE_MS);
      const memories = claimed
        .filter(({ pattern }) => pattern === 'memory.written.graph')
        .map(({ payload }) => (payload as Written).id as ItemId);
      for (const id of memories) await world.truth.markIndexed(pointerTo(id), 'graph', 1);
      await world.outbox.complete(claimed.map(({ id }) => id));
      return memories.sort();
    }
    const sweep = () => {
      world.clock.advance(LAG_MS + 1);
      return world.truth.requeueLagging(LAG_MS, 100);
    };
    const begin = () => world.reprocessing.begin({ author: ada, ...GRAPH });
    const remaining = () => world.reprocessing.remaining(GRAPH);

    it('and counts those that are left', async () => {
      const [one, other] = [aNewMemory(), aNewMemory()];
      await written(one, other, aNewMessage());
      const before = await remaining();
      await begin();
      const begun = await remaining();
      await sweep();
      const sent = await remaining();

      expect([before, begun, sent]).toEqual([0, 2, 2]);
      expect(await handleAll()).toEqual([one.id, other.id].sort());
      expect(await remaining()).toBe(0);
      await sweep();
      expect(await handleAll()).toEqual([]);
    });

    it('but not those that are written afterwards', async () => {
      await written(aNewMemory());
      await begin();
      const later = aNewMemory();
      await written(later);
      await sweep();

      expect(await handleAll()).not.toContain(later.id);
    });

    it('and audits who began it', async () => {
      await begin();

      while ((await world.auditLog.seal({ limit: 100 })) === 100);

      const { entries } = await world.auditLog.list({ orgId: ada.orgId, query: { limit: 5, order: 'newest' } });
      expect(entries).toMatchObject([{ act: 'begin', kind: 'graph', principalId: ada.principalId }]);
    });
  });
}
