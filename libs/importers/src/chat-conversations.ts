import type { Parsed, Place, ReadOptions } from './parsed.ts';
import { epochOf, isRecord, messageAt, textOf } from './record-fields.ts';

const CHATGPT_SOURCE = 'chatgpt';
const CLAUDE_AI_SOURCE = 'claude-ai';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The content of a `conversations.json` of ChatGPT or claude.ai. A place's line is the number of the conversation in its file. Of
 * a ChatGPT conversation, which is a tree, the branch that was shown last is read; the others are tries that were replaced.
 * It reads no file, so that a browser can use it.
 */
export function* readConversations(conversations: unknown, file: string, options: ReadOptions): Generator<Parsed> {
  if (!Array.isArray(conversations)) {
    yield { type: 'failed', place: { file, line: 1 }, reason: 'no list of conversations in JSON' };
    return;
  }
  for (const [at, conversation] of conversations.entries()) {
    const place = { file, line: at + 1 };
    if (isRecord(conversation)) yield* conversationOf(conversation, place, options);
    else yield { type: 'failed', place, reason: 'not a JSON object' };
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
