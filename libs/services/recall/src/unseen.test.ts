import { RecallRequest, type RecallResponse } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { NewItem } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { onEachIndex, type World } from './each-index.fixture.ts';

onEachIndex(changesNoByte);

/** Checks that data hidden from a caller changes no byte of their answers. */
function changesNoByte(open: () => Promise<World>): void {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  it.each(['words', 'vectors', 'fused'] as const)('answers by %s as if nothing were hidden', async (recipe) => {
    const ada = aPrincipal({ peers: ['coach:1'], peerPrefixes: ['coach'] });
    const grace = aColleagueOf(ada, { peers: ['*'] });
    await world.remember(ada, ...SEEN());
    const before = await answersTo(world, ada, recipe);

    await world.remember(grace, ...HIDDEN());

    expect(await answersTo(world, ada, recipe)).toEqual(before);
    expect((await ask(world, grace, recipe, 'Zephyr')).hits.length).toBeGreaterThan(0);
  });

  it('answers as if nobody had said anything hidden in between', async () => {
    const answers = [false, true].map(async (isInterrupted) => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      for (const [at, content] of TALK.entries()) {
        const said = { sessionKey: 'talk', speaker: at % 2 === 0 ? 'Linus' : 'Margaret' };
        await world.remember(ada, aNewMessage({ content, ...said, externalId: `m${at}` }));
        const secret = aNewMessage({ content, ...said, externalId: `m${at + 1}` }, { visibility: 'private' });
        if (isInterrupted) await world.remember(grace, secret);
      }
      return (await answersTo(world, ada, 'fused')).map(withoutIds);
    });

    const [alone, interrupted] = await Promise.all(answers);

    expect(interrupted).toEqual(alone);
  });

  it('finds what is private for its writer, by words that stand nowhere else', async () => {
    const ada = aPrincipal();
    await world.remember(
      ada,
      aNewMemory({ title: 'Zephyr', content: 'Zephyr buys Acme in Berlin.' }, { visibility: 'private' }),
      aNewMemory({ title: 'Lunch', content: 'The canteen closes at two.' }, { visibility: 'private' }),
    );

    const { hits } = await ask(world, ada, 'words', 'when is Zephyr buying Acme');

    expect(hits).toMatchObject([{ kind: 'memory', title: 'Zephyr' }]);
    expect(hits[0]!.score).toBeGreaterThan(0.3);
  });
}

const SEEN = (): NewItem[] => [
  aNewMemory({ title: 'Offices', content: 'The office in Berlin opens in May.' }),
  aNewMemory({ title: 'Acme / Contract', content: 'Acme pays within thirty days.' }),
  aNewMemory({ title: 'Lunch', content: 'The canteen in Berlin closes at two.' }, { visibility: 'team' }),
  aNewMessage({ content: 'Who goes to Berlin on Monday?', speaker: 'Linus', sessionKey: 'open', channel: 'ops' }),
  aNewMessage({ content: 'I do, with the early train.', speaker: 'Margaret', sessionKey: 'open', channel: 'ops' }),
];

const HIDDEN = (): NewItem[] => [
  aNewMemory({ title: 'Zephyr', content: 'Zephyr buys Acme in Berlin, says Robert.' }, { visibility: 'private' }),
  aNewMemory({ title: 'Acme / Berlin', content: 'A severance plan for Berlin.' }, { visibility: 'private' }),
  aNewMessage({ content: 'Zephyr it is, Linus.', speaker: 'Robert', sessionKey: 'closed' }, { visibility: 'private' }),
  aNewMessage(
    { content: 'I am afraid of Berlin and of the early train.', speaker: 'Quentin', channel: 'coach:2' },
    { visibility: 'peer' },
  ),
];

const TALK = [
  'Who goes to Berlin on Monday?',
  'Haha, good question.',
  'Somebody has to see the office there.',
  'I do, with the early train.',
  'The severance plan comes along then.',
  'Fine.',
];

const QUESTIONS = [
  'Berlin Zephyr',
  'Berlin severance',
  'Acme "in Berlin"',
  'What does Robert say of Berlin?',
  'Who goes to Berlin by train?',
  'Zephyr',
  'afraid',
];

const ask = ({ recall }: World, who: Principal, recipe: RecallRequest['recipe'], query: string, channel?: string) =>
  recall.recall(who, RecallRequest.parse({ query, recipe, channel, explain: true, askedAtMs: 1_790_000_000_000 }));

async function answersTo(world: World, who: Principal, recipe: RecallRequest['recipe']) {
  const channels = [undefined, 'ops', 'coach:1'];
  const asked = QUESTIONS.flatMap((query) => channels.map((channel) => ({ query, channel })));
  const answers = await Promise.all(asked.map(({ query, channel }) => ask(world, who, recipe, query, channel)));
  return answers.map(withoutChance);
}

/** Times differ from run to run, and so does the border of the frame. */
function withoutChance({ explain, injectionBlock, ...answer }: RecallResponse) {
  const { timings: _timings, lanes, ...explained } = explain!;
  const candidates = [lanes.words?.candidates, lanes.vectors?.candidates];
  return { ...answer, explained, candidates, injected: injectionBlock.length };
}

const withoutIds = ({ hits, ...answer }: ReturnType<typeof withoutChance>) => ({
  ...answer,
  hits: hits.map((hit) => ({ ...hit, _id: '', messageId: '', memoryId: '', createdAt: 0 })),
});
