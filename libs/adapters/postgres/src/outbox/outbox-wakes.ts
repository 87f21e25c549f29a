import type { Client } from 'pg';
import { OUTBOX_CHANNEL, type PostgresPool } from '../pool/postgres-pool.ts';

const POLL_MS = 250;
const RECONNECT_MS = 2000;

/** Learns that the outbox has more: from Postgres at once, and by asking now and then, which misses nothing. */
export class OutboxWakes {
  private readonly pool: PostgresPool;
  private readonly isDue: () => Promise<boolean>;
  private readonly wake: () => void;
  private listener: Client | undefined;
  private connectNextAt = 0;
  private polling: NodeJS.Timeout | undefined;
  private isAsking = false;

  constructor(pool: PostgresPool, { isDue, wake }: { isDue: () => Promise<boolean>; wake: () => void }) {
    this.pool = pool;
    this.isDue = isDue;
    this.wake = wake;
  }

  start(): void {
    this.polling ??= setInterval(() => this.poll(), POLL_MS).unref();
    this.poll();
  }

  stop(): void {
    clearInterval(this.polling);
    this.polling = undefined;
    this.drop(this.listener);
  }

  private poll(): void {
    this.listen();
    if (this.isAsking) return;
    this.isAsking = true;
    // A server that does not answer is the claimer's to notice.
    this.isDue()
      .then((due) => due && this.polling && this.wake())
      .catch(() => undefined)
      .finally(() => {
        this.isAsking = false;
      });
  }

  private listen(): void {
    if (this.listener || performance.now() < this.connectNextAt) return;
    this.connectNextAt = performance.now() + RECONNECT_MS;
    const client = this.pool.newListener();
    this.listener = client;
    client.on('notification', () => this.polling && this.wake());
    client.on('error', () => this.drop(client));
    client.on('end', () => this.drop(client));
    client
      .connect()
      .then(() => client.query(`listen ${OUTBOX_CHANNEL}`))
      .catch(() => this.drop(client));
  }

  private drop(client: Client | undefined): void {
    if (!client || this.listener !== client) return;
    this.listener = undefined;
    client.end().catch(() => undefined);
  }
}
