import { RecallRequest } from '@cairn/contracts';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { recallWorld } from './recall-world.fixture.ts';
import { StoreRounds } from './store-rounds.fixture.ts';

/** Before a store was asked once a round for all that is known, this recall took 14 rounds of 45 calls. */
it('asks the stores in nine rounds, both kinds of item, answers to questions and source links included', async () => {
  const world = await recallWorld();
  try {
    const rounds = new StoreRounds();
    rounds.count('truth', world.truth, [
      'speakers',
      'stillSpeaking',
      'candidateFeatures',
      'sourceLinks',
      'hydrate',
      'isBehind',
    ]);
    rounds.count('lifecycle', world.lifecycle, ['successions']);
    rounds.count('links', world.links, ['of']);
    rounds.count('words', world.texts, ['search', 'score', 'coverage']);
    rounds.count('vectors', world.vectors, ['search', 'score']);
    rounds.count('embeddings', world.embeddings, ['passages']);
    const ada = aPrincipal();
    const say = (content: string, at: number) =>
      aNewMessage({
        content,
        speaker: at % 2 ? 'Linus' : 'Grace',
        sessionKey: `s${Math.floor(at / 30)}`,
        channel: 'ops',
      });
    const talk = Array.from({ length: 120 }, (_, at) =>
      at % 3 ? say(`Step ${at} of the review is done.`, at) : say(`When do the billing jobs of step ${at} run?`, at),
    );
    const notes = Array.from({ length: 60 }, (_, at) =>
      aNewMemory({
        title: `Note ${at}`,
        content: `Billing jobs of step ${at} are reviewed.`,
        sourceIds: [talk[at * 2]!.id],
      }),
    );
    for (const page of [talk.slice(0, 60), talk.slice(60), notes]) await world.remember(ada, ...page);
    const request = RecallRequest.parse({
      query: 'When do billing jobs run, Grace?',
      sources: 'without-notes',
      limit: 10,
    });
    await world.recall.recall(ada, request);
    rounds.reset();
    const { hits } = await world.recall.recall(ada, request);

    expect(hits).toHaveLength(10);
    expect({ rounds: rounds.rounds, calls: rounds.calls.length }).toEqual({ rounds: 9, calls: 24 });
  } finally {
    await world.close();
  }
});
