import { promises as disk } from 'node:fs';
import { MessageInput } from '@cairn/contracts';
import type { ImportFile, Parsed, Place, ReadOptions } from './parsed.ts';
import { channelOf, epochOf, isRecord, provenanceOf } from './record-fields.ts';
import { readRecords, type RecordLine } from './read-records.ts';
import { reasonOf } from './reason.ts';
import { removeCommandMarkup } from './remove-command-markup.ts';

export const CLAUDE_CODE_SOURCE = 'claude-code';

/** Beside the sessions lie what their helpers said among themselves and what tools printed: nothing that the team said. */
const SIDE_FOLDERS = new Set(['subagents', 'tool-results']);

/** Projects, sessions and one level of folders between them; a limit, so that a link to a parent ends. */
const LEVELS_BELOW = 4;

/** Where Claude Code keeps its transcripts. */
export function claudeCodeProjects(env: { readonly CLAUDE_CONFIG_DIR?: string | undefined }, home: string): string {
  return `${env.CLAUDE_CONFIG_DIR || `${home}/.claude`}/projects`;
}

/** The transcripts in a folder (all projects or one of them), or the one file that is named, in a fixed order. */
export async function findClaudeCodeTranscripts(path: string): Promise<ImportFile[]> {
  const found = await disk.stat(path);
  if (found.isDirectory()) return transcriptsIn(path, '', LEVELS_BELOW);
  return [{ path, name: path.split(/[\\/]/).at(-1) ?? path, bytes: found.size }];
}

/**
 * What people and Claude said to each other, out of Claude Code's transcripts. The format is that product's own and
 * changes with its releases, so that everything unknown is passed over. The channel is the last part of the folder in
 * which the session began; the session id is the session key.
 */
export async function* readClaudeCodeTranscripts(path: string, options: ReadOptions = {}): AsyncGenerator<Parsed> {
  let bytesBefore = 0;
  for (const file of await findClaudeCodeTranscripts(path)) {
    const before = bytesBefore;
    yield* readTranscript(file, { ...options, onBytes: (bytes) => options.onBytes?.(before + bytes) });
    bytesBefore += file.bytes;
  }
}

async function transcriptsIn(dir: string, name: string, levelsBelow: number): Promise<ImportFile[]> {
  const entries = (await disk.readdir(dir, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = entries.map(async (entry): Promise<ImportFile[]> => {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory() && levelsBelow > 0 && !SIDE_FOLDERS.has(entry.name))
      return transcriptsIn(path, `${name}${entry.name}/`, levelsBelow - 1);
    if (!entry.isFile() || !entry.name.endsWith('.jsonl')) return [];
    return [{ path, name: name + entry.name, bytes: (await disk.stat(path)).size }];
  });
  return (await Promise.all(found)).flat();
}

async function* readTranscript(file: ImportFile, options: ReadOptions): AsyncGenerator<Parsed> {
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
  if (!parsed.success) return { type: 'failed', place, reason: reasonOf(parsed.error.issues) };
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
