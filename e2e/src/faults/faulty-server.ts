import { setTimeout as delay } from 'node:timers/promises';
import { connect, createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { OwnServer } from '../kill/own-server.ts';

/** A real server behind a line of ours, so that it can also be frozen, or answer slowly. */
export class FaultyServer extends OwnServer {
  private readonly line: TcpServer = createServer((socket) => this.join(socket));
  private readonly sockets = new Set<Socket>();
  /** Each piece of an answer comes so much later, ms. */
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

  /** Its connections stay open and nothing comes or goes: the worst way to be away. */
  freeze(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.thawed = promise;
    this.thaw = resolve;
  }

  slowBy(delayMs: number): void {
    this.delayMs = delayMs;
  }

  /** Ends the line, too. */
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

  /** In their order, each piece when it may go on. */
  private carry(from: Socket, to: Socket, delayMs: () => number): void {
    let last: Promise<unknown> = Promise.resolve();
    const after = (work: () => void) => (last = Promise.all([last, this.thawed, delay(delayMs())]).then(work));
    from.on('data', (piece) => after(() => to.write(piece)));
    from.on('end', () => after(() => to.end()));
  }
}
