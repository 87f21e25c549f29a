import { z } from 'zod';
import { NoteId } from './ids.ts';
import { limits, toolLimits } from './limits.ts';
import { workspaceParameter, NOTE_ENDING, NotePath, pathFaults } from './notes.ts';
import type { Routes } from './route.ts';
import { boundedText, Tag } from './vocabulary.ts';

const { maxResults, injectedChars } = toolLimits;

/** Default for the least score that a result must have. */
export const NOTE_SCORE_MIN = 0.35;

const corpora = ['memory', 'sessions', 'wiki', 'all'] as const;

/** Request of OpenClaw's `memory_search`, with extensions of this store. */
export const NoteSearchRequest = z
  .strictObject({
    query: boundedText(limits.query).describe('Question in any words'),
    maxResults: z
      .number()
      .int()
      .min(maxResults.min)
      .max(maxResults.max)
      .default(maxResults.default)
      .describe('Results at most'),
    minScore: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ default: NOTE_SCORE_MIN })
      .describe(
        'Only results of at least this score. Where it is not given, those that hold the telling words of the query pass too',
      ),
    corpus: z
      .enum(corpora)
      .default('all')
      .describe(
        'memory: the notes of the workspace; sessions: the messages; wiki: nothing here; all: notes and messages',
      ),
    pathPrefix: z
      .string()
      .min(1)
      .max(limits.notePath.max)
      .optional()
      .describe(
        `Only notes whose paths begin with this, ${limits.notesSearched.max} at most, and no messages; a folder ends with /`,
      ),
    tags: z
      .array(Tag)
      .max(limits.tags.max)
      .optional()
      .describe('Only notes with one of these tags in their front matter, and no messages'),
    tagMatch: z.enum(['any', 'all']).default('any').describe('all: only notes with all of the tags'),
    citations: z
      .enum(['auto', 'on', 'off'])
      .default('auto')
      .describe('Whether results say path#L5-L8; auto: in direct conversations'),
    conversation: z.enum(['direct', 'group']).default('direct').describe('Listeners: one person, or a group'),
    maxInjectedChars: z
      .number()
      .int()
      .min(injectedChars.min)
      .max(injectedChars.max)
      .default(injectedChars.default)
      .describe('Characters of all snippets together at most'),
    ...workspaceParameter,
  })
  .meta({ id: 'NoteSearchRequest' });
export type NoteSearchRequest = z.infer<typeof NoteSearchRequest>;

export const NoteSearchResult = z
  .object({
    path: z.string(),
    startLine: z.number().int().min(1),
    endLine: z.number().int().min(1),
    score: z.number().min(0).max(1),
    snippet: z.string().describe('These lines, cut where one is long; with citations, a last line names the source'),
    source: z.enum(['memory', 'sessions']),
    citation: z.string().optional().describe('path#L5-L8'),
    version: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe('Version of the note: memory_get with it shows these very lines, despite later edits'),
  })
  .meta({ id: 'NoteSearchResult' });
export type NoteSearchResult = z.infer<typeof NoteSearchResult>;

export const NoteSearchResponse = z
  .object({
    results: z.array(NoteSearchResult).describe('Best first'),
    backend: z.literal('builtin'),
    provider: z
      .enum(['local', 'openai', 'none'])
      .describe('Kind of embedding model: local, openai (an endpoint of that kind), or none if no model can be asked'),
    model: z.string().optional().describe('The embedding model'),
    fallback: z
      .object({ from: z.string(), reason: z.string() })
      .optional()
      .describe('Searches that did not answer, so that the results come from the rest'),
    citations: z.enum(['on', 'off']),
    injectionBlock: z.string().describe('The results as text for a model, framed as data'),
    leftOut: z.number().int().min(1).optional().describe('Results that had no room in maxInjectedChars'),
    warning: z.string().optional(),
    disabled: z.literal(true).optional().describe('Nothing could answer'),
    unavailable: z.literal(true).optional().describe('The same'),
    error: z.string().optional(),
    action: z.string().optional().describe('Remedy'),
  })
  .meta({ id: 'NoteSearchResponse' });
export type NoteSearchResponse = z.infer<typeof NoteSearchResponse>;

/** JSON schema pattern: the path of a note, of lines in a note, or of a session. */
const LINES_OF = String.raw`${NOTE_ENDING}(#L[1-9]\d*(-L[1-9]\d*)?)?$|^sessions/[\s\S]+\.jsonl$`;

export const NoteLinesRequest = z
  .strictObject({
    path: NotePath.meta({ pattern: LINES_OF }).describe(
      'Path of a note, or a citation such as memory/deploys.md#L5-L8, or sessions/<key>.jsonl',
    ),
    from: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe('The first line, counted from 1; by default that of the citation, or 1'),
    lines: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('How many lines; by default those of the citation, or 120'),
    version: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe('A former version, as the search named it; the present one by default'),
    corpus: z.enum(corpora).optional().describe('Accepted; the path says it'),
    ...workspaceParameter,
  })
  .meta({ id: 'NoteLinesRequest' });
export type NoteLinesRequest = z.infer<typeof NoteLinesRequest>;

export const NoteLinesResponse = z
  .object({
    text: z.string(),
    path: z.string(),
    from: z.number().int().min(1),
    totalLines: z.number().int().min(0),
    truncated: z.boolean().describe('Whether there are more lines after these'),
    nextFrom: z.number().int().min(1).optional().describe('Where to read on'),
    status: z.literal('ok'),
    noteId: NoteId.optional(),
    title: z.string().optional(),
    version: z.number().int().min(1).optional().describe('Version of the note'),
  })
  .meta({ id: 'NoteLinesResponse' });
export type NoteLinesResponse = z.infer<typeof NoteLinesResponse>;

export const noteSearchRoutes = {
  searchNotes: {
    method: 'POST',
    path: '/v1/recall/notes',
    service: 'recall-api',
    role: 'reader',
    summary: 'Search notes and messages, with lines and citations: memory_search',
    body: NoteSearchRequest,
    output: NoteSearchResponse,
  },
  noteLines: {
    method: 'POST',
    path: '/v1/recall/notes/lines',
    service: 'recall-api',
    role: 'reader',
    summary: 'Read lines of a note or session: memory_get',
    body: NoteLinesRequest,
    errors: [...pathFaults, 'note/unknown', 'note/beyond-end'],
    output: NoteLinesResponse,
  },
} as const satisfies Routes;
