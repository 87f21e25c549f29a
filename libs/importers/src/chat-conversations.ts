import type { ParsedLine, Place, ReadOptions } from './parsed.ts';
import { timeReader, type TimeReader } from './foreign-times.ts';
import { ItemTimes } from './item-times.ts';
import { ignoredRecord, isRecord, messageAt, textOf } from './record-fields.ts';

const CHATGPT_SOURCE = 'chatgpt';
const CLAUDE_AI_SOURCE = 'claude-ai';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a conversation from an export of ChatGPT or claude.ai. A ChatGPT conversation is a tree of messages. Only the
 * branch that was shown last is read, since all other branches are earlier versions.
 */
export function* conversationOf(conversation: Fields, place: Place, options: ExportOptions): Generator<ParsedLine> {
  const { mapping, chat_messages: messages } = conversation;
  const read = timeReader(options);
  const times = new ItemTimes(read, {
    began: [conversation['create_time'], conversation['created_at']],
    ended: [conversation['update_time'], conversation['updated_at']],
  });
  if (isRecord(mapping))
    for (const { parsed, at } of chatGpt(conversation, mapping, { place, options, read }))
      yield* times.take(parsed, at);
  else if (Array.isArray(messages))
    for (const { parsed, at } of claudeAi(conversation, messages, { place, options })) yield* times.take(parsed, at);
  else
    yield {
      type: 'failed',
      place,
      reason: 'neither a conversation of ChatGPT (mapping) nor of claude.ai (chat_messages)',
    };
  yield* times.finish();
}

export interface ExportOptions extends ReadOptions {
  /** Custom instructions seen so far. Each conversation repeats them, but only one copy is stored. */
  readonly instructions: Set<string>;
}

/** A parsed message, with the values of the export that may be its time, the most reliable first. */
interface TimedMessage {
  readonly parsed: ParsedLine;
  readonly at: readonly unknown[];
}

interface ConversationPlace {
  readonly place: Place;
  readonly options: ExportOptions;
}

function* chatGpt(
  conversation: Fields,
  mapping: Fields,
  { place, options, read }: ConversationPlace & { readonly read: TimeReader },
): Generator<TimedMessage> {
  const sessionKey = textOf(conversation['conversation_id']) ?? textOf(conversation['id']);
  const branch = messagesOfBranch(mapping, lastShownNode(mapping, { current: conversation['current_node'], read }));
  for (const node of branch) {
    const message = isRecord(node['message']) ? node['message'] : {};
    const said = { sessionKey, title: conversation['title'], nodeId: textOf(node['id']) };
    yield { parsed: turnOf(message, said, { place, options }), at: [message['create_time'], message['update_time']] };
  }
  for (const parsed of readReplaced(mapping, new Set(branch), place)) yield { parsed, at: [] };
}

interface Turn {
  readonly sessionKey: string | undefined;
  readonly title: unknown;
  readonly nodeId: string | undefined;
}

function turnOf(message: Fields, { nodeId, ...within }: Turn, { place, options }: ConversationPlace): ParsedLine {
  const instructions = instructionsIn(message);
  const author = instructions === undefined ? roleIn(message) : 'user';
  const content = instructions ?? contentOf(message);
  if (instructions !== undefined && options.instructions.has(instructions))
    return ignoredRecord(place, "a person's custom instructions, stored before", instructions);
  if (instructions !== undefined) options.instructions.add(instructions);
  else if ((author !== 'user' && author !== 'assistant') || !isShown(message, author))
    return ignoredRecord(place, reasonForSkip(author, message), content);
  return messageOf(place, options, {
    ...{ source: CHATGPT_SOURCE, role: author === 'user' ? 'user' : 'assistant', content, ...within },
    externalId: textOf(message['id']) ?? nodeId,
    wordless: wordlessKind(message),
  });
}

/**
 * Returns the custom instructions that a person set for all conversations, in the person's own wording if the export
 * contains it, or else as the model received them.
 */
function instructionsIn(message: Fields): string | undefined {
  const content = isRecord(message['content']) ? message['content'] : {};
  const metadata = isRecord(message['metadata']) ? message['metadata'] : {};
  const written = isRecord(metadata['user_context_message_data']) ? metadata['user_context_message_data'] : {};
  if (content['content_type'] !== 'user_editable_context' && metadata['is_user_system_message'] !== true)
    return undefined;
  const own = [written['about_user_message'], written['about_model_message']].flatMap((text) => textOf(text) ?? []);
  const received = [content['user_profile'], content['user_instructions']].flatMap((text) => textOf(text) ?? []);
  const text = (own.length > 0 ? own : received).join('\n\n');
  return text.trim() === '' ? undefined : text;
}

const wordlessKinds: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    user_editable_context: 'empty custom instructions',
    image_asset_pointer: 'a picture without text',
    audio_asset_pointer: 'a recording without text',
    real_time_user_audio_video_asset_pointer: 'a recording without text',
    thoughts: 'reasoning of the model',
    reasoning_recap: 'reasoning of the model',
  }),
);

/** Names the kind of content in a message that has no text. */
function wordlessKind(message: Fields): string | undefined {
  const content = isRecord(message['content']) ? message['content'] : {};
  const parts = Array.isArray(content['parts']) ? content['parts'].filter(isRecord) : [];
  const kinds = [content, ...parts].flatMap((part) => textOf(part['content_type']) ?? []);
  const known = kinds.flatMap((kind) => wordlessKinds.get(kind) ?? []);
  const other = kinds.filter((kind) => !/^(?:text|multimodal_text)$/.test(kind));
  return known[0] ?? (other[0] === undefined ? undefined : `without text: ${other[0].slice(0, 40)}`);
}

const roleIn = ({ author }: Fields): string | undefined => (isRecord(author) ? textOf(author['role']) : undefined);

function reasonForSkip(author: string | undefined, message: Fields): string {
  if (author === undefined) return 'the root of a conversation';
  if (author === 'assistant' && isRecord(message) && message['recipient'] !== 'all') return 'a tool call';
  return author === 'tool' ? 'a tool result' : 'hidden, or inserted by the program';
}

/** Reports the person's messages outside the shown branch as replaced by later versions. */
function* readReplaced(mapping: Fields, branch: ReadonlySet<Fields>, place: Place): Generator<ParsedLine> {
  for (const node of Object.values(mapping)) {
    if (!isRecord(node) || branch.has(node) || !isRecord(node['message'])) continue;
    if (roleIn(node['message']) !== 'user' || !isShown(node['message'], 'user')) continue;
    yield ignoredRecord(place, 'replaced by a later version in the conversation', contentOf(node['message']));
  }
}

/** Returns the text of a message and the names of its attached files. */
function contentOf(message: Fields): string {
  const content = isRecord(message['content']) ? message['content'] : {};
  const texts = [...textsIn(content['parts']), ...textsIn([content['text']])];
  const { attachments } = isRecord(message['metadata']) ? message['metadata'] : {};
  const files = (Array.isArray(attachments) ? attachments.filter(isRecord) : []).flatMap(
    ({ name }) => textOf(name) ?? [],
  );
  return [...texts, ...files.map((name) => `[file: ${name}]`)].join('\n\n').replace(CITATION_MARK, '');
}

/** Tells whether people saw the message, that is, whether it is neither hidden nor a tool call by the assistant. */
function isShown({ metadata, recipient }: Fields, author: 'user' | 'assistant'): boolean {
  if (isRecord(metadata) && metadata['is_visually_hidden_from_conversation'] === true) return false;
  return author === 'user' || recipient === undefined || recipient === null || recipient === 'all';
}

/**
 * Citation marks. ChatGPT's page shows them as links to search results. The export contains no targets for these links.
 */
const CITATION_MARK = /\uE200[^\uE200\uE201]*\uE201/gu;

/** Texts of message parts: plain strings, and transcripts of recordings. Pictures are left out. */
const textsIn = (parts: unknown): string[] =>
  (Array.isArray(parts) ? parts : []).flatMap((part: unknown) => {
    if (!isRecord(part)) return textOf(part) ?? [];
    return part['content_type'] === 'audio_transcription' ? (textOf(part['text']) ?? []) : [];
  });

/**
 * Returns the current node of the conversation. If the export names no existing node, returns the leaf that was written
 * last.
 */
function lastShownNode(
  mapping: Fields,
  { current, read }: { readonly current: unknown; readonly read: TimeReader },
): string | undefined {
  const id = textOf(current);
  if (id !== undefined && Object.hasOwn(mapping, id)) return id;
  const nodes = Object.entries(mapping).filter((entry): entry is [string, Fields] => isRecord(entry[1]));
  const parents = new Set(nodes.map(([, { parent }]) => parent));
  const leaves = nodes.filter(([key]) => !parents.has(key));
  const timeOf = ({ message }: Fields) => (isRecord(message) ? read(message['create_time']) : 0);
  return leaves.toSorted(([, a], [, b]) => timeOf(a) - timeOf(b)).at(-1)?.[0];
}

/** Returns the path from the root to the current node. In a cycle, the path contains each node only once. */
function messagesOfBranch(mapping: Fields, current: string | undefined): Fields[] {
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
  { place, options }: ConversationPlace,
): Generator<TimedMessage> {
  for (const message of messages) {
    const sender = isRecord(message) ? message['sender'] : undefined;
    if (!isRecord(message) || (sender !== 'human' && sender !== 'assistant')) {
      const text = isRecord(message) ? message['text'] : message;
      yield { parsed: ignoredRecord(place, 'from neither the person nor the assistant', text), at: [] };
      continue;
    }
    const said = {
      ...{ source: CLAUDE_AI_SOURCE, role: sender === 'human' ? ('user' as const) : ('assistant' as const) },
      content: [...spokenTextsIn(message), ...filesOf(message)].join('\n\n'),
      externalId: textOf(message['uuid']),
      sessionKey: textOf(conversation['uuid']),
      title: conversation['name'],
      wordless: wordlessBlock(message),
    };
    yield { parsed: messageOf(place, options, said), at: [message['created_at'], message['updated_at']] };
  }
}

const wordlessBlocks: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    tool_use: 'a tool call',
    tool_result: 'a tool result',
    thinking: 'reasoning of the model',
    redacted_thinking: 'reasoning of the model',
    image: 'a picture without text',
  }),
);

/** Names the kind of content in a claude.ai message that has no text. Artifacts are calls of the tool `artifacts`. */
function wordlessBlock({ content, attachments, files }: Fields): string | undefined {
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  if (blocks.some(({ name }) => name === 'artifacts')) return 'an artifact without text beside it';
  const known = blocks.flatMap(({ type }) => wordlessBlocks.get(String(type)) ?? []);
  const hasFiles = [attachments, files].some((list) => Array.isArray(list) && list.length > 0);
  return known[0] ?? (hasFiles ? 'a file without name and text' : undefined);
}

/**
 * Returns the texts of a claude.ai message. Newer exports have blocks. Their field `text` repeats the blocks and adds a
 * notice for each tool call, so it is not used for an answer of Claude that has blocks.
 */
function spokenTextsIn({ content, text, sender }: Fields): string[] {
  if (typeof content === 'string') return [textOf(content) ?? textOf(text) ?? []].flat();
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  const isSpoken = ({ type }: Fields) => sender === 'human' || SPOKEN_BLOCK_TYPES.has(String(type));
  const texts = blocks.flatMap((block) => (isSpoken(block) ? (textOf(block['text']) ?? []) : []));
  // A person's message contains no tool calls, so its `text` has no such notices and can replace missing blocks.
  const isWhole = blocks.length > 0 && (texts.length > 0 || sender !== 'human');
  return isWhole ? texts : [textOf(text) ?? []].flat();
}

const SPOKEN_BLOCK_TYPES: ReadonlySet<string> = new Set(['text', 'voice_note']);

/** Returns attached and pasted files with their text. The export lacks the text of most files, so only their names are kept. */
function filesOf({ attachments, files }: Fields): string[] {
  const all = [attachments, files].flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []));
  const texts = all.flatMap(({ file_name: name, extracted_content: text }) => {
    const parts = [textOf(name) && `[file: ${String(name)}]`, textOf(text)].filter((part) => part !== undefined);
    return parts.length > 0 ? [parts.join('\n')] : [];
  });
  return [...new Set(texts)];
}

interface ConversationMessage {
  readonly source: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly externalId: string | undefined;
  readonly sessionKey: string | undefined;
  readonly title: unknown;
  /** Kind of content in a message without text. */
  readonly wordless: string | undefined;
}

function messageOf(
  place: Place,
  { visibility }: ReadOptions,
  { title, wordless, ...said }: ConversationMessage,
): ParsedLine {
  if (said.externalId === undefined && said.content.trim() !== '')
    return { type: 'failed', place, reason: 'a message without an id' };
  const about = textOf(title)?.slice(0, 200);
  const fields = { ...said, ...(about && { provenance: { title: about } }), ...(visibility && { visibility }) };
  return messageAt(place, fields, wordless);
}
