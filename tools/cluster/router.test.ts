import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestListener } from '@cairn/testing';
import { startRouter, type Router } from './router.ts';

const servers: Server[] = [];
const urls = new Map<string, string>();
let router: Router;

/** Starts a server that echoes its name, the request and the body. */
async function startEcho(name: string): Promise<void> {
  const server = createServer(
    requestListener(async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      response
        .writeHead(201, { 'x-name': name })
        .end(`${request.method} ${request.url} ${request.headers['x-a']} ${body}`);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  urls.set(name, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

beforeAll(async () => {
  for (const name of ['ingest', 'recall-api', 'mcp-gateway']) await startEcho(name);
  router = await startRouter(0, (service) => urls.get(service) ?? 'http://127.0.0.1:9');
});

afterAll(async () => {
  await router.close();
  for (const server of servers) server.close();
});

it.each([
  ['/v1/messages?wait=indexed', 'ingest'],
  ['/v1/recall/recent', 'recall-api'],
  ['/mcp', 'mcp-gateway'],
])('hands %s to %s, as it came', async (path, name) => {
  const answer = await fetch(router.url + path, { method: 'POST', body: 'hello', headers: { 'x-a': 'b' } });

  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-name')).toBe(name);
  expect(await answer.text()).toBe(`POST ${path} b hello`);
});

it('says who is away', async () => {
  const answer = await fetch(`${router.url}/v1/graph/owners`);

  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('graph-service is away');
});
