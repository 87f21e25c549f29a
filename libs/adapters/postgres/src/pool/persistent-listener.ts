import type { Client } from 'pg';
import type { Channel, PostgresPool } from './postgres-pool.ts';

const RECONNECT_PAUSE_MS = 2000;

/** Why a listener is called: a notification, or a new connection, before which notifications may have been missed. */
export type Cause = 'notification' | 'connection';

/** Listens to a channel on a separate connection. A broken connection is replaced. */
export class PersistentListener {
  private readonly pool: Pick<PostgresPool, 'newListener'>;
  private readonly channel: Channel;
  private readonly hear: (cause: Cause) => void;
  private client: Client | undefined;
  private connecting: NodeJS.Timeout | undefined;

  /** `hear` is called for each notification and after each new connection. */
  constructor(pool: Pick<PostgresPool, 'newListener'>, channel: Channel, hear: (cause: Cause) => void) {
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
    const heard = (cause: Cause) => this.client === client && this.hear(cause);
    client.on('notification', () => heard('notification'));
    client.on('error', () => void this.drop(client));
    client.on('end', () => void this.drop(client));
    client
      .connect()
      .then(() => client.query(`listen ${this.channel}`))
      .then(() => heard('connection'))
      .catch(() => this.drop(client));
  }

  private async drop(client: Client | undefined): Promise<void> {
    if (!client || this.client !== client) return;
    this.client = undefined;
    await client.end().catch(() => undefined);
  }
}
