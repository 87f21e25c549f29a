import { setTimeout as delay } from 'node:timers/promises';
import { connect, createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { OwnServer } from '../kill/own-server.ts';

/** Real server behind a proxy that can freeze or slow down its answers. */
export class FaultyServer extends OwnServer {
  private readonly line: TcpServer = createServer((socket) => this.join(socket));
  private readonly sockets = new Set<Socket>();
  /** Delay of each piece of an answer, in ms. */
  private delayMs = 0;
  private thawed = Promise.resolve();
  /** Ends a freeze. */
  thaw: () => void = () => undefined;

  override get url(): string {
    const behind = new URL(super.url);
    behind.hostname = '127.0.0.1';
    behind.port = String((this.line.address() as AddressInfo).port);
    return behind.href.replace(/\/$/, '');
  }

  override async start(): Promise<void> {
    await super.start();
    if (!this.line.listening) await new Promise<void>((done) => this.line.listen(0, '127.0.0.1', done));
  }

  /** Freezes the server: its connections stay open but transfer nothing, the worst kind of outage. */
  freeze(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.thawed = promise;
    this.thaw = resolve;
  }

  slowBy(delayMs: number): void {
    this.delayMs = delayMs;
  }

  /** Closes the proxy, too. */
  close(): void {
    this.line.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket): void {
    const { hostname, port } = new URL(super.url);
    const server = connect(Number(port), hostname);
    this.carry(client, server, () => 0);
    this.carry(server, client, () => this.delayMs);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => this.sockets.delete(socket));
    }
    client.on('close', () => server.destroy());
  }

  /** Forwards the pieces in order, each after its delay. */
  private carry(from: Socket, to: Socket, delayMs: () => number): void {
    let last: Promise<unknown> = Promise.resolve();
    const after = (work: () => void) => (last = Promise.all([last, this.thawed, delay(delayMs())]).then(work));
    from.on('data', (piece) => void after(() => to.write(piece)));
    from.on('end', () => void after(() => to.end()));
  }
}
