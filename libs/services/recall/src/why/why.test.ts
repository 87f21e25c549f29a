import { scopeOf, WhyRequest, WhyResponse, type ItemId, type MemoryInput, type Principal } from '@cairn/contracts';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { recallWorld } from '../recall-world.fixture.ts';

let world: Awaited<ReturnType<typeof recallWorld>>;
beforeAll(async () => {
  world = await recallWorld();
});
afterAll(() => world.close());

const decided = (content: string, more: Partial<MemoryInput> = {}) =>
  aNewMemory({ category: 'decision', title: 'Job queue in Postgres', content, ...more });

async function tell(principal: Principal, decision: string, more: Partial<WhyRequest> = {}) {
  const answer = await world.why.tell(principal, WhyRequest.parse({ decision, ...more }));
  expect(() => WhyResponse.parse(answer)).not.toThrow();
  return answer;
}

describe('why did we', () => {
  it('quotes each part of a decision, and names what is not stored', async () => {
    const ada = aPrincipal();
    const content =
      'We decided to keep the job queue in Postgres. Kafka was considered too. It is too big for one team. We chose so because a failover must not lose a job.';
    const [receipt] = await world.remember(ada, decided(content));

    const answer = await tell(ada, 'why is the job queue in Postgres');

    expect(answer).toMatchObject({
      decision: { id: receipt!.id, text: 'We decided to keep the job queue in Postgres.', kind: 'decision' },
      alternatives: [{ what: { text: 'Kafka was considered too.' }, whyNot: { text: 'It is too big for one team.' } }],
      consequences: [],
      reversals: [],
      notFound: ['reasons', 'consequences', 'reversals'],
    });
    expect(answer.relatedMemories).toMatchObject([{ memoryId: receipt!.id }]);
  });

  it('says only what stands in the store, word for word', async () => {
    const ada = aPrincipal();
    const sections = {
      Motivation: 'Workers\nlose jobs. That is bad.',
      'Rejected ideas / A second Redis': 'A second Redis would be fast. However, nobody runs it at night.',
      'Rejected ideas / Files': 'Files are simple.',
      Consequences: 'One failover stops all jobs.',
      Decision: 'Jobs live in Postgres.',
    };
    const contents = Object.values(sections);
    await world.remember(
      ada,
      ...Object.entries(sections).map(([name, content]) => decided(content, { title: `Job queue / ${name}` })),
    );

    const answer = await tell(ada, 'a second Redis for the job queue');

    expect(answer.reasoning).toMatch(
      /^Alternative: “A second Redis would be fast\.” .*\nWhy not: “However, nobody runs it at night\.”/,
    );
    expect(answer.reasoning.length).toBeLessThanOrEqual(1_200);
    expect(answer.alternatives[0]).toMatchObject({
      name: 'A second Redis',
      what: { section: ['Rejected ideas', 'A second Redis'] },
    });
    expect(answer.decision?.text).toBe('Jobs live in Postgres.');
    expect(answer.notFound).toEqual(['reversals']);
    const quoted = [
      answer.decision!,
      ...answer.reasons,
      ...answer.consequences,
      ...answer.alternatives.map(({ what }) => what),
    ];
    for (const { text } of quoted) expect(contents.some((content) => content.includes(text))).toBe(true);
  });

  it('is led by the section that argues, where another that only tells is as near', async () => {
    const ada = aPrincipal();
    const content = 'A cache in front of the job queue in Postgres.';
    const section = (name: string) => decided(content, { title: `Job queue / ${name}` });
    await world.remember(ada, section('Change history'), section('Rejected ideas'), section('Index'));

    expect((await tell(ada, 'a cache in front of the job queue')).reasoning).toMatch(/^Alternative: “A cache/);
  });

  it('tells what was decided otherwise later, by what stands in its place', async () => {
    const ada = aPrincipal();
    const [old] = await world.remember(
      ada,
      decided('We chose Redis for the job queue.', { title: 'Job queue in Redis' }),
    );
    const successor = decided('The job queue moved to Postgres in May.');
    const act = { scope: scopeOf(ada), author: ada, id: old!.id as ItemId, ifVersion: 1 };
    await world.lifecycle.supersede(act, { ...successor, kind: 'memory' });

    const answer = await tell(ada, 'why did we choose Redis for the job queue');

    expect(answer.decision).toMatchObject({ id: old!.id, state: 'superseded' });
    expect(answer.reversals).toMatchObject([{ id: successor.id, text: 'The job queue moved to Postgres in May.' }]);
    expect(answer.relatedMemories.map(({ memoryId }) => memoryId)).toEqual([successor.id]);
  });

  it('hears the conversation that a decision was made of, and lessons before other memories', async () => {
    const ada = aPrincipal();
    const said = aNewMessage({ content: 'Postgres, because we run it already.', externalId: 'm1', sessionKey: 's' });
    await world.remember(ada, said);
    await world.remember(ada, decided('The job queue lives in Postgres.', { sourceIds: ['m1'] }));

    const answer = await tell(ada, 'job queue in Postgres');

    expect(answer.decision?.text).toBe('The job queue lives in Postgres.');
    expect(answer.reasons).toMatchObject([{ id: said.id, kind: 'message' }]);
  });

  it('says nothing of what the caller does not see', async () => {
    const ada = aPrincipal();
    const bo = aColleagueOf(ada);
    await world.remember(ada, decided('We decided on Postgres for the job queue.'));
    const secret = decided('The job queue is in Postgres because the vendor pays us.', { title: 'Job queue secret' });
    await world.remember(ada, { ...secret, visibility: 'private' });

    const [own, others] = [await tell(ada, 'job queue in Postgres'), await tell(bo, 'job queue in Postgres')];

    expect(JSON.stringify(own)).toContain('vendor');
    expect(JSON.stringify(others)).not.toContain('vendor');
    expect(others.notFound).toContain('reasons');
  });

  it('is empty with a reason where nothing is stored', async () => {
    const answer = await tell(aPrincipal(), 'anything at all');

    expect(answer).toMatchObject({
      decision: null,
      reason: 'nothing-stored',
      relatedMemories: [],
      notFound: { length: 5 },
    });
    expect(answer.reasoning).toBe('Not found: decision, alternatives, reasons, consequences, reversals.');
  });
});
