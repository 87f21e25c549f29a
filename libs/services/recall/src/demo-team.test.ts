import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DEMO_CHANNEL, DEMO_SOURCE, RecallRequest } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { recallWorld } from './recall-world.fixture.ts';

let world: Awaited<ReturnType<typeof recallWorld>>;
beforeAll(async () => {
  world = await recallWorld();
});
afterAll(() => world.close());

const titlesOf = async (who: Principal, request: Partial<RecallRequest>) => {
  const { hits } = await world.recall.recall(
    who,
    RecallRequest.parse({ query: 'ferry tickets refund', collapse: false, limit: 9, ...request }),
  );
  return hits.map((hit) => (hit.kind === 'message' ? hit.content : hit.title)).toSorted();
};

it('is in an answer only where its channel is asked', async () => {
  const ada = aPrincipal();
  const demo = { source: DEMO_SOURCE, channel: DEMO_CHANNEL };
  await world.remember(
    ada,
    aNewMemory({ title: 'Ours', content: 'Ferry tickets get a refund.' }),
    aNewMemory({ title: 'Ours of that channel', content: 'A refund of ferry tickets.', channel: DEMO_CHANNEL }),
    aNewMemory({ title: 'Made up', content: 'Refund of ferry tickets is automatic.', ...demo }),
    aNewMessage({ content: 'ferry tickets refund?', ...demo }),
  );

  expect(await titlesOf(ada, {})).toEqual(['Ours', 'Ours of that channel']);
  expect(await titlesOf(ada, { sources: 'messages' })).toEqual([]);
  expect(await titlesOf(ada, { channel: DEMO_CHANNEL, sources: 'without-notes' })).toEqual([
    ...['Made up', 'Ours', 'Ours of that channel', 'ferry tickets refund?'],
  ]);
});
