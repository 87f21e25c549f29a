import type { Parsed, Place, ReadOptions } from './parsed.ts';
import { epochOf, isRecord, messageAt, textOf } from './record-fields.ts';

const CHATGPT_SOURCE = 'chatgpt';
const CLAUDE_AI_SOURCE = 'claude-ai';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A conversation of an export of ChatGPT or claude.ai. Of a ChatGPT conversation, which is a tree, the branch that was
 * shown last is read; the others are tries that were replaced.
 */
export function* conversationOf(conversation: Fields, place: Place, options: ReadOptions): Generator<Parsed> {
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
  for (const node of branchOf(mapping, shownLast(mapping, conversation['current_node']))) {
    const message = isRecord(node['message']) ? node['message'] : {};
    const author = isRecord(message['author']) ? textOf(message['author']['role']) : undefined;
    if ((author !== 'user' && author !== 'assistant') || !isShown(message)) {
      yield { type: 'ignored', place };
      continue;
    }
    const content = isRecord(message['content']) ? message['content'] : {};
    const seconds = Number(message['create_time'] ?? conversation['create_time']);
    yield messageOf(place, options, {
      source: CHATGPT_SOURCE,
      role: author,
      content: textsIn(content['parts']).join('\n\n').replace(CITATION, ''),
      timestamp: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : 0,
      externalId: textOf(message['id']) ?? textOf(node['id']),
      sessionKey,
      title: conversation['title'],
    });
  }
}

/** Neither hidden, nor what the assistant said to a tool. */
function isShown({ metadata, recipient }: Fields): boolean {
  if (isRecord(metadata) && metadata['is_visually_hidden_from_conversation'] === true) return false;
  return recipient === undefined || recipient === null || recipient === 'all';
}

/** Marks that the page shows as a link to a search result, which is not in the export. */
const CITATION = /\uE200[^\uE200\uE201]*\uE201/gu;

/** Parts are texts; of what was spoken, the object that has the words. Pictures are left out. */
const textsIn = (parts: unknown): string[] =>
  (Array.isArray(parts) ? parts : []).flatMap((part: unknown) => {
    if (!isRecord(part)) return textOf(part) ?? [];
    return part['content_type'] === 'audio_transcription' ? (textOf(part['text']) ?? []) : [];
  });

/** The node that the export names; where it names none that is there, the end of the branch that was written last. */
function shownLast(mapping: Fields, current: unknown): string | undefined {
  const id = textOf(current);
  if (id !== undefined && Object.hasOwn(mapping, id)) return id;
  const nodes = Object.entries(mapping).filter((entry): entry is [string, Fields] => isRecord(entry[1]));
  const parents = new Set(nodes.map(([, { parent }]) => parent));
  const leaves = nodes.filter(([key]) => !parents.has(key));
  return leaves.toSorted(([, a], [, b]) => timeOf(a) - timeOf(b)).at(-1)?.[0];
}

const timeOf = ({ message }: Fields) => Number((isRecord(message) && message['create_time']) || 0) || 0;

/** From the root to the node that was shown last; a circle ends where it closes. */
function branchOf(mapping: Fields, current: string | undefined): Fields[] {
  const branch: Fields[] = [];
  const seen = new Set<string>();
  for (let id = current; id !== undefined && !seen.has(id);) {
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
    yield messageOf(place, options, {
      source: CLAUDE_AI_SOURCE,
      role: sender === 'human' ? 'user' : 'assistant',
      content: [...saidIn(message), ...filesOf(message)].join('\n\n'),
      timestamp: epochOf(message['created_at']),
      externalId: textOf(message['uuid']),
      sessionKey: textOf(conversation['uuid']),
      title: conversation['name'],
    });
  }
}

/** Newer exports have blocks, of which `text` is a copy that has a notice in the place of each call of a tool. */
function saidIn({ content, text }: Fields): string[] {
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  if (blocks.length === 0) return textOf(text) === undefined ? [] : [text as string];
  return blocks.flatMap((block) => (block['type'] === 'text' ? (textOf(block['text']) ?? []) : []));
}

/** What was attached is named: of most files the content is not in the export. */
function filesOf({ attachments, files }: Fields): string[] {
  const all = [attachments, files].flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []));
  const names = new Set(all.flatMap((file) => textOf(file['file_name']) ?? []));
  return [...names].map((name) => `[file: ${name}]`);
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
