import { extractFrom } from '@cairn/extraction';
import { scoreSession, sessionsText } from './extraction-score.ts';
import { messagesOf, readSessions, type JudgedSession } from './extraction-sets.ts';

const session: JudgedSession = {
  id: 's',
  kind: 'chat',
  messages: [
    { id: 'a', role: 'user', content: 'Never push directly to main.', at: '2026-03-02T09:00:00Z' },
    { id: 'b', role: 'user', content: 'We decided to use Postgres instead of Kafka.', at: '2026-03-02T09:01:00Z' },
  ],
  gold: [
    { messageId: 'a', quote: 'Never push directly to main', kind: 'rule', worth: 'must' },
    { messageId: 'b', quote: 'We decided', kind: 'fact', worth: 'may' },
  ],
  noise: [{ messageId: 'b', quote: 'instead of Kafka', why: 'rejected' }],
};

it('counts what is found, its kind, and noise', async () => {
  const score = scoreSession(session, await extractFrom(messagesOf(session)));

  expect(score.proposals).toEqual([
    { kind: 'rule', gold: ['rule'] },
    { kind: 'decision', gold: ['fact'] },
  ]);
  expect(score.gold.map(({ isFound }) => isFound)).toEqual([true, true]);
  expect(sessionsText([score])).toContain('worth keeping 1.000, right kind 0.500');
  expect(score.noise).toEqual([true]);
});

it('refuses a passage that its message does not have', () => {
  const wrong = { ...session, noise: [{ messageId: 'b', quote: 'Redis', why: 'x' }] };

  expect(() => scoreSession(wrong, [])).toThrow('The message b of s has no passage "Redis".');
});

it('finds rules of the first sessions of the open set', async () => {
  const sessions = readSessions('bench/data/extraction/dev.jsonl').slice(0, 3);

  const scores = [];
  for (const one of sessions) scores.push(scoreSession(one, await extractFrom(messagesOf(one))));

  const rules = scores.flatMap(({ gold }) => gold.filter(({ kind }) => kind === 'rule'));
  expect(rules.filter(({ isFound }) => isFound).length).toBeGreaterThan(0);
});
