import { itemIdFrom, type ItemId } from '@cairn/contracts';
import type { NewNote, NewSection } from '@cairn/ports';
import { sql, type RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ofDialect, type Dialect } from '../kit/dialect.ts';
import { erasedColumns, itemColumns, type ItemRow, type NewItemRow, type SectionPlace } from '../kit/item-rows.ts';
import { statementOf, type PlaceOf } from '../kit/prepared.ts';
import { givenRows, givenRowsWriter, type GivenColumns } from '../kit/given-rows.ts';
import { indexHint } from '../kit/for-each-given.ts';
import type { NoteRow, WorkspaceRow } from './note-queries.ts';
import { type StoredItem, storeFeatures, storeItems } from '../kit/store-items.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The maximum number of sections that one commit writes or erases; this bounds the time for which other writers wait. */
export const SECTIONS_AT_ONCE = 200;
/** The time in ms during which prepared sections can be shown; afterwards the sweeper erases their text. */
const PREPARED_SECTIONS_TTL_MS = 10 * 60_000;

interface OfNote {
  readonly orgId: string;
  readonly noteId: string;
}

/** A section that readers see. */
type ShownSection = Pick<ItemRow, 'seq' | 'content_hash' | 'provenance'>;
type Free = Pick<ItemRow, 'seq' | 'id' | 'version'>;

const ofNote = (place: PlaceOf<OfNote>) =>
  sql`org_id = ${place('orgId')} and kind = 'note' and session_key = ${place('noteId')}`;
/**
 * SQL condition: the section is hidden but still has text. Either it was prepared for a version that is not shown yet, or
 * a former version left it.
 */
const isUnsettled = sql`kind = 'note' and state = 'deleted' and content_hash <> ''`;
const allColumns = sql.join((['seq', ...itemColumns] as const).map((name) => sql.ref(name)));

/** The columns that every section writes, whether into a new row or into the row of an erased section. */
const sectionColumns: GivenColumns = {
  principal_id: 'uuid',
  visibility: 'text',
  channel: 'text',
  state: 'text',
  version: 'int',
  timestamp: 'bigint',
  created_at: 'bigint',
  effective_at: 'bigint',
  deleted_at: 'bigint',
  active_to: 'bigint',
  source: 'text',
  content_hash: 'text',
  length: 'int',
  tags: 'text',
  provenance: 'text',
  title: 'text',
  content: 'text',
};
/** The columns that stay the same when a row is reused for another section. */
const constantColumns: GivenColumns = {
  id: 'uuid',
  org_id: 'uuid',
  kind: 'text',
  subchannel: 'text',
  session_key: 'text',
};
/** The column values of an erased section, whose row a later section of the note reuses. */
const { session_key: _, ...blank } = { ...erasedColumns, active_to: null, session_key: null };

/**
 * SQL condition: the id is among the given ids. The ids come from a subquery, since Postgres would compare each row with
 * the ids of a list in turn.
 */
const amongGiven = (dialect: Dialect, ids: string) => {
  const { from, column } = givenRows(dialect, ids, { id: 'uuid' });
  return sql`id in (select ${column('id')} from ${from})`;
};

const readingOf = ofDialect((dialect) => {
  const apart = dialect.name === 'postgres' ? sql`for update skip locked` : sql``;
  const some = <Values extends object>(condition: (place: PlaceOf<Values>) => RawBuilder<unknown>, index = sql``) =>
    statementOf<Values & { limit: number }>(dialect)(
      (
        place,
      ) => sql<ItemRow>`select ${allColumns} from item ${index} where ${condition(place as unknown as PlaceOf<Values>)}
        order by seq limit ${place('limit')} ${dialect.forUpdate}`,
    );
  return {
    shown: statementOf<OfNote>(dialect)(
      (place) => sql<ShownSection>`select seq, content_hash, provenance from item
        where ${ofNote(place)} and state = 'active' order by seq`,
    ),
    free: statementOf<OfNote & { limit: number }>(dialect)(
      (place) => sql<Free>`select seq, id, version from item
        where ${ofNote(place)} and state = 'deleted' and content_hash = '' order by seq limit ${place('limit')} ${apart}`,
    ),
    named: some<{ ids: string }>((place) => sql`${amongGiven(dialect, place('ids'))} and state = 'active'`),
    left: some<OfNote>((place) => sql`${ofNote(place)} and ${isUnsettled} and active_to is not null`),
    abandoned: some<{ before: number }>(
      (place) => sql`${isUnsettled} and coalesce(active_to, deleted_at) < ${place('before')}`,
      // Forces the index: SQLite would otherwise scan the table in the order of `seq`.
      indexHint(dialect, 'item_unsettled'),
    ),
    withIds: statementOf<{ ids: string }>(dialect)(
      (place) => sql<ItemRow>`select ${allColumns} from item where ${amongGiven(dialect, place('ids'))} order by seq`,
    ),
  };
});

const writingOf = ofDialect((dialect) => ({
  /** Writes sections into rows of erased sections. */
  reuse: givenRowsWriter(dialect, {
    columns: { seq: 'bigint', ...sectionColumns },
    write: (given, from) => {
      const columns = Object.keys(sectionColumns).map((name) => sql`${sql.ref(name)} = ${given(name)}`);
      return sql`update item set ${sql.join(columns)} ${from} where item.seq = ${given('seq')}`;
    },
  }),
  insert: givenRowsWriter(dialect, {
    columns: { ...constantColumns, ...sectionColumns },
    write: (given, from) => {
      const names = Object.keys({ ...constantColumns, ...sectionColumns });
      return sql`insert into item (${sql.join(names.map((name) => sql.ref(name)))}) select ${sql.join(names.map(given))} ${from}`;
    },
  }),
  /** Updates the line numbers of unchanged sections for the new version. */
  keep: statementOf<{ rows: string }>(dialect)((place) => {
    const { from, column } = givenRows(dialect, place('rows'), { seq: 'bigint', provenance: 'text' });
    return sql`update item set provenance = ${column('provenance')} from ${from} where item.seq = ${column('seq')}`;
  }),
  hide: statementOf<OfNote & { kept: string; now: number }>(dialect)((place) => {
    const { from, column } = givenRows(dialect, place('kept'), { seq: 'bigint' });
    return sql`update item set state = 'deleted', version = version + 1, deleted_at = ${place('now')}, active_to = ${place('now')}
      where ${ofNote(place)} and state = 'active' and seq not in (select ${column('seq')} from ${from})`;
  }),
  show: statementOf<OfNote & { ids: string; after: number }>(dialect)(
    (place) => sql`update item set state = 'active', deleted_at = null
      where ${amongGiven(dialect, place('ids'))} and ${ofNote(place)}
        and state = 'deleted' and content_hash <> '' and active_to is null and deleted_at > ${place('after')}`,
  ),
  giveUp: statementOf<OfNote & { ids: string; now: number }>(dialect)(
    (place) => sql`update item set active_to = ${place('now')}
      where ${amongGiven(dialect, place('ids'))} and ${ofNote(place)} and ${isUnsettled}`,
  ),
  erase: statementOf<{ seqs: string }>(dialect)((place) => {
    const { from, column } = givenRows(dialect, place('seqs'), { seq: 'bigint' });
    const columns = Object.entries(blank).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    return sql`update item set ${sql.join(columns)} where seq in (select ${column('seq')} from ${from})`;
  }),
}));

const givenIds = (ids: readonly string[]): string => JSON.stringify(ids.map((id) => ({ id })));

/**
 * Splits the sections of a version into two groups: `kept` sections have a shown section with the same text; `fresh`
 * sections must be written, and are given by their 0-based index in the version.
 */
export interface SectionPlan {
  readonly kept: readonly { readonly section: NewSection; readonly row: ShownSection }[];
  readonly fresh: readonly number[];
  /** The number of shown sections that the version no longer contains. */
  readonly leaving: number;
}

/**
 * Plans how to store the sections of a version; sections with unchanged text are kept. The plan depends only on the note
 * and the text.
 */
export async function planSections(
  tx: ReadTransaction,
  note: OfNote,
  sections: readonly NewSection[],
): Promise<SectionPlan> {
  const shown = await tx.all(readingOf(tx.dialect).shown, note);
  const bySameText = Map.groupBy(shown, ({ content_hash }) => content_hash);
  const pairs = sections.map((section) => ({ section, row: bySameText.get(section.contentHash)?.shift() }));
  const kept = pairs.flatMap(({ section, row }) => (row ? [{ section, row }] : []));
  const fresh = pairs.flatMap(({ row }, at) => (row ? [] : [at]));
  return { kept, fresh, leaving: shown.length - kept.length };
}

/** Whether one commit can write the plan. */
export const isSmall = ({ fresh, leaving }: Pick<SectionPlan, 'fresh' | 'leaving'>): boolean =>
  fresh.length + leaving <= SECTIONS_AT_ONCE;

export interface Placing {
  readonly home: WorkspaceRow;
  readonly row: Pick<NoteRow, 'id' | 'path' | 'version' | 'principal_id'>;
  readonly fresh: Pick<NewNote, 'timestamp' | 'tags'>;
}

/** Writes sections with their features. The sections stay hidden until `showSections` shows them. */
export async function makeReady(
  tx: Transaction,
  placing: Placing,
  sections: readonly NewSection[],
): Promise<ItemRow[]> {
  if (sections.length === 0) return [];
  const { free: findFree, withIds } = readingOf(tx.dialect);
  const { reuse, insert } = writingOf(tx.dialect);
  const note = { orgId: placing.home.org_id, noteId: placing.row.id };
  const free = await tx.all(findFree, { ...note, limit: sections.length });
  const rows = sections.map((section, at) => {
    const row = hiddenSectionOf(placing, section, tx.now);
    const place = free[at];
    return place ? { ...row, id: place.id, seq: place.seq, version: place.version + 1 } : row;
  });
  await reuse(tx, rows.slice(0, free.length));
  await insert(tx, rows.slice(free.length));
  const ids = rows.map(({ id }) => id);
  const stored = await tx.all(withIds, { ids: givenIds(ids) });
  const features = new Map(ids.map((id, at) => [id, sections[at]!.features]));
  await storeFeatures(
    tx,
    stored.map((row) => ({ row, text: 'new', features: features.get(row.id) })),
  );
  const byId = new Map(stored.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)!);
}

/**
 * Replaces the shown sections by the prepared ones, in one commit. Returns false if the prepared sections are missing or
 * too old.
 */
export async function showSections(
  tx: Transaction,
  { home, row }: Placing,
  { kept, ready }: { readonly kept: SectionPlan['kept']; readonly ready: readonly ItemId[] },
): Promise<boolean> {
  const { keep, show } = writingOf(tx.dialect);
  const note = { orgId: home.org_id, noteId: row.id };
  await hideSections(
    tx,
    note,
    kept.map(({ row: { seq } }) => ({ seq })),
  );
  const moved = kept.flatMap(({ section, row: { seq, provenance } }) => {
    const now = provenanceOf({ home, row }, section);
    return now === provenance ? [] : [{ seq, provenance: now }];
  });
  if (moved.length > 0) await tx.run(keep, { rows: tx.dialect.jsonOf(moved) });
  if (ready.length === 0) return true;
  const ids = givenIds(ready);
  return (await tx.run(show, { ...note, ids, after: tx.now - PREPARED_SECTIONS_TTL_MS })) === ready.length;
}

export async function hideSections(
  tx: Transaction,
  note: OfNote,
  kept: readonly { readonly seq: number }[] = [],
): Promise<void> {
  const values = { ...note, kept: JSON.stringify(kept), now: tx.now };
  await tx.run(writingOf(tx.dialect).hide, values);
}

/** Announces the given sections, except those that are no longer shown. */
export const announceSections = async (tx: Transaction, ids: readonly ItemId[]): Promise<void> =>
  storeItems(tx, await loadShown(tx, ids));

/** Erases up to `SECTIONS_AT_ONCE` sections that are no longer shown, and returns their number. */
export async function eraseSections(tx: Transaction, note: OfNote): Promise<number> {
  const gone = await eraseDropped(tx, note);
  await storeItems(tx, gone);
  return gone.length;
}

/** Completes a small change of a note: announces the shown sections and erases the dropped ones, in the order of `seq`. */
export async function settleSections(tx: Transaction, note: OfNote, ids: readonly ItemId[]): Promise<void> {
  const stored = [...(await loadShown(tx, ids)), ...(await eraseDropped(tx, note))];
  await storeItems(
    tx,
    stored.sort((one, other) => one.row.seq - other.row.seq),
  );
}

async function loadShown(tx: Transaction, ids: readonly ItemId[]): Promise<StoredItem[]> {
  if (ids.length === 0) return [];
  const shown = { ids: givenIds(ids), limit: SECTIONS_AT_ONCE };
  return (await tx.all(readingOf(tx.dialect).named, shown)).map((row) => ({ row, text: 'new' }));
}

const eraseDropped = async (tx: Transaction, note: OfNote): Promise<StoredItem[]> =>
  eraseRows(tx, await tx.all(readingOf(tx.dialect).left, { ...note, limit: SECTIONS_AT_ONCE }));

/** Marks prepared sections that will never be shown, so that the sweeper erases them. */
export async function abandonSections(tx: Transaction, note: OfNote, ids: readonly ItemId[]): Promise<void> {
  const values = { ...note, ids: givenIds(ids), now: tx.now };
  if (ids.length > 0) await tx.run(writingOf(tx.dialect).giveUp, values);
}

/** Erases a batch of hidden sections that an interrupted writer left. */
export async function settleAbandoned(tx: Transaction): Promise<void> {
  const before = tx.now - PREPARED_SECTIONS_TTL_MS;
  const rows = await tx.all(readingOf(tx.dialect).abandoned, { before, limit: SECTIONS_AT_ONCE });
  await storeItems(tx, await eraseRows(tx, rows));
}

async function eraseRows(tx: Transaction, rows: readonly ItemRow[]): Promise<StoredItem[]> {
  if (rows.length === 0) return [];
  await tx.run(writingOf(tx.dialect).erase, { seqs: JSON.stringify(rows.map(({ seq }) => ({ seq }))) });
  return rows.map((row) => ({ row: { ...row, ...blank }, text: 'erased' }));
}

const provenanceOf = (
  { home, row }: Pick<Placing, 'home' | 'row'>,
  { startLine, endLine }: Pick<NewSection, 'startLine' | 'endLine'>,
): string => {
  const place: SectionPlace = {
    workspace: home.name,
    path: row.path,
    noteVersion: row.version,
    startLine,
    endLine,
  };
  return JSON.stringify(place);
};

function hiddenSectionOf({ home, row, fresh }: Placing, section: NewSection, now: number) {
  const { title, content, contentHash } = section;
  return {
    id: itemIdFrom(uuidv7()),
    org_id: home.org_id,
    kind: 'note',
    principal_id: home.visibility === 'private' ? home.principal_id : row.principal_id,
    visibility: home.visibility,
    channel: home.channel,
    state: 'deleted',
    version: 1,
    timestamp: fresh.timestamp,
    created_at: now,
    effective_at: fresh.timestamp || now,
    deleted_at: now,
    active_to: null,
    source: 'notes',
    content_hash: contentHash,
    length: content.length,
    subchannel: home.id,
    session_key: row.id,
    tags: JSON.stringify(fresh.tags),
    provenance: provenanceOf({ home, row }, section),
    title,
    content,
  } satisfies Partial<NewItemRow>;
}

/**
 * A note with shown sections that are not announced yet, or with dropped sections that are not erased yet. Later commits
 * announce and erase them.
 */
export interface Settling {
  readonly noteId: string;
  readonly shown: readonly ItemId[];
}
