import { RecallRequest, type ItemId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { aNewMemory, aPrincipal } from '@cairn/testing';
import { Stopwatch } from '../timing/stopwatch.ts';
import { recallWorld } from '../recall-world.fixture.ts';

let world: Awaited<ReturnType<typeof recallWorld>>;
beforeAll(async () => {
  world = await recallWorld();
});
afterAll(() => world.close());

/** Stores memories about other things, which declare relations of the ledger and of what is around it. */
async function remembered(author: Principal) {
  const declaring = (title: string, content: string, from: string, type: string, to: string) =>
    aNewMemory({ title, content, relations: [{ from, type, to }] }, { visibility: 'private' });
  const owner = declaring('Standup', 'Herons took it over in March.', 'team:Herons', 'owns', 'service:Ledger');
  const member = declaring('Welcome', 'Ana started on Monday.', 'person:Ana', 'member_of', 'team:Herons');
  const far = declaring('Lunch', 'Ana brought cake.', 'person:Ana', 'likes', 'concept:cake');
  await world.remember(author, owner, member, far);
  for (const { id } of [owner, member, far])
    await world.graphs.keep({
      orgId: author.orgId,
      kind: 'memory',
      id: id as ItemId,
      version: 1,
      said: {
        statements: [],
        rules: [],
      },
    });
  return { owner, member, far };
}

const partsBy = async (asker: Principal, recipe: 'graph' | 'fused', more: object = {}) => {
  const query = 'who answers for Ledger at night?';
  const request = RecallRequest.parse({ query, recipe, sources: 'memories', explain: true, minScore: 0, ...more });
  const { reranked, pool } = await world.search.find(await world.contexts.read(asker, request), 0, new Stopwatch());
  expect([...pool.failed]).toEqual([]);
  return new Map(
    reranked.ranked.map(({ id, parts }) => [id, parts.find(({ signal }) => signal === 'graph')?.value ?? 0]),
  );
};

describe('the recipe graph', () => {
  it('brings what is told of an entity that the question names and of its neighbours, the nearer the more', async () => {
    const ada = aPrincipal();
    const { owner, member, far } = await remembered(ada);

    const values = await partsBy(ada, 'graph');

    expect(values.get(owner.id)).toBe(1);
    expect(values.get(member.id)).toBeCloseTo(0.8, 10);
    expect(values.get(far.id) ?? 0).toBe(0);
  });

  it('brings nothing that the asker may not read or that the request filters out', async () => {
    const ada = aPrincipal();
    const { owner } = await remembered(ada);
    const other = aPrincipal({ orgId: ada.orgId });

    const isThere = async (asker: Principal, more?: object) => (await partsBy(asker, 'graph', more)).has(owner.id);

    expect(await isThere(other)).toBe(false);
    expect(await isThere(ada, { tags: ['elsewhere'] })).toBe(false);
  });

  it('is the recipe fused where the question names nothing that the graph knows', async () => {
    const ada = aPrincipal();
    await world.remember(ada, aNewMemory({ title: 'Ledger', content: 'The ledger is closed at night.' }));
    const weightsBy = async (recipe: 'graph' | 'fused') => {
      const request = RecallRequest.parse({ query: 'who answers for Ledger at night?', recipe, explain: true });
      return (await world.recall.recall(ada, request)).explain?.weights;
    };

    expect(await weightsBy('graph')).toMatchObject({ message: { words: 0.3 }, document: { graph: 0 } });
    const [graph, fused] = [await weightsBy('graph'), await weightsBy('fused')];
    for (const [kind, weights] of Object.entries(fused!))
      for (const [name, weight] of Object.entries(weights)) expect(graph![kind]![name]).toBeCloseTo(weight, 10);
  });
});
