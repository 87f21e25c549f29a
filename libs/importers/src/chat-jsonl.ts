import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Parsed, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { readFiles } from './read-files.ts';
import { readRecords } from './read-records.ts';
import { withNearestTimes } from './nearest-times.ts';
import { epochMsOf, epochOf, ignoredAt, isRecord, messageAt, textOf } from './record-fields.ts';

const CHAT_SOURCE = 'chat';

const FILE = /\.jsonl(?:\.gz)?$/;

type Fields = Readonly<Record<string, unknown>>;

export const chatJsonlIn = (files: readonly ReadableFile[]): readonly ReadableFile[] =>
  files.filter(({ name }) => FILE.test(name));

/**
 * Conversations of any tool: a line is a message, or a conversation with a list of them. The names that the fields have
 * in the field are known (see the README). A message without an id goes by its conversation, its text and the one before.
 */
export const readChatJsonl = (files: readonly ReadableFile[], options: ReadOptions = {}): AsyncGenerator<Parsed> =>
  readFiles(files, options, readFile);

async function* readFile(file: ReadableFile, { onBytes, visibility }: ReadOptions): AsyncGenerator<Parsed> {
  const named = file.name.replace(FILE, '').slice(0, 300);
  let before = '';
  for await (const line of readRecords(file, onBytes)) {
    if ('problem' in line) {
      yield { type: 'failed', place: line.place, reason: line.problem };
      continue;
    }
    const { place, record } = line;
    const messages = first(record, ['messages', 'conversations', 'conversation', 'turns']);
    if (Array.isArray(messages)) {
      const began = timeOf(first(record, TIME));
      yield* withNearestTimes([...conversationOf(place, { record, messages, visibility })], { began, ended: began });
      continue;
    }
    const session = first(record, SESSION);
    const sessionKey = idOf(session) ?? named;
    before = hash([sessionKey, before, record]);
    yield messageOf(place, record, { sessionKey, ownId: before, visibility });
    before = hash([record]);
  }
}

interface Conversation {
  readonly record: Fields;
  readonly messages: readonly unknown[];
  readonly visibility: ReadOptions['visibility'];
}

/** One without an id goes by all that it says: in such files a line is a whole conversation. */
function* conversationOf(place: Place, { record, messages, visibility }: Conversation): Generator<Parsed> {
  const sessionKey = idOf(first(record, [...SESSION, ...ID])) ?? hash([messages]);
  const channel = record['channel'];
  for (const [at, message] of messages.entries()) {
    if (isRecord(message))
      yield messageOf(place, { channel, ...message }, { sessionKey, ownId: `${sessionKey}:${at + 1}`, visibility });
    else yield { type: 'failed', place, reason: `messages.${at}: not a JSON object` };
  }
}

const SESSION = ['sessionKey', 'session_id', 'sessionId', 'conversation_id', 'conversationId', 'thread_id', 'chat_id'];
const ID = ['id', 'uuid', 'message_id', 'messageId'];
const CONTENT = ['content', 'text', 'value', 'message', 'body', 'parts'];
const TIME = ['timestamp', 'created_at', 'createdAt', 'create_time', 'time', 'date', 'ts'];
const SPEAKER = ['speaker', 'author', 'name', 'user', 'username', 'sender', 'from'];
const read = new Set([...SESSION, ...ID, ...CONTENT, ...TIME, ...SPEAKER, 'role', 'channel']);

const roles: Readonly<Record<string, 'user' | 'assistant' | 'nobody'>> = {
  ...{ user: 'user', human: 'user', customer: 'user' },
  ...{ assistant: 'assistant', ai: 'assistant', gpt: 'assistant', model: 'assistant', bot: 'assistant' },
  ...{ chatgpt: 'assistant', agent: 'assistant' },
  ...{ system: 'nobody', developer: 'nobody', tool: 'nobody', function: 'nobody' },
};

interface Where {
  readonly sessionKey: string;
  readonly ownId: string;
  readonly visibility: ReadOptions['visibility'];
}

function messageOf(place: Place, record: Fields, { sessionKey, ownId, visibility }: Where): Parsed {
  const by = textOf(first(record, SPEAKER));
  const role = roleOf(record['role'] ?? (by !== undefined && roles[by.toLowerCase()] ? by : 'user'));
  if (role === undefined)
    return { type: 'failed', place, reason: `role: must be one of ${Object.keys(roles).join(', ')}` };
  if (role === 'nobody') return ignoredAt(place, 'of the system or a tool', contentOf(first(record, CONTENT)));
  const content = contentOf(first(record, CONTENT));
  if (content === undefined)
    return { type: 'failed', place, reason: `content: no text in any of ${CONTENT.join(', ')}` };
  const unread = Object.keys(record).filter((name) => !read.has(name) && record[name] !== null);
  const found = messageAt(place, {
    role,
    content,
    speaker: by === undefined || roles[by.toLowerCase()] ? undefined : by.slice(0, 300),
    channel: textOf(record['channel']),
    timestamp: timeOf(first(record, TIME)),
    source: CHAT_SOURCE,
    externalId: idOf(first(record, ID)) ?? ownId,
    sessionKey,
    visibility,
  });
  return found.type === 'message' && unread.length > 0 ? { ...found, unread } : found;
}

const roleOf = (role: unknown) => (typeof role === 'string' ? roles[role.toLowerCase()] : undefined);

const first = (record: Fields, names: readonly string[]): unknown =>
  names.map((name) => record[name]).find((value) => value !== undefined && value !== null && value !== '');

const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value);

/** A text, a list of texts or of blocks with one; pictures and calls of tools are left out. */
function contentOf(value: unknown): string | undefined {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isRecord(value)) return contentOf(value['content'] ?? value['parts'] ?? value['text'] ?? null);
  if (!Array.isArray(value)) return undefined;
  return value
    .flatMap((part) =>
      isRecord(part) ? (textOf(part['text']) ?? textOf(part['content']) ?? []) : (textOf(part) ?? []),
    )
    .join('\n\n');
}

const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/i;
/** Seconds or milliseconds, or a date with its zone: one without means another time on another machine, and is unknown. */
function timeOf(value: unknown): number {
  return typeof value === 'string' && ZONED.test(value) ? epochOf(value) : epochMsOf(value);
}

const hash = (value: unknown): string =>
  bytesToHex(sha256(new TextEncoder().encode(JSON.stringify(value)))).slice(0, 32);
