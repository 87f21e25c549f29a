import { heldPages } from '@cairn/adapter-sql';
import type { IndexTarget, OrgId } from '@cairn/contracts';
import { Holdings, type Clock, type Held, type Pointer } from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';

/** All that the file of the truth holds. */
export class SqliteHoldings extends Holdings {
  private readonly threads: SqliteThreads;
  private readonly clock: Clock;

  constructor({ threads, clock }: { threads: SqliteThreads; clock: Clock }) {
    super();
    this.threads = threads;
    this.clock = clock;
  }

  after(place: number, limit: number): Promise<Held[]> {
    return this.threads.read('heldAfter', place, limit);
  }

  last(): Promise<number> {
    return this.threads.read('lastHeld');
  }

  of(orgId: OrgId): AsyncIterable<readonly Held[]> {
    return heldPages((end) => this.threads.read('heldOfOrganisation', orgId, end));
  }

  nextOrganisation(after?: OrgId): Promise<OrgId | undefined> {
    return this.threads.read('organisationAfter', after);
  }

  off(target: IndexTarget, limit: number): Promise<Pointer[]> {
    return this.threads.read('offItems', target, limit);
  }

  announce(pointers: readonly Pointer[], target: IndexTarget): Promise<number> {
    return this.threads.write('announceAgain', pointers, target, this.clock.now());
  }
}
