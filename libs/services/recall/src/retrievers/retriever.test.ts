import { RecallRequest, type ItemId } from '@cairn/contracts';
import { recipes, type Recipe } from '@cairn/ranking';
import { aNewMemory, aPrincipal } from '@cairn/testing';
import { recallWorld } from '../recall-world.fixture.ts';
import { Stopwatch } from '../timing/stopwatch.ts';
import type { Retrieval, Retriever } from './retriever.ts';

/** Finds by a relation that no word and no vector tells. */
class FakeRetriever implements Retriever {
  readonly name = 'graph';
  readonly scores = ['graph'];
  related: ItemId[] = [];
  opened = 0;
  isAway = false;

  open(): Promise<Retrieval> {
    this.opened++;
    const { scores, related, isAway } = this;
    return Promise.resolve({
      scores,
      retrieve: () => (isAway ? Promise.reject(new Error('gone')) : Promise.resolve(related.map((id) => ({ id })))),
      score: (_, items) =>
        Promise.resolve(items.filter(({ id }) => related.includes(id)).map(({ id }) => ({ id, scores: { graph: 1 } }))),
    });
  }
}

const weighed = { words: 0.3, vector: 0.1, tokens: 0.2, graph: 0.4 };
const withGraph: Recipe = {
  ...recipes.fused,
  weights: { message: weighed, 'short-memory': weighed, document: weighed },
};

describe('a retriever that is added to the list', () => {
  const graph = new FakeRetriever();
  const ada = aPrincipal();
  const owner = aNewMemory({ title: 'Owners', content: 'Team Heron looks after it.' });
  const many = Array.from({ length: 40 }, (_, at) =>
    aNewMemory({ title: `Ledger ${at}`, content: `The ledger service was deployed ${at} times.` }),
  );
  let world: Awaited<ReturnType<typeof recallWorld>>;
  beforeAll(async () => {
    world = await recallWorld(undefined, undefined, graph);
    await world.remember(ada, owner, ...many);
  });
  afterAll(() => world.close());

  const find = async (recipe: Recipe) => {
    const context = await world.contexts.read(
      ada,
      RecallRequest.parse({ query: 'who owns the ledger service', sources: 'memories' }),
    );
    return world.search.find({ ...context, recipe }, 0, new Stopwatch());
  };

  it('brings in candidates of its own, which the others score too, and is weighed by the recipe', async () => {
    graph.related = [owner.id];

    const { reranked } = await find(withGraph);
    const ranked = reranked.ranked.find(({ id }) => id === owner.id);

    expect(ranked?.parts).toContainEqual({ signal: 'graph', value: 1, weight: 0.4, points: 0.4 });
    expect(ranked?.parts.map(({ signal }) => signal)).toEqual(
      expect.arrayContaining(['words', 'vector', 'tokens', 'graph']),
    );
    expect(reranked.ranked[0]!.id).toBe(owner.id);
  });

  it('is not asked where the recipe does not weigh it', async () => {
    const before = graph.opened;

    const { reranked } = await find(recipes.fused);

    expect(graph.opened).toBe(before);
    expect(reranked.ranked.map(({ id }) => id)).not.toContain(owner.id);
  });

  it('fails alone: the others share its weight as they stand to each other', async () => {
    graph.isAway = true;

    const { reranked, pool } = await find(withGraph);

    expect([...pool.failed]).toEqual(['graph']);
    expect(reranked.recipe.weights.document).toEqual({
      words: expect.closeTo(0.5, 10),
      vector: expect.closeTo(1 / 6, 10),
      tokens: expect.closeTo(1 / 3, 10),
      graph: 0,
    });
    expect(reranked.ranked.length).toBeGreaterThan(0);
    graph.isAway = false;
  });
});
