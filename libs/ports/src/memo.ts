import { LRUCache } from 'lru-cache';

/** Caches answers for a while. Concurrent callers with the same key share one look-up; a failed one is not cached. */
export class Memo<Key extends {}, Answer> {
  private readonly answers: LRUCache<Key, Promise<Answer>>;

  /** An answer is dropped `ttl` ms after its request, or sooner when `max` others were requested. */
  constructor(bounds: { readonly max: number; readonly ttl?: number }) {
    // Reads the clock for each answer, since callers rely on the exact expiry.
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

  /** Drops all answers, also pending ones, which may be older than a change. */
  forget(): void {
    this.answers.clear();
  }
}

/** Caches the answer of a single function for `ms`. */
export function cachedFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  const memo = new Memo<'answer', Answer>({ max: 1, ttl: ms });
  return () => memo.of('answer', ask);
}
