import { LastingListener } from '../pool/lasting-listener.ts';
import type { PostgresPool } from '../pool/postgres-pool.ts';

const POLL_MS = 250;

/** Learns that the outbox has more: from Postgres at once, and by asking now and then, which misses nothing. */
export class OutboxWakes {
  private readonly isDue: () => Promise<boolean>;
  private readonly wake: () => void;
  private readonly listener: LastingListener;
  private polling: NodeJS.Timeout | undefined;
  private isAsking = false;

  constructor(pool: PostgresPool, { isDue, wake }: { isDue: () => Promise<boolean>; wake: () => void }) {
    this.isDue = isDue;
    this.wake = wake;
    this.listener = new LastingListener(pool, 'cairn_outbox', wake);
  }

  start(): void {
    this.polling ??= setInterval(() => this.poll(), POLL_MS).unref();
    this.listener.start();
    this.poll();
  }

  stop(): void {
    clearInterval(this.polling);
    this.polling = undefined;
    void this.listener.close();
  }

  private poll(): void {
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
}
