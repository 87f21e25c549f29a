import { PersistentListener } from './pool/persistent-listener.ts';
import type { PostgresPool } from './pool/postgres-pool.ts';

interface PrincipalCache {
  forgetPrincipals(): void;
}

/** Notifies every process when a principal or key has changed, so that no process uses its cached copy. */
export class PrincipalChangeNotices {
  private readonly pool: PostgresPool;
  private readonly remembering = new Set<PrincipalCache>();
  private readonly listener: PersistentListener;

  constructor(pool: PostgresPool) {
    this.pool = pool;
    this.listener = new PersistentListener(pool, 'cairn_principals', () => this.forget());
    this.listener.start();
  }

  /** Registers caches that are cleared when another process reports a change. */
  reach(...remembering: readonly PrincipalCache[]): void {
    for (const each of remembering) this.remembering.add(each);
  }

  /** Clears the caches of this process at once, and then notifies all other processes. */
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
