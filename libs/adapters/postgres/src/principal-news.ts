import { PersistentListener } from './pool/persistent-listener.ts';
import type { PostgresPool } from './pool/postgres-pool.ts';

interface Remembering {
  forgetPrincipals(): void;
}

/** Notifies every process of a change to a principal or key, so that none uses its cache. */
export class PrincipalNews {
  private readonly pool: PostgresPool;
  private readonly remembering = new Set<Remembering>();
  private readonly listener: PersistentListener;

  constructor(pool: PostgresPool) {
    this.pool = pool;
    this.listener = new PersistentListener(pool, 'cairn_principals', () => this.forget());
    this.listener.start();
  }

  /** Registers caches that are cleared when another process reports a change. */
  reach(...remembering: readonly Remembering[]): void {
    for (const each of remembering) this.remembering.add(each);
  }

  /** Clears the caches of this process at once, then notifies the others. */
  tell(): void {
    this.forget();
    this.pool.tell('cairn_principals');
  }

  close(): Promise<void> {
    return this.listener.close();
  }

  private forget(): void {
    for (const each of this.remembering) each.forgetPrincipals();
  }
}
