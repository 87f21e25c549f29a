import { indexStateOfRow, indexStatuses, prepared } from '@cairn/adapter-sql';
import type { IndexState, IndexTarget } from '@cairn/contracts';
import type { Pointer } from '@cairn/ports';
import { sql } from 'kysely';
import { queries, statement } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';

/** All that decides is in the row that changes, so that a change of the item at the same time is never overlooked. */
const mark = statement<Pointer & { target: IndexTarget; version: number }>()(
  (place) => sql`
    update index_state
    set version = ${place('version')},
      status = case when wanted <= ${place('version')} then 'indexed' else 'pending' end
    from item
    where item.id = ${place('id')} and item.org_id = ${place('orgId')} and item.kind = ${place('kind')}
      and item_seq = item.seq and target = ${place('target')} and index_state.version < ${place('version')}`,
);

export async function markIndexed(
  session: Session,
  pointer: Pointer,
  target: IndexTarget,
  version: number,
): Promise<void> {
  await session.run(mark, { ...pointer, target, version });
}

interface Pointers {
  readonly orgs: readonly string[];
  readonly kinds: readonly string[];
  readonly ids: readonly string[];
}

const states = prepared<Pointers>()((place) =>
  queries
    .selectFrom(
      sql<
        Pointer & { place: number }
      >`unnest(${place('orgs')}::uuid[], ${place('kinds')}::text[], ${place('ids')}::uuid[])
        with ordinality`.as<'wanted'>(sql`wanted ("orgId", kind, id, place)`),
    )
    .leftJoin('item', (join) =>
      join
        .onRef('item.id', '=', 'wanted.id')
        .onRef('item.org_id', '=', 'wanted.orgId')
        .onRef('item.kind', '=', 'wanted.kind'),
    )
    .select(indexStatuses)
    .orderBy('wanted.place'),
);

/** In the order of the pointers; what is unknown is pending for ever. */
export async function indexStates(session: Session, pointers: readonly Pointer[]): Promise<IndexState[]> {
  const found = await session.all(states, {
    orgs: pointers.map(({ orgId }) => orgId),
    kinds: pointers.map(({ kind }) => kind),
    ids: pointers.map(({ id }) => id),
  });
  return found.map(indexStateOfRow);
}
