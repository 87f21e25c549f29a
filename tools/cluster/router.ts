import { Agent, createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceOf } from '../../libs/contracts/src/index.ts';
import type { PublicService } from '../../libs/contracts/src/index.ts';

export interface Router {
  readonly url: string;
  close(): Promise<void>;
}

const KEPT_MS = 75_000;

/** Single address for the five services, in place of an ingress, for this machine and for tests. */
export async function startRouter(port: number, urlOf: (service: PublicService) => string): Promise<Router> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => passOn(request, response, urlOf, agent));
  // Clients must close an idle connection first, as at an ingress: one that the router closes may be in use already.
  server.keepAliveTimeout = KEPT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  urlOf: (service: PublicService) => string,
  agent: Agent,
): void {
  const { method, url = '/' } = request;
  const service = serviceOf(url);
  const { hostname, port } = new URL(urlOf(service));
  const asked = ask({ hostname, port, method, path: url, headers: endToEnd(request), agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  asked.on('error', () =>
    response.headersSent ? response.destroy() : response.writeHead(502).end(`${service} is away\n`),
  );
  response.on('close', () => asked.destroy());
  request.pipe(asked);
}

/** Drops headers that concern a single connection: forwarded, they would affect one side only. */
function endToEnd({ headers }: IncomingMessage): IncomingMessage['headers'] {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...others } = headers;
  return others;
}
