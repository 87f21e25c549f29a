import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { principals, callsOf, auditLog, notes as notesFeature } from '@cairn/store';
import type { NoteSection } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { maskInput } from '@cairn/platform';
import { SystemClock } from '@cairn/ports';
import { aColleagueOf, aPrincipal } from '@cairn/testing';
import { PrivateReach } from '../items/private-reach.ts';
import { NoteLinksController } from './note-links.controller.ts';
import { NotesController } from './notes.controller.ts';

let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;
let notes: NotesController;
/** The same controller as another process has it. */
let otherNotes: NotesController;
let links: NoteLinksController;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-notes-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const clock = new SystemClock();
  truth = new SqliteTruth({ threads, clock });
  const store = new SqliteStore({ threads, clock });
  const calls = callsOf(notesFeature, store);
  const reach = new PrivateReach(callsOf(principals, store), callsOf(auditLog, store));
  notes = new NotesController(calls, reach);
  otherNotes = new NotesController(calls, reach);
  links = new NoteLinksController(calls);
});
afterAll(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

const place = { workspace: 'default', path: 'memory/2026-02-23.md' };
const put = async (who: Principal, text: string, fields: object = {}) =>
  notes.putNote(who, await maskInput('putNote', who, { query: {}, body: { ...place, text, ...fields } }));
const append = (who: Principal, text: string) => notes.appendNote(who, { query: {}, body: { ...place, text } });
const textOf = async (who: Principal) => (await notes.getNote(who, { query: place })).text;

it('keeps each of 40 appends at once, whichever process takes them', async () => {
  const ada = aPrincipal();
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);

  await Promise.all(
    lines.map((text, at) =>
      (at % 2 === 0 ? notes : otherNotes).appendNote(ada, { query: {}, body: { ...place, text, channel: 'dev' } }),
    ),
  );

  expect((await textOf(ada)).trim().split('\n').sort()).toEqual(lines.toSorted());
});

it('appends to the note that a named channel means, beside one of the same name elsewhere', async () => {
  const ada = aPrincipal();
  await put(ada, 'mine', { visibility: 'private' });

  await notes.appendNote(ada, { query: {}, body: { ...place, text: 'ours', channel: 'dev' } });
  await notes.appendNote(ada, { query: {}, body: { ...place, text: 'too', channel: 'dev' } });

  expect(await textOf(ada)).toBe('mine');
  expect(await textOf(aColleagueOf(ada))).toBe('ours\ntoo\n');
});

it('appends with the line ends of the note', async () => {
  const ada = aPrincipal();
  await put(ada, '# Log\r\n\r\n- one\r\n');

  await append(ada, '- two\n- three');

  expect(await textOf(ada)).toBe('# Log\r\n\r\n- one\r\n- two\r\n- three\r\n');
});

it('refuses a note whose path holds a secret, and stores the others', async () => {
  const ada = aPrincipal();
  const secret = `ghp_${'a1B2'.repeat(9)}`;

  const { results } = await notes.putNotes(ada, {
    query: {},
    body: {
      workspace: 'default',
      notes: [
        { path: `${secret}.md`, text: 'a' },
        { path: 'b.md', text: 'b' },
      ],
    },
  });

  expect(results).toMatchObject([{ error: { code: 'request/invalid' } }, { created: true }]);
  expect(JSON.stringify(results[0]!.error)).not.toContain(secret);
});

it('reads a dated note with its front matter, headings and lines, and stores no secret', async () => {
  const ada = aPrincipal();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const text = `---\ntitle: Monday\ntags: [ops, "#db"]\n---\n# Deploys\nfreeze\n\n## Rollback\nwith ${secret}\n`;

  const stored = await put(ada, text);

  expect(stored).toMatchObject({ created: true, changed: true, note: { version: 1, title: 'Monday', totalLines: 9 } });
  expect(Object.values(stored.masked ?? {})).toEqual([1]);
  expect(await textOf(ada)).not.toContain(secret);
  const sections = await truth.list(scopeOf(ada), { kind: 'note' }, { order: 'stored', limit: 9 });
  expect(sections as unknown as NoteSection[]).toMatchObject([
    {
      title: 'Monday / Deploys',
      content: '# Deploys\nfreeze',
      startLine: 5,
      endLine: 6,
      tags: ['ops', 'db'],
      timestamp: Date.UTC(2026, 1, 23),
    },
    { title: 'Monday / Deploys / Rollback', startLine: 8, endLine: 9 },
  ]);
});

it('loses no line that many put at the end at once, and keeps the line ends of the note', async () => {
  const ada = aPrincipal();
  await put(ada, '# Log\r\nfirst');
  await Promise.all(Array.from({ length: 5 }, (_, at) => append(ada, `line ${at}`)));

  const lines = (await textOf(ada)).split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['# Log', 'first']);
  expect(lines.slice(2).sort()).toEqual(['', 'line 0', 'line 1', 'line 2', 'line 3', 'line 4']);
});

// Behaviour 22
it('says which version is there instead of the expected one', async () => {
  const ada = aPrincipal();
  await put(ada, 'one', { expectedVersion: 0 });

  await expect(put(ada, 'two', { expectedVersion: 0 })).rejects.toMatchObject({
    code: 'item/stale-version',
    issues: [{ field: 'expectedVersion', allowed: '1' }],
  });
  await expect(notes.removeNote(ada, { query: { ...place, expectedVersion: 4, forget: false } })).rejects.toMatchObject(
    { code: 'item/stale-version' },
  );
});

// Behaviour 27
it('takes no path that leads out of the workspace, in any route', async () => {
  const ada = aPrincipal();
  const query = { ...place, path: '../secret.md' };
  const asked = [
    () => put(ada, 'x', { path: query.path }),
    () => notes.appendNote(ada, { query: {}, body: { ...query, text: 'x' } }),
    () => notes.removeNote(ada, { query: { ...query, forget: false } }),
    () => notes.getNote(ada, { query }),
    () => notes.noteVersions(ada, { query: { ...query, limit: 1 } }),
  ];

  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'note/path-traversal' });
});

it('keeps a private workspace from colleagues, and puts into the nearest one of the name', async () => {
  const ada = aPrincipal();
  const grace = aColleagueOf(ada);
  await put(ada, 'hers', { visibility: 'private' });
  await put(grace, 'ours');
  await put(ada, 'hers again');

  expect([await textOf(ada), await textOf(grace)]).toEqual(['hers again', 'ours']);
  const { workspaces } = await notes.workspaces(grace, { query: {} });
  expect(workspaces).toMatchObject([{ name: 'default', visibility: 'org', notes: 1 }]);
});

it('stores and reads many notes in one call, and says of each what is wrong with it', async () => {
  const ada = aPrincipal();
  const [first, second] = ['memory/a.md', 'memory/b.md'];
  const { results } = await notes.putNotes(ada, {
    query: {},
    body: {
      workspace: 'default',
      notes: [
        { path: first, text: 'one' },
        { path: '../out.md', text: 'x' },
        { path: second, text: 'two', expectedVersion: 3 },
        { path: './memory/a.md', text: 'again' },
        { path: second, text: 'three' },
      ],
    },
  });

  expect(results).toMatchObject([
    { path: first, created: true, note: { version: 1 } },
    { path: '../out.md', error: { code: 'note/path-traversal' } },
    { path: second, error: { code: 'item/stale-version', issues: [{ field: 'expectedVersion' }] } },
    { error: { code: 'request/invalid' } },
    { path: second, error: { code: 'request/invalid' } },
  ]);
  const read = await notes.readNotes(ada, { body: { workspace: 'default', paths: [second, first] } });
  expect(read.results).toMatchObject([
    { path: second, error: { code: 'note/unknown' } },
    { path: first, note: { text: 'one', version: 1 } },
  ]);

  const long = 'x'.repeat(1_048_576);
  const paths = Array.from({ length: 6 }, (_, at) => `long/${at}.md`);
  await notes.putNotes(ada, {
    query: {},
    body: { workspace: 'default', notes: paths.map((path) => ({ path, text: long })) },
  });
  expect((await notes.readNotes(ada, { body: { workspace: 'default', paths } })).results).toHaveLength(4);
});

it('says what a note links to and what links to it, page by page, of notes that the caller sees', async () => {
  const ada = aPrincipal();
  const grace = aColleagueOf(ada);
  const texts = {
    'docs/plan.md': 'See [[Queue#Now|the queue]], [[secret]] and [[dup]].',
    'queue.md': 'no [[queue]] but itself',
    'log/a.md': 'x\n[plan](../docs/plan.md)\n[[Plan]]',
    'log/b.md': 'a plan without a link, and `[[plan]]`',
    'log/c.md': '[[docs/plan]]',
    'x/dup.md': '',
    'y/dup.md': '',
  };
  for (const [path, text] of Object.entries(texts)) await put(ada, text, { path });
  await put(grace, '[[plan]]', { path: 'secret.md', visibility: 'private' });
  const ask = (who: Principal, fields: object = {}) =>
    links.noteLinks(who, { query: { workspace: 'default', path: 'docs/plan.md', limit: 100, ...fields } });

  expect(await ask(ada)).toEqual({
    path: 'docs/plan.md',
    version: 1,
    links: [
      {
        kind: 'wiki',
        target: 'Queue',
        heading: 'Now',
        label: 'the queue',
        line: 1,
        state: 'found',
        paths: ['queue.md'],
      },
      { kind: 'wiki', target: 'secret', line: 1, state: 'unknown', paths: [] },
      { kind: 'wiki', target: 'dup', line: 1, state: 'ambiguous', paths: ['x/dup.md', 'y/dup.md'] },
    ],
    leftOut: 0,
    backlinks: [
      { path: 'log/a.md', title: 'a', version: 1, lines: [2, 3] },
      { path: 'log/c.md', title: 'c', version: 1, lines: [1] },
    ],
    nextAfter: null,
  });
  const first = await ask(ada, { limit: 1 });
  expect(first).toMatchObject({ backlinks: [{ path: 'log/a.md' }], nextAfter: 'log/a.md' });
  const { backlinks } = await ask(ada, { limit: 1, after: first.nextAfter });
  expect(backlinks).toMatchObject([{ path: 'log/c.md' }]);

  await put(ada, 'no longer', { path: 'log/c.md' });
  expect((await ask(ada)).backlinks.map(({ path }) => path)).toEqual(['log/a.md']);
  await expect(ask(grace)).rejects.toMatchObject({ code: 'note/unknown' });
});

it('refuses a note of more sections than it may have, and names them', async () => {
  const headings = (count: number) => '# x\n'.repeat(count);

  await expect(put(aPrincipal(), headings(5_001))).rejects.toMatchObject({
    code: 'request/invalid',
    issues: [{ field: 'text', value: '5001 sections', allowed: '0 to 5000 sections' }],
  });
});

describe('an edit of a note', () => {
  const edit = { ...place, path: 'plans/edit.md' };
  const made = (who: Principal, text: string, path = edit.path) =>
    notes.putNote(who, { query: {}, body: { ...edit, path, text } });
  const read = (who: Principal, path = edit.path, version?: number) =>
    notes.getNote(who, { query: { ...edit, path, version } });

  it('replaces a text that stands there once, on the version that is expected', async () => {
    const ada = aPrincipal();
    await made(ada, 'Deploy on Tuesday.\nTest on Monday.\n');
    const body = { ...edit, oldText: 'Tuesday', newText: 'Thursday' };

    const answer = await notes.replaceInNote(ada, { query: {}, body: { ...body, expectedVersion: 1 } });

    expect(answer).toMatchObject({ changed: true, note: { version: 2 } });
    expect((await read(ada)).text).toBe('Deploy on Thursday.\nTest on Monday.\n');
    const stale = notes.replaceInNote(ada, { query: {}, body: { ...body, expectedVersion: 1 } });
    await expect(stale).rejects.toMatchObject({ code: 'item/stale-version', issues: [{ allowed: '2' }] });
    await expect(notes.replaceInNote(ada, { query: {}, body })).rejects.toMatchObject({ code: 'note/no-match' });
    await expect(
      notes.replaceInNote(ada, { query: {}, body: { ...edit, oldText: 'day', newText: '' } }),
    ).rejects.toMatchObject({ code: 'note/no-match', issues: [{ message: expect.stringContaining('lines 1, 2') }] });
  });

  it('masks a secret that only the edited text holds', async () => {
    const ada = aPrincipal();
    const [start, end] = ['ghp_', 'a1B2'.repeat(9)];
    await made(ada, `${start}X${end}`);

    const answer = await notes.replaceInNote(ada, { query: {}, body: { ...edit, oldText: 'X', newText: '' } });

    expect(answer.masked).toEqual({ 'github-token': 1 });
    expect((await read(ada)).text).toBe('[masked: github-token]');
  });

  it('inserts lines with the line ends of the note, and none after its end', async () => {
    const ada = aPrincipal();
    await made(ada, 'one\r\nthree');
    const insert = (afterLine: number, text: string) =>
      notes.insertInNote(ada, { query: {}, body: { ...edit, afterLine, text } });

    await insert(1, 'two');
    await insert(0, 'zero');
    await insert(4, 'four\nfive');

    expect((await read(ada)).text).toBe('zero\r\none\r\ntwo\r\nthree\r\nfour\r\nfive\r\n');
    await expect(insert(7, 'x')).rejects.toMatchObject({ code: 'note/beyond-end', issues: [{ allowed: '0 to 6' }] });
  });

  it('renames a note with its versions, onto no other', async () => {
    const ada = aPrincipal();
    await made(ada, 'first');
    await made(ada, 'second [[b]]');
    await made(ada, 'b', 'plans/b.md');
    const rename = (path: string, newPath: string, fields: object = {}) =>
      notes.renameNote(ada, { query: {}, body: { ...edit, path, newPath, ...fields } });

    await expect(rename(edit.path, 'plans/b.md')).rejects.toMatchObject({ code: 'note/exists' });
    await expect(rename('none.md', 'plans/c.md')).rejects.toMatchObject({ code: 'note/unknown' });
    await expect(rename(edit.path, 'plans/c.md', { expectedVersion: 1 })).rejects.toMatchObject({
      code: 'item/stale-version',
    });
    expect(await rename(edit.path, edit.path)).toMatchObject({ changed: false, note: { version: 2 } });
    expect(await rename(edit.path, 'plans/c.md')).toMatchObject({ note: { path: 'plans/c.md', version: 3 } });

    expect(await read(ada, 'plans/c.md')).toMatchObject({ text: 'second [[b]]', version: 3 });
    expect((await read(ada, 'plans/c.md', 1)).text).toBe('first');
    await expect(read(ada)).rejects.toMatchObject({ code: 'note/unknown' });
    const { backlinks } = await links.noteLinks(ada, { query: { ...edit, path: 'plans/b.md', limit: 10 } });
    expect(backlinks.map(({ path }) => path)).toEqual(['plans/c.md']);
    const sections = await truth.list(scopeOf(ada), { kind: 'note' }, { order: 'stored', limit: 10 });
    expect((sections as unknown as NoteSection[]).map(({ path }) => path).sort()).toEqual(['plans/b.md', 'plans/c.md']);
  });

  it('keeps the sections of a renamed note that has a title of its own, at the new path', async () => {
    const ada = aPrincipal();
    await made(ada, '# Plan\n\nfirst\n\n## Kiln\n\nsecond');
    const sections = async () =>
      (await truth.list(scopeOf(ada), { kind: 'note' }, { order: 'stored', limit: 10 })) as unknown as NoteSection[];
    const before = await sections();

    await notes.renameNote(ada, { query: {}, body: { ...edit, newPath: 'plans/c.md' } });

    const after = await sections();
    expect(before.map(({ path }) => path)).toEqual(before.map(() => edit.path));
    expect(after).toMatchObject(before.map(({ id, version }) => ({ id, version, path: 'plans/c.md' })));
  });

  it('names the notes whose links lose a renamed note, and no others', async () => {
    const ada = aPrincipal();
    await made(ada, 'the plan', 'plans/kiln.md');
    await made(ada, 'other', 'other/kiln.md');
    await made(ada, '# Kiln\n\nAsk [[plans/kiln]].\nSee [it](./plans/kiln.md).', 'index.md');
    await made(ada, '[[other/kiln]], `[[plans/kiln]]`', 'rest.md');
    await made(ada, '[[kiln]] is ambiguous', 'vague.md');
    await made(ada, '[beside](kiln.md)', 'plans/yard.md');
    const rename = (path: string, newPath: string) =>
      notes.renameNote(ada, { query: {}, body: { ...edit, path, newPath } });

    const { linking } = await rename('plans/kiln.md', 'plans/ovens/kiln.md');

    expect(linking).toEqual([
      { path: 'index.md', title: 'Kiln', version: 1, lines: [3, 4] },
      { path: 'plans/yard.md', title: expect.any(String), version: 1, lines: [1] },
    ]);
    await made(ada, '[[ovens/kiln]]', 'short.md');
    expect((await rename('plans/ovens/kiln.md', 'yard/ovens/kiln.md')).linking).toEqual([]);
    expect((await rename('yard/ovens/kiln.md', 'yard/ovens/klin.md')).linking).toMatchObject([{ path: 'short.md' }]);
  });

  it('renames a note to the path of a deleted one, whose versions stay', async () => {
    const ada = aPrincipal();
    await made(ada, 'old', 'plans/b.md');
    await notes.removeNote(ada, { query: { ...edit, path: 'plans/b.md', forget: false } });
    await made(ada, 'new');

    await notes.renameNote(ada, { query: {}, body: { ...edit, newPath: 'plans/b.md' } });

    expect((await read(ada, 'plans/b.md')).text).toBe('new');
    await expect(read(ada)).rejects.toMatchObject({ code: 'note/unknown' });
    expect((await read(ada, edit.path, 1)).text).toBe('old');
  });

  it('deletes the notes below a prefix, and no others', async () => {
    const ada = aPrincipal();
    for (const path of ['plans/a.md', 'plans/b.md', 'plans-other.md']) await made(ada, path, path);

    const { results, nextAfter } = await notes.removeNotes(ada, {
      body: { workspace: 'default', prefix: 'plans/', forget: true },
    });

    expect([results, nextAfter]).toEqual([
      [
        { path: 'plans/a.md', version: 2 },
        { path: 'plans/b.md', version: 2 },
      ],
      null,
    ]);
    const query = { workspace: 'default', includeDeleted: true, limit: 10 };
    expect((await notes.listNotes(ada, { query })).notes.map(({ path }) => path)).toEqual(['plans-other.md']);
  });

  it('deletes what it may of the notes below a prefix, and says why others stay', async () => {
    const ada = aPrincipal();
    const bo = { ...aColleagueOf(ada), role: 'writer' as const };
    await made(ada, 'hers', 'plans/a.md');
    await made(bo, 'his', 'plans/b.md');

    const { results } = await notes.removeNotes(bo, {
      body: { workspace: 'default', prefix: 'plans/', forget: true },
    });

    expect(results).toEqual([
      { path: 'plans/a.md', error: expect.objectContaining({ code: 'auth/forbidden' }) },
      { path: 'plans/b.md', version: 2 },
    ]);
  });
});
