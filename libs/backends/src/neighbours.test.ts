import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceTokens } from '@cairn/platform';
import { Neighbours } from '@cairn/ports';
import { aMemoryInput, aPrincipal } from '@cairn/testing';
import { NestFactory } from '@nestjs/core';
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

it('asks each neighbour with a token for that neighbour alone, which says who asks', async () => {
  const tokens = new ServiceTokens({ self: 'mcp-gateway', secrets });
  const app = await NestFactory.createApplicationContext(
    neighbours({ recallUrl: url, ingestUrl: url, graphUrl: url }, tokens),
    {
      logger: false,
    },
  );
  const ada = aPrincipal({ peers: ['coach:5'] });

  await app.get(Neighbours).call('recent', ada, { query: { limit: 5 } });
  await app.get(Neighbours).call('addMemories', ada, { body: [aMemoryInput()] });
  await app.close();

  const [toRecall, toIngest] = seen.map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? '');
  const recall = new ServiceTokens({ self: 'recall-api', secrets });
  const ingest = new ServiceTokens({ self: 'ingest', secrets });
  expect(await recall.verify(toRecall!)).toEqual(ada);
  expect(await ingest.verify(toIngest!)).toEqual(ada);
  expect(await ingest.verify(toRecall!)).toBeUndefined();
  expect(JSON.stringify(seen)).not.toContain('cairn_');
});
