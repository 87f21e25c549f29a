import { z } from 'zod';
import { NoteId, WorkspaceId } from './ids.ts';
import { limits } from './limits.ts';
import { PrivateOf } from './private-of.ts';
import type { Routes } from './route.ts';
import { boundedText, EpochMs, Name, Visibility, VisibilityInput, replaceLoneSurrogates } from './vocabulary.ts';
import { markIdentifying } from './secret-rules.ts';
import { Receipt, WriteQuery } from './writes.ts';

export const DEFAULT_WORKSPACE = 'default';

export const workspaceParameter = {
  workspace: Name.default(DEFAULT_WORKSPACE).describe('Where the notes are, by name'),
  channel: Name.optional().describe('Needed for a workspace that is tied to a peer'),
};

/** JSON schema pattern: the end of the path of a Markdown file. */
export const NOTE_ENDING = String.raw`[^/\\]\.([mM][dD]|[mM][aA][rR][kK][dD][oO][wW][nN])`;

/**
 * Path of a note. `normaliseNotePath` of libs/notes validates and normalises it, with a code for each fault. The
 * pattern only informs readers of the schema. It is not checked, since it would refuse a path before
 * `normaliseNotePath` could give its code.
 */
export const NotePath = markIdentifying(z.string().max(limits.notePath.max))
  .meta({ pattern: `${NOTE_ENDING}$` })
  .describe('Path of a Markdown file, relative to the workspace, such as memory/2026-02-23.md');
const NoteText = replaceLoneSurrogates(z.string().max(limits.noteText.max));
const version = z.number().int().min(0);

const ExpectedVersion = version
  .optional()
  .describe(
    'Refuse with item/stale-version if the note has another version; 0: if there is one. Without it, the last change wins',
  );

/** A note without its text. */
export const NoteEntry = z
  .object({
    noteId: NoteId,
    path: z.string(),
    version: z.number().int().min(1),
    isDeleted: z.boolean(),
    title: z.string(),
    contentHash: z
      .string()
      .describe('SHA-256 of the UTF-8 bytes of the text as it is stored, hex; empty of a deleted note'),
    chars: z.number().int().min(0),
    totalLines: z.number().int().min(0),
    at: EpochMs.describe('When this version was stored'),
    author: z.string().nullable().describe('Name of who stored it'),
  })
  .meta({ id: 'NoteEntry' });
export type NoteEntry = z.infer<typeof NoteEntry>;

export const NoteVersionEntry = NoteEntry.omit({ noteId: true, path: true, title: true }).meta({
  id: 'NoteVersionEntry',
});
export type NoteVersionEntry = z.infer<typeof NoteVersionEntry>;

export const Workspace = z
  .object({
    workspaceId: WorkspaceId,
    name: z.string(),
    visibility: Visibility,
    channel: z.string().nullable(),
    notes: z.number().int().min(0).describe('How many notes it has'),
  })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof Workspace>;

export const PutNoteRequest = z
  .strictObject({
    path: NotePath,
    text: NoteText.describe('The whole file'),
    expectedVersion: ExpectedVersion,
    visibility: VisibilityInput.optional().describe(
      'Readers of the workspace, if this note is its first: private is the writer, peer the peer channel in channel, org everyone. With it, another workspace of the same name is left alone',
    ),
    ...workspaceParameter,
  })
  .meta({ id: 'PutNoteRequest' });
export type PutNoteRequest = z.infer<typeof PutNoteRequest>;

/** Reason why one note of a batch was refused. */
const NoteRefusal = z
  .object({
    code: z.string().describe('From the error catalog'),
    message: z.string(),
    issues: z
      .array(z.object({ field: z.string(), message: z.string(), allowed: z.string().optional() }))
      .optional()
      .describe('Faults, field by field'),
  })
  .meta({ id: 'NoteRefusal' });
export type NoteRefusal = z.infer<typeof NoteRefusal>;

const { noteBatch } = limits;

/** Accepts any text as the path, so that an invalid path refuses only its note, not the batch. */
const PathInBatch = markIdentifying(z.string().max(limits.notePath.max), 'refused-alone').describe(
  NotePath.description!,
);

export const PutNotesRequest = z
  .strictObject({
    notes: z
      .array(PutNoteRequest.pick({ text: true, expectedVersion: true }).extend({ path: PathInBatch }))
      .min(noteBatch.min)
      .max(noteBatch.max),
    ...PutNoteRequest.pick({ visibility: true, workspace: true, channel: true }).shape,
  })
  .meta({ id: 'PutNotesRequest' });
export type PutNotesRequest = z.infer<typeof PutNotesRequest>;

const WriteNoteQuery = WriteQuery.pick({ overwrite: true }).extend({
  overwrite: WriteQuery.shape.overwrite.describe('Store again a path or a text that was forgotten for good'),
});

export const AppendNoteRequest = z
  .strictObject({
    path: NotePath,
    text: boundedText({ min: 1, max: limits.noteText.max }).describe(
      'Goes to the end of the note, as lines of its own',
    ),
    ...workspaceParameter,
  })
  .meta({ id: 'AppendNoteRequest' });
export type AppendNoteRequest = z.infer<typeof AppendNoteRequest>;

const expectedVersion = z
  .number()
  .int()
  .min(1)
  .optional()
  .describe('Refuse with item/stale-version, which names the present version, if the note has another');

export const ReplaceInNoteRequest = z
  .strictObject({
    path: NotePath,
    oldText: NoteText.min(1).describe('Text that stands exactly once in the note'),
    newText: NoteText.describe('Its replacement; empty to remove it'),
    expectedVersion,
    ...workspaceParameter,
  })
  .meta({ id: 'ReplaceInNoteRequest' });
export type ReplaceInNoteRequest = z.infer<typeof ReplaceInNoteRequest>;

export const InsertInNoteRequest = z
  .strictObject({
    path: NotePath,
    afterLine: z.number().int().min(0).describe('Line after which the text goes; 0: before the first line'),
    text: NoteText.min(1).describe('Goes in as lines of its own'),
    expectedVersion,
    ...workspaceParameter,
  })
  .meta({ id: 'InsertInNoteRequest' });
export type InsertInNoteRequest = z.infer<typeof InsertInNoteRequest>;

export const RenameNoteRequest = z
  .strictObject({
    path: NotePath,
    newPath: NotePath.describe('Path that no other note of the workspace has'),
    expectedVersion,
    ...workspaceParameter,
  })
  .meta({ id: 'RenameNoteRequest' });
export type RenameNoteRequest = z.infer<typeof RenameNoteRequest>;

export const RemoveNotesRequest = z
  .strictObject({
    prefix: markIdentifying(z.string().min(1).max(limits.notePath.max)).describe(
      'Notes whose paths begin with this; a folder ends with /',
    ),
    forget: z
      .boolean()
      .default(false)
      .describe('Their former versions go too, for good. Of what others wrote too, only a manager forgets'),
    after: markIdentifying(z.string().max(limits.notePath.max))
      .optional()
      .describe('Only paths after this one: nextAfter of the answer before'),
    ...workspaceParameter,
  })
  .meta({ id: 'RemoveNotesRequest' });
export type RemoveNotesRequest = z.infer<typeof RemoveNotesRequest>;

export const RemoveNotesResponse = z
  .object({
    results: z
      .array(
        z.object({
          path: z.string(),
          version: z.number().int().min(1).optional().describe('Version of the deletion'),
          error: NoteRefusal.optional().describe('Why this one stays; the others are deleted all the same'),
        }),
      )
      .max(noteBatch.max)
      .describe('By path'),
    nextAfter: z.string().nullable().describe('Where to go on; null after the last note'),
  })
  .meta({ id: 'RemoveNotesResponse' });
export type RemoveNotesResponse = z.infer<typeof RemoveNotesResponse>;

export const PutNoteResponse = z
  .object({
    note: NoteEntry,
    created: z.boolean().describe('Whether there was no such note before'),
    changed: z.boolean().describe('false when the same text was there already: then the version stays'),
    masked: Receipt.shape.masked,
  })
  .meta({ id: 'PutNoteResponse' });
export type PutNoteResponse = z.infer<typeof PutNoteResponse>;

export const PutNotesResponse = z
  .object({
    results: z
      .array(
        PutNoteResponse.partial().extend({
          path: z.string().describe('Path from the request'),
          error: NoteRefusal.optional().describe('Why this one was not stored; the others were all the same'),
        }),
      )
      .describe('One for each note, in their order'),
  })
  .meta({ id: 'PutNotesResponse' });
export type PutNotesResponse = z.infer<typeof PutNotesResponse>;

const RemoveNoteQuery = z.strictObject({
  path: NotePath,
  expectedVersion,
  forget: z
    .boolean()
    .default(false)
    .describe('Its former versions go too, for good. Of what others wrote too, only a manager forgets'),
  privateOf: PrivateOf,
  ...workspaceParameter,
});

export const RemoveNoteResponse = z
  .object({ path: z.string(), version: z.number().int().min(1), forgotten: z.boolean() })
  .meta({ id: 'RemoveNoteResponse' });
export type RemoveNoteResponse = z.infer<typeof RemoveNoteResponse>;

const GetNoteQuery = z.strictObject({
  path: NotePath,
  version: z.number().int().min(1).optional().describe('A former version; the present one by default'),
  privateOf: PrivateOf,
  ...workspaceParameter,
});

export const GetNoteResponse = NoteEntry.extend({ text: z.string() }).meta({ id: 'GetNoteResponse' });
export type GetNoteResponse = z.infer<typeof GetNoteResponse>;

export const ReadNotesRequest = z
  .strictObject({ paths: z.array(PathInBatch).min(noteBatch.min).max(noteBatch.max), ...workspaceParameter })
  .meta({ id: 'ReadNotesRequest' });
export type ReadNotesRequest = z.infer<typeof ReadNotesRequest>;

export const ReadNotesResponse = z
  .object({
    results: z
      .array(
        z.object({
          path: z.string().describe('Path from the request'),
          note: GetNoteResponse.optional(),
          error: NoteRefusal.optional().describe('Why this one was not read'),
        }),
      )
      .describe('In the order of the paths; fewer than these when the texts get too long: ask for the rest again'),
  })
  .meta({ id: 'ReadNotesResponse' });
export type ReadNotesResponse = z.infer<typeof ReadNotesResponse>;

const ListNotesQuery = z.strictObject({
  prefix: z.string().max(limits.notePath.max).optional().describe('Only paths that begin with this'),
  includeDeleted: z.boolean().default(false).describe('Deleted notes too, with the version of their deletion'),
  limit: z.number().int().min(limits.noteList.min).max(limits.noteList.max).default(limits.noteList.max),
  after: z
    .string()
    .max(limits.notePath.max)
    .optional()
    .describe('Only paths after this one: nextAfter of the page before'),
  privateOf: PrivateOf,
  ...workspaceParameter,
});

export const ListNotesResponse = z
  .object({
    notes: z.array(NoteEntry).describe('By path'),
    nextAfter: z.string().nullable().describe('Where the next page begins; null after the last note'),
  })
  .meta({ id: 'ListNotesResponse' });
export type ListNotesResponse = z.infer<typeof ListNotesResponse>;

const NoteVersionsQuery = z.strictObject({
  path: NotePath,
  limit: z.number().int().min(limits.limit.min).max(limits.limit.max).default(20),
  before: z.number().int().min(2).optional().describe('Only versions older than this one, for a next page'),
  ...workspaceParameter,
});

export const NoteVersionsResponse = z
  .object({ path: z.string(), versions: z.array(NoteVersionEntry).describe('The newest first') })
  .meta({ id: 'NoteVersionsResponse' });
export type NoteVersionsResponse = z.infer<typeof NoteVersionsResponse>;

const NoteLinksQuery = z.strictObject({
  path: NotePath,
  limit: z.number().int().min(limits.backlinks.min).max(limits.backlinks.max).default(limits.backlinks.max),
  after: z
    .string()
    .max(limits.notePath.max)
    .optional()
    .describe('Only backlinks from paths after this one: nextAfter of the page before'),
  ...workspaceParameter,
});

const line = z.number().int().min(1);

const LinkingNote = z.object({
  path: z.string(),
  title: z.string(),
  version: line,
  lines: z.array(line).describe('Places of its first links, at most ten'),
});

export const RenameNoteResponse = PutNoteResponse.extend({
  linking: z
    .array(LinkingNote)
    .max(limits.backlinks.max)
    .describe('Other notes that still name the old path in links, by path; the rename does not change them'),
}).meta({ id: 'RenameNoteResponse' });

export const NoteLinksResponse = z
  .object({
    path: z.string(),
    version: line.describe('The version that has these links'),
    links: z
      .array(
        z.object({
          kind: z.enum(['wiki', 'markdown']).describe('[[target]] or [label](target.md)'),
          target: z.string().describe('Target as written'),
          heading: z.string().optional(),
          label: z.string().optional(),
          line,
          state: z
            .enum(['found', 'unknown', 'ambiguous'])
            .describe('Whether it means one note of the workspace, none, or several'),
          paths: z
            .array(z.string())
            .describe('The note that it means; of an ambiguous one the first ten that it can mean'),
        }),
      )
      .describe('In the order of their lines'),
    leftOut: z.number().int().min(0).describe('How many more links the note has'),
    backlinks: z
      .array(LinkingNote)
      .describe('Other notes of the workspace whose present version links to this one, by path'),
    nextAfter: z
      .string()
      .nullable()
      .describe('Where the next page of backlinks begins, even after a page without any; null after the last'),
  })
  .meta({ id: 'NoteLinksResponse' });
export type NoteLinksResponse = z.infer<typeof NoteLinksResponse>;

export const WorkspacesResponse = z.object({ workspaces: z.array(Workspace) }).meta({ id: 'WorkspacesResponse' });
export type WorkspacesResponse = z.infer<typeof WorkspacesResponse>;

export const pathFaults = [
  'note/path-absolute',
  'note/path-traversal',
  'note/path-home',
  'note/path-control',
  'note/path-encoding',
  'note/not-markdown',
] as const;
const ingestRoute = { service: 'ingest' } as const;

/** Routes of Markdown notes in workspaces. */
export const noteRoutes = {
  putNote: {
    method: 'PUT',
    path: '/v1/notes',
    role: 'writer',
    summary: 'Store a version of a note',
    ...ingestRoute,
    query: WriteNoteQuery,
    body: PutNoteRequest,
    errors: [...pathFaults, 'item/stale-version', 'item/forgotten'],
    output: PutNoteResponse,
  },
  putNotes: {
    method: 'PUT',
    path: '/v1/notes/batch',
    role: 'writer',
    summary: 'Store versions of several notes independently: each result has its own error',
    ...ingestRoute,
    query: WriteNoteQuery,
    body: PutNotesRequest,
    output: PutNotesResponse,
  },
  readNotes: {
    method: 'POST',
    path: '/v1/notes/batch',
    role: 'reader',
    summary: 'Read several whole notes; each result has its own error',
    ...ingestRoute,
    body: ReadNotesRequest,
    output: ReadNotesResponse,
  },
  appendNote: {
    method: 'POST',
    path: '/v1/notes/append',
    role: 'writer',
    summary: 'Append lines to a note; a missing note is created',
    ...ingestRoute,
    query: WriteNoteQuery,
    body: AppendNoteRequest,
    errors: [...pathFaults, 'item/stale-version', 'item/forgotten'],
    output: PutNoteResponse,
  },
  replaceInNote: {
    method: 'POST',
    path: '/v1/notes/replace',
    role: 'writer',
    summary: 'Replace a text that stands exactly once in a note',
    ...ingestRoute,
    query: WriteNoteQuery,
    body: ReplaceInNoteRequest,
    errors: [...pathFaults, 'note/unknown', 'note/no-match', 'item/stale-version', 'item/forgotten'],
    output: PutNoteResponse,
  },
  insertInNote: {
    method: 'POST',
    path: '/v1/notes/insert',
    role: 'writer',
    summary: 'Insert lines into a note',
    ...ingestRoute,
    query: WriteNoteQuery,
    body: InsertInNoteRequest,
    errors: [...pathFaults, 'note/unknown', 'note/beyond-end', 'item/stale-version', 'item/forgotten'],
    output: PutNoteResponse,
  },
  renameNote: {
    method: 'POST',
    path: '/v1/notes/rename',
    role: 'writer',
    summary: 'Give a note another path; its versions go with it, and notes that link to the old path are named',
    ...ingestRoute,
    query: WriteNoteQuery,
    body: RenameNoteRequest,
    errors: [...pathFaults, 'note/unknown', 'note/exists', 'item/stale-version', 'item/forgotten'],
    output: RenameNoteResponse,
  },
  removeNotes: {
    method: 'POST',
    path: '/v1/notes/remove',
    role: 'writer',
    summary: 'Delete the notes whose paths begin with a prefix, a page a request',
    ...ingestRoute,
    body: RemoveNotesRequest,
    output: RemoveNotesResponse,
  },
  removeNote: {
    method: 'DELETE',
    path: '/v1/notes',
    role: 'writer',
    summary: 'Delete a note and keep its versions, or forget them too',
    ...ingestRoute,
    query: RemoveNoteQuery,
    errors: [...pathFaults, 'note/unknown', 'item/stale-version'],
    output: RemoveNoteResponse,
  },
  listNotes: {
    method: 'GET',
    path: '/v1/notes',
    role: 'reader',
    summary: 'List the notes of a workspace by path, with their versions',
    ...ingestRoute,
    query: ListNotesQuery,
    output: ListNotesResponse,
  },
  getNote: {
    method: 'GET',
    path: '/v1/notes/file',
    role: 'reader',
    summary: 'Read a whole note, or one of its former versions',
    ...ingestRoute,
    query: GetNoteQuery,
    errors: [...pathFaults, 'note/unknown'],
    output: GetNoteResponse,
  },
  noteVersions: {
    method: 'GET',
    path: '/v1/notes/versions',
    role: 'reader',
    summary: 'List the versions of a note, with author and time',
    ...ingestRoute,
    query: NoteVersionsQuery,
    errors: [...pathFaults, 'note/unknown'],
    output: NoteVersionsResponse,
  },
  noteLinks: {
    method: 'GET',
    path: '/v1/notes/links',
    role: 'reader',
    summary: 'List the links of a note, and the notes that link to it',
    ...ingestRoute,
    query: NoteLinksQuery,
    errors: [...pathFaults, 'note/unknown'],
    output: NoteLinksResponse,
  },
  workspaces: {
    method: 'GET',
    path: '/v1/workspaces',
    role: 'reader',
    summary: 'List the workspaces that the caller may read',
    ...ingestRoute,
    query: z.strictObject({ channel: workspaceParameter.channel }),
    output: WorkspacesResponse,
  },
} as const satisfies Routes;
