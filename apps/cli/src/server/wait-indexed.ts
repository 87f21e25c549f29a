import { setTimeout as sleep } from 'node:timers/promises';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import type { CliContext } from '../context/cli-context.ts';
import { withRetries } from '@cairn/client';
import { stepProgress } from '../terminal/step-progress.ts';

/**
 * Pause between two polls: `looks` times the duration of the last poll, but at least `leastMs` and at most `mostMs`.
 * Counting a long backlog takes the store some time.
 */
const CHECK_PAUSES = { looks: 9, leastMs: 500, mostMs: 10_000 };
const INDEXING_TIMEOUT_MS = 60_000;
/** Time in ms without progress after which indexing counts as stalled. */
const STALLED_AFTER_MS = 120_000;

export interface IndexLag {
  readonly pending: number;
  readonly dead: number;
}

/** Waits until every item is in both indexes. Returns the remaining backlog if indexing stalls or the wait is interrupted. */
export async function waitIndexed(
  client: CairnClient,
  signal: AbortSignal,
  onLag: (lag: IndexLag) => void = () => {},
): Promise<IndexLag> {
  let least = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (;;) {
    const lookedAt = Date.now();
    const lag = await withRetries(() => indexLag(client), { patienceMs: INDEXING_TIMEOUT_MS, signal });
    if (lag.pending < least) movedAt = Date.now();
    least = Math.min(least, lag.pending);
    if (lag.pending === 0 || signal.aborted || Date.now() - movedAt > STALLED_AFTER_MS) return lag;
    onLag(lag);
    const pauseMs = Math.max(CHECK_PAUSES.leastMs, CHECK_PAUSES.looks * (Date.now() - lookedAt));
    await sleep(Math.min(pauseMs, CHECK_PAUSES.mostMs), undefined, { signal }).catch(() => {});
  }
}

/** Waits, and shows the progress of indexing on stderr. */
export async function showIndexing(
  context: CliContext,
  client: CairnClient,
  { quiet }: { quiet: boolean },
): Promise<IndexLag> {
  if (!quiet) context.stderr.write('Waiting until everything is indexed (Ctrl-C stops waiting, not indexing).\n');
  const progress = stepProgress(context, { quiet });
  let most = 0;
  try {
    return await waitIndexed(client, context.interrupted, ({ pending }) => {
      most = Math.max(most, pending);
      progress.at('indexing', most - pending, most);
    });
  } finally {
    progress.end();
  }
}

/** Returns the backlog of the slower index, and the number of items that either index has given up. */
export async function indexLag(client: CairnClient): Promise<IndexLag> {
  const { pending, dead } = (await client.call('stats', {})).answer.index;
  return { pending: Math.max(pending.words, pending.vectors), dead: Math.max(dead.words, dead.vectors) };
}
