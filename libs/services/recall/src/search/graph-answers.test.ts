import { RecallRequest, type ItemId, type MemoryHit } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { aNewMemory, aPrincipal } from '@cairn/testing';
import { recallWorld } from '../recall-world.fixture.ts';

let world: Awaited<ReturnType<typeof recallWorld>>;
beforeAll(async () => {
  world = await recallWorld();
});
afterAll(() => world.close());

/** A memory whose words say little of its relation, and one whose words are those of the question. */
async function remembered(author: Principal) {
  const owner = aNewMemory(
    {
      title: 'Standup',
      content: 'Herons took the berth planner over in March.',
      relations: [{ from: 'team:Herons', type: 'owns', to: 'service:berth-planner' }],
    },
    { visibility: 'private' },
  );
  const like = aNewMemory(
    {
      title: 'Looking after berth-planner',
      content: 'Whoever looks after berth-planner restarts it on Mondays.',
    },
    { visibility: 'private' },
  );
  await world.remember(author, owner, like);
  for (const { id } of [owner, like])
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
  return { owner, like };
}

const recalled = async (asker: Principal, query: string, more: object = {}) =>
  world.recall.recall(asker, RecallRequest.parse({ query, sources: 'memories', minScore: 0, ...more }));

it('puts the memory first that says who stands in the relation that a question asks for, and tells the relation', async () => {
  const ada = aPrincipal();
  const { owner } = await remembered(ada);

  const { hits, injectionBlock } = await recalled(ada, 'Who looks after berth-planner?', { explain: true });

  const first = hits[0] as MemoryHit;
  expect(first.memoryId).toBe(owner.id);
  expect(first.states).toEqual([{ from: 'Herons', relationType: 'owns', to: 'berth-planner', confidence: 1 }]);
  expect(first.why).toContain('states the relation by which the graph answers');
  expect(injectionBlock).toContain('\n- graph: Herons owns berth-planner (given)\n');
});

it('lifts nothing where the question asks for something else, names nothing known, or chose another recipe', async () => {
  const ada = aPrincipal();
  const { like } = await remembered(ada);

  const statesOf = async (query: string, more?: object) =>
    (await recalled(ada, query, more)).hits.flatMap((hit) => (hit as MemoryHit).states ?? []);

  expect(await statesOf('How is berth-planner restarted?')).toEqual([]);
  expect(await statesOf('Who looks after the gangway?')).toEqual([]);
  expect(await statesOf('Who looks after berth-planner?', { recipe: 'words' })).toEqual([]);
  expect(await statesOf('Who looks after berth-planner?', { tags: ['elsewhere'] })).toEqual([]);
  const { hits } = await recalled(ada, 'How is berth-planner restarted on Mondays?');
  expect((hits[0] as MemoryHit).memoryId).toBe(like.id);
});

it('tells nobody of a relation whose memory is hidden from them', async () => {
  const ada = aPrincipal();
  await remembered(ada);

  const { hits } = await recalled(aPrincipal({ orgId: ada.orgId }), 'Who looks after berth-planner?');

  expect(hits).toEqual([]);
});
