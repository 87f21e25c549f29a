import { issuesInWords, MessageInput } from '@cairn/contracts';
import type { Parsed, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { channelOf, epochOf, isRecord, provenanceOf } from './record-fields.ts';
import { readFiles } from './read-files.ts';
import { readRecords, type RecordLine } from './read-records.ts';
import { removeCommandMarkup } from './remove-command-markup.ts';

export const CLAUDE_CODE_SOURCE = 'claude-code';

/** Beside the sessions lie what their helpers said among themselves and what tools printed: nothing that the team said. */
export const SIDE_FOLDERS: ReadonlySet<string> = new Set(['subagents', 'tool-results']);

/** Where Claude Code keeps its transcripts. */
export function claudeCodeProjects(env: { readonly CLAUDE_CONFIG_DIR?: string | undefined }, home: string): string {
  return `${env.CLAUDE_CONFIG_DIR || `${home}/.claude`}/projects`;
}

export const transcriptsIn = (files: readonly ReadableFile[]): readonly ReadableFile[] =>
  files.filter(({ name }) => name.endsWith('.jsonl') && !name.split('/').some((part) => SIDE_FOLDERS.has(part)));

/**
 * What people and Claude said to each other, out of Claude Code's transcripts. The format is that product's own and
 * changes with its releases, so that everything unknown is passed over. The channel is the last part of the folder in
 * which the session began; the session id is the session key.
 */
export const readClaudeCodeTranscripts = (
  files: readonly ReadableFile[],
  options: ReadOptions = {},
): AsyncGenerator<Parsed> => readFiles(files, options, readTranscript);

async function* readTranscript(file: ReadableFile, options: ReadOptions): AsyncGenerator<Parsed> {
  let channel: string | undefined;
  for await (const line of readRecords(file, options.onBytes)) {
    if ('problem' in line) {
      yield problemOf(line);
      continue;
    }
    channel ??= channelOf(line.record['cwd']);
    yield toMessage(line.place, line.record, { channel, visibility: options.visibility });
  }
}

/** A session that is still running ends in half a line; the next import has the whole. Pictures make lines too long to hold text. */
function problemOf({ place, kind, problem }: Extract<RecordLine, { problem: string }>): Parsed {
  if (kind === 'unfinished' || kind === 'too-long') return { type: 'ignored', place };
  return { type: 'failed', place, reason: problem };
}

interface Where {
  readonly channel: string | undefined;
  readonly visibility: ReadOptions['visibility'];
}

function toMessage(place: Place, record: Readonly<Record<string, unknown>>, { channel, visibility }: Where): Parsed {
  const { type, uuid, sessionId, timestamp, cwd, gitBranch, version } = record;
  if (!isSaid(record) || typeof uuid !== 'string') return { type: 'ignored', place };
  const text = textOf(record['message']);
  if (text === undefined) return { type: 'ignored', place };
  const content = (type === 'user' ? removeMarkup(text) : text).trim();
  if (content === '') return { type: 'blank', place };

  const parsed = MessageInput.safeParse({
    role: type,
    content,
    timestamp: epochOf(timestamp),
    source: CLAUDE_CODE_SOURCE,
    externalId: uuid,
    provenance: provenanceOf({ cwd, gitBranch, version }),
    ...(channel === undefined ? {} : { channel }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(typeof sessionId === 'string' && sessionId !== '' ? { sessionKey: sessionId } : {}),
  });
  if (!parsed.success) return { type: 'failed', place, reason: issuesInWords(parsed.error.issues, 'record') };
  return { type: 'message', place, input: parsed.data };
}

/** Neither a helper's side talk, nor what the program itself put into the conversation. */
function isSaid({
  type,
  isSidechain,
  isMeta,
  isCompactSummary,
  isApiErrorMessage,
}: Readonly<Record<string, unknown>>): boolean {
  if (type !== 'user' && type !== 'assistant') return false;
  return !isSidechain && !isMeta && !isCompactSummary && !isApiErrorMessage;
}

/** The text of a message, or nothing when it has no text block (tool calls and their results, thinking, pictures). */
function textOf(message: unknown): string | undefined {
  const content = isRecord(message) ? message['content'] : undefined;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content
    .filter(isRecord)
    .filter((block) => block['type'] === 'text' && typeof block['text'] === 'string');
  return texts.length === 0 ? undefined : texts.map((block) => block['text']).join('\n\n');
}

const INTERRUPTED = /^\[Request interrupted by user[^\]]{0,40}\]$/;

function removeMarkup(text: string): string {
  const said = removeCommandMarkup(text).trim();
  return INTERRUPTED.test(said) ? '' : said;
}
