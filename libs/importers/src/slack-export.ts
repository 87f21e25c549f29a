import { SLACK_SOURCE } from '@cairn/contracts';
import type { ParsedLine, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { readArray } from './read-array.ts';
import { jsonOf } from './read-bytes.ts';
import { timeReader } from './foreign-times.ts';
import { ItemTimes } from './item-times.ts';
import { ignoredRecord, isRecord, messageAt, provenanceOf, textOf } from './record-fields.ts';
import { textsInBlocks } from './slack-blocks.ts';
import { readableSlackText, type SlackNames } from './slack-text.ts';

/** Files of an export that list conversations; `isPublic` tells whether everybody in the workspace could read them. */
const conversationLists = [
  { file: 'channels.json', isPublic: true },
  { file: 'groups.json', isPublic: false },
  { file: 'mpims.json', isPublic: false },
  { file: 'dms.json', isPublic: false },
] as const;
const DAY_FILE = /(?:^|\/)([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/;
const LIST_FILE = /(?:^|\/)(?:channels|groups|mpims|dms|users|org_users)\.json$/;

type Fields = Readonly<Record<string, unknown>>;

interface SlackChannel {
  readonly id: string;
  readonly name: string;
  readonly isPublic: boolean;
}

interface SlackPeople {
  readonly names: SlackNames;
  readonly bots: ReadonlySet<string>;
}

/**
 * Chooses the files that list people and conversations, and the daily files of messages. Empty if no file lists
 * conversations.
 */
export function slackExportIn(files: readonly ReadableFile[]): readonly ReadableFile[] {
  const conversations = files.filter(({ name }) => conversationLists.some(({ file }) => baseOf(name) === file));
  return conversations.length === 0 ? [] : files.filter(({ name }) => LIST_FILE.test(name) || DAY_FILE.test(name));
}

const baseOf = (name: string) => name.split('/').at(-1);

async function peopleIn(files: readonly ReadableFile[]): Promise<SlackPeople> {
  const users = [...(await listIn(files, 'users.json')), ...(await listIn(files, 'org_users.json'))];
  const known = users.flatMap((user) => (textOf(user['id']) ? [[String(user['id']), user] as const] : []));
  const bots = known.flatMap(([id, { is_bot: isBot }]) => (isBot === true ? [id] : []));
  const people = new Map(known.map(([id, user]) => [id, nameOf(user)]));
  return { names: { people, channels: new Map() }, bots: new Set(bots) };
}

/** Maps the folder name of each conversation to the conversation. A conversation without a name has its id as folder name. */
async function channelsIn(files: readonly ReadableFile[], { people }: SlackNames): Promise<Map<string, SlackChannel>> {
  const byFolder = new Map<string, SlackChannel>();
  for (const { file, isPublic } of conversationLists)
    for (const entry of await listIn(files, file)) {
      const id = textOf(entry['id']);
      if (id === undefined) continue;
      const name = textOf(entry['name']) ?? withMembers(entry['members'], people);
      for (const folder of [id, textOf(entry['name']) ?? id]) byFolder.set(folder, { id, name, isPublic });
    }
  return byFolder;
}

async function listIn(files: readonly ReadableFile[], base: string): Promise<Fields[]> {
  const list = await jsonOf(files.find(({ name }) => baseOf(name) === base));
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

const withMembers = (members: unknown, people: ReadonlyMap<string, string>): string =>
  `dm-${(Array.isArray(members) ? members : [])
    .map((id) => people.get(String(id)) ?? String(id))
    .sort()
    .join('-')}`.slice(0, 300);

function nameOf(user: Fields): string {
  const profile = isRecord(user['profile']) ? user['profile'] : {};
  const names = [profile['display_name'], profile['real_name'], user['real_name'], user['name'], user['id']];
  return String(names.find((name) => textOf(name)?.trim())).slice(0, 300);
}

/**
 * Reads the messages of a Slack export. A message is identified by its channel and `ts`. Each thread is a session; all other
 * messages of a day in a channel form one session. Messages of private channels, direct messages and conversations that no file
 * lists become private, whatever `visibility` says.
 */
export async function* readSlackExport(
  files: readonly ReadableFile[],
  options: ReadOptions = {},
): AsyncGenerator<ParsedLine> {
  const { names, bots } = await peopleIn(files);
  const byFolder = await channelsIn(files, names);
  const channels = new Map([...byFolder.values()].map(({ id, name }) => [id, name]));
  let bytesBefore = 0;
  for (const file of files) {
    const [, folder, date] = DAY_FILE.exec(file.name) ?? [];
    if (folder !== undefined && date !== undefined) {
      const channel = byFolder.get(folder) ?? { id: folder, name: folder, isPublic: false };
      const before = bytesBefore;
      const onBytes = (bytes: number) => options.onBytes?.(before + bytes);
      const { visibility, now } = options;
      const day = { date, channel, names: { ...names, channels }, bots, visibility, now };
      yield* readDay(file, day, onBytes);
    }
    bytesBefore += file.bytes;
    options.onBytes?.(bytesBefore);
  }
}

async function* readDay(file: ReadableFile, day: Day, onBytes: (bytes: number) => void): AsyncGenerator<ParsedLine> {
  const times = new ItemTimes(timeReader(day), { otherwise: [day.date] });
  for await (const element of readArray(file, { onBytes })) {
    const place = { file: file.name, line: element.number };
    if ('problem' in element) yield { type: 'failed', place, reason: element.problem };
    else if (isRecord(element.value))
      yield* times.take(itemOf(place, element.value, day), [pathInsideExport(element.value)['ts']]);
    else yield { type: 'failed', place, reason: 'not a JSON object' };
  }
  yield* times.finish();
}

/**
 * Subtypes of messages that are notices, such as that somebody joined, left, pinned or deleted something, or renamed or
 * moved a channel.
 */
const NOTICE_SUBTYPE =
  /^(?:(?:channel|group|mpim|im)_(?:join|leave|name|archive|unarchive|open|close|convert\w*)|bot_(?:add|remove|enable|disable)|(?:un)?pinned_item|tombstone|message_deleted|app_conversation_join|ekm_access_denied)$/;

/** Messages of one conversation on one day. */
interface Day extends SlackPeople {
  readonly date: string;
  readonly channel: SlackChannel;
  readonly visibility: ReadOptions['visibility'];
  readonly now: ReadOptions['now'];
}

/**
 * Returns the message inside a record about a changed message or about a comment on a file. Any other message is
 * returned as it is.
 */
function pathInsideExport(message: Fields): Fields {
  const { subtype, message: changed, comment } = message;
  if (subtype === 'message_changed' && isRecord(changed)) return { type: 'message', ...changed };
  if (subtype !== 'file_comment' || !isRecord(comment)) return message;
  return { ...message, subtype: undefined, user: comment['user'] ?? message['user'], text: comment['comment'] };
}

function itemOf(place: Place, record: Fields, { date, channel, names, bots, visibility }: Day): ParsedLine {
  const message = pathInsideExport(record);
  const { type, subtype, hidden } = message;
  const isNotice = typeof subtype === 'string' && NOTICE_SUBTYPE.test(subtype);
  if (type !== 'message' || isNotice || hidden === true)
    return ignoredRecord(place, `a notice of Slack: ${String(subtype ?? type)}`, message['text']);
  const ts = textOf(message['ts']);
  if (ts === undefined || !/^\d+(?:\.\d+)?$/.test(ts))
    return { type: 'failed', place, reason: 'ts: must be seconds as text, such as 1700000000.000100' };
  const { user, thread_ts: thread, edited } = message;
  const isBot = typeof user === 'string' ? bots.has(user) : message['bot_id'] !== undefined;
  const fields = {
    role: isBot ? 'bot' : 'user',
    speaker: speakerOf(message, names),
    content: readableSlackText(textIn(message), names),
    source: SLACK_SOURCE,
    externalId: `${channel.id}:${ts}`,
    sessionKey: `${channel.id}:${textOf(thread) ?? date}`,
    channel: channel.name.slice(0, 300),
    visibility: channel.isPublic ? visibility : 'private',
    ...(isRecord(edited) && { provenance: provenanceOf({ edited: edited['ts'] }) }),
  };
  const isShowing = ['files', 'attachments', 'blocks'].some((name) => recordsIn(message[name]).length > 0);
  return messageAt(place, fields, isShowing ? 'a file or a picture without text' : undefined);
}

function speakerOf(message: Fields, { people }: SlackNames): string | undefined {
  const profile = isRecord(message['user_profile']) ? message['user_profile'] : {};
  const { user } = message;
  const known = typeof user === 'string' ? people.get(user) : undefined;
  const bot = isRecord(message['bot_profile']) ? message['bot_profile'] : {};
  const names = [
    known,
    profile['display_name'],
    profile['real_name'],
    message['username'],
    bot['name'],
    user,
    message['bot_id'],
  ];
  return names
    .map(textOf)
    .find((name) => name?.trim())
    ?.slice(0, 300);
}

/**
 * Returns the text of a message with its blocks, attachments and files. If a client sent the same text in several
 * forms, the text is kept once.
 */
function textIn(message: Fields): string {
  const files = recordsIn(message['files']).flatMap(fileIn);
  const texts: string[] = [];
  const add = (text: string) => {
    if (text.trim() !== '' && !isContainedIn(texts, text)) texts.push(text);
  };
  for (const text of [textOf(message['text']) ?? '', ...textsInBlocks(message['blocks'])]) add(text);
  for (const attachment of recordsIn(message['attachments'])) {
    const before = texts.length;
    for (const text of attachmentIn(attachment)) add(text);
    const { fallback } = attachment;
    if (texts.length === before && typeof fallback === 'string' && fallback !== NO_PREVIEW) add(fallback);
  }
  return [...texts, ...files].join('\n');
}

const NO_PREVIEW = '[no preview available]';

/** Tells whether an earlier text already contains all letters and digits of `text`, in the same order. */
const isContainedIn = (said: readonly string[], text: string): boolean =>
  said.some((one) => comparableText(one).includes(comparableText(text)));

const comparableText = (text: string): string =>
  text
    .replace(/<([#@][^|>]*)\|[^>]*>/g, '<$1>')
    .replace(/&(?:lt|gt|amp);/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || text;

function attachmentIn({ pretext, author_name: author, title, title_link: link, text, fields, blocks, footer }: Fields) {
  const heading = textOf(title) && (textOf(link) ? `${String(title)} (${String(link)})` : String(title));
  const ofFields = recordsIn(fields).map(({ title: name, value }) =>
    [name, value].flatMap((part) => textOf(part) ?? []).join(': '),
  );
  return [pretext, author, heading, text, ...ofFields, ...textsInBlocks(blocks), footer].flatMap(
    (part) => textOf(part) ?? [],
  );
}

/**
 * Returns the name of a file and the comment on the file. For a snippet, also returns its beginning, which the export
 * contains.
 */
function fileIn({ title, name, initial_comment: comment, preview, plain_text: plain }: Fields): string[] {
  const label = textOf(title) ?? textOf(name);
  const note = isRecord(comment) ? textOf(comment['comment']) : undefined;
  return [note, label && `[file: ${label}]`, textOf(plain) ?? textOf(preview)].filter((part) => part !== undefined);
}

const recordsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);
