import type { IndexTarget, ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Pointer } from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { announcementOf } from '../kit/deliveries.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { itemsOf, distinctIds } from '../items/item-queries.ts';
import { prepared } from '../kit/prepared.ts';
import { isBehind } from '../kit/stats.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { announceAll } from '../kit/announce.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** A stored item without its content. */
export interface ScannedItem extends Pointer {
  /** The position of the item in the order of arrival, from 1 up. */
  readonly place: number;
  readonly version: number;
  readonly isDeleted: boolean;
}

interface HeldRow {
  readonly place: number;
  readonly orgId: string;
  readonly kind: ItemKind;
  readonly id: string;
  readonly version: number;
  readonly state: string;
  /** The effective time, in epoch ms. */
  readonly time: number;
}

/** The last row of a page of an organisation's items; the index orders rows by these columns. */
type HeldEnd = Pick<HeldRow, 'kind' | 'time' | 'place'>;

const HELD_START: HeldEnd = { kind: '' as ItemKind, time: 0, place: 0 };
const HELD_PAGE = 1000;

const columns = ['seq as place', 'org_id as orgId', 'kind', 'id', 'version', 'state', 'effective_at as time'] as const;

/** Queries that read all items of the store page by page. */
const itemScanQueries = ofDialect((dialect) => {
  const { queries } = dialect;
  return {
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
    /** Selects the items with these ids. */
    found: prepared<{ ids: List }>()((place) =>
      itemsOf(dialect, place('ids')).select(['item.org_id as orgId', 'item.kind', 'item.id', 'item.version']),
    ),
    /** Resets the versions of these items in the target's index, so that they count as not indexed. */
    forgetVersions: prepared<{ ids: List; target: IndexTarget; now: number }>()((place) =>
      queries
        .updateTable('index_state')
        .set({ version: 0, status: 'pending', since: place('now'), behind_since: place('now') })
        .where('target', '=', place('target'))
        .where('item_seq', 'in', itemsOf(dialect, place('ids')).select('item.seq')),
    ),
  };
});

const heldOf = ({ place, orgId, kind, id, version, state }: HeldRow): ScannedItem => ({
  place,
  orgId: orgId as OrgId,
  kind,
  id: id as ItemId,
  version,
  isDeleted: state === 'deleted',
});

const pointerOf = ({ orgId, kind, id }: Pick<HeldRow, 'orgId' | 'kind' | 'id'>): Pointer => ({
  orgId: orgId as OrgId,
  kind,
  id: id as ItemId,
});

/** The nil UUID. No organisation has it as its id, and all ids sort after it. */
export const NO_ORGANISATION = '00000000-0000-0000-0000-000000000000' as OrgId;

interface HeldPage {
  readonly held: readonly ScannedItem[];
  /** The place after which the next page begins; undefined if no page follows. */
  readonly end: HeldEnd | undefined;
}

function pageOf(rows: readonly HeldRow[]): HeldPage {
  const last = rows.length < HELD_PAGE ? undefined : rows.at(-1);
  return { held: rows.map(heldOf), end: last && { kind: last.kind, time: last.time, place: last.place } };
}

/**
 * Lists items of all organisations after a position in the order of arrival, including forgotten items. May miss items
 * that are being written; the events of these items report them.
 */
async function scanAfter(tx: ReadTransaction, from: { place: number; limit: number }): Promise<ScannedItem[]> {
  return (await tx.all(itemScanQueries(tx.dialect).after, from)).map(heldOf);
}

async function ofOrganisation(tx: ReadTransaction, from: HeldEnd & { orgId: OrgId }) {
  return pageOf(await tx.all(itemScanQueries(tx.dialect).ofOrganisation, { ...from, limit: HELD_PAGE }));
}

/** The position of the newest item; 0 if there is none. */
async function findLastPlace(tx: ReadTransaction): Promise<number> {
  return (await tx.get(itemScanQueries(tx.dialect).last, {}))?.place ?? 0;
}

/**
 * Returns the organisation with items whose id is the next one after `after`; without `after`, the organisation with
 * items that has the smallest id.
 */
async function nextOrganisation(
  tx: ReadTransaction,
  { after = NO_ORGANISATION }: { readonly after?: OrgId | undefined },
): Promise<OrgId | undefined> {
  return (await tx.get(itemScanQueries(tx.dialect).nextOrganisation, { after }))?.orgId as OrgId | undefined;
}

/**
 * Lists items of all organisations that `IndexLedger.markOff` marked for this target and that were not announced since,
 * oldest marks first.
 */
async function scanSwitchedOff(
  tx: ReadTransaction,
  wanted: { target: IndexTarget; limit: number },
): Promise<Pointer[]> {
  return (await tx.all(itemScanQueries(tx.dialect).off, wanted)).map(pointerOf);
}

/**
 * Adds the events of these items for one target to the outbox again; the items are pending until the target has processed
 * them. Returns their number.
 */
async function announceItems(
  tx: Transaction,
  { pointers, target }: { readonly pointers: readonly Pointer[]; readonly target: IndexTarget },
): Promise<number> {
  const { found, forgetVersions } = itemScanQueries(tx.dialect);
  const ids = distinctIds(
    tx.dialect,
    pointers.map(({ id }) => id),
  );
  const items = await tx.all(found, { ids });
  await tx.run(forgetVersions, { ids, target, now: tx.now });
  await announceAll(tx, items.map(announcementOf), target);
  return items.length;
}

/** Commands that read the whole truth, to fill an index or to compare an index with it. */
export const itemScan = feature('item-scan', {
  tables: [],
  reads: { after: scanAfter, ofOrganisation, last: findLastPlace, nextOrganisation, off: scanSwitchedOff },
  writes: { announce: announceItems },
  acrossOrganisations: ['after', 'last', 'nextOrganisation', 'off', 'announce'],
});
export type ItemScan = CallsOf<typeof itemScan>;

/** Lists the organisations with items, in the order of their ids. */
export async function* organisationIds(scan: Pick<ItemScan, 'nextOrganisation'>): AsyncGenerator<OrgId> {
  for (let after: OrgId | undefined; (after = await scan.nextOrganisation({ after }));) yield after;
}

/** Reads all items of an organisation, including forgotten items, a page at a time. */
export async function* itemPages(scan: ItemScan, orgId: OrgId): AsyncGenerator<readonly ScannedItem[]> {
  for (let end: HeldEnd | undefined = HELD_START; end;) {
    const page: HeldPage = await scan.ofOrganisation({ orgId, ...end });
    if (page.held.length > 0) yield page.held;
    end = page.end;
  }
}
