import { LRUCache } from 'lru-cache';

const CAUSES_MAX = 200;

/** Parts that vary between lines of one cause: ids, durations, counts. The port in an address stays, since it identifies the server. */
const varying = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!:)\b\d+(?=\b|ms)/gi;

/** Lines about a cause after its first one. */
export interface Summaries {
  /** Reports the number of repetitions since the last line. */
  readonly again: (times: number) => void;
  /** Reports that the repetitions have ended. */
  readonly over: () => void;
}

interface Repeated {
  readonly timer: NodeJS.Timeout;
  times: number;
  hasReturned: boolean;
}

/** Limits log lines about repeated causes: each is logged at once, then counted until it stops. */
export class RepeatedCauses {
  private readonly known = new LRUCache<string, Repeated>({
    max: CAUSES_MAX,
    dispose: ({ timer }) => clearInterval(timer),
  });

  constructor(private readonly everyMs: number) {}

  /** Whether the cause is to be logged now. */
  isNew(cause: string, summaries: Summaries): boolean {
    const key = cause.replace(varying, '#');
    const repeated = this.known.get(key);
    if (repeated) repeated.times += 1;
    else this.watch(key, summaries);
    return repeated === undefined;
  }

  private watch(key: string, summaries: Summaries): void {
    const timer = setInterval(() => this.summarise(key, summaries), this.everyMs).unref();
    this.known.set(key, { timer, times: 0, hasReturned: false });
  }

  private summarise(key: string, { again, over }: Summaries): void {
    const repeated = this.known.peek(key)!;
    if (repeated.times > 0) {
      again(repeated.times);
      Object.assign(repeated, { times: 0, hasReturned: true });
      return;
    }
    if (repeated.hasReturned) over();
    this.known.delete(key);
  }
}
