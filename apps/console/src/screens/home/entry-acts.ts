import { archiveAll } from '../../parts/archive.ts';
import { decideOn } from '../../parts/decide.ts';
import type { FeedEntry } from './feed-groups.ts';

type Act = 'keep' | 'reject' | 'mine' | 'archive';

/** Keys that act on the entry with the focus, and the act of each. */
export const keyActs = ({ proposal }: FeedEntry): Readonly<Record<string, Act | undefined>> =>
  proposal ? { y: 'keep', n: 'reject', ...(proposal.readers !== 'private' && { m: 'mine' as const }) } : {};

/** Decides on an entry of the feed, and shows a notification with an undo button. */
export const actOnEntry = (act: Act, entry: FeedEntry): void =>
  act === 'archive' ? archiveAll([entry]) : decideOn(act, [entry]);
