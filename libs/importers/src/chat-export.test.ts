import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChatExport } from './chat-export.ts';
import { findImportFiles } from './files-on-disk.ts';
import { importKinds } from './kinds.ts';
import type { ParsedLine } from './parsed.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-chats-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(...conversations: unknown[]): Promise<ParsedLine[]> {
  await writeFile(join(folder, 'conversations.json'), JSON.stringify(conversations));
  await writeFile(join(folder, 'user.json'), '{}');
  const found: ParsedLine[] = [];
  for await (const parsed of readChatExport(await findImportFiles(importKinds.chatgpt, folder), {
    visibility: 'private',
  }))
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

it('reads what was spoken, and neither what was said to a tool nor the marks of search results', async () => {
  const spoken = [{ content_type: 'audio_transcription', text: 'Spoken.' }, { content_type: 'audio_asset_pointer' }];
  const call = node('t', 'q', 'assistant', ['{"prompt":"a cat"}']);
  const mapping = {
    q: node('q', null, 'user', spoken),
    t: { ...call, message: { ...call.message, recipient: 'dalle.text2im' } },
    r: node('r', 't', 'tool', ['done']),
    a: node('a', 'r', 'assistant', ['Sure\uE200cite\uE202turn0search0\uE201.']),
  };

  const found = await read({ id: 'c', mapping, current_node: 'a', create_time: null });

  expect(found).toMatchObject([
    { type: 'message', input: { content: 'Spoken.' } },
    { type: 'ignored' },
    { type: 'ignored' },
    { type: 'message', input: { content: 'Sure.', timestamp: 1_760_000_000_250 } },
  ]);
});

it.each([undefined, null, 'gone'])(
  'reads the branch written last where the export names %j as the one shown',
  async (current) => {
    const old = node('old', 'q', 'assistant', ['Use Kafka.']);
    const mapping = {
      q: node('q', null, 'user', ['Which queue?']),
      a: node('a', 'q', 'assistant', ['Use Postgres.']),
      old: { ...old, message: { ...old.message, create_time: null } },
    };

    const found = await read({ id: 'c', mapping, current_node: current });

    expect(found).toMatchObject([{ input: { content: 'Which queue?' } }, { input: { content: 'Use Postgres.' } }]);
  },
);

it('names what was attached, and takes no notice in the place of a tool for what was said', async () => {
  const found = await read({
    uuid: 'c3',
    chat_messages: [
      {
        uuid: 'm1',
        sender: 'human',
        text: '',
        attachments: [{ file_name: 'log.txt' }],
        files: [{ file_name: 'a.png' }],
      },
      { uuid: 'm2', sender: 'assistant', text: 'This block is not supported.', content: [{ type: 'tool_use' }] },
    ],
  });

  expect(found).toMatchObject([
    { input: { content: '[file: log.txt]\n\n[file: a.png]' } },
    { type: 'ignored', why: 'a tool call' },
  ]);
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
    {
      type: 'message',
      input: { role: 'assistant', content: 'Advisory.', timestamp: 1_793_527_200_000, source: 'claude-ai' },
    },
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
