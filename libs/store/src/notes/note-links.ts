import type { LinkingNote, LinksOfText, StoredLink } from '@cairn/ports';
import { sql } from 'kysely';
import { ofDialect } from '../kit/dialect.ts';
import { givenRows } from '../kit/given-rows.ts';
import { prepared, statementOf } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import type { NotePlace } from './note-queries.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** Links in the current versions of notes. */
export const noteLink = defineTable({
  name: 'note_link',
  columns: {
    org_id: column.id(),
    workspace_id: column.id(),
    /** The path of the note that contains the link. */
    path: column.text(),
    /** The position of the link in the note. */
    place: column.int(),
    name: column.text(),
    /** JSON of the link. */
    link: column.text(),
  },
  key: ['org_id', 'workspace_id', 'path', 'place'],
  indexes: { note_link_by_name: '(org_id, workspace_id, name, path, place)' },
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    note_link: RowOf<typeof noteLink>;
  }
}

type Links = Pick<LinksOfText, 'links'>;

const keepQueries = ofDialect((dialect) => {
  const { queries } = dialect;
  return {
    forget: prepared<NotePlace>()((place) =>
      queries
        .deleteFrom('note_link')
        .where('org_id', '=', place('org_id'))
        .where('workspace_id', '=', place('workspace_id'))
        .where('path', '=', place('path')),
    ),
    keep: statementOf<NotePlace & { rows: string }>({ queries })((place) => {
      const { from, column: given } = givenRows(dialect, place('rows'), { place: 'int', name: 'text', link: 'text' });
      return sql`insert into note_link (org_id, workspace_id, path, place, name, link)
        select ${place('org_id')}, ${place('workspace_id')}, ${place('path')}, ${given('place')}, ${given('name')}, ${given('link')}
        from ${from}`;
    }),
  };
});

const readQueries = ofDialect(({ queries }) => ({
  of: prepared<NotePlace & { limit: number }>()((place) =>
    queries
      .selectFrom('note_link')
      .select('link')
      .where('org_id', '=', place('org_id'))
      .where('workspace_id', '=', place('workspace_id'))
      .where('path', '=', place('path'))
      .orderBy('place')
      .limit(place('limit')),
  ),
  count: prepared<NotePlace>()((place) =>
    queries
      .selectFrom('note_link')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('org_id', '=', place('org_id'))
      .where('workspace_id', '=', place('workspace_id'))
      .where('path', '=', place('path')),
  ),
  to: prepared<{ orgId: string; workspaceId: string; name: string; after: string; limit: number }>()((place) =>
    queries
      .selectFrom('note_link')
      .innerJoin('note', (join) =>
        join
          .onRef('note.org_id', '=', 'note_link.org_id')
          .onRef('note.workspace_id', '=', 'note_link.workspace_id')
          .onRef('note.path', '=', 'note_link.path'),
      )
      .select(['note_link.path', 'note.title', 'note.version', 'note_link.link'])
      .where('note_link.org_id', '=', place('orgId'))
      .where('note_link.workspace_id', '=', place('workspaceId'))
      .where('note_link.name', '=', place('name'))
      .where('note_link.path', '>', place('after'))
      .where('note.is_deleted', '=', 0)
      .orderBy('note_link.path')
      .orderBy('note_link.place')
      .limit(place('limit')),
  ),
}));

const findQueries = ofDialect(({ queries }) => ({
  named: (orgId: string, workspaceId: string, names: readonly string[]) =>
    queries
      .selectFrom('note')
      .select('path')
      .where('org_id', '=', orgId)
      .where('workspace_id', '=', workspaceId)
      .where('link_name', 'in', names)
      .where('is_deleted', '=', sql.lit(0))
      .orderBy('path'),
}));

/** Deletes the links of former versions of a note, and stores those of the current version. */
export async function replaceLinks(
  tx: Transaction,
  place: NotePlace,
  { links, isNew }: Links & { readonly isNew: boolean },
): Promise<void> {
  const { forget, keep } = keepQueries(tx.dialect);
  if (!isNew) await tx.run(forget, place);
  if (links.length === 0) return;
  const rows = links.map((link, at) => ({ place: at, name: link.name, link: JSON.stringify(link) }));
  await tx.run(keep, { ...place, rows: JSON.stringify(rows) });
}

export const forgetLinks = (tx: Transaction, place: NotePlace): Promise<void> =>
  replaceLinks(tx, place, { links: [], isNew: false });

export async function findLinksAt(
  tx: ReadTransaction,
  place: NotePlace,
  limit: number,
): Promise<{ links: StoredLink[]; total: number }> {
  const { of, count } = readQueries(tx.dialect);
  const [rows, counted] = await Promise.all([tx.all(of, { ...place, limit }), tx.get(count, place)]);
  return { links: rows.map(({ link }) => linkOf(link)), total: Number(counted?.number ?? 0) };
}

interface Home {
  readonly orgId: string;
  readonly workspaceId: string;
}

export async function linksToName(
  tx: ReadTransaction,
  query: Home & { readonly name: string; readonly after: string; readonly limit: number },
): Promise<LinkingNote[]> {
  const rows = await tx.all(readQueries(tx.dialect).to, query);
  return rows.map(({ link, ...note }) => ({ ...note, link: linkOf(link) }));
}

export async function pathsNamed(
  tx: ReadTransaction,
  { orgId, workspaceId }: Home,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx.all(findQueries(tx.dialect).named(orgId, workspaceId, names));
  return rows.map(({ path }) => path);
}

const linkOf = (json: string): StoredLink => JSON.parse(json) as StoredLink;
