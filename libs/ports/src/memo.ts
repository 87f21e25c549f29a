import { LRUCache } from 'lru-cache';

/**
 * Remembers answers for a while. Those who ask for the same meanwhile, or while it is looked up, get one answer; a failure
 * is forgotten at once.
 */
export class Memo<Key extends {}, Answer> {
  private readonly answers: LRUCache<Key, Promise<Answer>>;

  /** An answer is forgotten `ttl` ms after it was asked for, or sooner when `max` others were. */
  constructor(bounds: { readonly max: number; readonly ttl?: number }) {
    // Looks at the clock for each answer: who waits for old ones to be forgotten counts on it.
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

  /** Also what is being looked up, which may be older than a change. */
  forget(): void {
    this.answers.clear();
  }
}

/** The same for one question. */
export function keptFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  const memo = new Memo<'answer', Answer>({ max: 1, ttl: ms });
  return () => memo.of('answer', ask);
}
