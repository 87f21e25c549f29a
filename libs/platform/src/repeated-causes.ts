import { LRUCache } from 'lru-cache';

const CAUSES_MAX = 200;

/** What differs between two lines about one cause: ids, durations, counts. The port in an address tells servers apart. */
const varying = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!:)\b\d+(?=\b|ms)/gi;

/** What is said of a cause after its first line. */
export interface Summaries {
  /** It came back so often since the last line about it. */
  readonly again: (times: number) => void;
  /** It came back no more, after it had. */
  readonly over: () => void;
}

interface Repeated {
  readonly timer: NodeJS.Timeout;
  times: number;
  hasReturned: boolean;
}

/** Bounds what is said about causes that come back: each is said at once, then counted, until it stays away. */
export class RepeatedCauses {
  private readonly known = new LRUCache<string, Repeated>({
    max: CAUSES_MAX,
    dispose: ({ timer }) => clearInterval(timer),
  });

  constructor(private readonly everyMs: number) {}

  /** Whether the cause is to be said now. */
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
