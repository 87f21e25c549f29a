import { WhyRequest, WhyResponse, type ItemId, type MemoryInput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
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
  const answer = await world.why.tell(principal, { body: WhyRequest.parse({ decision, ...more }) });
  expect(() => WhyResponse.parse(answer)).not.toThrow();
  return answer;
}

const texts = (some: readonly { readonly text: string }[]) => some.map(({ text }) => text);

describe('why did we', () => {
  it('tells the whole decision in its own words, and marks only what says its part itself', async () => {
    const ada = aPrincipal();
    const content =
      'The job queue lives in Postgres. A failover must not lose a job. We considered Kafka. It is too big for one team. Price: one more table to vacuum. We chose so because we run it already. Bo is left out because he has no key.';
    const [receipt] = await world.remember(ada, decided(content));

    const answer = await tell(ada, 'why is the job queue in Postgres');

    expect(answer.decision).toMatchObject({ id: receipt!.id, kind: 'decision', state: 'active' });
    expect(answer.decision!.sentences.map(({ text, part }) => [part, text])).toEqual([
      [undefined, 'The job queue lives in Postgres.'],
      [undefined, 'A failover must not lose a job.'],
      ['alternatives', 'We considered Kafka.'],
      [undefined, 'It is too big for one team.'],
      ['consequences', 'Price: one more table to vacuum.'],
      ['reasons', 'We chose so because we run it already.'],
      [undefined, 'Bo is left out because he has no key.'],
    ]);
    expect(answer.injectionBlock).toContain(
      'A failover must not lose a job. [alternative: We considered Kafka.] It is',
    );
    expect(answer.relatedMemories).toMatchObject([{ memoryId: receipt!.id }]);
  });

  it('prefers what the team decided to what an import brought and nobody confirmed', async () => {
    const ada = aPrincipal({ kind: 'person' });
    const imported = { provenance: { importId: 'i' } };
    const queue = (place: string, more: Partial<MemoryInput> = {}) =>
      decided(`The job queue lives in ${place}.`, { title: 'Job queue', ...more });
    await world.remember(ada, queue('Kafka', imported), queue('Postgres'));

    const { decision } = await tell(ada, 'where the job queue lives');

    expect(texts(decision!.sentences)).toEqual(['The job queue lives in Postgres.']);
  });

  it('prefers the decision of the project that the caller works on', async () => {
    const ada = aPrincipal();
    const queue = (place: string, project: string) =>
      decided(`The job queue lives in ${place}.`, { title: 'Job queue', project });
    await world.remember(ada, queue('Redis', 'acme/pay'), queue('Kafka', 'acme/shop'));

    const answers = [
      await tell(ada, 'where does the job queue live', { project: 'acme/pay' }),
      await tell(ada, 'where does the job queue live', { project: 'acme/shop' }),
    ];

    expect(answers.map(({ decision }) => texts(decision!.sentences))).toEqual([
      ['The job queue lives in Redis.'],
      ['The job queue lives in Kafka.'],
    ]);
  });

  it('tells the parts that were given before the text, guesses none of them, and what it reverses where it is seen', async () => {
    const ada = aPrincipal();
    const [old] = await world.remember(ada, decided('Jobs are in Redis.', { title: 'Redis' }));
    const hidden = { ...decided('Jobs are in a file.', { title: 'Files' }), visibility: 'private' as const };
    const [secret] = await world.remember(aColleagueOf(ada), hidden);
    const content = 'The job queue lives in Postgres. We considered Kafka. Nobody sleeps because of alarms.';
    const decides = {
      reasons: ['we run it already'],
      alternatives: [{ what: 'Kafka', whyNot: 'one team cannot run it' }],
      reverses: old!.id,
    };
    await world.remember(ada, decided(content, { decides }));
    const other = decided('Alarms live in Postgres.', { title: 'Alarm bell', decides: { reverses: secret!.id } });
    await world.remember(ada, other);

    const answer = await tell(ada, 'why is the job queue in Postgres');

    expect(answer.decision!.sentences).toEqual([
      { text: 'we run it already', part: 'reasons', given: true },
      { text: 'Kafka: one team cannot run it', part: 'alternatives', given: true },
      { text: 'The job queue lives in Postgres.' },
      { text: 'We considered Kafka.' },
      { text: 'Nobody sleeps because of alarms.' },
    ]);
    expect(answer.reversed).toMatchObject([{ id: old!.id, title: 'Redis' }]);
    expect(answer.reasoning).toContain('Reason: we run it already. Alternative: Kafka: one team cannot run it.');
    expect(answer.injectionBlock).toContain('[reason, given: we run it already]');
    expect(JSON.stringify(await tell(ada, 'alarm bell in Postgres'))).not.toContain(secret!.id);
  });

  it('tells a part once that was given in the words of the text', async () => {
    const ada = aPrincipal();
    const content = '## Decision\n\nJobs live in Postgres.\n\n## Consequences\n\nOne failover stops all jobs.';
    const decides = { consequences: ['One failover stops all jobs.'], reasons: ['we run it already'] };
    await world.remember(ada, decided(content, { decides }));

    const { decision } = await tell(ada, 'job queue in Postgres');

    expect(decision!.sentences).toEqual([
      { text: 'we run it already', part: 'reasons', given: true },
      { heading: 'Decision', part: 'decision', text: 'Jobs live in Postgres.' },
      { heading: 'Consequences', part: 'consequences', text: 'One failover stops all jobs.', given: true },
    ]);
  });

  it('tells a given part that stands at the end of a long text', async () => {
    const ada = aPrincipal();
    const failover = 'One failover of the primary database stops all jobs of all teams for some minutes.';
    const weighed = Array.from(
      { length: 30 },
      (_, at) => `Queue ${at} was weighed, and it costs a small team too much.`,
    );
    const content = `## Decision\n\nJobs live in Postgres.\n\n## Alternatives\n\n${weighed.join(' ')}\n\n## Consequences\n\n${failover}`;
    await world.remember(ada, decided(content, { decides: { consequences: [failover] } }));

    const { decision } = await tell(ada, 'job queue in Postgres');

    expect(decision!.leftOut).toBeGreaterThan(0);
    expect(decision!.sentences).toContainEqual(expect.objectContaining({ text: failover, given: true }));
  });

  it('reads a decision record by its headings', async () => {
    const ada = aPrincipal();
    const content =
      '## Status\n\nAccepted\n\n## Context\n\nWorkers lose jobs.\n\n## Decision\n\nJobs live in Postgres.\n\n## Considered options\n\nKafka.\n\n## Consequences\n\nOne failover stops all jobs.';
    await world.remember(ada, decided(content));

    const { decision, injectionBlock } = await tell(ada, 'job queue in Postgres');

    expect(decision).toMatchObject({ status: 'Accepted' });
    expect(decision!.sentences).toEqual([
      { heading: 'Context', text: 'Workers lose jobs.' },
      { heading: 'Decision', part: 'decision', text: 'Jobs live in Postgres.' },
      { heading: 'Considered options', part: 'alternatives', text: 'Kafka.' },
      { heading: 'Consequences', part: 'consequences', text: 'One failover stops all jobs.' },
    ]);
    expect(injectionBlock).toContain('[Context] Workers lose jobs. [Decision] Jobs live in Postgres.');
    expect(injectionBlock).toContain('Note: its status: Accepted');
  });

  it('quotes no lines of a record, and reads its status from them', async () => {
    const ada = aPrincipal();
    const head = '* Status: accepted\n* Deciders: Ana\n* Date: 2026-03-02\n\n';
    await world.remember(ada, decided(`# Job queue\n\n${head}## Decision Outcome\n\nJobs live in Postgres.`));

    const { decision } = await tell(ada, 'job queue in Postgres');

    expect(decision).toMatchObject({ status: 'accepted' });
    expect(texts(decision!.sentences)).toEqual(['Jobs live in Postgres.']);
  });

  it('is led by the section that argues, and quotes the other sections of its document', async () => {
    const ada = aPrincipal();
    const sections = {
      Motivation: 'Workers lose jobs.',
      'Rejected ideas / A second Redis': 'A second Redis would be fast. Nobody runs it at night.',
      Consequences: 'One failover stops all jobs.',
      Status: 'Accepted',
      Index: 'See below.',
    };
    const memories = Object.entries(sections).map(([name, text]) => decided(text, { title: `Job queue / ${name}` }));
    await world.remember(ada, ...memories);

    const { decision } = await tell(ada, 'a second Redis for the job queue');

    expect(decision).toMatchObject({ title: 'Job queue / Rejected ideas / A second Redis', status: 'Accepted' });
    expect(texts(decision!.sentences.slice(0, 2))).toEqual([
      'A second Redis would be fast.',
      'Nobody runs it at night.',
    ]);
    expect(texts(decision!.sentences.slice(2)).sort()).toEqual(['One failover stops all jobs.', 'Workers lose jobs.']);
    expect(decision!.sentences[2]).toMatchObject({ id: expect.any(String), heading: expect.any(String) });
  });

  it('follows a reversed decision to the one that holds, and takes no reason from the reversed one', async () => {
    const ada = aPrincipal();
    const redis = decided('We chose Redis for the job queue. The key disappears by itself.', {
      title: 'Job queue in Redis',
      timestamp: Date.UTC(2026, 0, 5),
    });
    const [old] = await world.remember(ada, redis);
    const successor = decided('The job queue moved to Postgres.', { timestamp: Date.UTC(2026, 4, 6) });
    const act = { scope: scopeOf(ada), author: ada, id: old!.id as ItemId, ifVersion: 1 };
    await world.lifecycle.supersede({ ...act, successor: { ...successor, kind: 'memory' } });

    const answer = await tell(ada, 'why did we choose Redis for the job queue');

    expect(answer.decision).toMatchObject({ id: successor.id, state: 'active' });
    expect(answer.reversed).toEqual([
      { id: old!.id, title: 'Job queue in Redis', at: Date.UTC(2026, 0, 5), until: Date.UTC(2026, 4, 6) },
    ]);
    expect(answer.injectionBlock).toContain('Reversed, held 2026-01-05 to 2026-05-06: Job queue in Redis');
    expect(answer.injectionBlock).not.toContain('disappears');
  });

  it('tells all that a decision reversed, each with the one that replaced it, and no time that an import does not know', async () => {
    const ada = aPrincipal();
    const record = (title: string, more: Partial<MemoryInput> = {}) =>
      decided(`The job queue lives in ${title}.`, { title, provenance: { importId: 'i' }, ...more });
    const day = (month: number) => ({ timestamp: Date.UTC(2026, month, 1) });
    const [cron, redis] = [record('Cron jobs'), record('Redis', day(1))];
    const [kafka, postgres] = [record('Kafka', day(2)), record('Postgres', day(3))];
    await world.remember(ada, cron, redis, kafka, postgres);
    for (const [old, by] of [
      [cron, redis],
      [redis, postgres],
      [kafka, postgres],
    ] as const)
      await world.lifecycle.supersedeBy({
        scope: scopeOf(ada),
        author: ada,
        id: old.id,
        ifVersion: 1,
        successor: by.id,
      });

    const answer = await tell(ada, 'job queue in Postgres');

    expect(answer.decision).toMatchObject({ title: 'Postgres', at: Date.UTC(2026, 3, 1) });
    expect(answer.reversed.map(({ title, at, until }) => [title, at, until])).toEqual(
      expect.arrayContaining([
        ['Kafka', Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1)],
        ['Redis', Date.UTC(2026, 1, 1), Date.UTC(2026, 3, 1)],
        ['Cron jobs', null, Date.UTC(2026, 1, 1)],
      ]),
    );
    expect(answer.injectionBlock).toContain('Reversed, held until 2026-02-01: Cron jobs');
  });

  it('takes a former text of the same record for no decision that it reversed', async () => {
    const ada = aPrincipal();
    const record = (title: string, path: string) =>
      decided(`The job queue lives in ${title}.`, { title, source: 'adr:acme', provenance: { path } });
    const redis = record('Redis', 'adr/1.md');
    const [draft, postgres] = [record('Postgres', 'adr/2.md'), record('Postgres 17', 'adr/2.md')];
    await world.remember(ada, redis, draft, postgres);
    for (const [old, by] of [
      [redis, draft],
      [draft, postgres],
    ] as const)
      await world.lifecycle.supersedeBy({
        scope: scopeOf(ada),
        author: ada,
        id: old.id,
        ifVersion: 1,
        successor: by.id,
      });

    const { decision, reversed } = await tell(ada, 'job queue in Postgres');

    expect(decision).toMatchObject({ title: 'Postgres 17' });
    expect(reversed.map(({ title }) => title)).toEqual(['Redis']);
  });

  it('shows what was said when it was decided, and nothing of lessons, workflows and other talk as a reason', async () => {
    const ada = aPrincipal();
    const said = aNewMessage({ content: 'Postgres, because we run it already.', externalId: 'm1', sessionKey: 's' });
    const other = aNewMessage({ content: 'The job queue is in Postgres because I like it.', sessionKey: 't' });
    const lesson = aNewMemory({
      category: 'lesson',
      title: 'Job queue in Postgres',
      content: 'Stop it because it locks.',
    });
    await world.remember(ada, said, other, lesson);
    await world.remember(ada, decided('The job queue lives in Postgres.', { sourceIds: ['m1'] }));

    const answer = await tell(ada, 'job queue in Postgres');

    expect(texts(answer.decision!.sentences)).toEqual(['The job queue lives in Postgres.']);
    expect(answer.evidence).toMatchObject([{ id: said.id, kind: 'message' }]);
    expect(answer.injectionBlock).not.toMatch(/I like it|it locks/);
  });

  it('finds no decision that never was, also where another is about something near', async () => {
    const ada = aPrincipal();
    await world.remember(ada, decided('The job queue lives in Postgres.'));
    await world.remember(
      ada,
      aNewMemory({ category: 'lesson', title: 'Kafka', content: 'Kafka needs a team of its own.' }),
    );

    const answer = await tell(ada, 'why did we move the job queue to Kafka');

    expect(answer).toMatchObject({ decision: null, reversed: [], evidence: [] });
    expect(answer.reasoning).toBe('No decision about this is stored.');
  });

  it('quotes a decision once whose text repeats its title, before its reasons', async () => {
    const ada = aPrincipal();
    const title = 'The job queue lives in Postgres.';
    await world.remember(ada, decided(title, { title, decides: { reasons: ['we run it'] } }));

    const { injectionBlock } = await tell(ada, 'job queue in Postgres');

    expect(injectionBlock).toContain(`: ${title} [reason, given: we run it]`);
  });

  it('says so where a decision is too long to be quoted whole, and ends at a sentence', async () => {
    const ada = aPrincipal();
    const content = Array.from({ length: 60 }, (_, at) => `The job queue has the property number ${at} in Postgres.`);
    await world.remember(ada, decided(content.join(' ')));

    const { decision, reasoning, injectionBlock } = await tell(ada, 'job queue in Postgres');

    expect(decision!.sentences.length + decision!.leftOut!).toBe(60);
    expect(injectionBlock).toContain(`${decision!.leftOut} sentences of it have no room`);
    expect(reasoning.length).toBeLessThanOrEqual(1_200);
    expect(reasoning).toMatch(/in Postgres\.$/);
  });

  it('says nothing of what the caller does not see', async () => {
    const ada = aPrincipal();
    const bo = aColleagueOf(ada);
    const [seen] = await world.remember(ada, decided('We decided on Postgres for the job queue.'));
    const secret = decided('The job queue is in Postgres because the vendor pays us.', { title: 'Job queue secret' });
    await world.remember(ada, { ...secret, visibility: 'private' });

    const [own, others] = [await tell(ada, 'job queue in Postgres'), await tell(bo, 'job queue in Postgres')];

    expect(JSON.stringify(own)).toContain('vendor');
    expect(JSON.stringify(others)).not.toContain('vendor');
    expect(others.decision).toMatchObject({ id: seen!.id });
  });

  it('is empty with a reason where nothing is stored', async () => {
    const answer = await tell(aPrincipal(), 'anything at all');

    expect(answer).toMatchObject({ decision: null, reason: 'nothing-stored', relatedMemories: [] });
  });
});
