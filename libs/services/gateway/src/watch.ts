import { setTimeout as delay } from 'node:timers/promises';

export interface Watch {
  /** Reads the watched state as text. A failed read is tried again after the interval. */
  readonly mark: () => Promise<string>;
  readonly changed: () => void;
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Calls `changed` whenever the state differs from the state at the previous read, until the signal aborts. */
export async function watchChanges({ mark, changed, everyMs, signal }: Watch): Promise<void> {
  let shown = await mark().catch(() => undefined);
  for (;;) {
    if (!(await waitUnlessAborted(everyMs, signal))) return;
    const now = await mark().catch(() => shown);
    if (shown !== undefined && now !== shown) changed();
    shown = now;
  }
}

/** Resolves to true after `ms`, or to false if the signal aborts before. */
const waitUnlessAborted = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, true, { signal, ref: false }).catch(() => false);
