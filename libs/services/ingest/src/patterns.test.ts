import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { SavePatternRequest, type MemoryId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { SettableClock, aColleagueOf, aPrincipal } from '@cairn/testing';
import { callsOf, patterns } from '@cairn/store';
import { PatternsController } from './patterns.controller.ts';

let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;
let controller: PatternsController;
const clock = new SettableClock();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-patterns-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  truth = new SqliteTruth({ threads, clock });
  controller = new PatternsController(truth, truth, callsOf(patterns, new SqliteStore({ threads, clock })), clock);
});
afterAll(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

const save = (who: Principal, pattern: string, more: object = {}) =>
  controller.savePattern(who, {
    query: {},
    body: SavePatternRequest.parse({ pattern, category: 'convention', ...more }),
  });
const all = async (who: Principal, query: object = {}) =>
  (await controller.listPatterns(who, { query: { scope: 'project', project: 'default', limit: 100, ...query } }))
    .patterns;

it('keeps a pattern as a procedural memory with the fields that Forge gave it', async () => {
  const ada = aPrincipal();
  const { saved, created } = await save(ada, 'Run go vet before a push', { tags: ['ci'], category: 'test_command' });

  expect(created).toBe(true);
  expect(saved).toMatchObject({
    id: expect.stringMatching(/^mem_\d+_[a-z0-9]{4}$/),
    timestamp: new Date(clock.now()).toISOString(),
    pattern: 'Run go vet before a push',
    category: 'test_command',
    confidence: 0.7,
    scope: 'project',
    tags: ['ci'],
  });
  expect(await truth.find(scopeOf(ada), 'memory', saved.memoryId as MemoryId)).toMatchObject({
    store: 'procedural',
    category: 'workflow',
    title: 'Run go vet before a push',
    declaredConfidence: 0.7,
  });
  expect(await all(ada)).toEqual([saved]);
});

it('raises the confidence of what is saved again, by whomever, and never lowers it', async () => {
  const ada = aPrincipal();
  const grace = aColleagueOf(ada);
  const { saved } = await save(ada, 'Use pnpm', {
    confidence: 0.5,
    id: 'mem_1_abcd',
    timestamp: '2026-01-01T00:00:00Z',
  });

  const again = await save(grace, ' use  PNPM', { confidence: 0.1, tags: ['deps'] });

  expect(again).toMatchObject({
    created: false,
    saved: { id: 'mem_1_abcd', memoryId: saved.memoryId, tags: ['deps'] },
  });
  expect(again.saved.confidence).toBe(0.55);
  expect(again.saved.timestamp).toBe(new Date(clock.now()).toISOString());
});

it.each(['0020-02-29T00:00:00Z', '1970-01-01T00:00:00Z', '1973-03-03T00:00:00Z', 'yesterday'])(
  'refuses the time %s, once',
  (timestamp) => {
    const sent = { pattern: 'x', category: 'convention', timestamp };
    expect(SavePatternRequest.safeParse(sent).error?.issues.map(({ path }) => path)).toEqual([['timestamp']]);
  },
);

it('leaves one of many savers at once, with the confidence of all', async () => {
  const ada = aPrincipal();
  const savers = Array.from({ length: 6 }, () => aColleagueOf(ada));

  const results = await Promise.all(savers.map((saver) => save(saver, 'Never force-push', { confidence: 0.5 })));

  expect(results.filter(({ created }) => created)).toHaveLength(1);
  const [only, ...others] = await all(ada);
  expect(others).toEqual([]);
  let expected = 0.5;
  for (let risen = 1; risen < savers.length; risen += 1)
    expected = Math.round((expected + (1 - expected) * 0.1) * 1000) / 1000;
  expect(only?.confidence).toBe(expected);
});

it('keeps projects, the organisation and categories apart', async () => {
  const ada = aPrincipal();
  const [one, two] = [{ project: 'one' }, { project: 'two' }];
  for (const more of [one, two, { scope: 'global' }, { ...one, category: 'tool_usage' }])
    await save(ada, 'Use make', more);

  expect(await all(ada, one)).toHaveLength(2);
  expect(await all(ada, two)).toHaveLength(1);
  expect(await all(aColleagueOf(ada), { scope: 'global' })).toMatchObject([{ scope: 'global', pattern: 'Use make' }]);
  expect(await all(aPrincipal(), one)).toEqual([]);
});
