import { setTimeout as delay } from 'node:timers/promises';
import type { IndexTarget, ItemId, OrgId } from '@cairn/contracts';
import { IndexLedger, type Pointer } from '@cairn/ports';
import { Identity } from '@cairn/store';
import type { Stores } from './cluster-stores.ts';
import { withTruth } from './cluster-truth.ts';

/** Times at which a memory reached the indexes (`performance.now()`); Infinity if it never did or not in time. */
export type ReachedAt = Readonly<Record<IndexTarget, Promise<number>>>;

interface Watched {
  readonly pointer: Pointer;
  readonly until: number;
  readonly waiting: Map<IndexTarget, (at: number) => void>;
}

const LOOK_AGAIN_MS = 20;
const GIVE_UP_MS = 60_000;

/**
 * Watches many memories at once by one query to the store per poll. Asking the services for each of hundreds of waiting
 * memories would cost more than the writes.
 */
export class IndexWatch {
  private readonly ledger: IndexLedger;
  private readonly orgId: OrgId;
  private readonly watched = new Set<Watched>();
  private looking: Promise<void> | undefined;

  private constructor(ledger: IndexLedger, orgId: OrgId) {
    this.ledger = ledger;
    this.orgId = orgId;
  }

  /** Runs `work` with a watch on the memories of a key's principal. */
  static over<Result>(
    stores: Pick<Stores, 'settings'>,
    key: string,
    work: (watch: IndexWatch) => Promise<Result>,
  ): Promise<Result> {
    return withTruth(stores, async (ports) => {
      const principal = await ports.get(Identity).authenticate(key);
      return work(new IndexWatch(ports.get(IndexLedger), principal!.orgId));
    });
  }

  follow(id: string): ReachedAt {
    const [words, vectors] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    this.watched.add({
      pointer: { orgId: this.orgId, kind: 'memory', id: id as ItemId },
      until: performance.now() + GIVE_UP_MS,
      waiting: new Map([
        ['words', words.resolve],
        ['vectors', vectors.resolve],
      ]),
    });
    this.looking ??= this.keepLooking().finally(() => (this.looking = undefined));
    return { words: words.promise, vectors: vectors.promise };
  }

  private async keepLooking(): Promise<void> {
    while (this.watched.size > 0) {
      await this.look([...this.watched]);
      await delay(LOOK_AGAIN_MS);
    }
  }

  private async look(all: readonly Watched[]): Promise<void> {
    const states = await this.ledger.indexStates(all.map(({ pointer }) => pointer));
    const now = performance.now();
    for (const [at, watched] of all.entries()) {
      for (const [target, resolve] of watched.waiting) {
        const status = now > watched.until ? 'dead' : states[at]![target];
        if (status === 'pending') continue;
        resolve(status === 'indexed' ? now : Infinity);
        watched.waiting.delete(target);
      }
      if (watched.waiting.size === 0) this.watched.delete(watched);
    }
  }
}
