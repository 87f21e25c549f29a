import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend, embeddedEvents } from '@cairn/backends';
import { CairnError, type StatsResponse, type WriteResponse } from '@cairn/contracts';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { Outbox, Readiness } from '@cairn/ports';
import { until } from '@cairn/testing';
import { keys, type Keys } from '@cairn/store';
import { StampingEmbedder } from './stamping-embedder.fixture.ts';
import { itemModules } from './service-modules.fixture.ts';

let dataDir: string;
let service: RunningService;
let lines: { level: string; msg: string }[];

beforeEach(() => {
  lines = [];
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-without-model-'));
});
afterEach(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts with these models; without any, as the settings say, which name none. */
async function start(...models: [] | [StampingEmbedder]) {
  const settings = { CAIRN_EMBEDDER: 'none', CAIRN_LOG_LEVEL: 'warn' };
  const config = { ...loadConfig('all-in-one', settings), port: 0, dataDir, readers: 1 };
  const [model] = models;
  const backend = await embeddedBackend(config, ...(model ? ([[model]] as const) : []));
  const modules = itemModules(config);
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  service = await startService({ log, backend, modules, config, transport: embeddedEvents, handlesItsEvents: true });
  const allKeys = service.app.get<Keys>(keys.token);
  const { orgId } = await allKeys.firstOrganisation({});
  const { key } = await allKeys.create({ orgId, name: 'ops', kind: 'person', role: 'admin', peers: [] });
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(service.url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Answer;
  };
}

const texts = Array.from({ length: 20 }, (_, n) => ({
  title: `Fact ${n}`,
  content: `It is the fact number ${n}.`,
  store: 'semantic',
}));

it('waits for nothing and tries nothing again without a model, and makes up for it when there is one', async () => {
  const asked = await start();

  const { items } = await asked<WriteResponse>('POST', '/v1/memories?wait=indexed&waitMs=30000', texts);
  // The last deliveries end shortly after the index states that the answer waits for.
  const isIdle = async () => (await service.app.get(Outbox).depth()).waiting === 0;
  await until(isIdle);
  const without = await asked<StatsResponse>('GET', '/v1/recall/stats');
  const parts = await service.app.get(Readiness).parts();
  await asked('DELETE', `/v1/memories/${items[0]!.id}`);
  await until(isIdle);
  await service.close();

  const again = await start(new StampingEmbedder('a', 0));
  const indexOf = async () => (await again<StatsResponse>('GET', '/v1/recall/stats')).index;
  await until(async () => (await indexOf()).off.vectors + (await indexOf()).pending.vectors === 0);
  const found = await again('POST', '/v1/recall', { query: 'Fact 7\nIt is the fact number 7.', recipe: 'vectors' });

  expect(items.map(({ index }) => index)).toEqual(texts.map(() => ({ words: 'indexed', vectors: 'off' })));
  expect(without.index).toEqual({
    pending: { words: 0, vectors: 0 },
    dead: { words: 0, vectors: 0 },
    off: { words: 0, vectors: 20 },
  });
  expect(parts).toContainEqual({ name: 'embedder', ready: true, note: expect.stringContaining('CAIRN_EMBEDDER=none') });
  expect(found).toMatchObject({
    degraded: [],
    hits: expect.arrayContaining([{ title: 'Fact 7' }].map(expect.objectContaining)),
  });
});

it('says and logs nothing about the vectors that its settings do without', async () => {
  const asked = await start();
  await asked('POST', '/v1/memories?wait=indexed&waitMs=30000', texts);

  const answers = [
    await asked('POST', '/v1/recall', { query: 'number 7' }),
    await asked('POST', '/v1/recall', { query: '7' }),
    await asked('POST', '/v1/recall/preflight', { action: 'rm -rf number', waitMs: 2_000 }),
  ];

  expect(answers).toEqual([1, 2, 3].map(() => expect.objectContaining({ degraded: [] })));
  expect(lines).toEqual([]);
});

it('logs one line a cause while its model is away, however many deliveries fail and recalls go without it', async () => {
  class Away extends StampingEmbedder {
    attempts = 0;
    override async embed(): Promise<never> {
      this.attempts++;
      throw new CairnError('embedder/unavailable', `The model is away since ${this.attempts} attempts.`);
    }
  }
  const model = new Away('a', 0);
  const asked = await start(model);
  await asked('POST', '/v1/memories', texts);
  await until(() => model.attempts > 40);
  for (let n = 0; n < 5; n++) await asked('POST', '/v1/recall', { query: `number ${n}` });

  expect(lines.filter(({ msg }) => msg.includes('memory.written.vectors'))).toHaveLength(1);
  expect(lines.filter(({ msg }) => msg.includes('the retriever vectors did not answer'))).toHaveLength(1);
});
