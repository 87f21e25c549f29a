import type { NewNote, NewSection } from '@cairn/ports';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../dialect.ts';
import {
  erasedOf,
  itemColumns,
  noMemoryColumns,
  noMessageColumns,
  type ItemRow,
  type NewItemRow,
  type SectionPlace,
} from '../item-rows.ts';
import { prepared } from '../prepared.ts';
import type { ItemToInsert, StoreSession, StoreWriteSession } from '../store/session.ts';
import type { NoteRow, WorkspaceRow } from './note-queries.ts';

const queriesOf = ofDialect(({ queries }) => ({
  sections: prepared<{ orgId: string; noteId: string }>()((place) =>
    queries
      .selectFrom('item')
      .select(['seq', ...itemColumns])
      .where('org_id', '=', place('orgId'))
      .where('kind', '=', sql.lit('note'))
      .where('session_key', '=', place('noteId'))
      .orderBy('seq'),
  ),
  insertSection: prepared<NewItemRow>()((place) =>
    queries
      .insertInto('item')
      .values(Object.fromEntries(itemColumns.map((name) => [name, place(name)])) as unknown as NewItemRow)
      .returning('seq'),
  ),
  changeSection: (seq: number, columns: Partial<NewItemRow>) =>
    queries.updateTable('item').set(columns).where('seq', '=', seq),
}));

export interface Placing {
  readonly home: WorkspaceRow;
  readonly row: NoteRow;
  readonly fresh: NewNote;
}

/** Sections whose text is the same stay what they are; others take the rows that are free, those of forgotten sections last. */
export async function placeSections(session: StoreWriteSession, { home, row, fresh }: Placing): Promise<void> {
  const rows = await sectionRows(session, row);
  const active = rows.filter(({ state }) => state === 'active');
  const bySameText = Map.groupBy(active, ({ content_hash }) => content_hash);
  const pairs = fresh.sections.map((section) => ({ section, same: bySameText.get(section.contentHash)?.shift() }));
  const kept = new Set(pairs.map(({ same }) => same));
  const free = [...active.filter((each) => !kept.has(each)), ...rows.filter(({ state }) => state !== 'active')];
  for (const { section, same } of pairs) {
    const placed = sectionOf({ home, row, fresh }, section, session.now);
    if (same) await keepPlace(session, same, placed.provenance);
    else await takeRow(session, free.shift(), { row: placed, features: section.features });
  }
  for (const left of free.filter(({ state }) => state === 'active')) await erase(session, left);
}

async function sectionRows(session: StoreSession, { org_id: orgId, id: noteId }: NoteRow): Promise<ItemRow[]> {
  return (await session.all(queriesOf(session.dialect).sections, { orgId, noteId })) as ItemRow[];
}

/** Lines that move are no change of what indexes hold. */
async function keepPlace(session: StoreWriteSession, { seq, provenance }: ItemRow, now: string): Promise<void> {
  if (provenance !== now) await session.run(queriesOf(session.dialect).changeSection(seq, { provenance: now }));
}

async function takeRow(
  session: StoreWriteSession,
  free: ItemRow | undefined,
  { row: placed, features }: ItemToInsert,
): Promise<void> {
  const { insertSection, changeSection } = queriesOf(session.dialect);
  if (free) {
    const { id: _, ...columns } = { ...placed, version: free.version + 1 };
    await session.run(changeSection(free.seq, columns));
    await session.itemStored({ ...free, ...columns } as ItemRow, { text: 'changed', features });
    return;
  }
  const stored = await session.get(insertSection, placed);
  await session.itemStored({ ...placed, seq: Number(stored?.seq) } as ItemRow, { text: 'new', features });
}

/** Of a note that is there no more. */
export async function eraseSections(session: StoreWriteSession, row: NoteRow): Promise<void> {
  for (const section of await sectionRows(session, row)) if (section.state === 'active') await erase(session, section);
}

/** Its row stays for a later section of the note, without a word of the text. */
async function erase(session: StoreWriteSession, row: ItemRow): Promise<void> {
  const gone = { state: 'deleted', version: row.version + 1, deleted_at: session.now } as const;
  const columns = { ...erasedOf(row), ...gone, session_key: row.session_key };
  await session.run(queriesOf(session.dialect).changeSection(row.seq, columns));
  await session.itemStored({ ...row, ...columns }, { text: 'erased' });
}

function sectionOf({ home, row, fresh }: Placing, section: NewSection, now: number): NewItemRow {
  const { startLine, endLine, title, content, contentHash } = section;
  const place: SectionPlace = {
    workspace: home.name,
    path: row.path,
    noteVersion: row.version,
    startLine,
    endLine,
  };
  return {
    ...nothing,
    id: uuidv7(),
    org_id: home.org_id,
    kind: 'note',
    principal_id: home.visibility === 'private' ? home.principal_id : row.principal_id,
    visibility: home.visibility,
    channel: home.channel,
    state: 'active',
    version: 1,
    timestamp: fresh.timestamp,
    created_at: now,
    effective_at: fresh.timestamp || now,
    content_hash: contentHash,
    length: content.length,
    subchannel: home.id,
    session_key: row.id,
    tags: JSON.stringify(fresh.tags),
    provenance: JSON.stringify(place),
    title,
    content,
  };
}

/** What a section has none of. */
const nothing = {
  ...noMessageColumns,
  ...noMemoryColumns,
  deleted_at: null,
  source: 'notes',
  external_id: null,
  merge_key: null,
  active_from: null,
  active_to: null,
};
