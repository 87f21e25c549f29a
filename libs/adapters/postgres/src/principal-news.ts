import { LastingListener } from './pool/lasting-listener.ts';
import type { PostgresPool } from './pool/postgres-pool.ts';

interface Remembering {
  forgetPrincipals(): void;
}

/** Tells every process at once that what goes with a key is another, so that none uses what it remembers of keys. */
export class PrincipalNews {
  private readonly pool: PostgresPool;
  private readonly remembering = new Set<Remembering>();
  private readonly listener: LastingListener;

  constructor(pool: PostgresPool) {
    this.pool = pool;
    this.listener = new LastingListener(pool, 'cairn_principals', () => this.forget());
    this.listener.start();
  }

  /** These forget what they remember when another process tells of a change. */
  reach(...remembering: readonly Remembering[]): void {
    for (const each of remembering) this.remembering.add(each);
  }

  /** What this process remembers goes at once. */
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
