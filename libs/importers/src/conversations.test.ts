import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findImportFiles } from './files-on-disk.ts';
import { readGitLog } from './git-log.ts';
import type { ParsedLine, ReadOptions } from './parsed.ts';
import { importKinds, type ImportKindName } from './kinds.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-conversations-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
}

const readAs = async (name: ImportKindName, options: ReadOptions = {}): Promise<ParsedLine[]> =>
  all(importKinds[name].read(await findImportFiles(importKinds[name], folder), options));

const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

async function all(items: AsyncIterable<ParsedLine>): Promise<ParsedLine[]> {
  const found: ParsedLine[] = [];
  for await (const parsed of items) found.push(parsed);
  return found;
}

const sent = (found: readonly ParsedLine[]) =>
  found.flatMap((one) => (one.type === 'message' || one.type === 'memory' ? [one.input] : []));

describe('sessions of Codex', () => {
  const timestamp = '2026-11-01T10:00:00.000Z';
  const said = (role: string, text: string) => ({
    timestamp,
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: 'input_text', text }] },
  });
  const head = (source: unknown = 'cli') => ({
    timestamp,
    type: 'session_meta',
    payload: { id: 's1', cwd: '/home/a/shop', cli_version: '1.0', git: { branch: 'main' }, source },
  });

  it('are what was said: without the second log, what the program put in, and tools', async () => {
    await put(
      'sessions/2026/11/01/rollout-1.jsonl',
      lines(
        head(),
        said('developer', 'permissions'),
        said('user', '<environment_context>x</environment_context>'),
        said('user', '# Context from my IDE setup:\n\nopen: a.ts\n\n## My request for Codex:\nWhich queue?\n'),
        { timestamp, type: 'event_msg', payload: { type: 'user_message', message: 'Which queue?' } },
        { timestamp, type: 'turn_context', payload: { model: 'm-1' } },
        { timestamp, type: 'response_item', payload: { type: 'function_call', name: 'shell', arguments: '{}' } },
        said('assistant', 'Postgres.'),
      ) + '{"timest',
    );

    const found = await readAs('codex', { visibility: 'private' });

    expect(sent(found)).toMatchObject([
      { role: 'user', content: 'Which queue?', externalId: 's1:4', sessionKey: 's1', channel: 'shop', source: 'codex' },
      { role: 'assistant', content: 'Postgres.', externalId: 's1:8', provenance: { gitBranch: 'main', model: 'm-1' } },
    ]);
    expect(sent(found)[0]).toMatchObject({ visibility: 'private', timestamp: Date.parse(timestamp) });
    expect(found.filter(({ type }) => type === 'failed')).toEqual([]);
  });

  it('of helpers are passed over, and one without a head is told', async () => {
    await put('rollout-a.jsonl', lines(head({ subagent: 'review' }), said('user', 'Review this.')));
    await put('rollout-b.jsonl', lines(said('user', 'Hello.')));

    const found = await readAs('codex');

    expect(found).toMatchObject([
      { type: 'ignored' },
      { type: 'ignored' },
      { type: 'failed', place: { file: 'rollout-b.jsonl', line: 1 } },
    ]);
  });
});

describe('an export of Slack', () => {
  async function putExport(): Promise<void> {
    const people = [
      { id: 'U1', name: 'ann', profile: { display_name: 'Ann' } },
      { id: 'U2', name: 'bob', real_name: 'Bob' },
    ];
    await put('users.json', JSON.stringify(people));
    await put('channels.json', JSON.stringify([{ id: 'C1', name: 'ops' }]));
    await put('dms.json', JSON.stringify([{ id: 'D1', members: ['U2', 'U1'] }]));
    const message = (user: string, ts: string, text: string) => ({ type: 'message', user, ts, text });
    await put(
      'ops/2026-11-01.json',
      JSON.stringify([
        { ...message('U1', '1793527200.000100', 'joined'), subtype: 'channel_join' },
        message('U1', '1793527200.000200', '<@U2> see <#C1|old> &amp; <https://x.example/a|the page> &lt;now&gt;'),
        { ...message('U2', '1793527201.000100', 'Done.'), thread_ts: '1793527200.000200' },
        { type: 'message', subtype: 'bot_message', bot_id: 'B1', username: 'ci', text: '', ts: '1793527202.000000' },
        { ...message('U2', 'yesterday', 'x') },
      ]),
    );
    await put('D1/2026-11-02.json', JSON.stringify([message('U2', '1793613600.000000', 'Between us.')]));
    await put('secret/2026-11-02.json', JSON.stringify([message('U9', '1793613600.000000', 'Not listed.')]));
  }

  it('is read with names for ids, threads as sessions, and without who came and left', async () => {
    await putExport();

    const found = await readAs('slack');

    expect(sent(found).filter(({ channel }) => channel === 'ops')).toMatchObject([
      {
        content: '@Bob see #ops & the page (https://x.example/a) <now>',
        speaker: 'Ann',
        externalId: 'C1:1793527200.000200',
        sessionKey: 'C1:2026-11-01',
        timestamp: 1_793_527_200_000,
      },
      { content: 'Done.', speaker: 'Bob', sessionKey: 'C1:1793527200.000200' },
    ]);
    expect(found.map(({ type }) => type)).toEqual([
      'message',
      'ignored',
      'message',
      'message',
      'blank',
      'failed',
      'message',
    ]);
  });

  it('names bots, reads blocks where there is no text, and says when a message was edited', async () => {
    await put('users.json', JSON.stringify([{ id: 'U7', name: 'deployer', is_bot: true }]));
    await put('channels.json', JSON.stringify([{ id: 'C1', name: 'ops' }]));
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'Deployed <https://x.example|v2>' } }];
    await put(
      'ops/2026-11-01.json',
      JSON.stringify([
        { type: 'message', user: 'U7', bot_id: 'B7', text: '', blocks, ts: '1793527200.000100' },
        { type: 'message', bot_id: 'B9', bot_profile: { name: 'CI' }, text: 'red', ts: '1793527201.000100' },
        { type: 'message', user: 'U1', text: 'Mended.', edited: { ts: '1793527300.0' }, ts: '1793527202.000100' },
        { type: 'message', subtype: 'tombstone', text: 'This message was deleted.', ts: '1793527203.000100' },
      ]),
    );

    expect(sent(await readAs('slack'))).toMatchObject([
      { role: 'bot', speaker: 'deployer', content: 'Deployed v2 (https://x.example)' },
      { role: 'bot', speaker: 'CI', content: 'red' },
      { role: 'user', speaker: 'U1', provenance: { edited: '1793527300.0' } },
    ]);
  });

  it('is nothing without a list of conversations', async () => {
    await put('ops/2026-11-01.json', '[]');

    expect(await findImportFiles(importKinds.slack, folder)).toEqual([]);
  });

  it('keeps direct messages, and what no list names, private even if the channels are for everyone', async () => {
    await putExport();

    const found = sent(await readAs('slack', { visibility: 'org' }));

    expect(new Set(found.map(({ channel, visibility }) => `${channel}: ${visibility}`))).toEqual(
      new Set(['ops: org', 'dm-Ann-Bob: private', 'secret: private']),
    );
  });
});

describe('chats as JSONL', () => {
  const read = async () => readAs('chat');

  it('are messages or conversations a line, by the names that the field gives them', async () => {
    await put(
      'chat.jsonl',
      lines(
        { id: 7, role: 'user', content: [{ type: 'text', text: 'Hi' }], created_at: 1_793_527_200, session_id: 'a' },
        { author: 'Ann', text: 'Hello', timestamp: '2026-11-01T10:00:00+01:00', mood: 'good' },
        { id: 'c', messages: [{ role: 'system', content: 'Be kind.' }, { from: 'gpt', value: 'Yes.' }, 3] },
        { role: 'wizard', content: 'x' },
        { role: 'user', content: 'no zone', time: '2026-11-01 10:00' },
      ),
    );

    expect(await read()).toMatchObject([
      { type: 'message', input: { externalId: '7', content: 'Hi', sessionKey: 'a', timestamp: 1_793_527_200_000 } },
      {
        type: 'message',
        input: { speaker: 'Ann', sessionKey: 'chat', timestamp: 1_793_523_600_000 },
        unread: ['mood'],
      },
      { type: 'ignored' },
      { type: 'message', input: { role: 'assistant', content: 'Yes.', externalId: 'c:2', sessionKey: 'c' } },
      { type: 'failed', place: { line: 3 }, reason: 'messages.2: not a JSON object' },
      { type: 'failed', place: { line: 4 }, reason: expect.stringContaining('role: must be one of user') },
      {
        type: 'message',
        input: { timestamp: 1_793_523_600_000 },
        retimed: { took: 'nearest', given: '"2026-11-01 10:00"' },
      },
    ]);
  });

  it('without ids are the same when the file has grown, and an answer given twice is two', async () => {
    const chat = ['Go?', 'yes', 'Sure?', 'yes'].map((content) => ({ role: 'user', content }));
    await put('chat.jsonl', lines(...chat));
    const before = sent(await read()).map(({ externalId }) => externalId);
    await put('chat.jsonl', lines(...chat, { role: 'user', content: 'More.' }));

    const after = sent(await read()).map(({ externalId }) => externalId);

    expect(new Set(before).size).toBe(4);
    expect(after.slice(0, 4)).toEqual(before);
  });
});

describe('the log of git', () => {
  it('is a memory a commit, wherever the stream is cut', async () => {
    const header = (hash: string, subject: string, body: string) =>
      `\u001E${[hash, 'Ann', '2026-11-01T10:00:00+00:00', subject, body, ''].join('\u001F')}\0`;
    const answer = Buffer.from(
      `${header('a'.repeat(40), 'Locks are advisory – now', 'Why.\n\nCo-authored-by: Bob <b@x.example>\n')}\n1\t0\ta.ts\0-\t-\tb c.png\0` +
        `${header('b'.repeat(40), '', '')}`,
    );
    async function* bytes(): AsyncGenerator<Buffer> {
      for (const byte of answer) yield Buffer.from([byte]);
    }

    const found = sent(await all(readGitLog(bytes(), { repository: 'acme/shop' })));

    expect(found).toMatchObject([
      {
        title: 'Locks are advisory – now',
        content: expect.stringMatching(/^Locks.*\n\nWhy\.[^]*\n\nChanges a\.ts, b c\.png$/u),
        externalId: 'a'.repeat(40),
        source: 'git:acme/shop',
        timestamp: Date.parse('2026-11-01T10:00:00Z'),
        entities: [
          { name: 'Ann', type: 'person' },
          { name: 'Bob', type: 'person' },
        ],
      },
      { title: `Commit ${'b'.repeat(12)}`, externalId: 'b'.repeat(40) },
    ]);
  });
});
