import type { OrgId } from '@cairn/contracts';
import { aMemoryId, aPrincipal } from '@cairn/testing';
import type { UseCounts, CountedUses } from '@cairn/store';
import { UseCounter } from './use-counter.ts';

function counting(fails = false) {
  const stored: [OrgId, readonly CountedUses[]][] = [];
  const add = async ({ orgId, uses }: { orgId: OrgId; uses: readonly CountedUses[] }) => {
    if (fails) throw new Error('the store is down');
    stored.push([orgId, uses]);
  };
  return { stored, counter: new UseCounter({ add } as unknown as UseCounts) };
}

it('counts each memory of an answer once, wherever its id stands, and stores the counts by organisation', async () => {
  const { stored, counter } = counting();
  const [ada, eve] = [aPrincipal(), aPrincipal()];
  const [one, two, three] = [aMemoryId(), aMemoryId(), aMemoryId()];
  const answer = { hits: [{ memoryId: one, id: one }], themes: { quotes: [{ id: two }] }, evidenceMemoryIds: [three] };

  counter.countAnswer('recall', ada, answer);
  counter.countAnswer('recall', ada, { id: one, supersededBy: two, title: three, other: { id: 'x' } });
  counter.countAnswer('why', ada, [{ id: one }]);
  counter.countAnswer('why', eve, { id: two });
  counter.countAnswer('listMemories', eve, { id: one });
  expect(stored).toEqual([]);
  await counter.onApplicationShutdown();

  const recalled = (memoryId: string, times: number) => ({ memoryId, kind: 'recall', times });
  const why = (memoryId: string) => ({ memoryId, kind: 'why', times: 1 });
  expect(stored).toEqual([
    [ada.orgId, [recalled(one, 2), recalled(two, 1), recalled(three, 1), why(one)]],
    [eve.orgId, [why(two)]],
  ]);
});

it('drops the counts that a failing store does not take, and ends', async () => {
  const { counter } = counting(true);
  counter.countAnswer('recall', aPrincipal(), { id: aMemoryId() });

  await expect(counter.onApplicationShutdown()).resolves.toBeUndefined();
});
