import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ParsedLine, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { readFiles } from './read-files.ts';
import { readRecords } from './read-records.ts';
import { timeReader } from './foreign-times.ts';
import { ItemTimes } from './item-times.ts';
import { ignoredRecord, isRecord, messageAt, textOf } from './record-fields.ts';

const CHAT_SOURCE = 'chat';

const JSONL_FILE = /\.jsonl(?:\.gz)?$/;

type Fields = Readonly<Record<string, unknown>>;

export const chatJsonlIn = (files: readonly ReadableFile[]): readonly ReadableFile[] =>
  files.filter(({ name }) => JSONL_FILE.test(name));

/**
 * Reads conversations of any tool. A line is a message, or a conversation with a list of messages. The README lists the
 * recognised field names. A message without an id is identified by its conversation, its text and the message before
 * it.
 */
export const readChatJsonl = (files: readonly ReadableFile[], options: ReadOptions = {}): AsyncGenerator<ParsedLine> =>
  readFiles(files, options, readFile);

async function* readFile(file: ReadableFile, { onBytes, visibility, now }: ReadOptions): AsyncGenerator<ParsedLine> {
  const fileName = file.name.replace(JSONL_FILE, '').slice(0, 300);
  const read = timeReader({ now });
  const times = new ItemTimes(read);
  let before = '';
  for await (const line of readRecords(file, onBytes)) {
    if ('problem' in line) {
      yield { type: 'failed', place: line.place, reason: line.problem };
      continue;
    }
    const { place, record } = line;
    const messages = findFirstValue(record, ['messages', 'conversations', 'conversation', 'turns']);
    if (Array.isArray(messages)) {
      const span = valuesOf(record, TIME_FIELDS);
      const ofConversation = new ItemTimes(read, { began: span, ended: span });
      for (const { parsed, at } of conversationOf(place, { record, messages, visibility }))
        yield* ofConversation.take(parsed, at);
      yield* ofConversation.finish();
      continue;
    }
    const session = findFirstValue(record, SESSION_FIELDS);
    const sessionKey = idOf(session) ?? fileName;
    before = hashRecord([sessionKey, before, record]);
    const parsed = messageOf(place, record, { sessionKey, ownId: before, visibility });
    yield* times.take(parsed, valuesOf(record, TIME_FIELDS), sessionKey);
    before = hashRecord([record]);
  }
  yield* times.finish();
}

interface Conversation {
  readonly record: Fields;
  readonly messages: readonly unknown[];
  readonly visibility: ReadOptions['visibility'];
}

/**
 * Reads a line that contains a whole conversation. If the conversation has no id, a hash of all its messages identifies
 * it.
 */
function* conversationOf(
  place: Place,
  { record, messages, visibility }: Conversation,
): Generator<{ readonly parsed: ParsedLine; readonly at: readonly unknown[] }> {
  const sessionKey = idOf(findFirstValue(record, [...SESSION_FIELDS, ...ID_FIELDS])) ?? hashRecord([messages]);
  const channel = record['channel'];
  for (const [at, message] of messages.entries()) {
    const where = { sessionKey, ownId: `${sessionKey}:${at + 1}`, visibility };
    if (isRecord(message))
      yield { parsed: messageOf(place, { channel, ...message }, where), at: valuesOf(message, TIME_FIELDS) };
    else yield { parsed: { type: 'failed', place, reason: `messages.${at}: not a JSON object` }, at: [] };
  }
}

const SESSION_FIELDS = [
  'sessionKey',
  'session_id',
  'sessionId',
  'conversation_id',
  'conversationId',
  'thread_id',
  'chat_id',
];
const ID_FIELDS = ['id', 'uuid', 'message_id', 'messageId'];
const CONTENT_FIELDS = ['content', 'text', 'value', 'message', 'body', 'parts'];
const TIME_FIELDS = ['timestamp', 'created_at', 'createdAt', 'create_time', 'time', 'date', 'ts'];
const SPEAKER_FIELDS = ['speaker', 'author', 'name', 'user', 'username', 'sender', 'from'];
const knownFields = new Set([
  ...SESSION_FIELDS,
  ...ID_FIELDS,
  ...CONTENT_FIELDS,
  ...TIME_FIELDS,
  ...SPEAKER_FIELDS,
  'role',
  'channel',
]);

const roleByName: ReadonlyMap<string, 'user' | 'assistant' | 'nobody'> = new Map(
  Object.entries<'user' | 'assistant' | 'nobody'>({
    ...{ user: 'user', human: 'user', customer: 'user' },
    ...{ assistant: 'assistant', ai: 'assistant', gpt: 'assistant', model: 'assistant', bot: 'assistant' },
    ...{ chatgpt: 'assistant', agent: 'assistant' },
    ...{ system: 'nobody', developer: 'nobody', tool: 'nobody', function: 'nobody' },
  }),
);

interface Where {
  readonly sessionKey: string;
  readonly ownId: string;
  readonly visibility: ReadOptions['visibility'];
}

function messageOf(place: Place, record: Fields, { sessionKey, ownId, visibility }: Where): ParsedLine {
  const by = textOf(findFirstValue(record, SPEAKER_FIELDS));
  const role = roleOf(record['role'] ?? (by !== undefined && roleByName.get(by.toLowerCase()) ? by : 'user'));
  if (role === undefined)
    return { type: 'failed', place, reason: `role: must be one of ${[...roleByName.keys()].join(', ')}` };
  if (role === 'nobody')
    return ignoredRecord(place, 'a message of the system or a tool', contentOf(findFirstValue(record, CONTENT_FIELDS)));
  const value = findFirstValue(record, CONTENT_FIELDS);
  const content = contentOf(value);
  const unread = Object.keys(record).filter((name) => !knownFields.has(name) && record[name] !== null);
  if (content === undefined || hasTextElsewhere(record, unread))
    return { type: 'failed', place, reason: `content: no text in any of ${CONTENT_FIELDS.join(', ')}` };
  const fields = {
    role,
    content,
    speaker: by === undefined || roleByName.get(by.toLowerCase()) ? undefined : by.slice(0, 300),
    channel: textOf(record['channel']),
    source: CHAT_SOURCE,
    externalId: idOf(findFirstValue(record, ID_FIELDS)) ?? ownId,
    sessionKey,
    visibility,
  };
  const found = messageAt(
    place,
    fields,
    typeof value === 'object' ? 'a picture, a file or a tool call without text' : undefined,
  );
  return found.type === 'message' && unread.length > 0 ? { ...found, unread } : found;
}

/** True when a record has no known content field, but a text in an unknown field. */
const hasTextElsewhere = (record: Fields, unread: readonly string[]): boolean =>
  !CONTENT_FIELDS.some((name) => name in record) && unread.some((name) => typeof record[name] === 'string');

const roleOf = (role: unknown) => (typeof role === 'string' ? roleByName.get(role.toLowerCase()) : undefined);

const findFirstValue = (record: Fields, names: readonly string[]): unknown =>
  names.map((name) => record[name]).find((value) => value !== undefined && value !== null && value !== '');

const valuesOf = (record: Fields, names: readonly string[]): unknown[] => names.map((name) => record[name]);

const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value);

/**
 * Returns the text of a value that is a string, a list of strings, or a list of content blocks. Pictures and tool calls are
 * left out.
 */
function contentOf(value: unknown): string | undefined {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isRecord(value)) return contentOf(value['content'] ?? value['parts'] ?? value['text'] ?? null);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((part) => (isRecord(part) ? wordsOf(part) : (textOf(part) ?? []))).join('\n\n');
}

/** Returns the texts of a content block; for a recording, its transcript. */
function wordsOf(part: Fields): string[] {
  const audio = isRecord(part['input_audio']) ? part['input_audio'] : {};
  const words = [part['text'], part['content'], part['transcript'], audio['transcript']].flatMap(
    (value) => textOf(isRecord(value) ? value['value'] : value) ?? [],
  );
  return words.slice(0, 1);
}

const hashRecord = (value: unknown): string =>
  bytesToHex(sha256(new TextEncoder().encode(JSON.stringify(value)))).slice(0, 32);
