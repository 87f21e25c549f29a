import type { Visibility } from '@cairn/contracts';
import type { NotesPage } from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Dialect } from '../kit/dialect.ts';
import { prepared } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';

/**
 * A workspace contains notes and has one audience for all of them. Two workspaces of different audiences can have the same
 * name.
 */
const workspace = defineTable({
  name: 'workspace',
  columns: {
    org_id: column.id(),
    /** The audience of the workspace, as `audienceOf` computes it. */
    reader: column.text(),
    name: column.text(),
    id: column.id(),
    state: column.text<'active'>(),
    visibility: column.text<Visibility>(),
    channel: column.nullable(column.text()),
    /** The principal who created the workspace; the only reader of a private one. */
    principal_id: column.id(),
    created_at: column.time(),
  },
  key: ['org_id', 'reader', 'name'],
  indexes: { workspace_by_id: '(org_id, id)' },
  appMay: 'select, insert',
  moves: true,
});

/** The columns of one version of a note, or of its deletion. */
const versionColumns = {
  version: column.int(),
  is_deleted: column.int<0 | 1>(),
  title: column.text(),
  content_hash: column.text(),
  length: column.int(),
  total_lines: column.int(),
  /** The principal who wrote or deleted this version. */
  principal_id: column.id(),
  at: column.time(),
};

/** The current version of a note; for a deleted note, its deletion. */
const note = defineTable({
  name: 'note',
  columns: {
    org_id: column.id(),
    workspace_id: column.id(),
    path: column.text(),
    id: column.id(),
    ...versionColumns,
    /** The name by which links refer to the note. */
    link_name: column.text(),
  },
  key: ['org_id', 'workspace_id', 'path'],
  indexes: {
    note_by_link_name: '(org_id, workspace_id, link_name, path) where is_deleted = 0',
  },
  appMay: 'select, insert, update, delete',
  moves: true,
});

/** All versions and deletions of notes. */
const noteVersion = defineTable({
  name: 'note_version',
  columns: {
    org_id: column.id(),
    note_id: column.id(),
    ...versionColumns,
    content: column.text(),
  },
  key: ['org_id', 'note_id', 'version'],
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    workspace: RowOf<typeof workspace>;
    note: RowOf<typeof note>;
    note_version: RowOf<typeof noteVersion>;
  }
}

export type WorkspaceRow = RowOf<typeof workspace>;
export type NoteRow = RowOf<typeof note>;
export type VersionRow = RowOf<typeof noteVersion>;
/** Identifies a note by its workspace and path. */
export type NotePlace = Pick<NoteRow, 'org_id' | 'workspace_id' | 'path'>;

/**
 * Orders workspaces: first the caller's private workspaces, then the workspaces of a peer, of a team, and of the
 * organisation.
 */
const nearestFirst = sql`case workspace.visibility when 'private' then 0 when 'peer' then 1
  when 'org' then 3 when 'channel' then 3 when 'team' then 3 else 2 end`;
const authorOf = (table: 'note' | 'note_version') =>
  sql<string | null>`(select name from principal where principal.id = ${sql.ref(`${table}.principal_id`)})`.as(
    'author',
  );

const noteQuery = (queries: Dialect['queries']) =>
  queries.selectFrom('note').selectAll('note').select(authorOf('note'));

export const workspaceQueries = ofDialect(({ queries }) => ({
  seenWorkspaces: (scope: ScopeFields) =>
    queries
      .selectFrom('workspace')
      .selectAll('workspace')
      .where(visibilityCondition(scope, 'workspace'))
      .orderBy('workspace.name')
      .orderBy(nearestFirst)
      .orderBy('workspace.created_at')
      .orderBy('workspace.id'),
  countedNotes: (orgId: string) =>
    queries
      .selectFrom('note')
      .select('workspace_id')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('org_id', '=', orgId)
      .where('is_deleted', '=', 0)
      .groupBy('workspace_id'),
  workspaceOf: prepared<Pick<WorkspaceRow, 'org_id' | 'reader' | 'name'>>()((place) =>
    queries
      .selectFrom('workspace')
      .selectAll()
      .where('org_id', '=', place('org_id'))
      .where('reader', '=', place('reader'))
      .where('name', '=', place('name')),
  ),
  makeWorkspace: (row: WorkspaceRow) =>
    queries
      .insertInto('workspace')
      .values(row)
      .onConflict((clash) => clash.doNothing()),
}));

export const noteQueries = ofDialect(({ queries }) => ({
  noteAt: prepared<NotePlace>()((place) =>
    noteQuery(queries)
      .where('org_id', '=', place('org_id'))
      .where('workspace_id', '=', place('workspace_id'))
      .where('path', '=', place('path')),
  ),
  makeNote: (row: NoteRow) =>
    queries
      .insertInto('note')
      .values(row)
      .onConflict((clash) => clash.doNothing()),
  changeNote: (row: NoteRow, from: Pick<NoteRow, 'path' | 'version'>) =>
    queries
      .updateTable('note')
      .set(row)
      .where('org_id', '=', row.org_id)
      .where('workspace_id', '=', row.workspace_id)
      .where('path', '=', from.path)
      .where('version', '=', from.version),
  moveNote: ({ org_id, workspace_id, path }: NotePlace, to: string) =>
    queries
      .updateTable('note')
      .set({ path: to })
      .where('org_id', '=', org_id)
      .where('workspace_id', '=', workspace_id)
      .where('path', '=', path),
  forgetNote: ({ org_id, workspace_id, path, version }: NoteRow) =>
    queries
      .deleteFrom('note')
      .where('org_id', '=', org_id)
      .where('workspace_id', '=', workspace_id)
      .where('path', '=', path)
      .where('version', '=', version),
  listed: (orgId: string, workspaceId: string, { limit, after, prefix, includeDeleted }: NotesPage) =>
    noteQuery(queries)
      .where('org_id', '=', orgId)
      .where('workspace_id', '=', workspaceId)
      .$if(after !== undefined, (query) => query.where('path', '>', after ?? ''))
      .$if(prefix !== undefined, (query) => query.where(beginsWith(prefix ?? '')))
      .$if(!includeDeleted, (query) => query.where('is_deleted', '=', 0))
      .orderBy('path')
      .limit(limit),
  idsBelow: ({ org_id, id }: Pick<WorkspaceRow, 'org_id' | 'id'>, prefix: string, limit: number) =>
    queries
      .selectFrom('note')
      .select('id')
      .where('org_id', '=', org_id)
      .where('workspace_id', '=', id)
      .where('is_deleted', '=', 0)
      .where(beginsWith(prefix))
      .limit(limit),
}));

/** SQL condition: the path begins with a prefix. */
const beginsWith = (prefix: string) => sql<SqlBool>`substr(path, 1, ${[...prefix].length}) = ${prefix}`;

export const versionQueries = ofDialect(({ queries }) => ({
  keepVersion: (row: VersionRow) => queries.insertInto('note_version').values(row),
  forgetVersions: prepared<{ orgId: string; noteId: string }>()((place) =>
    queries.deleteFrom('note_version').where('org_id', '=', place('orgId')).where('note_id', '=', place('noteId')),
  ),
  version: prepared<{ orgId: string; noteId: string; version: number }>()((place) =>
    queries
      .selectFrom('note_version')
      .selectAll('note_version')
      .select(authorOf('note_version'))
      .where('org_id', '=', place('orgId'))
      .where('note_id', '=', place('noteId'))
      .where('version', '=', place('version')),
  ),
  versions: prepared<{ orgId: string; noteId: string; limit: number; before: number }>()((place) =>
    queries
      .selectFrom('note_version')
      .select(['version', 'is_deleted', 'content_hash', 'length', 'total_lines', 'principal_id', 'at'])
      .select(authorOf('note_version'))
      .where('org_id', '=', place('orgId'))
      .where('note_id', '=', place('noteId'))
      .where('version', '<', place('before'))
      .orderBy('version', 'desc')
      .limit(place('limit')),
  ),
}));

export const noteTables = [workspace, note, noteVersion];
