import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Address that leads to a server whose answers arrive later, as from a server far away or busy with others. */
export interface Delayed {
  readonly url: string;
  close(): void;
}

/** Delays all that a server sends by this many ms; what is sent to it passes at once. The delay costs no processor time. */
export async function delayAnswersOf(url: string, delayMs: number): Promise<Delayed> {
  const target = new URL(url);
  const open = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    client.setNoDelay(true);
    client.pipe(server);
    server.on('data', (chunk) => void setTimeout(() => client.writable && client.write(chunk), delayMs));
    server.on('end', () => void setTimeout(() => client.end(), delayMs));
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    client.on('close', () => server.destroy());
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    close() {
      listener.close();
      for (const socket of open) socket.destroy();
    },
  };
}
