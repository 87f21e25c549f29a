import {
  AppendNoteRequest,
  NoteLinesRequest,
  NoteLinesResponse,
  NoteSearchRequest,
  NoteSearchResponse,
  PutNoteResponse,
} from '@cairn/contracts';
import { neutraliseLine, newBoundary, renderPage } from '@cairn/prompt';
import { z } from 'zod';
import { overwriteField, overwriteQuery, defineTool, exactField, readOnly } from './tool.ts';

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
