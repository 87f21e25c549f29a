import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceTokens } from '@cairn/platform';
import type { Neighbours } from '@cairn/ports';
import { aMemoryInput, aPrincipal } from '@cairn/testing';
import { ClusterReadiness } from './cluster-readiness.ts';
import { neighbours } from './neighbours.ts';

const secrets = ['s'.repeat(32)];
const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ url: request.url, headers: request.headers });
    response.end(JSON.stringify(request.url === '/v1/memories' ? { items: [] } : noMessages));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const noMessages = { messages: [], query: { limit: 5, channel: null, sessionKey: null, sinceMs: null } };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

type Addresses = Parameters<typeof neighbours>[0];

async function partAt(addresses: Addresses, tokens = new ServiceTokens({ self: 'mcp-gateway', secrets })) {
  // This part uses neither the pool nor the clock.
  const part = await neighbours(addresses, tokens)(undefined as never, undefined as never);
  open.push(...(part.holds as { close(): Promise<void> }[]));
  return part;
}

async function neighboursAt(addresses: Addresses, tokens: ServiceTokens): Promise<Neighbours> {
  const [port] = (await partAt(addresses, tokens)).ports;
  return (port as { useValue: Neighbours }).useValue;
}

it('asks each neighbour with a token for that neighbour alone, which says who asks', async () => {
  const tokens = new ServiceTokens({ self: 'mcp-gateway', secrets });
  const others = await neighboursAt({ recallUrl: url, ingestUrl: url, graphUrl: url }, tokens);
  const ada = aPrincipal({ peers: ['coach:5'] });

  await others.call('recent', ada, { query: { limit: 5 } });
  await others.call('addMemories', ada, { body: [aMemoryInput()] });

  const [toRecall, toIngest] = seen.map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? '');
  const recall = new ServiceTokens({ self: 'recall-api', secrets });
  const ingest = new ServiceTokens({ self: 'ingest', secrets });
  expect(await recall.verify(toRecall!)).toEqual(ada);
  expect(await ingest.verify(toIngest!)).toEqual(ada);
  expect(await ingest.verify(toRecall!)).toBeUndefined();
  expect(JSON.stringify(seen)).not.toContain('cairn_');
});

it('is unready while a neighbour was never reached, and degraded without one that was', async () => {
  const graph = createServer((_, response) => void response.end('{}'));
  const listen = (port = 0) => new Promise<void>((resolve) => graph.listen(port, '127.0.0.1', resolve));
  await listen();
  const { port } = graph.address() as AddressInfo;
  const stop = async () => {
    graph.closeAllConnections();
    await new Promise((resolve) => graph.close(resolve));
  };
  await stop();
  const { uses } = await partAt({ recallUrl: url, ingestUrl: url, graphUrl: `http://127.0.0.1:${port}` });
  const readiness = new ClusterReadiness(uses);
  const stateOfGraph = async () => (await readiness.parts()).find(({ name }) => name === 'graph-service');

  const before = await stateOfGraph();
  await listen(port);
  const reached = await stateOfGraph();
  await stop();
  const away = await stateOfGraph();

  expect(before).toMatchObject({ ready: false, problem: expect.stringContaining(`${port}/healthz`) });
  expect(reached).toEqual({ name: 'graph-service', ready: true });
  expect(away).toMatchObject({ ready: true, problem: expect.stringMatching(/^degraded: .*healthz/) });
  expect((await readiness.parts()).filter(({ problem }) => problem === undefined).map(({ name }) => name)).toEqual([
    'recall-api',
    'ingest',
  ]);
});
