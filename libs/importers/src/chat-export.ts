import { createReadStream, promises as disk } from 'node:fs';
import type { ImportFile, Parsed, Place, ReadOptions } from './parsed.ts';
import { isRecord } from './read-records.ts';
import { epochOf, messageAt, textOf } from './record-fields.ts';

export const CHATGPT_SOURCE = 'chatgpt';
export const CLAUDE_AI_SOURCE = 'claude-ai';

const FILE = /^conversations(?:-\d+)?\.json$/;
/** It is read as a whole, so that it has to fit into the memory. */
const FILE_BYTES_MAX = 500_000_000;

type Fields = Readonly<Record<string, unknown>>;

/** The `conversations.json` of an unpacked export of ChatGPT or claude.ai, or the parts that a large one comes in. */
export async function findChatExport(path: string): Promise<ImportFile[]> {
  const found = await disk.stat(path);
  if (!found.isDirectory()) return [{ path, name: path.split(/[\\/]/).at(-1) ?? path, bytes: found.size }];
  const names = (await disk.readdir(path)).filter((name) => FILE.test(name)).sort();
  const files = names.map(async (name) => ({
    path: `${path}/${name}`,
    name,
    bytes: (await disk.stat(`${path}/${name}`)).size,
  }));
  return Promise.all(files);
}

/**
 * What people and an assistant said to each other. A place's line is the number of the conversation in its file. Of a
 * ChatGPT conversation, which is a tree, the branch that was shown last is read; the others are tries that were replaced.
 */
export async function* readChatExport(files: readonly ImportFile[], options: ReadOptions = {}): AsyncGenerator<Parsed> {
  let bytesBefore = 0;
  for (const file of files) {
    yield* readFile(file, options);
    bytesBefore += file.bytes;
    options.onBytes?.(bytesBefore);
  }
}

async function* readFile(file: ImportFile, options: ReadOptions): AsyncGenerator<Parsed> {
  const whole = { file: file.name, line: 1 };
  if (file.bytes > FILE_BYTES_MAX) {
    yield { type: 'failed', place: whole, reason: `the file is larger than ${FILE_BYTES_MAX} bytes` };
    return;
  }
  const conversations = await parsed(file);
  if (!Array.isArray(conversations)) {
    yield { type: 'failed', place: whole, reason: 'no list of conversations in JSON' };
    return;
  }
  for (const [at, conversation] of conversations.entries()) {
    const place = { file: file.name, line: at + 1 };
    if (isRecord(conversation)) yield* conversationOf(conversation, place, options);
    else yield { type: 'failed', place, reason: 'not a JSON object' };
  }
}

async function parsed({ path }: ImportFile): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path)) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return undefined;
  }
}

function* conversationOf(conversation: Fields, place: Place, options: ReadOptions): Generator<Parsed> {
  if (isRecord(conversation['mapping'])) yield* chatGpt(conversation, conversation['mapping'], place, options);
  else if (Array.isArray(conversation['chat_messages']))
    yield* claudeAi(conversation, conversation['chat_messages'], place, options);
  else
    yield {
      type: 'failed',
      place,
      reason: 'neither a conversation of ChatGPT (mapping) nor of claude.ai (chat_messages)',
    };
}

function* chatGpt(conversation: Fields, mapping: Fields, place: Place, options: ReadOptions): Generator<Parsed> {
  const sessionKey = textOf(conversation['conversation_id']) ?? textOf(conversation['id']);
  for (const node of branchOf(mapping, conversation['current_node'])) {
    const message = isRecord(node['message']) ? node['message'] : {};
    const author = isRecord(message['author']) ? textOf(message['author']['role']) : undefined;
    const metadata = isRecord(message['metadata']) ? message['metadata'] : {};
    if ((author !== 'user' && author !== 'assistant') || metadata['is_visually_hidden_from_conversation'] === true) {
      yield { type: 'ignored', place };
      continue;
    }
    const content = isRecord(message['content']) ? message['content'] : {};
    const parts = Array.isArray(content['parts']) ? content['parts'] : [];
    const seconds = Number(message['create_time'] ?? conversation['create_time']);
    yield messageOf(place, options, {
      source: CHATGPT_SOURCE,
      role: author,
      content: parts.filter((part) => typeof part === 'string').join('\n\n'),
      timestamp: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : 0,
      externalId: textOf(message['id']) ?? textOf(node['id']),
      sessionKey,
      title: conversation['title'],
    });
  }
}

/** From the root to the node that was shown last; a circle ends where it closes. */
function branchOf(mapping: Fields, current: unknown): Fields[] {
  const branch: Fields[] = [];
  const seen = new Set<string>();
  for (let id = textOf(current); id !== undefined && !seen.has(id);) {
    seen.add(id);
    const node = Object.hasOwn(mapping, id) ? mapping[id] : undefined;
    if (!isRecord(node)) break;
    branch.push(node);
    id = textOf(node['parent']);
  }
  return branch.reverse();
}

function* claudeAi(
  conversation: Fields,
  messages: readonly unknown[],
  place: Place,
  options: ReadOptions,
): Generator<Parsed> {
  for (const message of messages) {
    const sender = isRecord(message) ? message['sender'] : undefined;
    if (!isRecord(message) || (sender !== 'human' && sender !== 'assistant')) {
      yield { type: 'ignored', place };
      continue;
    }
    const blocks = Array.isArray(message['content']) ? message['content'].filter(isRecord) : [];
    const texts = blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
    yield messageOf(place, options, {
      source: CLAUDE_AI_SOURCE,
      role: sender === 'human' ? 'user' : 'assistant',
      content: texts.join('\n\n') || (textOf(message['text']) ?? ''),
      timestamp: epochOf(message['created_at']),
      externalId: textOf(message['uuid']),
      sessionKey: textOf(conversation['uuid']),
      title: conversation['name'],
    });
  }
}

interface Said {
  readonly source: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly timestamp: number;
  readonly externalId: string | undefined;
  readonly sessionKey: string | undefined;
  readonly title: unknown;
}

function messageOf(place: Place, { visibility }: ReadOptions, { title, ...said }: Said): Parsed {
  if (said.externalId === undefined && said.content.trim() !== '')
    return { type: 'failed', place, reason: 'a message without an id' };
  const about = textOf(title)?.slice(0, 200);
  return messageAt(place, {
    ...said,
    ...(about && { provenance: { title: about } }),
    ...(visibility && { visibility }),
  });
}
