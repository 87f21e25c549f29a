import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend, embeddedEvents } from '@cairn/backends';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { IndexingModule } from '@cairn/service-indexing';
import { GatewayModule } from '@cairn/service-gateway';
import { firstKey } from '@cairn/service-admin';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import { traceCollector, until, type TraceCollector } from '@cairn/testing';
import { keys, type Keys } from '@cairn/store';

const SECRET = 'The spare key is taped under the third chair.';
const WRITE = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const CALL = {
  traceId: '11111111111111111111111111111111',
  traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
};

let dataDir: string;
let collector: TraceCollector;
let key: string;
const lines: string[] = [];

async function start(): Promise<RunningService> {
  const config = {
    ...loadConfig('all-in-one', { CAIRN_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
    dataDir,
  };
  const service = await startService({
    backend: await embeddedBackend(config),
    modules: [
      IngestModule.forRoot({ ownText: 'remove' }),
      IndexingModule.forRoot(config),
      RecallModule,
      GatewayModule.forRoot(),
    ],
    config,
    transport: embeddedEvents,
    log: { write: (line) => void lines.push(line) },
  });
  key = (await firstKey({ keys: service.app.get<Keys>(keys.token) })) ?? '';
  return service;
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-trace-'));
  collector = await traceCollector();
});
afterAll(async () => {
  await collector.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('makes one trace of a message, from the door to the index, and one of a question, and neither says what was stored', async () => {
  const service = await start();
  const written = await post(
    `${service.url}/v1/messages?wait=indexed&waitMs=15000`,
    { role: 'user', content: SECRET },
    WRITE,
  );
  const asked = await post(`${service.url}/mcp`, recallCall);
  const [receipt, found] = [(await written.json()) as { items: { index: object }[] }, await asked.text()];
  await service.close();
  await until(async () => collector.spans.some(({ name }) => name === 'POST /mcp'));

  expect(receipt.items[0]?.index).toEqual({ words: 'indexed', vectors: 'indexed' });
  expect(found).toContain('third chair');
  expect(pathTo('vectors upsert')).toEqual([
    'POST /v1/messages',
    'truth write',
    'message.written.vectors',
    'vectors upsert',
  ]);
  expect(pathTo('embed')).toEqual(['POST /v1/messages', 'truth write', 'message.written.vectors', 'embed']);
  expect(span('vectors upsert').traceId).toBe(WRITE.traceId);
  expect(pathTo('recall words')).toEqual(['tool crystal_search_messages', 'recall words']);
  expect(span('recall words').traceId).toBe(CALL.traceId);
  expect(lines.find((line) => line.includes('"/v1/messages"'))).toContain(`"traceId":"${WRITE.traceId}"`);
  for (const secret of [SECRET, 'chair', key]) expect(collector.received.join()).not.toContain(secret);
}, 60_000);

const recallCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'crystal_search_messages',
    arguments: { query: 'where is the spare key' },
    _meta: { traceparent: CALL.traceparent },
  },
};

function span(name: string) {
  const found = collector.spans.find((one) => one.name === name);
  if (!found) throw new Error(`no span ${name} among ${collector.spans.map((one) => one.name).join(', ')}`);
  return found;
}

/** Names of the spans from the first one of ours in the trace down to this one. */
function pathTo(name: string): string[] {
  const { name: own, parentSpanId } = span(name);
  const parent = collector.spans.find(({ spanId }) => spanId === parentSpanId);
  return parent ? [...pathTo(parent.name), own] : [own];
}
