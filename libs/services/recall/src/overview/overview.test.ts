import { OverviewRequest, OverviewResponse, type ItemId, type MemoryInput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { recallWorld } from '../recall-world.fixture.ts';

let world: Awaited<ReturnType<typeof recallWorld>>;
beforeAll(async () => {
  world = await recallWorld();
});
afterAll(() => world.close());

async function tell(principal: Principal, topic: string, more: Partial<OverviewRequest> = {}) {
  const answer = await world.overview.of(principal, { body: OverviewRequest.parse({ topic, ...more }) });
  expect(() => OverviewResponse.parse(answer)).not.toThrow();
  return answer;
}

const about = (title: string, content: string, more: Partial<MemoryInput> = {}) =>
  aNewMemory({ title: `Deploy freeze ${title}`, content, ...more });

const LONG_AGO = Date.UTC(2024, 0, 1);

describe('what is known of a topic', () => {
  it('begins with the memories of the project that the caller works on', async () => {
    const ada = aPrincipal();
    const dates = (day: number, project: string) =>
      about('dates', `The deploy freeze begins on ${day} December.`, { project });
    await world.remember(ada, dates(18, 'acme/pay'), dates(20, 'acme/shop'));
    const first = async (project: string) => (await tell(ada, 'deploy freeze', { project })).topMemories[0]?.content;

    expect([await first('acme/pay'), await first('acme/shop')]).toEqual([
      'The deploy freeze begins on 18 December.',
      'The deploy freeze begins on 20 December.',
    ]);
  });

  it('is counted, grouped and quoted, with what contradicts and what is open', async () => {
    const ada = aPrincipal();
    await world.remember(
      ada,
      about('dates', 'The deploy freeze begins on 20 December.', { category: 'fact', tags: ['dates'], source: 'wiki' }),
      about('plan', 'The deploy freeze begins on 18 December.', { category: 'rule', tags: ['dates'], source: 'wiki' }),
      about('owner', 'Who ends the deploy freeze is still undecided.', { category: 'fact' }),
      aNewMemory({ title: 'Lunch', content: 'The canteen closes at two.' }),
      aNewMessage({ content: 'Does the deploy freeze hold for the canary too?', sessionKey: 's' }),
    );

    const answer = await tell(ada, 'deploy freeze');

    expect(answer).toMatchObject({
      memoryCount: 3,
      bound: { isReached: false, stored: 4 },
      byCategory: { fact: 2, rule: 1 },
      themes: [{ by: 'tag', name: 'dates', memoryCount: 2 }],
      contradictions: [{ relation: 'other-value' }],
      known: [
        { category: 'rule', memories: [{ text: 'The deploy freeze begins on 18 December.' }] },
        { category: 'fact', memories: [{ text: 'The deploy freeze begins on 20 December.' }] },
      ],
    });
    expect(answer.openQuestions.map(({ text }) => text)).toEqual([
      'Who ends the deploy freeze is still undecided.',
      'Does the deploy freeze hold for the canary too?',
    ]);
    expect(answer.sources[0]).toMatchObject({ source: 'wiki', memoryCount: 2 });
    expect(answer.summary).toMatch(/^“[^”]+deploy freeze[^”]+” \([0-9a-f-]{36}\)/);
    expect(answer.topMemories).toHaveLength(3);
    expect(answer.injectionBlock).toContain('Note: 3 memories, of dates 2\n');
  });

  it('shows each memory once, a decision with what it reversed on its line', async () => {
    const ada = aPrincipal();
    const [old] = await world.remember(
      ada,
      about('begin', 'The deploy freeze begins at noon.', { category: 'decision', timestamp: LONG_AGO }),
    );
    const successor = about('moved', 'The deploy freeze begins at six.', { category: 'decision' });
    const act = { scope: scopeOf(ada), author: ada, id: old!.id as ItemId, ifVersion: 1 };
    await world.lifecycle.supersede({ ...act, successor: { ...successor, kind: 'memory' } });

    const { known, injectionBlock } = await tell(ada, 'deploy freeze');

    expect(known).toMatchObject([
      {
        category: 'decision',
        memories: [{ id: successor.id, reversed: { title: 'Deploy freeze begin', at: LONG_AGO } }],
      },
    ]);
    expect(injectionBlock).toMatch(/Deploy freeze moved \(before [\d-]{10}: Deploy freeze begin\): /);
    expect(injectionBlock).not.toContain(old!.id);
  });

  it('reads tags, subjects and entities beside words and meaning', async () => {
    const ada = aPrincipal();
    const [tagged, named, other] = await world.remember(
      ada,
      aNewMemory({ title: 'Doors', content: 'Lock them at ten.', tags: ['site-security'] }),
      aNewMemory({ title: 'Cameras', content: 'Ten days are kept.', subject: 'site security' }),
      aNewMemory({ title: 'Lunch', content: 'The canteen closes at two.', tags: ['food'] }),
    );

    const ids = (await tell(ada, 'site security')).known.flatMap(({ memories }) => memories.map(({ id }) => id));

    expect(ids.sort()).toEqual([tagged!.id, named!.id].sort());
    expect(ids).not.toContain(other!.id);
  });

  it('reads labels where many others have the words', async () => {
    const ada = aPrincipal();
    const talk = Array.from({ length: 110 }, (_, at) => about(`talk ${at}`, `The site security met, number ${at}.`));
    const [tagged] = await world.remember(
      ada,
      aNewMemory({ title: 'Doors', content: 'Lock them at ten.', tags: ['site-security'] }),
      ...talk,
    );

    const { known } = await tell(ada, 'site security', { limit: 20 });

    expect(known.flatMap(({ memories }) => memories.map(({ id }) => id))).toContain(tagged!.id);
  });

  it('asks what a text leaves open, where its title or a tag says so, wherever it asks', async () => {
    const ada = aPrincipal();
    const open = 'Bo wants to know. Does the deploy freeze hold in May? Who pays? We meet on Monday.';
    await world.remember(
      ada,
      about('in May', open, { tags: ['open-question'] }),
      aNewMemory({ title: 'Open: deploy freeze at Easter', content: 'Nobody has looked into the deploy freeze.' }),
      about('talk', 'Why a deploy freeze? Because of Easter.'),
    );

    const { openQuestions, known } = await tell(ada, 'deploy freeze');

    expect(openQuestions.map(({ text }) => text).sort()).toEqual([
      'Does the deploy freeze hold in May?',
      'Open: deploy freeze at Easter',
      'Who pays?',
    ]);
    expect(known.flatMap(({ memories }) => memories)).toMatchObject([{ title: 'Deploy freeze talk' }]);
  });

  it('counts what it leaves out', async () => {
    const ada = aPrincipal();
    const facts = ['one', 'two', 'three'].map((name) => about(name, `The deploy freeze has part ${name}.`));
    await world.remember(ada, ...facts);

    const { known, injectionBlock } = await tell(ada, 'deploy freeze', { limit: 2 });

    expect(known).toMatchObject([{ category: 'decision', memories: { length: 2 }, leftOut: 1 }]);
    expect(injectionBlock).toContain('Note: 3 memories, not shown: decision 1; a higher limit shows more');
  });

  it('counts and quotes only what the caller sees and the filters let through', async () => {
    const ada = aPrincipal();
    const bo = aColleagueOf(ada);
    await world.remember(ada, about('shared', 'The deploy freeze is short.', { tags: ['short'] }));
    const secret = about('secret', 'The deploy freeze hides an audit.', { store: 'episodic' });
    await world.remember(ada, { ...secret, visibility: 'private' });

    const [own, others, filtered] = [
      await tell(ada, 'deploy freeze'),
      await tell(bo, 'deploy freeze'),
      await tell(ada, 'deploy freeze', { tags: ['short'] }),
    ];

    expect([own.memoryCount, own.bound.stored]).toEqual([2, 2]);
    expect([others.memoryCount, others.bound.stored]).toEqual([1, 1]);
    expect([filtered.memoryCount, filtered.bound.stored]).toEqual([1, 1]);
    expect(JSON.stringify(others)).not.toContain('audit');
    expect(await tell(ada, 'deploy freeze', { stores: ['procedural'] })).toMatchObject({
      memoryCount: 0,
      reason: 'filtered-out',
    });
  });
});
