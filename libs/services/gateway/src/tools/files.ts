import {
  AppendNoteRequest,
  CairnError,
  formatCount,
  InsertInNoteRequest,
  NoteLinesRequest,
  NoteLinesResponse,
  NoteSearchRequest,
  NoteSearchResponse,
  PutNoteResponse,
  RenameNoteRequest,
  RenameNoteResponse,
  ReplaceInNoteRequest,
  workspaceParameter,
  type FieldIssue,
} from '@cairn/contracts';
import { neutraliseLine, newBoundary, renderPage } from '@cairn/prompt';
import { z } from 'zod';
import { overwriteField, overwriteQuery, defineTool, exactField, readOnly, type Call } from './tool.ts';

export const memorySearchTool = defineTool({
  name: 'memory_search',
  title: 'Search the notes',
  description:
    'Mandatory recall step: search the Markdown notes that the team shares (MEMORY.md, memory/*.md and others) and the conversations, by meaning and by words, before you answer about earlier work, decisions, dates, people, preferences or open tasks. Each result has a path and lines for memory_get. With disabled, tell the user that the memory did not answer.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject(NoteSearchRequest.shape),
  output: z.object(NoteSearchResponse.shape),
  inBlock: ['injectionBlock'],
  async run({ call }, args) {
    const answer = await call('searchNotes', { body: args });
    const text = answer.disabled ? `${answer.warning} ${answer.action}` : answer.injectionBlock;
    return { text, quotesNothing: answer.results.length === 0, answer };
  },
});

/**
 * Budget in characters of a block that contains a page of 12,000 characters. The frame and neutralised characters take
 * the rest.
 */
const PAGE_BLOCK_CHARS = 50_000;

export const memoryGetTool = defineTool({
  name: 'memory_get',
  title: 'Read lines of a note',
  description:
    'Read lines of a note by its path, by a citation (path#L5-L8), or of a session (sessions/<key>.jsonl). Read only the lines you need after memory_search; nextFrom is the next line.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({ ...NoteLinesRequest.shape, exact: exactField }),
  output: z.object(NoteLinesResponse.shape),
  inBlock: ['text'],
  exactFields: ['text'],
  async run({ call }, { exact: _, ...args }) {
    const answer = await call('noteLines', { body: args });
    const { text, path, from, title = path, version = 1, noteId = '' } = answer;
    const endLine = from + text.split('\n').length - 1;
    const { block } = renderPage({
      heading: 'From the notes of the team',
      boundary: newBoundary(),
      item: {
        ...{
          kind: 'note',
          noteId,
          sectionId: noteId,
          workspace: args.workspace,
          path,
          startLine: from,
          endLine,
          title,
        },
        ...{ content: text, tags: [], channel: null, timestamp: null, createdAt: 0, author: null, version },
        citation: `${path}#L${from}-L${endLine}`,
      } as Parameters<typeof renderPage>[0]['item'],
      from: 0,
      budgetChars: PAGE_BLOCK_CHARS,
    });
    return { text: block, answer };
  },
});

export const memoryAppendTool = defineTool({
  name: 'memory_append',
  title: 'Append lines to a note',
  description:
    'Append lines to a Markdown note of the team, such as memory/2026-02-23.md or MEMORY.md; a missing note is created. Concurrent appends of others are kept.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({ ...AppendNoteRequest.shape, overwrite: overwriteField }),
  output: z.object(PutNoteResponse.shape),
  async run({ call }, { overwrite, ...args }) {
    const answer = await call('appendNote', { body: args, query: overwriteQuery(overwrite) });
    const { path, version, totalLines } = answer.note;
    const without = answer.masked ? ` Stored without what is a secret: ${Object.keys(answer.masked).join(', ')}.` : '';
    const name = JSON.stringify(neutraliseLine(path, newBoundary()));
    return {
      text: `${answer.created ? 'Made' : 'Added to'} ${name}: version ${version}, ${totalLines} lines.${without}`,
      quotesNothing: true,
      answer,
    };
  },
});

const edits = ['replace', 'insert', 'rename', 'delete'] as const;

const editInput = z.strictObject({
  edit: z.enum(edits).describe('Kind of change; delete keeps the versions of the note'),
  path: AppendNoteRequest.shape.path.describe('The note; to delete, also a folder that ends with /'),
  oldText: ReplaceInNoteRequest.shape.oldText.optional().describe('replace: text that stands exactly once in the note'),
  text: ReplaceInNoteRequest.shape.newText.optional().describe('replace: its replacement; insert: the new lines'),
  afterLine: InsertInNoteRequest.shape.afterLine.optional().describe('insert: the line before them; 0 is the top'),
  newPath: RenameNoteRequest.shape.newPath.optional().describe('rename: the path that it gets'),
  expectedVersion: ReplaceInNoteRequest.shape.expectedVersion.describe('Refuse if the note has another version'),
  ...workspaceParameter,
  overwrite: overwriteField,
});
type Edit = z.output<typeof editInput>;
const editFields = ['oldText', 'text', 'afterLine', 'newPath'] as const;

/** Fields that each kind of change needs; it takes no other. */
const fieldsOfEdit: Readonly<Record<Edit['edit'], readonly (typeof editFields)[number][]>> = {
  replace: ['oldText', 'text'],
  insert: ['afterLine', 'text'],
  rename: ['newPath'],
  delete: [],
};

const editOutput = z.object({
  edit: z.enum(edits),
  path: z.string(),
  version: PutNoteResponse.shape.note.shape.version.optional(),
  totalLines: PutNoteResponse.shape.note.shape.totalLines.optional(),
  linking: z
    .array(RenameNoteResponse.shape.linking.element.pick({ path: true, lines: true }))
    .optional()
    .describe('Notes that still link to the old path, with the lines'),
  deleted: z.number().int().min(0).optional().describe('How many notes of the folder were deleted'),
  refused: z.array(z.string()).optional().describe('Paths of notes that stay, the first ten'),
  masked: PutNoteResponse.shape.masked,
});
type Edited = z.output<typeof editOutput>;

export const memoryEditTool = defineTool({
  name: 'memory_edit',
  title: 'Edit a note',
  description:
    'Change a Markdown note of the team: replace a text, insert lines, rename it, or delete it or a folder of notes. Former versions are kept. Read the note with memory_get before.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: editInput,
  output: editOutput,
  async run({ call }, args) {
    requireFields(args);
    const answer = await edited(call, args);
    return { text: describeEdit(answer), quotesNothing: true, answer };
  },
});

function requireFields(args: Edit): void {
  const needed = fieldsOfEdit[args.edit];
  const issues: FieldIssue[] = editFields.flatMap((field) => {
    const isNeeded = needed.includes(field);
    if ((args[field] !== undefined) === isNeeded) return [];
    const message = isNeeded ? `is missing: ${args.edit} needs it` : `does not go with ${args.edit}`;
    return [{ field, message, allowed: `${args.edit} takes ${needed.join(' and ') || 'path alone'}` }];
  });
  if (args.edit === 'delete' && args.path.endsWith('/') && args.expectedVersion !== undefined)
    issues.push({ field: 'expectedVersion', message: 'does not go with a folder', allowed: 'the path of one note' });
  const [first] = issues;
  if (first) throw new CairnError('request/invalid', `memory_edit: ${first.field} ${first.message}`, { issues });
}

async function edited(
  call: Call,
  { edit, oldText, text, afterLine, newPath, overwrite, ...at }: Edit,
): Promise<Edited> {
  const query = overwriteQuery(overwrite);
  switch (edit) {
    case 'replace':
      return shownEdit(
        edit,
        await call('replaceInNote', { body: { ...at, oldText: oldText!, newText: text! }, query }),
      );
    case 'insert':
      return shownEdit(
        edit,
        await call('insertInNote', { body: { ...at, afterLine: afterLine!, text: text! }, query }),
      );
    case 'rename': {
      const { linking, ...renamed } = await call('renameNote', { body: { ...at, newPath: newPath! }, query });
      return { ...shownEdit(edit, renamed), linking: linking.map(({ path, lines }) => ({ path, lines })) };
    }
    case 'delete':
      if (at.path.endsWith('/')) return deletedFolder(call, at);
      return { edit, path: at.path, version: (await call('removeNote', { query: at })).version };
  }
}

const shownEdit = (edit: Edit['edit'], { note, masked }: z.output<typeof PutNoteResponse>): Edited => {
  const { path, version, totalLines } = note;
  return { edit, path, version, totalLines, ...(masked && { masked }) };
};

const REFUSED_SHOWN = 10;

/** Deletes the notes of a folder page by page, so that no other writer waits for all of them. */
async function deletedFolder(call: Call, { path, workspace, channel }: Pick<Edit, 'path' | 'workspace' | 'channel'>) {
  let deleted = 0;
  const refused: string[] = [];
  for (let after: string | undefined; ;) {
    const place = { workspace, ...(channel !== undefined && { channel }), ...(after !== undefined && { after }) };
    const { results, nextAfter } = await call('removeNotes', { body: { ...place, prefix: path } });
    refused.push(...results.flatMap((result) => (result.error ? [result.path] : [])));
    deleted += results.filter(({ error }) => !error).length;
    if (nextAfter === null) break;
    after = nextAfter;
  }
  if (deleted + refused.length === 0) {
    const issues = [{ field: 'path', message: 'is the folder of no note', allowed: 'a folder with notes in it' }];
    throw new CairnError('note/unknown', 'The folder has no notes.', { issues });
  }
  return { edit: 'delete' as const, path, deleted, refused: refused.slice(0, REFUSED_SHOWN) };
}

function describeEdit({
  edit,
  path,
  version,
  totalLines,
  linking = [],
  deleted,
  refused = [],
  masked,
}: Edited): string {
  const boundary = newBoundary();
  const name = (each: string) => JSON.stringify(neutraliseLine(each, boundary));
  const stay = refused.length > 0 ? ` These stay, since you may not delete them: ${refused.map(name).join(', ')}.` : '';
  if (deleted !== undefined)
    return `Deleted ${formatCount(deleted, 'note')} of ${name(path)}; their versions are kept.${stay}`;
  if (edit === 'delete') return `Deleted ${name(path)}; its versions are kept.`;
  const without = masked ? ` Stored without what is a secret: ${Object.keys(masked).join(', ')}.` : '';
  const done = edit === 'rename' ? 'Renamed to' : 'Changed';
  const places = linking.map((each) => `${name(each.path)} (line ${each.lines.join(', ')})`);
  const links = places.length > 0 ? ` These notes still link to the old path: ${places.join('; ')}.` : '';
  return `${done} ${name(path)}: version ${version}, ${totalLines} lines.${without}${links}`;
}
