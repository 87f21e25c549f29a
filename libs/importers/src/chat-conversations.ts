import type { Parsed, Place, ReadOptions } from './parsed.ts';
import { withNearestTimes } from './nearest-times.ts';
import { epochMsOf, epochOf, ignoredAt, isRecord, messageAt, textOf } from './record-fields.ts';

const CHATGPT_SOURCE = 'chatgpt';
const CLAUDE_AI_SOURCE = 'claude-ai';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A conversation of an export of ChatGPT or claude.ai. Of a ChatGPT conversation, which is a tree, the branch that was
 * shown last is read; the others are tries that were replaced.
 */
export function* conversationOf(conversation: Fields, place: Place, options: ReadOptions): Generator<Parsed> {
  const { mapping, chat_messages: messages } = conversation;
  if (isRecord(mapping)) {
    const span = { began: epochMsOf(conversation['create_time']), ended: epochMsOf(conversation['update_time']) };
    yield* withNearestTimes([...chatGpt(conversation, mapping, place, options)], span);
  } else if (Array.isArray(messages)) {
    const span = { began: epochOf(conversation['created_at']), ended: epochOf(conversation['updated_at']) };
    yield* withNearestTimes([...claudeAi(conversation, messages, place, options)], span);
  } else
    yield {
      type: 'failed',
      place,
      reason: 'neither a conversation of ChatGPT (mapping) nor of claude.ai (chat_messages)',
    };
}

function* chatGpt(conversation: Fields, mapping: Fields, place: Place, options: ReadOptions): Generator<Parsed> {
  const sessionKey = textOf(conversation['conversation_id']) ?? textOf(conversation['id']);
  const branch = branchOf(mapping, shownLast(mapping, conversation['current_node']));
  for (const node of branch) {
    const message = isRecord(node['message']) ? node['message'] : {};
    const author = roleIn(message);
    const said = contentOf(message);
    if ((author !== 'user' && author !== 'assistant') || !isShown(message)) {
      yield ignoredAt(place, whyLeftOut(author, message), said);
      continue;
    }
    yield messageOf(place, options, {
      source: CHATGPT_SOURCE,
      role: author,
      content: said,
      timestamp: epochMsOf(message['create_time']) || epochMsOf(message['update_time']),
      externalId: textOf(message['id']) ?? textOf(node['id']),
      sessionKey,
      title: conversation['title'],
    });
  }
  yield* replacedIn(mapping, new Set(branch), place);
}

const roleIn = ({ author }: Fields): string | undefined => (isRecord(author) ? textOf(author['role']) : undefined);

function whyLeftOut(author: string | undefined, message: Fields): string {
  if (author === undefined) return 'the root of a conversation';
  if (author === 'assistant' && isRecord(message) && message['recipient'] !== 'all') return 'a call of a tool';
  return author === 'tool' ? 'an answer of a tool' : 'hidden, or put in by the program';
}

/** People see one branch of a conversation; what they wrote in another one was replaced. */
function* replacedIn(mapping: Fields, branch: ReadonlySet<Fields>, place: Place): Generator<Parsed> {
  for (const node of Object.values(mapping)) {
    if (!isRecord(node) || branch.has(node) || !isRecord(node['message'])) continue;
    if (roleIn(node['message']) !== 'user' || !isShown(node['message'])) continue;
    yield ignoredAt(place, 'replaced by a later version in the conversation', contentOf(node['message']));
  }
}

/** The words of a message, and the names of the files that were sent with it. */
function contentOf(message: Fields): string {
  const content = isRecord(message['content']) ? message['content'] : {};
  const texts = [...textsIn(content['parts']), ...textsIn([content['text']])];
  const { attachments } = isRecord(message['metadata']) ? message['metadata'] : {};
  const files = (Array.isArray(attachments) ? attachments.filter(isRecord) : []).flatMap(
    ({ name }) => textOf(name) ?? [],
  );
  return [...texts, ...files.map((name) => `[file: ${name}]`)].join('\n\n').replace(CITATION, '');
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
      yield ignoredAt(
        place,
        'neither of the person nor of the assistant',
        isRecord(message) ? message['text'] : message,
      );
      continue;
    }
    yield messageOf(place, options, {
      source: CLAUDE_AI_SOURCE,
      role: sender === 'human' ? 'user' : 'assistant',
      content: [...saidIn(message), ...filesOf(message)].join('\n\n'),
      timestamp: epochOf(message['created_at']) || epochOf(message['updated_at']),
      externalId: textOf(message['uuid']),
      sessionKey: textOf(conversation['uuid']),
      title: conversation['name'],
    });
  }
}

/** Newer exports have blocks, of which `text` is a copy that has a notice in the place of each call of a tool. */
function saidIn({ content, text, sender }: Fields): string[] {
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  const said = blocks.flatMap((block) => (SPOKEN.has(String(block['type'])) ? (textOf(block['text']) ?? []) : []));
  // A person calls no tools, so that nothing stands in the place of one.
  const isWhole = blocks.length > 0 && (said.length > 0 || sender !== 'human');
  return isWhole ? said : [textOf(text) ?? []].flat();
}

const SPOKEN: ReadonlySet<string> = new Set(['text', 'voice_note']);

/** Attached and pasted files with their text. The export lacks the text of most files, which are then only named. */
function filesOf({ attachments, files }: Fields): string[] {
  const all = [attachments, files].flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []));
  const told = all.flatMap(({ file_name: name, extracted_content: text }) => {
    const parts = [textOf(name) && `[file: ${String(name)}]`, textOf(text)].filter((part) => part !== undefined);
    return parts.length > 0 ? [parts.join('\n')] : [];
  });
  return [...new Set(told)];
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
