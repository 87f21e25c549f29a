import { setTimeout as sleep } from 'node:timers/promises';
import type { CairnClient } from './cairn-client.ts';
import { withRetries } from './retry.ts';

const POLL_MS = 500;
const PATIENCE_MS = 60_000;
/** Without one item more indexed for this long, nothing is working on it. */
const STALLED_MS = 120_000;

export interface IndexLag {
  readonly pending: number;
  readonly dead: number;
}

/** Waits until every item is in both indexes. Answers with what is left when that stalls, or when it is interrupted. */
export async function waitIndexed(
  client: CairnClient,
  signal: AbortSignal,
  onLag: (lag: IndexLag) => void = () => {},
): Promise<IndexLag> {
  let least = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (;;) {
    const lag = await withRetries(() => indexLag(client), { patienceMs: PATIENCE_MS, signal });
    if (lag.pending < least) movedAt = Date.now();
    least = Math.min(least, lag.pending);
    if (lag.pending === 0 || signal.aborted || Date.now() - movedAt > STALLED_MS) return lag;
    onLag(lag);
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

/** What the slower index still has before it, and what both gave up on. */
export async function indexLag(client: CairnClient): Promise<IndexLag> {
  const { pending, dead } = (await client.call('stats')).answer.index;
  return { pending: Math.max(pending.words, pending.vectors), dead: Math.max(dead.words, dead.vectors) };
}
