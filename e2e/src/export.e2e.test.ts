import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { cli } from './cli.ts';
import { Client } from './client.ts';
import { until } from './until.ts';

/** Number of random worlds; each is imported into two fresh installations, and five processes start more slowly than one. */
const WORLDS = process.env['CAIRN_E2E'] === 'cluster' ? 1 : 2;

type Fields = Record<string, unknown>;
interface Line extends Fields {
  readonly kind: string;
  readonly id: string;
  readonly externalId?: string;
  readonly content: string;
  readonly sourceIds?: readonly string[];
  readonly provenance: Readonly<Record<string, string>>;
}
let folder: string;
const open: Store[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-export-'));
});
afterEach(() => Promise.all(open.splice(0).map((store) => store.stop())));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

class Store {
  readonly dataDir = mkdtempSync(join(folder, 'store-'));
  private server: Cairn | undefined;

  async start(): Promise<this> {
    open.push(this);
    const env = { CAIRN_EMBEDDER: 'none', CAIRN_PEER_PREFIXES: 'coach', CAIRN_RATE_LIMIT_PER_MINUTE: '100000' };
    this.server = await startCairn({ dataDir: this.dataDir, port: await freePort(), env });
    return this;
  }

  stop(): Promise<unknown> {
    return this.server?.stop() ?? Promise.resolve();
  }

  get client(): Client {
    return new Client(this.server!.url, this.server!.key!);
  }

  cairn(...args: string[]) {
    return cli([...args, '--data-dir', this.dataDir, '--key', this.server!.key!]);
  }

  async exported(name: string): Promise<Line[]> {
    await this.cairn('export', '--file', this.file(name));
    return linesOf(readFileSync(this.file(name), 'utf8'));
  }

  file(name: string): string {
    return join(this.dataDir, name);
  }

  async imported(file: string): Promise<unknown> {
    return (await this.cairn('import', 'jsonl', file, '--json')).json;
  }
}

const linesOf = (jsonl: string): Line[] =>
  jsonl
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
const name = fc.constantFrom('ops', 'dev team', 'Ä / 日本', 'x\u001b[31m');
const knownTime = fc.constantFrom(200_000_000_000, 1_700_000_000_000);
const time = fc.oneof(fc.constant(0), knownTime);
const shared = {
  text,
  hasExternalId: fc.boolean(),
  fields: fc.record({
    channel: optional(fc.oneof(name, fc.constant('coach:main'))),
    visibility: optional(fc.constantFrom('private', 'org')),
    timestamp: optional(time),
    source: optional(fc.constantFrom('chat', 'wiki')),
    provenance: optional(fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), text, { maxKeys: 3 })),
  }),
};
const aMessage = fc.record({
  ...shared,
  own: fc.record({
    role: optional(fc.constantFrom('user', 'assistant')),
    speaker: optional(name),
    subchannel: optional(name),
    sessionKey: optional(fc.constantFrom('s', 't')),
  }),
});
const aMemory = fc.record({
  ...shared,
  sources: fc.array(fc.record({ of: fc.nat(), byExternalId: fc.boolean() }), { maxLength: 3 }),
  own: fc
    .record({
      store: optional(fc.constantFrom('episodic', 'procedural')),
      category: optional(fc.constantFrom('rule', 'lesson')),
      tags: optional(fc.array(name, { maxLength: 3 })),
      confidence: optional(fc.double({ min: 0, max: 1, noNaN: true })),
      valence: optional(fc.constantFrom(-1, 0.25)),
      arousal: optional(fc.constantFrom(0, 1)),
      validFrom: optional(knownTime),
      validTo: optional(knownTime),
      subject: optional(name),
    })
    .filter(({ validFrom = 0, validTo = Infinity }) => validFrom < validTo),
});
const aWorld = fc.record({
  messages: fc.array(aMessage, { minLength: 5, maxLength: 60 }),
  memories: fc.array(aMemory, { minLength: 5, maxLength: 40 }),
});
type World = typeof aWorld extends fc.Arbitrary<infer Value> ? Value : never;

/** Stores a world: messages first, then memories one by one, which may name any item before them by its id or external id. */
async function fill({ client }: Store, { messages, memories }: World): Promise<void> {
  const stored: { id: string; externalId: string | undefined }[] = [];
  const add = async (path: string, items: Fields[]) => {
    const { status, body } = await client.post(path, items);
    expect({ status, body }).toMatchObject({ status: 201 });
    for (const [at, { id }] of body.items.entries())
      stored.push({ id, externalId: items[at]?.['externalId'] as string | undefined });
  };
  await add(
    '/v1/messages',
    messages.map((message, at) => ({ ...sentOf(message, `message ${at}`), ...message.own })),
  );
  for (const [at, memory] of memories.entries()) {
    const sourceIds = memory.sources.map(({ of, byExternalId }) => {
      const source = stored[of % stored.length]!;
      return byExternalId ? (source.externalId ?? source.id.toUpperCase()) : source.id;
    });
    await add('/v1/memories', [{ ...sentOf(memory, `memory ${at}`), title: `title ${at}`, ...memory.own, sourceIds }]);
  }
}

const sentOf = (
  { text: said, hasExternalId, fields }: World['messages'][number] | World['memories'][number],
  id: string,
) => ({
  ...fields,
  content: `${id} ${said}`,
  ...(hasExternalId && { externalId: id }),
});

/** The fields that must survive: all but ids, their copies as external ids, importer, id of the import and time. Sources are named by content. */
function lasting(lines: readonly Line[]): unknown[] {
  const nameById = new Map(lines.map((line) => [line.id, line.content]));
  const nameByExternalId = new Map(
    lines.map((line) => [JSON.stringify([line['source'], line.externalId]), line.content] as const),
  );
  const sourceName = (line: Line, source: string) =>
    nameByExternalId.get(JSON.stringify([line['source'], source])) ?? nameById.get(source.toLowerCase()) ?? source;
  return lines
    .map((line) => {
      const { id, createdAt: _, principalId: __, author: ___, writtenBy: _____, ...kept } = line;
      const { importId: ____, ...provenance } = line.provenance;
      const externalId = line.kind === 'message' ? (line.externalId ?? id) : line.externalId;
      return { ...kept, provenance, externalId, sourceIds: line.sourceIds?.map((source) => sourceName(line, source)) };
    })
    .sort((one, other) => (one.content < other.content ? -1 : 1));
}

it('brings random items into an empty store and back without a loss, and adds nothing to where they come from', async () => {
  await fc.assert(
    fc.asyncProperty(aWorld, async (world) => {
      const [first, second] = [await new Store().start(), await new Store().start()];
      await fill(first, world);
      const total = world.messages.length + world.memories.length;
      const file = first.file('one.jsonl');

      const lines = await first.exported('one.jsonl');
      expect(lines).toHaveLength(total);
      expect(await first.imported(file)).toMatchObject({ imported: 0, alreadyThere: total, failed: 0, reasons: [] });
      expect(await first.exported('again.jsonl')).toEqual(lines);

      expect(await second.imported(file)).toMatchObject({ imported: total, failed: 0, reasons: [], unread: {} });
      expect(await second.imported(file)).toMatchObject({ imported: 0, alreadyThere: total, failed: 0 });
      const back = await second.exported('two.jsonl');
      expect(lasting(back)).toEqual(lasting(lines));
      await Promise.all(open.splice(0).map((each) => each.stop()));
    }),
    { numRuns: WORLDS, endOnFailure: true },
  );
}, 300_000);

it('holds what is tied to a peer only with its channel, packs a file, and brings back what was forgotten', async () => {
  const store = await new Store().start();
  const items = [{ content: 'for all' }, { content: 'for one', channel: 'coach:1' }];
  const said = await store.client.post('/v1/messages', items);
  const packed = store.file('all.jsonl.gz');

  const all = await store.cairn('export', '--file', packed, '--json');
  const ofPeer = await store.cairn('export', '--kind', 'message', '--channel', 'coach:1');
  await store.client.call('DELETE', `/v1/messages/${said.body.items[0].id}`);
  const restored = await store.imported(packed);

  expect(all.json).toEqual({ file: packed, messages: 1, memories: 0, notes: 0 });
  expect(linesOf(ofPeer.stdout)).toMatchObject([{ content: 'for one', channel: 'coach:1', visibility: 'peer' }]);
  expect(restored).toMatchObject({ imported: 1, alreadyThere: 0, failed: 0 });
  expect((await store.cairn('list', 'messages')).stdout).toContain('for all');
});

/** All of a whole export but ids, times of arrival and who imported it; what is tied to another memory by the title of that. */
function wholeOf(lines: readonly Line[]): unknown[] {
  const nameOf = (line: Line) => String(line['title'] ?? line.content ?? line['path']);
  const titleById = new Map(
    lines.flatMap((line) => [line.id, line.externalId].map((id) => [id, nameOf(line)] as const)),
  );
  const named = (id: unknown) => (id === undefined ? undefined : (titleById.get(id as string) ?? id));
  const inOrder = lines.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  return inOrder.map(
    ({ id: ____, createdAt: _, principalId: __, author: ___, writtenBy: _____, versions, decides, ...line }) => ({
      ...line,
      ...(decides !== undefined && {
        decides: { ...(decides as object), reverses: named((decides as Line)['reverses']) },
      }),
      externalId: line.kind === 'message' || line['state'] !== 'active' ? 'its own, else its id' : line.externalId,
      sourceIds: line.sourceIds?.map(named),
      supersedes: (line['supersedes'] as string[] | undefined)?.map(named),
      versions: (versions as { version: number; text: string }[] | undefined)?.map(({ version, text: said }) => [
        version,
        said,
      ]),
    }),
  );
}

it('brings all that belongs to memories back from lines and from Markdown, and adds nothing twice', async () => {
  const [first, second] = [await new Store().start(), await new Store().start()];
  const { client } = first;
  const write = async (path: string, body: unknown) => {
    const answer = await client.post(path, body);
    expect([path, answer.status, answer.body]).toEqual([path, answer.status < 300 ? answer.status : 0, answer.body]);
    return answer.body;
  };
  const { items: said } = await write('/v1/messages', [
    { content: 'Let us use 5432 -- or <!-- not -->', speaker: 'Ada', sessionKey: 's' },
  ]);
  const port = {
    subject: 'ledger',
    attribute: 'port',
    tags: ['db'],
    validFrom: 1_700_000_000_000,
    sourceIds: [said[0].id],
    value: '5432',
  };
  const entities = [
    { name: 'Payments', type: 'team', aliases: ['pay'] },
    { name: 'ledger', type: 'service' },
  ];
  const relations = [{ from: 'team:Payments', type: 'owns', to: 'service:ledger', validTo: 1_900_000_000_000 }];
  const meaning = { forbids: [{ names: ['make deploy'], strength: 'advice' }], instead: ['make wait'] };
  const { items } = await write('/v1/memories', [
    { title: 'Port', content: 'It is 5432.', ...port, entities, relations, valence: -0.5 },
    { title: 'Deploys', content: 'Never on Fridays.', actionTriggers: ['deploy*'], ...meaning },
    { title: 'Why', content: 'By vote.', category: 'decision', decides: { reasons: ['vote'], reverses: said[0].id } },
    { title: 'Old', content: 'Not needed.' },
  ]);
  const [old, deploys, , gone] = items.map(({ id }: { id: string }) => id);
  await write(`/v1/memories/${old}/update`, { content: 'It is 5433.', reason: 'moved' });
  const { newMemoryId } = await write(`/v1/memories/${old}/supersede`, { title: 'Port now', content: 'It is 5434.' });
  await write(`/v1/memories/${deploys}/update`, { title: 'Deploys ä' });
  await write(`/v1/memories/${gone}/archive`, {});
  await write('/v1/feedback', { memoryId: newMemoryId, kind: 'helpful' });
  await write('/v1/patterns', { pattern: 'Run the tests first.', category: 'convention', tags: ['ci'] });
  for (const text of ['# One', '# Two\n\nthree'])
    await client.call('PUT', '/v1/notes', { path: 'memory/a.md', text, workspace: 'team' });

  const whole = async (store: Store, file: string, ...more: string[]) => {
    await store.cairn('export', '--whole', '--file', store.file(file), ...more);
    return store.file(file);
  };
  const stronger = ({ client: of }: Store) =>
    until(async () => JSON.stringify((await of.get('/v1/memories?limit=100')).body).includes('"strength":0.85'));
  await stronger(first);
  const lines = linesOf(readFileSync(await whole(first, 'one.jsonl'), 'utf8'));
  const markdown = await whole(first, 'one.md.gz', '--format', 'markdown');

  expect(await first.imported(markdown)).toMatchObject({ imported: 0, failed: 0, reasons: [] });
  expect(await second.imported(markdown)).toMatchObject({ imported: 8, failed: 0, reasons: [], unread: {} });
  expect(await second.imported(first.file('one.jsonl'))).toMatchObject({ imported: 0, alreadyThere: 8, failed: 0 });
  await stronger(second);
  const back = linesOf(readFileSync(await whole(second, 'two.jsonl'), 'utf8'));

  expect(lines.map(({ state, title }) => [title, state])).toEqual(
    expect.arrayContaining([
      ['Port', 'superseded'],
      ['Old', 'archived'],
    ]),
  );
  expect(lines.find(({ title }) => title === 'Port now')).toMatchObject({
    supersedes: [old],
    feedback: [{ kind: 'helpful' }],
  });
  expect(lines.find(({ title }) => title === 'Port')).toMatchObject({
    revisions: [{ content: 'It is 5432.' }, {}],
    entities: [{}, {}],
    relations: [{}],
  });
  expect(wholeOf(back)).toEqual(wholeOf(lines));
}, 300_000);

test('exports notes as they are now, and with --whole each of more versions than a page holds', async () => {
  const store = await new Store().start();
  const put = (path: string, text: string) => store.client.call('PUT', '/v1/notes', { path, text });
  for (let version = 1; version <= 101; version += 1) await put('memory/a.md', `# A\n${version}\n`);
  await put('memory/gone.md', '# Gone\n');
  await store.client.call('DELETE', '/v1/notes?path=memory/gone.md');

  const notes = (await store.exported('now.jsonl')).filter(({ kind }) => kind === 'note');
  await store.cairn('export', '--whole', '--kind', 'note', '--file', store.file('whole.jsonl'));
  const whole = linesOf(readFileSync(store.file('whole.jsonl'), 'utf8'));
  const filtered = await store.cairn('export', '--source', 'api');

  expect(notes).toMatchObject([{ path: 'memory/a.md', versions: [{ version: 101, text: '# A\n101\n' }] }]);
  expect(whole.map(({ path, versions }) => [path, (versions as unknown[]).length])).toEqual([
    ['memory/a.md', 101],
    ['memory/gone.md', 2],
  ]);
  expect(filtered.stdout).not.toContain('memory/a.md');
  const second = await new Store().start();
  expect(await second.imported(store.file('now.jsonl'))).toMatchObject({ imported: 1, failed: 0 });
}, 300_000);

test('leaves a note out of an import that was forgotten for good, and takes it again on purpose', async () => {
  const store = await new Store().start();
  const note = async () => (await store.client.get('/v1/notes/file?path=plan.md')).body.text;
  await store.client.call('PUT', '/v1/notes', { path: 'plan.md', text: 'one' });
  await store.client.call('PUT', '/v1/notes', { path: 'plan.md', text: 'two' });
  await store.exported('all.jsonl');
  await store.client.call('DELETE', '/v1/notes?path=plan.md&forget=true');

  expect(await store.imported(store.file('all.jsonl'))).toMatchObject({ imported: 0, forgotten: 1, failed: 0 });
  expect(await note()).toBeUndefined();
  const again = await store.cairn('import', 'jsonl', store.file('all.jsonl'), '--overwrite', '--json');
  expect(again.json).toMatchObject({ imported: 1, forgotten: 0 });
  expect(await note()).toBe('two');
});
