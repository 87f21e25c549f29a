import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as a receiver gets it. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** For tests: a receiver of webhooks on a free port of this machine. `answer` gives the status and headers of each answer. */
export async function aReceiver(answer: () => { status: number; headers?: Record<string, string> }) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      const { status, headers } = answer();
      response.writeHead(status, headers).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { received, url: `http://127.0.0.1:${port}/hook`, port, close };
}
