import { PersistentListener } from '../pool/persistent-listener.ts';
import type { PostgresPool } from '../pool/postgres-pool.ts';

const POLL_INTERVAL_MS = 250;

/**
 * Detects new rows in the outbox: at once by notifications of Postgres, and by polling, which also finds rows whose
 * notification was lost.
 */
export class OutboxWakes {
  private readonly isDue: () => Promise<boolean>;
  private readonly wake: () => void;
  private readonly listener: PersistentListener;
  private polling: NodeJS.Timeout | undefined;
  private isAsking = false;

  constructor(pool: PostgresPool, { isDue, wake }: { isDue: () => Promise<boolean>; wake: () => void }) {
    this.isDue = isDue;
    this.wake = wake;
    this.listener = new PersistentListener(pool, 'cairn_outbox', wake);
  }

  start(): void {
    this.polling ??= setInterval(() => this.poll(), POLL_INTERVAL_MS).unref();
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
    // A failing server is ignored here, since the next claim reports it.
    this.isDue()
      .then((due) => due && this.polling && this.wake())
      .catch(() => undefined)
      .finally(() => {
        this.isAsking = false;
      });
  }
}
