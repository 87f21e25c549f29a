import { guessKind } from './guess-kind.ts';
import type { ReadableFile } from './parsed.ts';

const file = (name: string, ...records: unknown[]): ReadableFile => {
  const text = records.map((record) => (typeof record === 'string' ? record : `${JSON.stringify(record)}\n`)).join('');
  return { name, bytes: text.length, open: () => new Blob([text]).stream() };
};

it.each([
  ['slack', [file('acme/channels.json'), file('acme/ops/2026-11-01.json')]],
  ['chatgpt', [file('user.json'), file('conversations-001.json')]],
  ['chatgpt', [file('my chats.json')]],
  ['codex', [file('sessions/rollout-1.jsonl')]],
  ['codex', [file('a.jsonl', { timestamp: 'x', type: 'session_meta', payload: { id: 's' } })]],
  ['claude-code', [file('a.jsonl', '\n', { type: 'user', sessionId: 's', uuid: 'u' })]],
  ['chat', [file('a.jsonl', { messages: [{ role: 'user', content: 'x' }] })]],
  ['chat', [file('a.jsonl', { from: 'ann', text: 'x' })]],
  ['items', [file('a.ndjson', { id: '1', title: 'x', content: 'y' })]],
  ['items', [file('a.jsonl', '{')]],
  ['markdown', [file('Tides.md', '# Tides\n')]],
  ['markdown', [file('Vault/a.png'), file('Vault/Pier.MD', 'x')]],
  ['chatgpt', [file('README.md', 'x'), file('conversations.json')]],
  ['git-log', [file('shop.log', '\u001Eabc')]],
  [undefined, []],
])('takes for %s what looks like it', async (kind, files) => {
  expect(await guessKind(files)).toBe(kind);
});
