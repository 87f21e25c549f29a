import { CairnError, type ItemId, type Visibility } from '@cairn/contracts';
import { isSeenByAll } from '@cairn/domain';
import { isReadByReadersOf } from '../kit/conditions.ts';
import type { ItemRow } from '../kit/item-rows.ts';
import type { Outcome } from './acts.ts';

type StateRow = Pick<ItemRow, 'state' | 'version'>;

/** The outcome that prevents an act on a version of a memory. `successor` is the one that the scope sees. */
export function obstacleTo(
  { state, version }: StateRow,
  { ifVersion, successor }: { readonly ifVersion: number; readonly successor: ItemId | undefined },
): Outcome | undefined {
  if (state === 'superseded' && successor !== undefined) return { outcome: 'superseded', by: successor };
  return version === ifVersion ? undefined : { outcome: 'stale', version };
}

export const textOf = ({ title, content }: Pick<ItemRow, 'title' | 'content'>) => `${title}\n${content}`;

/** Columns beside the text that its features are read from. */
const readColumns = ['category', 'forbids', 'instead', 'action_triggers'] as const;

type ReadRow = Pick<ItemRow, 'title' | 'content' | (typeof readColumns)[number]>;

/** Whether a change touches a column that text features are read from. */
export const isReadAnew = (row: ReadRow, fresh: ReadRow): boolean =>
  textOf(fresh) !== textOf(row) || readColumns.some((name) => fresh[name] !== row[name]);

/** The end of the active time: a memory that is archived or superseded again keeps its first end. */
export const activeToOf = (
  row: Pick<ItemRow, 'state' | 'active_to'>,
  state: 'active' | 'archived' | 'superseded',
  now: number,
): number | null => (state === 'active' ? null : row.state === 'active' ? now : (row.active_to ?? now));

/** Columns of a memory that goes to a recipient, of whose memories one may state its fact, have its key or its external id. */
export function handedOver(
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

/** Refuses a visibility that gives a memory no further readers. */
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

type Standing = Pick<ItemRow, 'id' | 'visibility' | 'principal_id' | 'channel'>;

/** Refuses a successor that is the memory itself, that a reader of the memory cannot read, or that came before it. */
export function requireSuccessor(row: Standing, next: Standing, { isEarlier }: { readonly isEarlier: boolean }): void {
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
