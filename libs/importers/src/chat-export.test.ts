import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChatExport, readChatExport } from './chat-export.ts';
import type { Parsed } from './parsed.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-chats-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(...conversations: unknown[]): Promise<Parsed[]> {
  await writeFile(join(folder, 'conversations.json'), JSON.stringify(conversations));
  await writeFile(join(folder, 'user.json'), '{}');
  const found: Parsed[] = [];
  for await (const parsed of readChatExport(await findChatExport(folder), { visibility: 'private' }))
    found.push(parsed);
  return found;
}

const node = (id: string, parent: string | null, role: string, parts: unknown[], hidden = false) => ({
  id,
  parent,
  children: [],
  message: {
    id,
    author: { role },
    create_time: 1_760_000_000.25,
    content: { content_type: 'text', parts },
    metadata: hidden ? { is_visually_hidden_from_conversation: true } : {},
  },
});

it('reads the branch of a ChatGPT conversation that was shown last', async () => {
  const mapping = {
    root: { id: 'root', parent: null, children: ['s'], message: null },
    s: node('s', 'root', 'system', ['hidden']),
    q: node('q', 's', 'user', [{ asset_pointer: 'file' }, 'Which queue?']),
    old: node('old', 'q', 'assistant', ['Use Kafka.']),
    a: node('a', 'q', 'assistant', ['Use Postgres.']),
  };

  const found = await read({ title: 'Queues', conversation_id: 'c1', mapping, current_node: 'a' });

  expect(found.flatMap((one) => (one.type === 'message' ? [one.input] : []))).toMatchObject([
    { role: 'user', content: 'Which queue?', externalId: 'q', sessionKey: 'c1', timestamp: 1_760_000_000_250 },
    {
      role: 'assistant',
      content: 'Use Postgres.',
      source: 'chatgpt',
      visibility: 'private',
      provenance: { title: 'Queues' },
    },
  ]);
  expect(found.filter(({ type }) => type === 'ignored')).toHaveLength(2);
});

it('reads conversations of claude.ai, whose fields have other names', async () => {
  const found = await read({
    uuid: 'c2',
    name: 'Locks',
    chat_messages: [
      { uuid: 'm1', sender: 'human', text: 'Which lock?', created_at: '2026-11-01T10:00:00Z' },
      { uuid: 'm2', sender: 'assistant', text: '', content: [{ type: 'text', text: 'Advisory.' }], created_at: 'x' },
      { uuid: 'm3', sender: 'human', text: ' ', content: [] },
    ],
  });

  expect(found).toMatchObject([
    {
      type: 'message',
      input: { role: 'user', content: 'Which lock?', sessionKey: 'c2', timestamp: 1_793_527_200_000 },
    },
    { type: 'message', input: { role: 'assistant', content: 'Advisory.', timestamp: 0, source: 'claude-ai' } },
    { type: 'blank' },
  ]);
});

it('says which conversation is none, reads on, and ends where a tree is a circle', async () => {
  const circle = { a: node('a', 'b', 'user', ['one']), b: node('b', 'a', 'assistant', ['two']) };

  const found = await read({ title: 'x' }, 7, { id: 'c', mapping: circle, current_node: 'a' });

  expect(found).toMatchObject([
    { type: 'failed', place: { file: 'conversations.json', line: 1 } },
    { type: 'failed', place: { line: 2 } },
    { type: 'message', input: { content: 'two' } },
    { type: 'message', input: { content: 'one' } },
  ]);
});
