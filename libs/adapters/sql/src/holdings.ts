import type { IndexTarget, ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Held, Pointer } from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { ofDialect } from './dialect.ts';
import { prepared } from './prepared.ts';
import { isBehind } from './stats.ts';

interface HeldRow {
  readonly place: number;
  readonly orgId: string;
  readonly kind: ItemKind;
  readonly id: string;
  readonly version: number;
  readonly state: string;
  /** Effective time. */
  readonly time: number;
}

/** Where a page of an organisation's items ends; the order is that of an index. */
export type HeldEnd = Pick<HeldRow, 'kind' | 'time' | 'place'>;

export const HELD_START: HeldEnd = { kind: '' as ItemKind, time: 0, place: 0 };
export const HELD_PAGE = 1000;

const columns = ['seq as place', 'org_id as orgId', 'kind', 'id', 'version', 'state', 'effective_at as time'] as const;

/** Going through all items, for either dialect. */
export const holdingQueries = ofDialect(({ queries }) => ({
  after: prepared<{ place: number; limit: number }>()((place) =>
    queries.selectFrom('item').select(columns).where('seq', '>', place('place')).orderBy('seq').limit(place('limit')),
  ),
  ofOrganisation: prepared<HeldEnd & { orgId: OrgId; limit: number }>()((place) =>
    queries
      .selectFrom('item')
      .select(columns)
      .where('org_id', '=', place('orgId'))
      .where(sql<SqlBool>`(kind, effective_at, seq) > (${place('kind')}, ${place('time')}, ${place('place')})`)
      .orderBy('kind')
      .orderBy('effective_at')
      .orderBy('seq')
      .limit(place('limit')),
  ),
  last: prepared<object>()(() =>
    queries.selectFrom('item').select((eb) => eb.fn.coalesce(eb.fn.max<number>('seq'), sql<number>`0`).as('place')),
  ),
  off: prepared<{ target: IndexTarget; limit: number }>()((place) =>
    queries
      .selectFrom('index_state')
      .innerJoin('item', 'item.seq', 'index_state.item_seq')
      .select(['item.org_id as orgId', 'item.kind', 'item.id'])
      .where(isBehind)
      .where('index_state.status', '=', sql.lit('off'))
      .where('index_state.target', '=', place('target'))
      .orderBy('index_state.since')
      .limit(place('limit')),
  ),
  nextOrganisation: prepared<{ after: string }>()((place) =>
    queries
      .selectFrom('item')
      .select('org_id as orgId')
      .where('org_id', '>', place('after'))
      .orderBy('org_id')
      .limit(1),
  ),
}));

export const heldOf = ({ place, orgId, kind, id, version, state }: HeldRow): Held => ({
  place,
  orgId: orgId as OrgId,
  kind,
  id: id as ItemId,
  version,
  isDeleted: state === 'deleted',
});

export const pointerOf = ({ orgId, kind, id }: Pick<HeldRow, 'orgId' | 'kind' | 'id'>): Pointer => ({
  orgId: orgId as OrgId,
  kind,
  id: id as ItemId,
});

/** Before every organisation, and no uuid of one. */
export const NO_ORGANISATION = '00000000-0000-0000-0000-000000000000';

/** All pages that follow each other, each begun at the end of the last. */
export async function* heldPages(
  read: (end: HeldEnd) => Promise<{ held: readonly Held[]; end: HeldEnd | undefined }>,
): AsyncGenerator<readonly Held[]> {
  for (let end: HeldEnd | undefined = HELD_START; end;) {
    const page = await read(end);
    if (page.held.length > 0) yield page.held;
    end = page.end;
  }
}

/** A page of rows, and where the next one begins if there can be one. */
export function pageOf(rows: readonly HeldRow[]): { held: Held[]; end: HeldEnd | undefined } {
  const last = rows.length < HELD_PAGE ? undefined : rows.at(-1);
  return { held: rows.map(heldOf), end: last && { kind: last.kind, time: last.time, place: last.place } };
}
