import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { cli } from './cli.ts';
import { overHttp, overHttpOlder, overStdio, type Caller, type ToolResult } from './mcp-caller.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { until } from './until.ts';

let dir: string;
let server: ServerProcess;
const dataDir = () => join(dir, 'data');
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cairn-agent-files-'));
  server = await startServer({ dataDir: dataDir(), port: await freePort() });
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

type Fields = Record<string, unknown>;
const day = 'memory/2026-02-23.md';
const learned = (fields: Fields = {}): Fields => ({
  pattern: 'Run the linter first',
  category: 'convention',
  ...fields,
});

/** Every field of OpenClaw's and Forge's own tools, with values that their callers send, and the expected answer. */
const accepted: [tool: string, sent: Fields, answered: Fields][] = [
  ['memory_append', { path: day, text: '# Kiln\nfired at noon' }, { note: expect.objectContaining({ path: day }) }],
  ['memory_search', { query: 'kiln' }, { backend: 'builtin', provider: 'local', citations: 'on' }],
  ['memory_search', { query: 'kiln', maxResults: 1 }, { results: [expect.objectContaining({ path: day })] }],
  ['memory_search', { query: 'kiln', maxResults: 6, minScore: 0.35 }, { citations: 'on' }],
  ['memory_search', { query: 'kiln', minScore: 0 }, { results: expect.any(Array) }],
  ['memory_search', { query: 'kiln', minScore: 1, corpus: 'memory' }, { results: [] }],
  ['memory_search', { query: 'kiln', corpus: 'memory' }, { results: [expect.anything()] }],
  ['memory_search', { query: 'kiln', corpus: 'wiki' }, { results: [], warning: expect.any(String) }],
  ['memory_search', { query: 'kiln', corpus: 'sessions' }, { results: [] }],
  ['memory_search', { query: 'kiln', corpus: 'all' }, { results: [expect.anything()] }],
  ['memory_get', { path: day }, { text: '# Kiln\nfired at noon', path: day, status: 'ok', truncated: false }],
  ['memory_get', { path: day, from: 2 }, { text: 'fired at noon' }],
  ['memory_get', { path: day, lines: 1 }, { text: '# Kiln', truncated: true, nextFrom: 2 }],
  ['memory_get', { path: `${day}#L2`, corpus: 'memory' }, { text: 'fired at noon' }],
  ['memory_save', learned(), { created: true, saved: expect.objectContaining({ confidence: 0.7, scope: 'project' }) }],
  ['memory_save', learned({ confidence: 0, pattern: 'p0' }), { saved: expect.objectContaining({ confidence: 0 }) }],
  ['memory_save', learned({ confidence: 1, pattern: 'p1' }), { saved: expect.objectContaining({ confidence: 1 }) }],
  ['memory_save', learned({ scope: 'project' }), { created: false }],
  ['memory_save', learned({ scope: 'global' }), { created: true, saved: expect.objectContaining({ scope: 'global' }) }],
  ['memory_save', learned({ tags: ['ci', 'go'] }), { saved: expect.objectContaining({ tags: ['ci', 'go'] }) }],
  ...['failure_pattern', 'success_pattern', 'test_command', 'architecture', 'dependency', 'tool_usage'].map(
    (category): [string, Fields, Fields] => [
      'memory_save',
      learned({ category }),
      { saved: expect.objectContaining({ category, id: expect.stringMatching(/^mem_\d+_[0-9a-z]{4}$/) }) },
    ],
  ),
  ['memory_recall', { query: 'linter' }, { memories: expect.arrayContaining([expect.anything()]) }],
  ['memory_recall', { query: 'ci', scope: 'project' }, { groups: [expect.objectContaining({ scope: 'project' })] }],
  ['memory_recall', { query: 'linter', scope: 'global' }, { groups: [expect.objectContaining({ scope: 'global' })] }],
  ['memory_recall', { query: 'linter', scope: 'all' }, { text: expect.stringContaining('[convention]') }],
];

/** Invalid values, with the field that the refusal must name. */
const refused: [tool: string, sent: Fields, named: string][] = [
  ['memory_search', {}, 'query'],
  ['memory_search', { query: 'kiln', maxResults: 0 }, 'maxResults'],
  ['memory_search', { query: 'kiln', minScore: 2 }, 'minScore'],
  ['memory_search', { query: 'kiln', other: 1 }, 'other'],
  ['memory_get', { path: day, from: 0 }, 'from'],
  ['memory_get', { path: day, lines: 1.5 }, 'lines'],
  ['memory_get', { path: '../out.md' }, 'path'],
  ['memory_save', learned({ category: 'other' }), 'category'],
  ['memory_save', learned({ confidence: 1.1 }), 'confidence'],
  ['memory_save', learned({ scope: 'all' }), 'scope'],
  ['memory_recall', {}, 'query'],
  ['memory_recall', { query: 'x', scope: 'team' }, 'scope'],
];

const clients: [string, (url: string, key: string) => Promise<Caller>][] = [
  ['a client of today over HTTP', (url, key) => overHttp(url, key, 'auto')],
  ['an older client over HTTP', overHttpOlder],
  ['a client over stdio', () => overStdio(dataDir(), 'auto')],
];

/** Whether an answer has a hit, which what was stored becomes a moment later. */
const hasSome = ({ structuredContent: { results, memories } }: ToolResult) =>
  ((results ?? memories) as unknown[]).length > 0;

// Behaviours 25 to 27
it.each(clients)(
  'takes each field of OpenClaw and Forge, and names each that is wrong, from %s',
  async (name, connect) => {
    const caller = await connect(server.url, server.key!);
    const place = { memory_recall: { project: name }, memory_save: { project: name } } as Record<string, Fields>;
    const call = (tool: string, sent: Fields): Promise<ToolResult> => {
      const more = place[tool] ?? { workspace: name };
      // Patterns for the whole organisation are shared by all clients of this test, so each needs its own.
      const own =
        sent['scope'] === 'global' && tool === 'memory_save' ? { pattern: `Run the linter first, ${name}` } : {};
      return caller.callTool({ name: tool, arguments: { ...more, ...sent, ...own } });
    };

    for (const [tool, sent, answered] of accepted) {
      if (tool === 'memory_search') await until(async () => hasSome(await call(tool, { query: 'kiln' })));
      if (tool === 'memory_recall') await until(async () => hasSome(await call(tool, { query: 'linter' })));
      const { structuredContent, isError } = await call(tool, sent);
      expect({ tool, sent, isError: isError ?? false, ...structuredContent }).toMatchObject({
        isError: false,
        ...answered,
      });
    }
    for (const [tool, sent, named] of refused) {
      const said = await call(tool, sent).then(
        ({ isError, content }) => `${isError ?? false} ${content[0]?.text}`,
        (error: unknown) => `true ${String(error)}`,
      );
      expect({ tool, sent, said }).toMatchObject({ said: expect.stringMatching(new RegExp(`^true [^]*${named}`)) });
    }
    await caller.close();
  },
);

/** Folder in the form of OpenClaw's agents, with every way to begin and end a file. */
const openclaw = {
  'MEMORY.md': '\uFEFF# Long-term\r\n\r\n- Mara likes short answers\r\n- deploys: [[memory/deploys#Freeze|freeze]]\r\n',
  'memory/2026-02-22.md': '# Sunday\n\nnothing yet',
  'memory/2026-02-23.md':
    '---\ntitle: Monday\ntags: [ops]\n---\n\n## 09:10\n日本語 and é and e\u0301 🔥\n\n\n\ttabs  \n',
  'memory/deploys.md': '# Deploys\n## Freeze\n```sh\n# no heading\nmake freeze\n```\n',
  'memory/projects/old/notes.markdown': 'one line\rwith an old line end\r',
  'memory/empty.md': '',
};
const entry = (at: number, category: string, pattern: string, confidence: number) =>
  `${JSON.stringify({ id: `mem_${1_770_000_000_000 + at}_${(46_656 + at).toString(36)}`, timestamp: new Date(1_770_000_000_000 + at).toISOString(), pattern, category, confidence })}\n`;
/** Files of Forge, as its own code writes them. */
const forge = {
  '.forge/memory/project.jsonl': [
    entry(1, 'convention', 'Handlers return values; "throw" is for bugs', 0.9),
    entry(2, 'failure_pattern', 'Parallel worktrees overwrite each other\nlock first', 0.8),
    entry(3, 'test_command', 'npx jest --silent', 0.7),
    entry(4, 'success_pattern', 'plan → build → check, 3 modules', 0.6),
  ].join(''),
  '.forge/memory/global.jsonl': entry(5, 'tool_usage', 'rg before grep', 1) + entry(6, 'dependency', 'Node 24', 0.05),
};

it('edits a note by one tool, and names the notes that lose their link', async () => {
  const caller = await overHttp(server.url, server.key!, 'auto');
  const call = async (name: string, args: Fields) =>
    (await caller.callTool({ name, arguments: { workspace: 'edits', ...args } })) as {
      isError?: boolean;
      structuredContent: Fields;
    };
  await call('memory_append', { path: 'kiln.md', text: '# Kiln\nfired at noon' });
  await call('memory_append', { path: 'index.md', text: 'See [[kiln]].' });

  const edits = [
    { edit: 'replace', path: 'kiln.md', oldText: 'noon', text: 'dawn', expectedVersion: 1 },
    { edit: 'insert', path: 'kiln.md', afterLine: 1, text: 'by Ann' },
    { edit: 'rename', path: 'kiln.md', newPath: 'old/oven.md' },
  ];
  const answers = [];
  for (const edit of edits) answers.push((await call('memory_edit', edit)).structuredContent);
  const { structuredContent: read } = await call('memory_get', { path: 'old/oven.md' });

  expect(answers.map(({ version }) => version)).toEqual([2, 3, 4]);
  expect(answers[2]).toMatchObject({ path: 'old/oven.md', linking: [{ path: 'index.md', lines: [1] }] });
  expect(read['text']).toContain('# Kiln\nby Ann\nfired at dawn');
  expect((await call('memory_edit', { ...edits[0], path: 'old/oven.md' })).isError).toBe(true);
  expect((await call('memory_edit', { edit: 'delete', path: 'old/' })).structuredContent).toMatchObject({ deleted: 1 });
  expect((await call('memory_get', { path: 'old/oven.md' })).isError).toBe(true);
  await caller.close();
});

it('carries a folder of OpenClaw and one of Forge to the team and into another folder without a changed byte', async () => {
  const files: Record<string, string> = { ...openclaw, ...forge };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, 'here', name)), { recursive: true });
    writeFileSync(join(dir, 'here', name), text);
  }
  mkdirSync(join(dir, 'there/.forge/plans'), { recursive: true });
  const sync = (folder: string) =>
    cli(['sync', join(dir, folder), '-w', 'round', '--project', 'round', '--both', '--json', '--data-dir', dataDir()]);

  for (const folder of ['here', 'there', 'here'])
    expect(await sync(folder)).toMatchObject({ code: 0, json: { failed: [] } });

  for (const folder of ['here', 'there']) {
    const found = readdirSync(join(dir, folder), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name).slice(join(dir, folder).length + 1))
      .filter((name) => !name.startsWith('.cairn-sync/'));
    const bytes = Object.fromEntries(found.map((name) => [name, readFileSync(join(dir, folder, name), 'utf8')]));
    // The other clients of this test have saved patterns for everybody.
    const everybody = bytes['.forge/memory/global.jsonl']!.split('\n').filter((text) => !text.includes('linter'));
    expect({ ...bytes, '.forge/memory/global.jsonl': everybody.join('\n') }).toEqual(files);
  }
});
