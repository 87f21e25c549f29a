import type { ItemRow, LedgerEntry } from '@cairn/adapter-sql';
import { queries } from './dialect.ts';

/** What the commit serves has this version of the item, or has let go of it; the others are to. */
export function reopening(
  { seq, org_id }: ItemRow,
  { subscriber, ...entry }: LedgerEntry,
  wanted: number,
  now: number,
) {
  const state = { wanted, status: entry.status, since: now, behind_since: now };
  return queries
    .insertInto('index_state')
    .values({ item_seq: seq, target: subscriber, org_id, version: entry.version, ...state })
    .onConflict((clash) =>
      clash
        .columns(['item_seq', 'target'])
        .doUpdateSet({ ...state, ...(entry.status === 'indexed' && { version: entry.version }) }),
    );
}
