import { LRUCache } from 'lru-cache';

/**
 * Caches answers for a limited time. Concurrent callers with the same key share one look-up; a failed look-up is not
 * cached.
 */
export class Memo<Key extends {}, Answer> {
  private readonly answers: LRUCache<Key, Promise<Answer>>;

  /** Keeps an answer for `ttl` ms after it was requested, and at most `max` answers. */
  constructor(bounds: { readonly max: number; readonly ttl?: number }) {
    // Reads the clock at each look-up (`ttlResolution: 0`), since callers rely on the exact expiry.
    this.answers = new LRUCache({ ...bounds, ttlResolution: 0, perf: { now: () => performance.now() } });
  }

  of(key: Key, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.answers.get(key);
    if (known) return known;
    const answer = ask();
    this.answers.set(key, answer);
    answer.catch(() => {
      if (this.answers.peek(key) === answer) this.answers.delete(key);
    });
    return answer;
  }

  /** Drops all answers, also those that are still being looked up, since they may be older than a change. */
  forget(): void {
    this.answers.clear();
  }
}

/** Wraps a function so that its answer is cached for `ms`. */
export function cacheFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  const memo = new Memo<'answer', Answer>({ max: 1, ttl: ms });
  return () => memo.of('answer', ask);
}
