import type { RouteInput, RouteName } from '@cairn/contracts';
import { RouteCaller, SystemClock } from '@cairn/ports';
import { aPrincipal } from '@cairn/testing';
import { reviewTool } from './review.ts';

const ID = '0190c0de-0000-7000-8000-123456789012';
const OTHER = '0190c0de-0000-7000-8000-123456789013';

/** Runs the tool against fixed answers of the routes, and returns the answer with the calls. */
async function run(input: object, answers: Partial<Record<RouteName, unknown>>) {
  const calls: unknown[] = [];
  const caller = new (class extends RouteCaller {
    call<Name extends RouteName>(name: Name, _: unknown, sent: RouteInput<Name>): Promise<never> {
      calls.push([name, sent]);
      return Promise.resolve(answers[name] as never);
    }
  })();
  return { answer: await reviewTool.call({ clock: new SystemClock(), caller }, aPrincipal(), input), calls };
}

const proposal = {
  ...{ memoryId: ID, kind: 'rule', title: 'Cluster', content: 'Never by hand.', isOwn: true, needsPerson: true },
  ...{ proposedBy: { name: 'claude' }, owner: { name: 'Ada' }, quotes: [{ text: 'please never by hand' }] },
  ...{ certainty: 0.5, visibility: 'org' },
  replaces: { memoryId: OTHER, content: 'By hand.' },
};

it('lists what waits, with the words that were said and what it contradicts', async () => {
  const { answer, calls } = await run(
    { kind: 'rule' },
    { listProposals: { proposals: [proposal], counts: { rule: 3 }, nextCursor: null } },
  );

  expect(calls).toMatchObject([['listProposals', { query: { kind: 'rule', status: 'waiting', limit: 20 } }]]);
  for (const part of [
    '1 of 3',
    'id 456789012',
    'a person must keep it',
    'Never by hand.',
    'please never by hand',
    'contradicts 456789013',
  ])
    expect(answer.text).toContain(part);
});

it('decides on many, and says of each what became of it', async () => {
  const decisions = [{ memoryId: ID, status: 'kept', visibility: 'org', state: 'active', version: 2, replaced: OTHER }];
  const failures = [{ memoryId: OTHER, code: 'proposal/decided', message: 'It is rejected already.' }];

  const { answer, calls } = await run(
    { mode: 'keep', memoryIds: [ID, OTHER] },
    { decideProposals: { decisions, failures } },
  );

  expect(calls).toMatchObject([['decideProposals', { body: { act: 'keep', ids: [ID, OTHER] } }]]);
  expect(answer.text).toBe(
    'The proposal 456789012 is kept, for everyone; 456789013 was superseded.\n456789013: It is rejected already.',
  );
});

it('corrects one, and refuses a decision without ids', async () => {
  const decision = { memoryId: ID, status: 'kept', visibility: 'org', state: 'active', version: 2 };

  const { calls } = await run(
    { mode: 'correct', memoryIds: [ID], content: 'Not by hand.' },
    { decideProposal: decision },
  );

  expect(calls).toMatchObject([
    ['decideProposal', { params: { id: ID, act: 'correct' }, body: { content: 'Not by hand.' } }],
  ]);
  await expect(run({ mode: 'keep' }, {})).rejects.toMatchObject({ issues: [{ field: 'memoryIds' }] });
});
