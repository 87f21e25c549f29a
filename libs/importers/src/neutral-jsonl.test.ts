import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findNeutralJsonl, readNeutralJsonl } from './neutral-on-disk.ts';
import type { ParsedLine } from './parsed.ts';
import { LINE_BYTES_MAX } from './read-lines.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'cairn-jsonl-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const lines = (...records: unknown[]) => records.map((record) => JSON.stringify(record) + '\n').join('');
async function read(folder = dir, onBytes = (_bytes: number) => {}): Promise<ParsedLine[]> {
  const items: ParsedLine[] = [];
  for await (const item of readNeutralJsonl(folder, { onBytes })) items.push(item);
  return items;
}
const message = (fields: object = {}) => ({
  id: 'c1/1',
  conversation: 'c1',
  channel: 'general',
  sessionKey: 'c1/s1',
  role: 'user',
  speaker: 'Ana',
  timestamp: 1_700_000_000_000,
  content: 'The lift is broken.',
  ...fields,
});
const memory = (fields: object = {}) => ({
  id: 'c1/m1',
  conversation: 'c1',
  store: 'semantic',
  category: 'decision',
  title: 'Lifts',
  content: 'Stairs first.',
  tags: ['house'],
  entities: [{ name: 'Ana' }],
  relations: [{ from: 'a', type: 'knows', to: 'b' }],
  sourceIds: ['c1/1'],
  timestamp: 1_700_000_000_000,
  ...fields,
});

test('maps a message: conversation to channel, its own channel to subchannel', async () => {
  writeFileSync(join(dir, 'messages.jsonl'), lines(message()));

  const [parsed] = await read();

  expect(parsed).toEqual({
    type: 'message',
    place: { file: 'messages.jsonl', line: 1 },
    input: {
      role: 'user',
      speaker: 'Ana',
      content: 'The lift is broken.',
      channel: 'c1',
      subchannel: 'general',
      sessionKey: 'c1/s1',
      timestamp: 1_700_000_000_000,
      source: 'jsonl',
      externalId: 'c1/1',
      provenance: {},
    },
  });
});

test('maps a memory, keeps its source ids and what it declares of the graph', async () => {
  writeFileSync(join(dir, 'memories.jsonl'), lines(memory()));

  const [parsed] = await read();

  expect(parsed).toMatchObject({
    type: 'memory',
    input: {
      channel: 'c1',
      store: 'semantic',
      category: 'decision',
      title: 'Lifts',
      tags: ['house'],
      sourceIds: ['c1/1'],
      externalId: 'c1/m1',
      entities: [{ name: 'Ana', type: 'unknown' }],
      relations: [{ from: 'a', type: 'knows', to: 'b' }],
    },
  });
  expect(parsed).not.toHaveProperty('unread');
});

test('names entities and relations as unread that are no declarations, and takes the memory', async () => {
  writeFileSync(join(dir, 'memories.jsonl'), lines(memory({ entities: ['Ana'], relations: [{ from: 'a', to: 'b' }] })));

  expect(await read()).toMatchObject([{ type: 'memory', unread: ['entities', 'relations'] }]);
});

test('takes over who may read an item, and every other field that an item has', async () => {
  const own = {
    confidence: 0.5,
    validFrom: 1_700_000_000_000,
    subject: 'lifts',
    provenance: { file: 'a.md' },
    visibility: 'private',
  };
  writeFileSync(join(dir, 'messages.jsonl'), lines(message({ visibility: 'private' }), message({ visibility: null })));
  writeFileSync(join(dir, 'memories.jsonl'), lines(memory(own), memory({ visibility: 'team' })));

  const [said, open, known, refused] = await read();

  expect(said).toMatchObject({ input: { visibility: 'private' } });
  expect(open).not.toHaveProperty('input.visibility');
  expect(known).toMatchObject({ input: own });
  expect(refused).toMatchObject({ type: 'failed', reason: expect.stringContaining('team:NAME') });
});

test('gives lines that name no reader the one that was asked for, and no others', async () => {
  writeFileSync(join(dir, 'messages.jsonl'), lines(message(), message({ visibility: 'org' })));

  const items: ParsedLine[] = [];
  for await (const item of readNeutralJsonl(dir, { visibility: 'private' })) items.push(item);

  expect(items.map((item) => 'input' in item && item.input.visibility)).toEqual(['private', 'org']);
});

test('takes a channel without a conversation for the channel, which can be a border', async () => {
  const place = { conversation: undefined, channel: 'coach:511' };
  writeFileSync(join(dir, 'messages.jsonl'), lines(message(place), message({ ...place, conversation: '_directory' })));
  writeFileSync(join(dir, 'memories.jsonl'), lines(memory(place), memory({ channel: 'c1' }), memory({ channel: 'x' })));

  const [said, listed, known, same, torn] = await read();

  for (const item of [said, listed, known]) {
    expect(item).toMatchObject({ input: { channel: 'coach:511' } });
    expect(item).not.toHaveProperty('input.subchannel');
  }
  expect(same).toMatchObject({ input: { channel: 'c1' } });
  expect(torn).toMatchObject({ type: 'failed', reason: expect.stringMatching(/^channel: /) });
});

test('names the fields that it makes nothing of, unless they say nothing', async () => {
  const extra = { mood: 'good', empty: '', none: null, list: [], object: {}, zero: 0 };
  writeFileSync(join(dir, 'messages.jsonl'), lines(message(extra), message()));

  const [first, second] = await read();

  expect(first).toMatchObject({ unread: ['mood', 'zero'] });
  expect(second).not.toHaveProperty('unread');
});

test('reads a time as epoch ms or as ISO 8601 with a zone', async () => {
  const times = [1_700_000_000_000, '2023-11-14T22:13:20Z', '2023-11-14T23:13:20+01:00'];
  writeFileSync(
    join(dir, 'messages.jsonl'),
    lines(...times.map((timestamp, at) => message({ id: `m${at}`, timestamp }))),
  );

  const parsed = await read();

  expect(parsed.map((item) => 'input' in item && item.input.timestamp)).toEqual(times.map(() => 1_700_000_000_000));
});

test('gives items of the directory no channel, and those of an unknown time a timestamp of 0', async () => {
  writeFileSync(join(dir, 'messages.jsonl'), lines(message({ timestamp: 0 })));
  writeFileSync(
    join(dir, 'memories.jsonl'),
    lines(
      memory({ conversation: '_directory', timestamp: 0 }),
      memory({ id: 'm2', timestamp: null }),
      memory({ id: 'm3', timestamp: undefined }),
    ),
  );

  const parsed = await read();

  expect(parsed.map((item) => ('input' in item ? [item.input.channel, item.input.timestamp] : item))).toEqual([
    ['c1', 0],
    [undefined, 0],
    ['c1', 0],
    ['c1', 0],
  ]);
});

test('takes blank optional fields for absent ones', async () => {
  writeFileSync(join(dir, 'messages.jsonl'), lines(message({ speaker: '', sessionKey: null, channel: '  ' })));

  const [parsed] = await read();

  expect(parsed).toMatchObject({ type: 'message' });
  expect(parsed).not.toHaveProperty('input.speaker');
  expect(parsed).not.toHaveProperty('input.subchannel');
});

test('passes over blank items, names broken lines by number and goes on', async () => {
  const text = [
    JSON.stringify(message({ content: ' \n\t ' })),
    '{"id": "half',
    '[1]',
    '',
    '"text"',
    JSON.stringify(message({ id: 'c1/9' })),
  ].join('\n');
  writeFileSync(join(dir, 'messages.jsonl'), text);

  const parsed = await read();

  expect(parsed.map(({ type, place }) => [type, place.line])).toEqual([
    ['blank', 1],
    ['failed', 2],
    ['failed', 3],
    ['failed', 5],
    ['message', 6],
  ]);
});

test.each([
  ['a title of 501 letters', memory({ title: 'x'.repeat(501) }), /^title: /],
  ['an unknown category, naming the valid ones', memory({ category: 'opinion' }), /^category: .*decision/],
  ['a message above 1 MB', memory({ content: 'x'.repeat(1_048_577) }), /^content: /],
  ['a time that is no number', memory({ timestamp: 'yesterday' }), /^timestamp: /],
  ['a record without id', memory({ id: undefined }), /^id: /],
])('reports %s and does not cut or guess', async (_, record, reason) => {
  writeFileSync(join(dir, 'memories.jsonl'), lines(record, memory({ id: 'after' })));

  const [first, second] = await read();

  expect(first).toEqual({
    type: 'failed',
    place: { file: 'memories.jsonl', line: 1 },
    reason: expect.stringMatching(reason),
  });
  expect(second).toMatchObject({ type: 'memory', input: { externalId: 'after' } });
});

test('takes a message of exactly 1 MB and titles of 1 and 500 letters', async () => {
  writeFileSync(join(dir, 'messages.jsonl'), lines(message({ content: '\u0001'.repeat(1_048_576) })));
  writeFileSync(
    join(dir, 'memories.jsonl'),
    lines(memory({ title: 'x' }), memory({ id: 'b', title: 'y'.repeat(500) })),
  );

  expect((await read()).map(({ type }) => type)).toEqual(['message', 'memory', 'memory']);
});

test('reads gzip as a stream and says how many bytes of the files are read', async () => {
  const packed = gzipSync(lines(...Array.from({ length: 5_000 }, (_, n) => message({ id: `c1/${n}` }))));
  writeFileSync(join(dir, 'messages.jsonl.gz'), packed);
  const seen: number[] = [];

  const parsed = await read(dir, (bytes) => seen.push(bytes));

  expect(parsed).toHaveLength(5_000);
  expect(new Set(parsed.map((item) => 'input' in item && item.input.externalId)).size).toBe(5_000);
  expect(seen.at(-1)).toBe(packed.length);
});

test('keeps what a torn gzip file still gives and reports where it breaks off', async () => {
  const packed = gzipSync(
    lines(...Array.from({ length: 20_000 }, (_, n) => message({ id: `c1/${n}-${Math.sin(n)}` }))),
  );
  writeFileSync(join(dir, 'messages.jsonl.gz'), packed.subarray(0, packed.length / 2));

  const parsed = await read();

  expect(parsed.length).toBeGreaterThan(1_000);
  expect(parsed.slice(0, -1).every(({ type }) => type === 'message')).toBe(true);
  expect(parsed.at(-1)).toMatchObject({ type: 'failed', reason: expect.stringContaining('reading failed') });
});

test('lets a line beyond the limit pass without keeping it', async () => {
  const huge = Buffer.alloc(LINE_BYTES_MAX + 1, 'x');
  writeFileSync(join(dir, 'messages.jsonl'), Buffer.concat([huge, Buffer.from('\n' + lines(message()))]));

  const parsed = await read();

  expect(parsed.map(({ type, place }) => [type, place.line])).toEqual([
    ['failed', 1],
    ['message', 2],
  ]);
});

test('refuses bytes that are no UTF-8 and takes a byte order mark and carriage returns', async () => {
  const bad = Buffer.concat([Buffer.from('{"id":"a","content":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]);
  writeFileSync(
    join(dir, 'messages.jsonl'),
    Buffer.concat([Buffer.from('\ufeff' + JSON.stringify(message()) + '\r\n\r\n'), bad]),
  );

  expect((await read()).map(({ type }) => type)).toEqual(['message', 'failed']);
});

test('does not repeat the text of a broken line in its reason', async () => {
  writeFileSync(join(dir, 'messages.jsonl'), 'my password is hunter2\n');

  const [parsed] = await read();

  expect(parsed).toMatchObject({ type: 'failed', reason: expect.not.stringContaining('hunter2') });
});

test('finds the sets and parts below a folder, in a fixed order, and the plain file before the packed one', async () => {
  for (const part of ['b/dev', 'a/dev', 'a/test', 'a/dev/deeper/still'])
    mkdirSync(join(dir, part), { recursive: true });
  for (const part of ['b/dev', 'a/dev', 'a/test', 'a/dev/deeper/still'])
    writeFileSync(join(dir, part, 'memories.jsonl'), lines(memory({ id: part })));
  writeFileSync(join(dir, 'a/dev/memories.jsonl.gz'), gzipSync(lines(memory({ id: 'packed' }))));
  writeFileSync(join(dir, 'a/dev/queries.jsonl'), '{}\n');

  expect((await findNeutralJsonl(dir)).map(({ name }) => name)).toEqual([
    'a/dev/memories.jsonl',
    'a/test/memories.jsonl',
    'b/dev/memories.jsonl',
  ]);
  expect((await findNeutralJsonl(join(dir, 'a/dev'))).map(({ name }) => name)).toEqual(['memories.jsonl']);
  expect((await read()).map((item) => 'input' in item && item.input.externalId)).toEqual(['a/dev', 'a/test', 'b/dev']);
});

test('gives the same items for the same records, wherever the folder lies and however it is packed', async () => {
  const elsewhere = join(dir, 'other/set');
  mkdirSync(elsewhere, { recursive: true });
  writeFileSync(join(dir, 'memories.jsonl'), lines(memory()));
  writeFileSync(join(elsewhere, 'memories.jsonl.gz'), gzipSync(readFileSync(join(dir, 'memories.jsonl'))));

  const [here] = await read();
  const [there] = await read(join(dir, 'other'));

  expect(here).toMatchObject({ type: 'memory' });
  expect(there).toMatchObject({ input: (here as Extract<ParsedLine, { type: 'memory' }>).input });
});
