import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { toastFailure, toastWithUndo } from '../../parts/toast.tsx';
import type { FeedEntry } from './feed-groups.ts';

type Act = 'keep' | 'reject' | 'mine' | 'archive';

/** Keys that act on the entry with the focus, and the act of each. */
export const keyActs = ({ proposal }: FeedEntry): Readonly<Record<string, Act | undefined>> =>
  proposal ? { y: 'keep', n: 'reject', ...(proposal.readers !== 'private' && { m: 'mine' as const }) } : {};

/** Returns functions that decide on an entry of the feed and show a notification with an undo button. */
export function useEntryActs(): Readonly<Record<Act, (entry: FeedEntry) => void>> {
  const client = useQueryClient();
  const run = (work: () => Promise<() => Promise<unknown>>, message: string) => {
    const refresh = () => client.invalidateQueries();
    work()
      .then((undo) => toastWithUndo(message, () => void undo().then(refresh, toastFailure)))
      .then(refresh, toastFailure);
  };
  const decide = (act: 'keep' | 'reject' | 'mine', message: string) => (entry: FeedEntry) =>
    run(async () => {
      const params = { id: entry.memoryId };
      await call('decideProposal', { params: { ...params, act }, body: {} });
      return () => call('decideProposal', { params: { ...params, act: 'undo' }, body: {} });
    }, message);
  return {
    keep: decide('keep', 'Kept.'),
    reject: decide('reject', 'Not kept: it is not true.'),
    mine: decide('mine', 'Kept for you alone.'),
    archive: ({ memoryId, version, channel }) =>
      run(async () => {
        const target = { params: { id: memoryId }, ...channelQuery(channel) };
        const archived = await call('archiveMemory', { ...target, body: { expectedVersion: version } });
        return () => call('restoreMemory', { ...target, body: { expectedVersion: archived.version } });
      }, 'Archived: it is kept, and no answer has it.'),
  };
}
