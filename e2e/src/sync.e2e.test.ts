import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { freePort } from '@cairn/testing/free-port';
import { cli, startCli, type CliRun } from './cli.ts';
import { Client } from './client.ts';
import { overHttp } from './mcp-caller.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { until } from './until.ts';

let dir: string;
let server: ServerProcess;
let port: number;
let team: Client;
const dataDir = () => join(dir, 'data');
const sync = (folder: string, ...options: string[]) =>
  cli(['sync', join(dir, folder), ...options, '--json', '--data-dir', dataDir()]);

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cairn-sync-'));
  port = await freePort();
  server = await startServer({ dataDir: dataDir(), port });
  team = new Client(server.url, server.key!);
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, folder, name)), { recursive: true });
    writeFileSync(join(dir, folder, name), text);
  }
}

/** Files of a folder by path, without the sync's own state. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(join(dir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, folder).length + 1))
    .filter((name) => !name.startsWith('.'));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(dir, folder, name), 'utf8')]));
}

async function notesOf(workspace: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (let after: string | null = ''; after !== null;) {
    const { body } = await team.get(
      `/v1/notes?workspace=${workspace}${after && `&after=${encodeURIComponent(after)}`}`,
    );
    for (const { path } of body.notes as { path: string }[])
      texts[path] = (
        await team.get(`/v1/notes/file?workspace=${workspace}&path=${encodeURIComponent(path)}`)
      ).body.text;
    after = body.nextAfter;
  }
  return texts;
}

it('keeps two folders and a workspace in step: new, edited, deleted and conflicting files', async () => {
  const of = ['-w', 'team'];
  write('a', {
    'MEMORY.md': '# One\n',
    'memory/day.md': 'day\n',
    'left/out.md': 'x',
    '.gitignore': 'left/\n',
    'a.txt': 'x',
  });
  symlinkSync('/etc', join(dir, 'a/linked'));
  mkdirSync(join(dir, 'b'));

  expect(await sync('a', ...of)).toMatchObject({ code: 0, json: { pushed: ['MEMORY.md', 'memory/day.md'] } });
  expect(await sync('b', ...of)).toMatchObject({ code: 0, json: { pulled: [], behind: 2 } });
  expect(await sync('b', ...of, '--both')).toMatchObject({ code: 0, json: { pulled: ['MEMORY.md', 'memory/day.md'] } });

  write('b', { 'MEMORY.md': '# One\nby b\n' });
  unlinkSync(join(dir, 'b/memory/day.md'));
  expect(await sync('b', ...of)).toMatchObject({
    code: 0,
    json: { pushed: ['MEMORY.md'], deletedThere: ['memory/day.md'] },
  });

  write('a', { 'MEMORY.md': '# One\nby a\n' });
  const conflicted = await sync('a', ...of, '--both');
  const keptAs = 'MEMORY.conflict-2.md';
  expect(conflicted).toMatchObject({
    code: 4,
    json: { conflicts: [{ path: 'MEMORY.md', keptAs, version: 2 }], deletedHere: ['memory/day.md'] },
  });
  await sync('b', ...of, '--both');
  const texts = { [keptAs]: '# One\nby a\n', 'MEMORY.md': '# One\nby b\n' };
  expect(await notesOf('team')).toEqual(texts);
  expect(filesOf('b')).toEqual(texts);
  expect(filesOf('a')).toMatchObject(texts);

  for (const name of Object.keys(texts)) unlinkSync(join(dir, 'b', name));
  expect(await sync('b', ...of, '--both')).toMatchObject({ code: 1, json: { emptied: 'folder', deletedThere: [] } });
  expect(Object.keys(await notesOf('team'))).toHaveLength(2);
  expect(await sync('b', ...of, '--allow-empty')).toMatchObject({ code: 0 });
  expect(await notesOf('team')).toEqual({});
});

it('leaves out by name what was forgotten for good, sends all others, and sends it again on purpose', async () => {
  const of = ['-w', 'forgotten'];
  write('k', { 'plan.md': 'The freeze of release 9 ends on Friday\n', 'other.md': 'other\n' });
  await sync('k', ...of);
  await team.call('DELETE', '/v1/notes?workspace=forgotten&path=plan.md&forget=true');
  rmSync(join(dir, 'k/.cairn-sync'), { recursive: true });
  write('k', { 'copy.md': 'The freeze of release 9 ends on friday\n', 'new.md': 'new\n' });

  const left = { pushed: ['new.md'], leftOut: ['copy.md', 'plan.md'], failed: [] };
  expect(await sync('k', ...of)).toMatchObject({ code: 0, json: left });
  expect(await notesOf('forgotten')).toEqual({ 'other.md': 'other\n', 'new.md': 'new\n' });
  expect(await sync('k', ...of, '--overwrite')).toMatchObject({ code: 0, json: { pushed: ['copy.md', 'plan.md'] } });
  expect(await sync('k', ...of)).toMatchObject({ code: 0, json: { pushed: [], leftOut: [] } });
});

it('brings what Forge learned to the team and back, and leaves every other line as it is', async () => {
  const line = (fields: object) =>
    JSON.stringify({
      ...{ id: 'mem_1_aaaa', timestamp: '2026-01-01T00:00:00.000Z', pattern: 'Run go vet' },
      ...{ category: 'test_command', confidence: 0.7, ...fields },
    });
  const file = '.forge/memory/project.jsonl';
  const own = `${line({ own: true })}\n{"broken\n${line({ id: 'mem_2_bbbb', pattern: 'Pin Node' })}\r\n`;
  write('f1', { [file]: own });
  mkdirSync(join(dir, 'f2/.forge'), { recursive: true });
  const of = (folder: string) => sync(folder, '-w', 'forge', '--project', 'shop', '--both');

  expect(await of('f1')).toMatchObject({ code: 0, json: { patterns: { sent: 2, fetched: 0, damaged: 1 } } });
  expect(readFileSync(join(dir, 'f1', file), 'utf8')).toBe(own);
  expect(await of('f2')).toMatchObject({ json: { patterns: { sent: 0, fetched: 2, damaged: 0 } } });
  expect(readFileSync(join(dir, 'f2', file), 'utf8')).toBe(
    `${line({})}\n${line({ id: 'mem_2_bbbb', pattern: 'Pin Node' })}\n`,
  );
  const more = { pattern: 'pin node', category: 'test_command', project: 'shop', confidence: 0.9 };
  await team.post('/v1/patterns', more);
  expect(await of('f1')).toMatchObject({ json: { patterns: { sent: 0, fetched: 1 } } });
  expect(
    readFileSync(join(dir, 'f1', file), 'utf8')
      .split('\n')
      .slice(0, 2),
  ).toEqual(own.split('\n').slice(0, 2));
  expect(await of('f1')).toMatchObject({ json: { patterns: { sent: 0, fetched: 0 } } });
});

it('shows a conflict of one direction on the side that may change, and only once', async () => {
  const of = ['-w', 'oneway'];
  write('c', { 'n.md': 'base' });
  await sync('c', ...of);
  await team.call('PUT', '/v1/notes', { workspace: 'oneway', path: 'n.md', text: 'theirs' });
  write('c', { 'n.md': 'mine' });

  expect(await sync('c', ...of)).toMatchObject({ code: 4, json: { conflicts: [{ keptAs: 'n.conflict-2.md' }] } });
  expect(await sync('c', ...of)).toMatchObject({ code: 0, json: { conflicts: [] } });
  expect(await notesOf('oneway')).toEqual({ 'n.md': 'theirs', 'n.conflict-2.md': 'mine' });
  expect(filesOf('c')).toEqual({ 'n.md': 'mine' });
});

it('watches: what is saved is found, what the team writes appears', async () => {
  write('w', { 'a.md': '# Start\n' });
  const run = startCli([
    'sync',
    join(dir, 'w'),
    '-w',
    'watched',
    '--both',
    '--watch',
    '--interval',
    '1',
    '--data-dir',
    dataDir(),
  ]);
  await until(async () => (await team.get('/v1/notes?workspace=watched')).body.notes.length === 1);

  write('w', { 'new/b.md': '# Zeppelin\nlanding at noon\n' });
  const query = { query: 'zeppelin', workspace: 'watched' };
  await until(async () => (await team.post('/v1/recall/notes', query)).body.results[0]?.path === 'new/b.md');
  await team.call('PUT', '/v1/notes', { workspace: 'watched', path: 'c.md', text: 'from the team' });
  await until(() => Promise.resolve(existsSync(join(dir, 'w/c.md'))));
  run.child.kill('SIGTERM');

  expect((await run.ended).code).toBe(0);
});

type Edit = { readonly by: 'file' | 'append' | 'put' | 'delete'; readonly path: string; readonly lines: string[] };

// Behaviour 26
it('cites lines that are the cited text in the cited version, however folder, tools and other clients edit', async () => {
  const agent = await overHttp(server.url, server.key!, 'auto');
  const tool = async (name: string, args: Record<string, unknown>) =>
    (await agent.callTool({ name, arguments: args })).structuredContent;
  const line = fc.constantFrom('', '# Kiln', 'the kiln', 'is fired', `at noon ${'and watched '.repeat(70)}`, 'é 🔥');
  const edit: fc.Arbitrary<Edit> = fc.record({
    by: fc.constantFrom('file', 'append', 'put', 'delete'),
    path: fc.constantFrom('MEMORY.md', 'memory/2026-02-23.md'),
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  });
  let runs = 0;
  const check = async (edits: readonly Edit[], lineEnd: string) => {
    const workspace = `cited-${(runs += 1)}`;
    const folder = workspace;
    write(folder, { 'MEMORY.md': '# Kiln\nfired' });
    const cited = new Map<string, string>();
    for (const { by, path, lines } of edits) {
      const text = lines.join(lineEnd);
      if (by === 'file') write(folder, { [path]: text });
      if (by === 'append') await tool('memory_append', { path, text: text || '-', workspace });
      if (by === 'put') await team.call('PUT', '/v1/notes', { path, text, workspace });
      if (by === 'delete')
        await team.call('DELETE', `/v1/notes?workspace=${workspace}&path=${encodeURIComponent(path)}`);
      if (by === 'file') await sync(folder, '-w', workspace, '--both');
      const asked = { query: 'the kiln is fired at noon 🔥', workspace, maxResults: 50, minScore: 0, citations: 'on' };
      for (const { citation, version, snippet } of (await tool('memory_search', asked)).results)
        cited.set(JSON.stringify({ path: citation, version }), snippet.replace(/\n\nSource: [^\n]*$/, ''));
    }
    for (const [place, snippet] of cited) {
      const { path, version } = JSON.parse(place);
      const [, file, start, end = start] = /^(.+)#L(\d+)(?:-L(\d+))?$/.exec(path)!;
      const read = await tool('memory_get', { path, version, workspace });
      const url = `/v1/notes/file?workspace=${workspace}&version=${version}&path=${encodeURIComponent(file!)}`;
      const whole: string = (await team.get(url)).body.text;
      const lines = whole.split(/\r\n|\n/).slice(Number(start) - 1, Number(end));
      expect({ ...read, text: lines.join('\n') }).toEqual(read);
      expect(read.text.slice(0, snippet.length)).toBe(snippet);
    }
    return cited.size;
  };

  let found = 0;
  const edits = fc.array(edit, { minLength: 2, maxLength: 5 });
  const law = fc.asyncProperty(edits, fc.constantFrom('\n', '\r\n'), async (some, lineEnd) => {
    found += await check(some, lineEnd);
  });
  await fc.assert(law, { numRuns: Number(process.env['CAIRN_CITATION_RUNS'] ?? 8) });
  await agent.close();
  expect(found).toBeGreaterThan(8);
});

/** Number of edits; `npm run test:sync` makes the promised 10,000. */
const EDITS = Number(process.env['CAIRN_SYNC_EDITS'] ?? 200);
const KILLS = Math.max(5, EDITS / 100);
const PATHS = Math.ceil(EDITS / 50) + 8;

const pick = <Value>(some: readonly Value[]): Value => some[Math.floor(Math.random() * some.length)]!;

it(
  `loses and doubles nothing when sync and server are killed at random during ${EDITS} edits on all sides`,
  async () => {
    const folders = ['k1', 'k2'];
    for (const folder of folders) mkdirSync(join(dir, folder));
    const at = ['--url', server.url, '--key', server.key!];
    const options = ['-w', 'killed', '--both', '--watch', '--interval', '1', ...at];
    const started = (folder: string) => startCli(['sync', join(dir, folder), ...options]);
    const runs: CliRun[] = folders.map(started);
    const tokens: string[] = [];
    let made = 0;
    let kills = 0;
    /** However slowly a killed process comes back, the next one is killed amid edits. */
    const isAhead = () => tokens.length / EDITS > (kills + 1) / KILLS;
    const edit = async () => {
      const token = `t${(made += 1)}x`;
      const path = `memory/${made % 3}/n${Math.floor(Math.random() * PATHS)}.md`;
      const folder = pick([...folders, undefined]);
      if (folder === undefined) {
        const body = { workspace: 'killed', path, text: token };
        const stored = await team.post('/v1/notes/append', body).catch(() => undefined);
        if (stored?.status === 200 || stored?.status === 201) tokens.push(token);
        return;
      }
      const name = join(dir, folder, path);
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, `${token}\n`, { flag: 'a' });
      tokens.push(token);
    };
    const editAll = async () => {
      while (tokens.length < EDITS) {
        if (!isAhead()) await edit();
        await delay(20);
      }
    };
    const killAll = async () => {
      while (kills < KILLS) {
        await delay(500 + Math.random() * 1_200);
        const victim = pick([0, 1, 2]);
        if (victim === 2) {
          await server.kill();
          server = await startServer({ dataDir: dataDir(), port });
        } else {
          runs[victim]!.child.kill('SIGKILL');
          await runs[victim]!.ended;
          runs[victim] = started(folders[victim]!);
        }
        kills += 1;
      }
    };
    await Promise.all([editAll(), killAll()]);
    for (const run of runs) run.child.kill('SIGTERM');
    await Promise.all(runs.map((run) => run.ended));
    for (let round = 0; round < 4; round += 1) await sync(folders[round % 2]!, '-w', 'killed', '--both');

    const [one, two] = folders.map(filesOf);
    const notes = await notesOf('killed');
    expect(one).toEqual(notes);
    expect(two).toEqual(notes);
    const texts = Object.values(notes);
    const linesOf = texts.map((text) => text.split('\n'));
    const words = new Set(linesOf.flat());
    expect(tokens.filter((token) => !words.has(token))).toEqual([]);
    expect(linesOf.filter((lines) => new Set(lines).size < lines.length)).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
    console.log(`${tokens.length} edits, ${kills} kills, ${texts.length} notes`);
  },
  120_000 + EDITS * 200,
);
