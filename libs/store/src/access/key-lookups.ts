import { CairnError } from '@cairn/contracts';

/**
 * The number of concurrent look-ups of single keys from which on further keys are first checked for existence, in
 * batches.
 */
const SINGLE_LOOKUPS_MAX = 8;
const BATCH_KEYS_MAX = 500;
const WAITING_LOOKUPS_MAX = 20_000;

interface WaitingLookup {
  readonly hash: string;
  resolve(isKnown: boolean): void;
  reject(error: unknown): void;
}

/**
 * Bounds the load of a flood of invalid keys: one query checks up to `BATCH_KEYS_MAX` keys, and only one such query runs at a
 * time. A valid key waits at most for the running query and for the query that checks the key itself, however many
 * invalid keys arrive with it.
 */
export class KeyLookups {
  private readonly knownAmong: (hashes: string[]) => Promise<readonly string[]>;
  private alone = 0;
  private waiting: WaitingLookup[] = [];
  private asking: Promise<void> | undefined;

  constructor(knownAmong: (hashes: string[]) => Promise<readonly string[]>) {
    this.knownAmong = knownAmong;
  }

  /**
   * Calls `find` and returns its result. While many look-ups run, an unknown key gets undefined without a call of `find`.
   */
  async find<Found>(hash: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    if (this.alone >= SINGLE_LOOKUPS_MAX && !(await this.isKnown(hash))) return undefined;
    this.alone += 1;
    try {
      return await find();
    } finally {
      this.alone -= 1;
    }
  }

  private isKnown(hash: string): Promise<boolean> {
    if (this.waiting.length >= WAITING_LOOKUPS_MAX)
      throw new CairnError(
        'truth/overloaded',
        `${WAITING_LOOKUPS_MAX} keys wait to be looked up. Try again in a moment.`,
      );
    return new Promise((resolve, reject) => {
      this.waiting.push({ hash, resolve, reject });
      this.asking ??= this.ask();
    });
  }

  private async ask(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH_KEYS_MAX);
      try {
        const known = new Set(await this.knownAmong([...new Set(batch.map(({ hash }) => hash))]));
        for (const { hash, resolve } of batch) resolve(known.has(hash));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.asking = undefined;
  }
}
