import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MemoryInput } from '@cairn/contracts';
import { ServerRefusal, type CairnClient } from '../cairn-client.ts';
import { repositoryImporter } from '../repository/repository-importer.ts';
import { recordImporter } from './record-importer.ts';

interface Stored extends MemoryInput {
  readonly id: string;
  version: number;
  state: string;
  supersededBy?: string;
  /** The reason of the last change. */
  reason?: string;
}

/** Test store that keeps memories by external id and changes them as the routes do. */
class FakeStore {
  readonly memories: Stored[] = [];

  readonly call = (route: string, { params, body, query }: Call) => {
    if (route === 'listMemories')
      return answer({ items: this.memories.filter(({ source }) => source === query?.source), nextCursor: null });
    const memory = this.memories.find(({ id }) => id === params!.id)!;
    const { version, supersededBy } = memory;
    if (route === 'revisions') return answer({ revisions: [{ reason: memory.reason ?? null }] });
    if (body?.reason) memory.reason = body.reason;
    const living = this.memories.find(({ id, state }) => id === supersededBy && state !== 'archived');
    if (route === 'supersedeMemory' && living && supersededBy !== body!.successor)
      return Promise.reject(refusal(`The memory ${living.id} stands in its place already.`));
    if (route === 'restoreMemory' && living)
      return Promise.reject(refusal('Another memory stands in its place already.'));
    if (route === 'supersedeMemory' && supersededBy !== body!.successor)
      Object.assign(memory, { version: version + 1, state: 'superseded', supersededBy: body!.successor });
    if (route === 'archiveMemory') Object.assign(memory, { version: version + 1, state: 'archived' });
    if (route === 'restoreMemory')
      Object.assign(memory, { version: version + 1, state: 'active', supersededBy: undefined });
    return answer({ oldVersion: memory.version });
  };

  add(input: MemoryInput): void {
    if (this.memories.some(({ source, externalId }) => source === input.source && externalId === input.externalId))
      return;
    this.memories.push({ ...input, id: `m${this.memories.length}`, version: 1, state: 'active' });
  }
}

interface Call {
  readonly params?: { readonly id: string };
  readonly body?: { readonly successor?: string; readonly reason?: string };
  readonly query?: { readonly source?: string };
}

const refusal = (message: string) => new ServerRefusal(409, { error: { code: 'item/superseded', message } });

const answer = (body: object) => Promise.resolve({ answer: body });

let root: string;
let store: FakeStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-settle-records-'));
  store = new FakeStore();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

async function run(importing: ReturnType<typeof recordImporter>) {
  const importer = await importing;
  for await (const parsed of importer.read({})) if (parsed.type === 'memory') store.add(parsed.input);
  return importer.settle!(store as unknown as CairnClient, new AbortController().signal);
}

const states = () =>
  store.memories.map(({ title, state, supersededBy }) => {
    const by = store.memories.find(({ id }) => id === supersededBy);
    return [title, state, ...(by ? [by.title] : [])].join(' | ');
  });

const git = { '.git/config': '[remote "origin"]\n\turl = https://code.example/acme/shop\n' };

test('both imports put a record under its successor, and doing so again changes nothing', async () => {
  write({
    ...git,
    'docs/adr/0001-mysql.md': '# MySQL\n\nStatus: Superseded by 0002\n',
    'docs/adr/0002-postgres.md': '# Postgres\n\nStatus: Accepted\n',
    'docs/adr/0003-cron.md': '# Cron\n\nStatus: Accepted\n',
    'docs/adr/0004-queue.md': '# Queue\n\nStatus: Accepted\n\nSupersedes 0003\n',
  });
  const linked = ['MySQL | superseded | Postgres', 'Postgres | active', 'Cron | superseded | Queue', 'Queue | active'];

  expect(await run(recordImporter(join(root, 'docs/adr'), undefined))).toMatchObject({
    archived: 0,
    superseded: 2,
    unlinked: [],
  });
  expect(states()).toEqual(linked);
  for (const again of [recordImporter(join(root, 'docs/adr'), undefined), repositoryImporter(root, undefined)])
    expect(await run(again)).toEqual({ archived: 0, restored: 0, superseded: 0, unlinked: [] });
  expect(states()).toEqual(linked);
});

test('a successor that comes in a later import takes the place of the memory that is stored, and gives it back', async () => {
  write({ ...git, 'adr/0001-mysql.md': '# MySQL\n\nStatus: Accepted\n' });
  await run(recordImporter(join(root, 'adr'), undefined));
  write({ 'adr/0002-postgres.md': '# Postgres\n\nStatus: Accepted\n\nSupersedes 0001\n' });

  expect(await run(recordImporter(join(root, 'adr'), undefined))).toMatchObject({ superseded: 1 });
  expect(states()).toEqual(['MySQL | superseded | Postgres', 'Postgres | active']);

  write({ 'adr/0002-postgres.md': '# Postgres\n\nStatus: Rejected\n\nSupersedes 0001\n' });
  expect(await run(recordImporter(join(root, 'adr'), undefined))).toMatchObject({ restored: 1, superseded: 0 });
  expect(states()).toEqual(['MySQL | active', 'Postgres | archived', 'Postgres | archived']);
});

test('a changed record renews its memory, also one that stands in the place of another, and a text that comes back is active again', async () => {
  const status = 'Status: Accepted\n\nSupersedes 0001\n';
  write({
    ...git,
    'adr/0001-mysql.adoc': '= MySQL\n:status: Accepted\n',
    'adr/0002-postgres.adoc': `= Postgres\n\n${status}`,
  });
  const importing = () => run(recordImporter(join(root, 'adr'), undefined));
  await importing();
  write({ 'adr/0002-postgres.adoc': `= Postgres 17\n\n${status}` });

  expect(await importing()).toEqual({ archived: 0, restored: 0, superseded: 1, unlinked: [] });
  expect(states()).toEqual([
    'MySQL | superseded | Postgres',
    'Postgres | superseded | Postgres 17',
    'Postgres 17 | active',
  ]);
  expect(await importing()).toEqual({ archived: 0, restored: 0, superseded: 0, unlinked: [] });

  write({ 'adr/0002-postgres.adoc': `= Postgres\n\n${status}` });
  expect(await importing()).toMatchObject({ archived: 1, restored: 1 });
  expect(states()).toEqual(['MySQL | superseded | Postgres', 'Postgres | active', 'Postgres 17 | archived']);
});

test('a memory that a person archived stays archived, whatever its file says', async () => {
  write({ ...git, 'adr/0001-mysql.md': '# MySQL\n\nStatus: Accepted\n' });
  const importing = () => run(recordImporter(join(root, 'adr'), undefined));
  await importing();
  Object.assign(store.memories[0]!, { state: 'archived', reason: 'We changed it on Monday.' });

  expect(await importing()).toMatchObject({ restored: 0 });
  expect(states()).toEqual(['MySQL | archived']);
});

test.each([
  ['old', 'new'],
  ['new', 'old'],
])('folders of one repository are linked when %s is imported before %s', async (...order) => {
  write({
    ...git,
    'old/adr/0001-mysql.md': '# MySQL\n\nStatus: Superseded by [Postgres](../../new/adr/0007-postgres.md)\n',
    'new/adr/0007-postgres.md': '# Postgres\n\nStatus: Accepted\n',
  });

  const [first, second] = order.map((name) => join(root, name, 'adr'));
  const receipt = await run(recordImporter(first!, undefined));
  await run(recordImporter(second!, undefined));

  expect(receipt.unlinked).toHaveLength(order[0] === 'old' ? 1 : 0);
  expect(states().sort()).toEqual(['MySQL | superseded | Postgres', 'Postgres | active']);
});

test('a record that names no known successor is archived and told, and nothing of a circle is lost', async () => {
  write({
    '1-a.md': '# A\n\nStatus: Superseded by ADR-9\n',
    '2-b.md': '# B\n\nStatus: Accepted\n\nSupersedes 3\n',
    '3-c.md': '# C\n\nStatus: Accepted\n\nSupersedes 2\n',
  });

  const { unlinked } = await run(recordImporter(root, 'acme'));

  expect(states()).toEqual(['A | archived', 'B | active', 'C | active']);
  expect(unlinked.map(({ file, line }) => [file, line])).toEqual([
    ['1-a.md', 3],
    ['2-b.md', 5],
    ['3-c.md', 5],
  ]);
});
