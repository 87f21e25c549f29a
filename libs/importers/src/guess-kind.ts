import { importKinds, type ImportKindName } from './kinds.ts';
import type { ReadableFile } from './parsed.ts';
import { bytesOf } from './read-bytes.ts';
import { readRecords } from './read-records.ts';
import { isRecord } from './record-fields.ts';

/** Guessed kind of a file: a kind of conversations, a git log, Markdown, or JSON lines with the fields of the HTTP API. */
export type GuessedKind = ImportKindName | 'git-log' | 'markdown' | 'items';

export const isMarkdown = ({ name }: { readonly name: string }): boolean => /\.(md|markdown)$/i.test(name);

/** Guesses the kind of the files that a user dropped on a page: by their names, or else by the beginning of the first file. */
export async function guessKind(files: readonly ReadableFile[]): Promise<GuessedKind | undefined> {
  for (const name of ['slack', 'chatgpt', 'codex'] as const)
    if (importKinds[name].choose(files).length > 0) return name;
  const [lines] = importKinds.chat.choose(files);
  if (lines) return kindOfLines(lines);
  const [file] = files;
  if (!file) return undefined;
  if (files.some(isMarkdown)) return 'markdown';
  if (await isGitLog(file)) return 'git-log';
  return /\.json$/i.test(file.name) ? 'chatgpt' : kindOfLines(file);
}

async function isGitLog(file: ReadableFile): Promise<boolean> {
  for await (const bytes of bytesOf(file)) return bytes[0] === RECORD_SEPARATOR;
  return false;
}

/** First character of each commit in the output of `gitLogArguments`. */
const RECORD_SEPARATOR = 0x1e;

async function kindOfLines(file: ReadableFile): Promise<GuessedKind> {
  for await (const line of readRecords(file)) if ('record' in line) return kindOf(line.record);
  return 'items';
}

function kindOf(record: Readonly<Record<string, unknown>>): GuessedKind {
  if (record['type'] === 'session_meta' || isRecord(record['payload'])) return 'codex';
  if (typeof record['sessionId'] === 'string' && typeof record['type'] === 'string') return 'claude-code';
  return typeof record['content'] === 'string' && FOREIGN_FIELDS.every((name) => !(name in record)) ? 'items' : 'chat';
}

/** Field names that other tools use but the HTTP API does not. */
const FOREIGN_FIELDS = [
  'messages',
  'conversations',
  'turns',
  'author',
  'sender',
  'from',
  'created_at',
  'session_id',
  'ts',
];
