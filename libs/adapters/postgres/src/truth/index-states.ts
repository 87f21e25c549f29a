import { indexStateOfRow, indexStatuses, prepared } from '@cairn/adapter-sql';
import type { IndexState, OrgId, Subscriber } from '@cairn/contracts';
import type { Pointer } from '@cairn/ports';
import { sql } from 'kysely';
import { queries, statement } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';

/** That the index of a target has an item at a version. */
export interface Indexed {
  readonly pointer: Pointer;
  readonly target: Subscriber;
  readonly version: number;
}

interface Marks {
  readonly orgId: OrgId;
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  readonly targets: readonly string[];
  readonly versions: readonly number[];
}

/**
 * All that decides is in the row that changes, so that a change of the item at the same time is never overlooked. Of an item
 * of which nothing was noted, the row is made: a change at the same time makes it too, and the second of the two waits.
 */
const mark = statement<Marks>()(
  (place) => sql`
    insert into index_state (item_seq, target, org_id, wanted, version, status, since, behind_since)
    select item.seq, done.target, item.org_id, item.version, done.version,
      case when item.version <= done.version then 'indexed' else 'pending' end, item.created_at, item.created_at
    from unnest(${place('ids')}::uuid[], ${place('kinds')}::text[], ${place('targets')}::text[], ${place('versions')}::int[])
      as done (id, kind, target, version)
    join item on item.id = done.id and item.kind = done.kind and item.org_id = ${place('orgId')}
    on conflict (item_seq, target) do update set version = excluded.version,
      status = case when index_state.wanted <= excluded.version then 'indexed' else 'pending' end
    where index_state.version < excluded.version`,
);

/** Of one organisation. */
export async function markIndexed(session: Session, orgId: OrgId, all: readonly Indexed[]): Promise<void> {
  const marks = newestOfEach(all);
  await session.run(mark, {
    orgId,
    ids: marks.map(({ pointer }) => pointer.id),
    kinds: marks.map(({ pointer }) => pointer.kind),
    targets: marks.map(({ target }) => target),
    versions: marks.map(({ version }) => version),
  });
}

const switchOff = statement<Pointer & { target: Subscriber; version: number }>()(
  (place) => sql`
    update index_state set status = 'off' from item
    where item.id = ${place('id')} and item.kind = ${place('kind')} and item.org_id = ${place('orgId')}
      and item_seq = item.seq and target = ${place('target')} and status = 'pending' and wanted <= ${place('version')}`,
);

export async function markOff(session: Session, { pointer, target, version }: Indexed): Promise<void> {
  await session.run(switchOff, { ...pointer, target, version });
}

/** A row that several marks of one statement meet takes any of them. */
function newestOfEach(all: readonly Indexed[]): Indexed[] {
  const oldestFirst = all.toSorted((a, b) => a.version - b.version);
  return [...new Map(oldestFirst.map((each) => [`${each.target} ${each.pointer.id}`, each])).values()];
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
