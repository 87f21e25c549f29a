import type { AgentCallsStore, NewAgentCall } from '@cairn/store';
import { aMemoryId, aPrincipal } from '@cairn/testing';
import { AgentCallRecorder } from './agent-call-recorder.ts';

function recording() {
  const stored: NewAgentCall[] = [];
  const add = async ({ calls }: { readonly calls: readonly NewAgentCall[] }) => void stored.push(...calls);
  return { stored, recorder: new AgentCallRecorder({ add } as unknown as AgentCallsStore) };
}

it('records what an agent asked and the items that it got, and nothing of people or of other routes', async () => {
  const { stored, recorder } = recording();
  const [bot, id] = [aPrincipal({ kind: 'agent' }), aMemoryId()];
  const answer = { hits: [{ id }] };

  recorder.record('recall', bot, { input: { body: { query: 'which port?', project: 'shop' } }, answer, tookMs: 3.4 });
  recorder.record('graphConnection', bot, { input: { body: { entityA: 'a', entityB: 'b' } }, answer: {}, tookMs: 1 });
  recorder.record('wake', bot, { input: { query: {} }, answer: {}, tookMs: 1 });
  recorder.record('recall', aPrincipal({ kind: 'person' }), { input: { body: { query: 'x' } }, answer, tookMs: 1 });
  recorder.record('listMemories', bot, { input: { query: {} }, answer, tookMs: 1 });
  expect(stored).toEqual([]);
  await recorder.onApplicationShutdown();

  expect(stored).toMatchObject([
    { act: 'recall', question: 'which port?', project: 'shop', hits: 1, itemIds: [id], tookMs: 3, hook: null },
    { act: 'graph', question: 'a ↔ b', hits: 0 },
    { act: 'wake', question: '' },
  ]);
});

it('masks secrets in a question before it is cut', async () => {
  const { stored, recorder } = recording();
  const secret = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40);
  const body = { action: `${'x'.repeat(390)} curl -H 'Authorization: Bearer ${secret}'` };

  recorder.record('preflight', aPrincipal({ kind: 'agent' }), { input: { body }, answer: {}, tookMs: 1 });
  await recorder.onApplicationShutdown();

  expect(stored[0]!.question).toHaveLength(400);
  expect(stored[0]!.question).not.toContain('ghp_');
});

it.each([
  ['prompt; wait=100', {}, 99, { hook: 'prompt', isLate: false }],
  ['prompt; wait=100', {}, 101, { hook: 'prompt', isLate: true }],
  ['pre-tool; wait=100', { verdict: 'not-checked' }, 50, { hook: 'pre-tool', isLate: true }],
  ['prompt; wait=100; late=3', {}, 99, { hook: 'prompt', isLate: false, lateReported: 3 }],
  ['dinner; wait=100', {}, 500, { hook: null, isLate: false }],
  ['prompt', {}, 500, { hook: null, isLate: false }],
])('reads the hook of %s', async (hookHeader, answer, tookMs, expected) => {
  const { stored, recorder } = recording();
  recorder.record('recall', aPrincipal({ kind: 'agent' }), { input: { body: {} }, answer, tookMs, hookHeader });
  await recorder.onApplicationShutdown();
  expect(stored[0]).toMatchObject(expected);
});
