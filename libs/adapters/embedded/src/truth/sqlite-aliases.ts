import type { Alias, OrgId, Principal } from '@cairn/contracts';
import { Aliases, type Clock, type Declaration } from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';

/** Aliases in the one file of the embedded backend. */
export class SqliteAliases extends Aliases {
  private readonly threads: SqliteThreads;
  private readonly clock: Clock;

  constructor({ threads, clock }: { threads: SqliteThreads; clock: Clock }) {
    super();
    this.threads = threads;
    this.clock = clock;
  }

  all(orgId: OrgId): Promise<Alias[]> {
    return this.threads.read('allAliases', orgId);
  }

  declare({ orgId, principalId }: Principal, declaration: Declaration): Promise<void> {
    const author = { orgId, principalId };
    return this.threads.write('declareAlias', { author, declaration, now: this.clock.now() });
  }

  withdraw({ orgId, principalId }: Principal, key: string): Promise<boolean> {
    const author = { orgId, principalId };
    return this.threads.write('withdrawAlias', { author, key, now: this.clock.now() });
  }
}
