import { setTimeout as delay } from 'node:timers/promises';

export interface Watch {
  /** Reads the watched state as text. A failed read is repeated later. */
  readonly mark: () => Promise<string>;
  readonly changed: () => void;
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Calls back whenever the state has changed, until the signal. */
export async function watch({ mark, changed, everyMs, signal }: Watch): Promise<void> {
  let shown = await mark().catch(() => undefined);
  for (;;) {
    if (!(await passes(everyMs, signal))) return;
    const now = await mark().catch(() => shown);
    if (shown !== undefined && now !== shown) changed();
    shown = now;
  }
}

/** Whether the time elapsed before the signal. */
const passes = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, true, { signal, ref: false }).catch(() => false);
