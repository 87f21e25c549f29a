import type { RequestCount, RequestCounts } from '@cairn/ports';
import { LRUCache } from 'lru-cache';

type Done = (error: Error | null, count?: { current: number; ttl: number }) => void;

/**
 * Makes the store of `@fastify/rate-limit`. All replicas share the counts. While the shared store fails, each replica
 * counts for itself; these counts are not added to the shared counts afterwards.
 */
export const rateLimitStore = (counts: RequestCounts, countedMax: number) =>
  class SharedStore {
    readonly alone = new LRUCache<string, { current: number; readonly endsAt: number }>({ max: countedMax });

    incr(name: string, done: Done, windowMs: number): void {
      answerWithCount(
        done,
        () => counts.add(name, windowMs),
        () => this.addAlone(name, windowMs),
      );
    }

    read(name: string, done: Done): void {
      answerWithCount(
        done,
        () => counts.read(name),
        () => this.readAlone(name),
      );
    }

    child(): this {
      return this;
    }

    addAlone(name: string, windowMs: number): RequestCount {
      const { current, ttlMs } = this.readAlone(name);
      const next = { current: current + 1, endsAt: Date.now() + (current === 0 ? windowMs : ttlMs) };
      this.alone.set(name, next);
      return { current: next.current, ttlMs: next.endsAt - Date.now() };
    }

    readAlone(name: string): RequestCount {
      const found = this.alone.get(name);
      const ttlMs = (found?.endsAt ?? 0) - Date.now();
      return found && ttlMs > 0 ? { current: found.current, ttlMs } : { current: 0, ttlMs: 0 };
    }
  };

function answerWithCount(done: Done, ask: () => Promise<RequestCount>, alone: () => RequestCount): void {
  const tell = ({ current, ttlMs }: RequestCount) => done(null, { current, ttl: ttlMs });
  ask().then(tell, () => tell(alone()));
}
