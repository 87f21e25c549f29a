import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobWriter, TextReader, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js/index-native.js';
import { findImportFiles } from './files-on-disk.ts';
import { importKinds, type ImportKindName } from './kinds.ts';
import type { ParsedLine } from './parsed.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-zip-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function zipOf(files: Readonly<Record<string, unknown>>, options: ZipWriterAddDataOptions = {}): Promise<string> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files))
    await writer.add(name, new TextReader(JSON.stringify(content)), options);
  const path = join(folder, 'export.zip');
  await writeFile(path, Buffer.from(await (await writer.close()).arrayBuffer()));
  return path;
}

async function readFrom(name: ImportKindName, path: string): Promise<ParsedLine[]> {
  const kind = importKinds[name];
  const found: ParsedLine[] = [];
  for await (const parsed of kind.read(await findImportFiles(kind, path), {})) found.push(parsed);
  return found;
}

const said = { uuid: 'm1', sender: 'human', text: 'The harbour opens at six. '.repeat(500), created_at: null };
const conversations = [{ uuid: 'c1', chat_messages: [said] }];

it.each([{}, { level: 0 }, { zip64: true }])(
  'reads an export as it was downloaded, packed with %j',
  async (options) => {
    const path = await zipOf(
      { 'users.json': [], '__MACOSX/._conversations.json': 1, 'a/conversations.json': conversations },
      options,
    );

    expect(await readFrom('claude-ai', path)).toMatchObject([
      { type: 'message', place: { file: 'a/conversations.json' }, input: { externalId: 'm1', timestamp: 0 } },
    ]);
  },
);

it('reads an export of Slack out of its zip, with the folder that somebody packed it in', async () => {
  const message = { type: 'message', user: 'U1', ts: '1793527200.000100', text: 'Done in <#C1>.' };
  const path = await zipOf({
    'acme/channels.json': [{ id: 'C1', name: 'ops' }],
    'acme/users.json': [{ id: 'U1', name: 'ann' }],
    'acme/ops/2026-11-01.json': [message],
  });

  expect(await readFrom('slack', path)).toMatchObject([
    {
      type: 'message',
      input: { channel: 'ops', speaker: 'ann', content: 'Done in #ops.', sessionKey: 'C1:2026-11-01' },
    },
  ]);
});

it('says that a zip has a password', async () => {
  const path = await zipOf({ 'conversations.json': conversations }, { password: 'secret' });

  expect(await readFrom('chatgpt', path)).toMatchObject([
    { type: 'failed', reason: expect.stringContaining('encrypted') },
  ]);
});

/** Changes one byte of the packed data or of its checksum. */
async function damaged(path: string, at: (bytes: Buffer) => number): Promise<string> {
  const bytes = Buffer.from(await readFile(path));
  bytes[at(bytes)]! ^= 1;
  await writeFile(path, bytes);
  return path;
}

const inText = (bytes: Buffer) => bytes.indexOf('harbour');
const inSum = (bytes: Buffer) => bytes.indexOf('PK\x01\x02') + 16;

it.each([
  ['a text', inText],
  ['a check sum', inSum],
])('says that %s in a zip is damaged', async (_, at) => {
  const path = await damaged(await zipOf({ 'conversations.json': conversations }, { level: 0 }), at);

  expect((await readFrom('claude-ai', path)).at(-1)).toMatchObject({
    type: 'failed',
    reason: expect.stringContaining('conversations.json is damaged in the zip: its check sum is wrong'),
  });
});

it('says that a list beside the messages is damaged', async () => {
  const message = { type: 'message', user: 'U1', ts: '1793527200.000100', text: 'Done.' };
  const users = [{ id: 'U1', name: 'harbour' }];
  const zip = await zipOf(
    { 'acme/channels.json': [], 'acme/users.json': users, 'acme/ops/2026-11-01.json': [message] },
    { level: 0 },
  );

  await expect(readFrom('slack', await damaged(zip, inText))).rejects.toThrow('its check sum is wrong');
});

it('fails where a zip is none', async () => {
  await writeFile(join(folder, 'a.zip'), 'no zip');

  await expect(readFrom('chatgpt', join(folder, 'a.zip'))).rejects.toThrow();
});
