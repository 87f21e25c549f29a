import type { Logger } from './log.ts';

const SECOND_MS = 1_000;

interface RefusedCall {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Statuses of refusals that anybody can cause without limit. */
const loggedStatuses = new Set([401, 404, 405, 429]);

/**
 * Limits log lines of refused calls. Within a second, the first call of each route and status gets its own line, and
 * one further line counts the remaining calls.
 */
export class RefusalLines {
  private readonly log: Logger;
  private counts = new Map<string, { readonly call: RefusedCall; more: number }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.log = log;
  }

  /** Whether a call gets a log line of its own; otherwise counts the call. */
  mayBeLogged({ method, route, status }: RefusedCall): boolean {
    if (!loggedStatuses.has(status)) return true;
    const name = `${method} ${route} ${status}`;
    const counted = this.counts.get(name);
    if (counted) counted.more += 1;
    else this.counts.set(name, { call: { method, route, status }, more: 0 });
    this.timer ??= setTimeout(() => this.end(), SECOND_MS).unref();
    return counted === undefined;
  }

  /** Logs the calls counted since the last time. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counts = [...this.counts.values()];
    this.counts = new Map();
    for (const { call, more } of counts) if (more > 0) this.log.info({ ...call, more }, 'more refused requests');
  }
}
