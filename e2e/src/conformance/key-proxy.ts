import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyProxy {
  readonly url: string;
  close(): void;
}

/** Proxy that adds a key to each request, since the suite cannot send our headers. All else passes unchanged, Host and Origin too. */
export async function startKeyProxy(server: { readonly url: string; readonly key: string }): Promise<KeyProxy> {
  const { hostname, port } = new URL(server.url);
  const passOn = (asked: IncomingMessage, answer: ServerResponse) => {
    const headers = { ...asked.headers, authorization: `Bearer ${server.key}` };
    const inner = request({ hostname, port, method: asked.method, path: asked.url, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
      answer.flushHeaders();
      answered.pipe(answer);
    });
    inner.on('error', () => answer.destroy());
    answer.on('close', () => inner.destroy());
    asked.pipe(inner);
  };
  const proxy = createServer(passOn).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close };
}
