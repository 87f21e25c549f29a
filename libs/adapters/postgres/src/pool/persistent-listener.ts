import type { Client } from 'pg';
import type { Channel, PostgresPool } from './postgres-pool.ts';

const RECONNECT_PAUSE_MS = 2000;

/** Listens to a channel on a separate connection. A broken connection is replaced. */
export class PersistentListener {
  private readonly pool: Pick<PostgresPool, 'newListener'>;
  private readonly channel: Channel;
  private readonly hear: () => void;
  private client: Client | undefined;
  private connecting: NodeJS.Timeout | undefined;

  /**
   * `hear` is called for each notification. It is also called after each new connection, since notifications may have
   * been missed before.
   */
  constructor(pool: Pick<PostgresPool, 'newListener'>, channel: Channel, hear: () => void) {
    this.pool = pool;
    this.channel = channel;
    this.hear = hear;
  }

  start(): void {
    this.connecting ??= setInterval(() => this.connect(), RECONNECT_PAUSE_MS).unref();
    this.connect();
  }

  close(): Promise<void> {
    clearInterval(this.connecting);
    this.connecting = undefined;
    return this.drop(this.client);
  }

  private connect(): void {
    if (this.client) return;
    const client = this.pool.newListener();
    this.client = client;
    const heard = () => this.client === client && this.hear();
    client.on('notification', heard);
    client.on('error', () => void this.drop(client));
    client.on('end', () => void this.drop(client));
    client
      .connect()
      .then(() => client.query(`listen ${this.channel}`))
      .then(heard)
      .catch(() => this.drop(client));
  }

  private async drop(client: Client | undefined): Promise<void> {
    if (!client || this.client !== client) return;
    this.client = undefined;
    await client.end().catch(() => undefined);
  }
}
