import { CairnError, type ItemId, type Visibility } from '@cairn/contracts';
import { isSeenByAll } from '@cairn/domain';
import { isReadByReadersOf } from '../kit/conditions.ts';
import type { ItemRow } from '../kit/item-rows.ts';
import type { ActOutcome } from './acts.ts';

type StateRow = Pick<ItemRow, 'state' | 'version'>;

/**
 * Returns the outcome that prevents an act on a memory, or undefined. `successor` is the id of the memory's successor if
 * the scope sees it.
 */
export function obstacleTo(
  { state, version }: StateRow,
  { ifVersion, successor }: { readonly ifVersion: number; readonly successor: ItemId | undefined },
): ActOutcome | undefined {
  if (state === 'superseded' && successor !== undefined) return { outcome: 'superseded', by: successor };
  return version === ifVersion ? undefined : { outcome: 'stale', version };
}

export const textOf = ({ title, content }: Pick<ItemRow, 'title' | 'content'>) => `${title}\n${content}`;

/** Columns, other than the text, from which text features are computed. */
const readColumns = ['category', 'forbids', 'instead', 'action_triggers'] as const;

type ReadRow = Pick<ItemRow, 'title' | 'content' | (typeof readColumns)[number]>;

/** Whether a change touches a column from which text features are computed. */
export const changesFeatures = (row: ReadRow, fresh: ReadRow): boolean =>
  textOf(fresh) !== textOf(row) || readColumns.some((name) => fresh[name] !== row[name]);

/** The end of a memory's active time. A memory that was already archived or superseded keeps the earlier end. */
export const activeToOf = (
  row: Pick<ItemRow, 'state' | 'active_to'>,
  state: 'active' | 'archived' | 'superseded',
  now: number,
): number | null => (state === 'active' ? null : row.state === 'active' ? now : (row.active_to ?? now));

/**
 * Computes the columns of a memory after its transfer. `met` says whether a memory of the recipient states the same fact,
 * has the same merge key, or has the same external id.
 */
export function columnsAfterTransfer(
  row: Pick<ItemRow, 'state' | 'external_id' | 'merge_key'>,
  met: { readonly isStated: boolean; readonly isMerged: boolean; readonly isNamed: boolean },
  now: number,
): Partial<Pick<ItemRow, 'state' | 'active_to'>> & Pick<ItemRow, 'external_id' | 'merge_key'> {
  const isFree = row.state === 'active' && row.external_id === null && !met.isStated && !met.isMerged;
  return {
    external_id: met.isNamed ? null : row.external_id,
    merge_key: isFree ? row.merge_key : null,
    ...(met.isStated && { state: 'archived', active_to: now }),
  };
}

/** Refuses a visibility that adds no readers to the present readers of the memory. */
export function requireWider(from: Visibility, to: Visibility): void {
  const isWider = to === 'org' ? !isSeenByAll(from) && from !== 'peer' : from === 'private' && to.startsWith('team:');
  if (isWider) return;
  const allowed =
    from === 'private' ? 'org or team:NAME' : from.startsWith('team:') ? 'org' : 'nothing: it is shared already';
  const message = `does not give the memory wider readers than ${from.startsWith('team:') ? 'its team' : from}`;
  throw new CairnError('request/invalid', `visibility ${message}`, {
    issues: [{ field: 'visibility', message, value: to, allowed }],
  });
}

type MemoryReaders = Pick<ItemRow, 'id' | 'visibility' | 'principal_id' | 'channel'>;

/**
 * Refuses a successor that is the memory itself, that some reader of the memory cannot read, or that the memory has
 * superseded before (`isEarlier`).
 */
export function requireSuccessor(
  row: MemoryReaders,
  next: MemoryReaders,
  { isEarlier }: { readonly isEarlier: boolean },
): void {
  if (next.id === row.id) throw noSuccessor(next.id, 'is the memory itself', 'another memory');
  if (!isReadByReadersOf(next, row))
    throw noSuccessor(
      next.id,
      'is not read by all who read this memory',
      'a memory with the same readers, or with more',
    );
  if (isEarlier)
    throw noSuccessor(next.id, 'was superseded by this memory', 'a memory that this one does not supersede');
}

function noSuccessor(id: string, message: string, allowed: string): CairnError {
  const issues = [{ field: 'successor', message, value: id, allowed }];
  return new CairnError('request/invalid', `successor ${message}`, { issues });
}
