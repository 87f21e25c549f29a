import { LRUCache } from 'lru-cache';

const CAUSES_MAX = 200;

/**
 * Matches the parts of a cause that vary between log lines: ids, durations, counts. A port in an address does not
 * match, since it identifies the server.
 */
const VARYING_PARTS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!:)\b\d+(?=\b|ms)/gi;

/** Functions that log a summary of a repeated cause. */
export interface Summaries {
  /** Logs how often the cause has repeated since the last line. */
  readonly logRepetitions: (times: number) => void;
  /** Logs that the cause no longer repeats. */
  readonly logEnd: () => void;
}

interface RepeatedCause {
  readonly timer: NodeJS.Timeout;
  times: number;
  hasReturned: boolean;
}

/**
 * Limits log lines about repeated causes: the first occurrence of a cause is logged at once, and further occurrences
 * are counted until they stop.
 */
export class RepeatedCauses {
  private readonly known = new LRUCache<string, RepeatedCause>({
    max: CAUSES_MAX,
    dispose: ({ timer }) => clearInterval(timer),
  });

  constructor(private readonly everyMs: number) {}

  /** Whether the cause should be logged now. */
  isNew(cause: string, summaries: Summaries): boolean {
    const key = cause.replace(VARYING_PARTS, '#');
    const repeated = this.known.get(key);
    if (repeated) repeated.times += 1;
    else this.watch(key, summaries);
    return repeated === undefined;
  }

  private watch(key: string, summaries: Summaries): void {
    const timer = setInterval(() => this.summarise(key, summaries), this.everyMs).unref();
    this.known.set(key, { timer, times: 0, hasReturned: false });
  }

  private summarise(key: string, { logRepetitions, logEnd }: Summaries): void {
    const repeated = this.known.peek(key)!;
    if (repeated.times > 0) {
      logRepetitions(repeated.times);
      Object.assign(repeated, { times: 0, hasReturned: true });
      return;
    }
    if (repeated.hasReturned) logEnd();
    this.known.delete(key);
  }
}
