import {
  OverviewRequest,
  OverviewResponse,
  scopeOf,
  type ItemId,
  type MemoryInput,
  type Principal,
} from '@cairn/contracts';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { recallWorld } from '../recall-world.fixture.ts';

let world: Awaited<ReturnType<typeof recallWorld>>;
beforeAll(async () => {
  world = await recallWorld();
});
afterAll(() => world.close());

async function tell(principal: Principal, topic: string, more: Partial<OverviewRequest> = {}) {
  const answer = await world.overview.of(principal, OverviewRequest.parse({ topic, ...more }));
  expect(() => OverviewResponse.parse(answer)).not.toThrow();
  return answer;
}

const about = (title: string, content: string, more: Partial<MemoryInput> = {}) =>
  aNewMemory({ title: `Deploy freeze ${title}`, content, ...more });

const DAY = 86_400_000;
const LONG_AGO = Date.UTC(2024, 0, 1);

describe('what is known of a topic', () => {
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
      changed: [{ change: 'new' }, { change: 'new' }, { change: 'new' }],
    });
    expect(answer.openQuestions.map(({ text }) => text)).toEqual([
      'Who ends the deploy freeze is still undecided.',
      'Does the deploy freeze hold for the canary too?',
    ]);
    expect(answer.sources[0]).toMatchObject({ source: 'wiki', memoryCount: 2 });
    expect(answer.summary).toMatch(/^“[^”]+deploy freeze[^”]+” \([0-9a-f-]{36}\)/);
    expect(answer.topMemories).toHaveLength(3);
  });

  it('has changed where something was superseded, or is new', async () => {
    const ada = aPrincipal();
    const [old] = await world.remember(
      ada,
      about('begin', 'The deploy freeze begins at noon.', { timestamp: LONG_AGO }),
    );
    const successor = about('begin now', 'The deploy freeze begins at six.', { timestamp: LONG_AGO });
    await world.remember(ada, about('length', 'The deploy freeze lasts a week.', { timestamp: LONG_AGO + DAY }));
    const act = { scope: scopeOf(ada), author: ada, id: old!.id as ItemId, ifVersion: 1 };
    await world.lifecycle.supersede(act, { ...successor, kind: 'memory' });

    const today = await tell(ada, 'deploy freeze');
    const then = await tell(ada, 'deploy freeze', { askedAtMs: LONG_AGO + 2 * DAY });

    const superseded = { change: 'superseded', was: { id: old!.id, state: 'superseded' }, now: { id: successor.id } };
    expect(today.changed).toMatchObject([superseded]);
    expect(today.memoryCount).toBe(2);
    expect(then.changed).toMatchObject([
      superseded,
      { change: 'new', now: { text: 'The deploy freeze lasts a week.' } },
    ]);
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
