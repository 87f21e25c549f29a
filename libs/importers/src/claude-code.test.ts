import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claudeCodeProjects, readClaudeCodeTranscripts } from './claude-code.ts';
import { findImportFiles } from './files-on-disk.ts';
import { importKinds } from './kinds.ts';
import type { ParsedLine } from './parsed.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'cairn-claude-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const said = (fields: object = {}) => ({
  type: 'user',
  uuid: '0d5f',
  parentUuid: null,
  sessionId: 's-1',
  timestamp: '2026-03-01T10:00:00.000Z',
  cwd: '/home/ana/work/payments',
  gitBranch: 'main',
  version: '2.1.230',
  isSidechain: false,
  message: { role: 'user', content: 'Why do we retry twice?' },
  ...fields,
});
const saying = (content: unknown, fields: object = {}) => said({ message: { role: 'user', content }, ...fields });

function transcript(name: string, ...records: unknown[]): string {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record) + '\n')).join(''),
  );
  return path;
}

const find = (path: string) => findImportFiles(importKinds['claude-code'], path);

async function read(path = dir): Promise<ParsedLine[]> {
  const items: ParsedLine[] = [];
  for await (const item of readClaudeCodeTranscripts(await find(path))) items.push(item);
  return items;
}
const contentsOf = (items: readonly ParsedLine[]) =>
  items.map((item) => (item.type === 'message' ? item.input.content : item.type));

test('maps a turn to a message of its session, with where it was said', async () => {
  transcript('-home-ana-work-payments/s-1.jsonl', said());

  expect(await read()).toEqual([
    {
      type: 'message',
      place: { file: '-home-ana-work-payments/s-1.jsonl', line: 1 },
      input: {
        role: 'user',
        content: 'Why do we retry twice?',
        channel: 'payments',
        project: 'payments',
        sessionKey: 's-1',
        timestamp: Date.UTC(2026, 2, 1, 10),
        source: 'claude-code',
        externalId: '0d5f',
        provenance: { cwd: '/home/ana/work/payments', gitBranch: 'main', version: '2.1.230' },
      },
    },
  ]);
});

test('gives every turn the reader that was asked for', async () => {
  const path = transcript('p/s.jsonl', said());

  const items: ParsedLine[] = [];
  for await (const item of readClaudeCodeTranscripts(await find(path), { visibility: 'private' })) items.push(item);

  expect(items).toMatchObject([{ input: { visibility: 'private' } }]);
});

test('takes text blocks only and passes over tools, thinking and pictures', async () => {
  const blocks = [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'First.' },
    { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
    { type: 'text', text: 'Second.' },
  ];
  transcript(
    'p/s.jsonl',
    said({ type: 'assistant', message: { role: 'assistant', content: blocks } }),
    saying([{ type: 'tool_result', content: 'secret output' }]),
    saying([{ type: 'image', source: {} }]),
    saying(null),
    said({ message: undefined }),
  );

  expect(contentsOf(await read())).toEqual(['First.\n\nSecond.', 'ignored', 'ignored', 'ignored', 'ignored']);
});

test('passes over every type it does not know, side chains and what the program says itself', async () => {
  transcript(
    'p/s.jsonl',
    { type: 'summary', summary: 'Retries', leafUuid: 'x' },
    { type: 'custom-title', title: 't' },
    { type: 'something-of-next-year', message: { content: 'no' } },
    said({ isSidechain: true }),
    said({ isMeta: true }),
    said({ isCompactSummary: true }),
    said({ type: 'assistant', isApiErrorMessage: true }),
    said({ uuid: undefined }),
    {},
    said(),
  );

  expect(contentsOf(await read())).toEqual([...Array(9).fill('ignored'), 'Why do we retry twice?']);
});

test('leaves out command markup and keeps the words around it', async () => {
  transcript(
    'p/s.jsonl',
    saying(
      '<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>',
    ),
    saying('<local-command-stdout>done</local-command-stdout>'),
    saying('[Request interrupted by user for tool use]'),
    saying('Ship it. <system-reminder>be nice</system-reminder> Today.'),
    saying('What does <bash-input> mean?'),
    said({ type: 'assistant', message: { content: 'The tag `<command-name>x</command-name>` is markup.' } }),
  );

  expect(contentsOf(await read())).toEqual([
    'ignored',
    'ignored',
    'ignored',
    'Ship it.  Today.',
    'What does <bash-input> mean?',
    'The tag `<command-name>x</command-name>` is markup.',
  ]);
});

test('puts what was said in a folder of a checkout into the channel of the checkout that another session names', async () => {
  const session = (name: string, cwd: string, gitBranch: string) =>
    transcript(`p/${name}.jsonl`, said({ uuid: name, sessionId: name, cwd, gitBranch }));
  session('a', '/home/ana/work/payments/services/api', 'main');
  session('b', '/home/ana/work/payments', 'fix');
  session('c', '/home/ana/work/notes/drafts', '');
  session('d', '/home/ana/work/notes', '');
  session('e', '/home/ana', 'main');
  session('f', '/home/ana/pears/libs/core', 'main');
  session('g', '/home/ana/pears/.claude/worktrees/brave-bell', 'worktree-brave-bell');

  const channels = (await read()).map((item) => item.type === 'message' && item.input.channel);

  expect(channels).toEqual(['payments', 'payments', 'drafts', 'notes', 'ana', 'pears', 'pears']);
});

test('takes the nearest time for an unreadable one, and a session without folder for one without channel', async () => {
  transcript(
    'p/s.jsonl',
    said({ timestamp: 'soon', cwd: undefined }),
    said({ timestamp: undefined, cwd: 'C:\\work\\shop' }),
    said({ cwd: '/other' }),
  );

  const items = await read();

  expect(items.map((item) => item.type === 'message' && [item.input.timestamp, item.input.channel])).toEqual([
    [Date.UTC(2026, 2, 1, 10), undefined],
    [Date.UTC(2026, 2, 1, 10), 'shop'],
    [Date.UTC(2026, 2, 1, 10), 'shop'],
  ]);
});

test('leaves half a last line for the next import and reports a broken line in the middle', async () => {
  transcript('p/s.jsonl', '{broken}\n', said(), '{"type":"user","uu');

  expect((await read()).map(({ type }) => type)).toEqual(['failed', 'message', 'ignored']);
});

test('reports a message above 1 MB and goes on', async () => {
  transcript('p/s.jsonl', saying('x'.repeat(1_048_577)), said());

  expect((await read()).map(({ type }) => type)).toEqual(['failed', 'message']);
});

test('finds transcripts of all projects, of one, or one file, without side folders', async () => {
  transcript('b/2.jsonl', said());
  const one = transcript('a/1.jsonl', said());
  transcript('a/1/subagents/agent.jsonl', said());
  transcript('a/tool-results/x.jsonl', said());
  transcript('a/notes.txt', said());

  const names = async (path: string) => (await find(path)).map(({ name }) => name);
  expect(await names(dir)).toEqual(['a/1.jsonl', 'b/2.jsonl']);
  expect(await names(join(dir, 'b'))).toEqual(['2.jsonl']);
  expect(await names(one)).toEqual(['1.jsonl']);
});

test('looks where the environment says, else in the home folder', () => {
  expect(claudeCodeProjects({ CLAUDE_CONFIG_DIR: '/etc/claude' }, '/home/ana')).toBe('/etc/claude/projects');
  expect(claudeCodeProjects({}, '/home/ana')).toBe('/home/ana/.claude/projects');
});
