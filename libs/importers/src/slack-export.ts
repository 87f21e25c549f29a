import { promises as disk } from 'node:fs';
import type { ImportFile, Parsed, Place, ReadOptions } from './parsed.ts';
import { isRecord, messageAt, textOf } from './record-fields.ts';
import { readableSlackText, type SlackNames } from './slack-text.ts';

const SLACK_SOURCE = 'slack';

/** The lists of conversations, and whether everybody could read them. */
const lists = [
  { file: 'channels.json', isPublic: true },
  { file: 'groups.json', isPublic: false },
  { file: 'mpims.json', isPublic: false },
  { file: 'dms.json', isPublic: false },
] as const;
const DAY = /^\d{4}-\d{2}-\d{2}\.json$/;
/** It is read as a whole, so that it has to fit into the memory. */
const DAY_BYTES_MAX = 200_000_000;

type Fields = Readonly<Record<string, unknown>>;

interface SlackChannel {
  readonly id: string;
  readonly name: string;
  readonly isPublic: boolean;
}

/** What was said in one conversation on one day. */
interface SlackDay extends ImportFile {
  readonly channel: SlackChannel;
}

export interface SlackExport {
  readonly files: readonly SlackDay[];
  readonly names: SlackNames;
}

/** An unpacked export of Slack; without any file when the folder is none. A conversation that no list names counts as private. */
export async function findSlackExport(dir: string): Promise<SlackExport> {
  const users = [...(await listIn(dir, 'users.json')), ...(await listIn(dir, 'org_users.json'))];
  const people = new Map(users.flatMap((user) => (textOf(user['id']) ? [[String(user['id']), nameOf(user)]] : [])));
  const byFolder = new Map<string, SlackChannel>();
  for (const { file, isPublic } of lists)
    for (const entry of await listIn(dir, file)) {
      const id = textOf(entry['id']);
      const name = textOf(entry['name']) ?? withMembers(entry['members'], people);
      if (id !== undefined) byFolder.set(textOf(entry['name']) ?? id, { id, name, isPublic });
    }
  if (byFolder.size === 0) return { files: [], names: { people, channels: new Map() } };
  const folders = (await disk.readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const days = folders
    .map(({ name }) => name)
    .sort()
    .map((folder) => daysOf(dir, folder, byFolder.get(folder) ?? { id: folder, name: folder, isPublic: false }));
  const channels = new Map([...byFolder.values()].map(({ id, name }) => [id, name]));
  return { files: (await Promise.all(days)).flat(), names: { people, channels } };
}

async function daysOf(dir: string, folder: string, channel: SlackChannel): Promise<SlackDay[]> {
  const names = (await disk.readdir(`${dir}/${folder}`)).filter((name) => DAY.test(name)).sort();
  const files = names.map(async (day) => {
    const path = `${dir}/${folder}/${day}`;
    return { path, name: `${folder}/${day}`, bytes: (await disk.stat(path)).size, channel };
  });
  return Promise.all(files);
}

async function listIn(dir: string, file: string): Promise<Fields[]> {
  const list = await jsonOf(`${dir}/${file}`);
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

async function jsonOf(path: string): Promise<unknown> {
  const text = await disk.readFile(path, 'utf8').catch(() => '');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
 * What people said in Slack. A message's id is its channel and `ts`; a thread is a session, and so is a channel's day
 * beside its threads. What stood in private channels and direct messages is private, whatever `visibility` says.
 */
export async function* readSlackExport(
  { files, names }: SlackExport,
  options: ReadOptions = {},
): AsyncGenerator<Parsed> {
  let bytesBefore = 0;
  for (const file of files) {
    yield* readDay(file, names, options);
    bytesBefore += file.bytes;
    options.onBytes?.(bytesBefore);
  }
}

async function* readDay(file: SlackDay, names: SlackNames, options: ReadOptions): AsyncGenerator<Parsed> {
  const whole = { file: file.name, line: 1 };
  const messages = file.bytes <= DAY_BYTES_MAX ? await jsonOf(file.path) : undefined;
  if (!Array.isArray(messages)) {
    yield { type: 'failed', place: whole, reason: `no list of messages in JSON of at most ${DAY_BYTES_MAX} bytes` };
    return;
  }
  for (const [at, message] of messages.entries()) {
    const place = { file: file.name, line: at + 1 };
    if (isRecord(message)) yield itemOf(place, message, { file, names, options });
    else yield { type: 'failed', place, reason: 'not a JSON object' };
  }
}

/** Others tell that somebody came, left, or changed a channel's name. */
const saidSubtypes = new Set(['bot_message', 'me_message', 'file_share', 'thread_broadcast', 'reply_broadcast']);

interface Day {
  readonly file: SlackDay;
  readonly names: SlackNames;
  readonly options: ReadOptions;
}

function itemOf(place: Place, message: Fields, { file, names, options }: Day): Parsed {
  const { type, subtype, hidden } = message;
  const isSaid = subtype === undefined || saidSubtypes.has(String(subtype));
  if (type !== 'message' || !isSaid || hidden === true) return { type: 'ignored', place };
  const ts = textOf(message['ts']);
  if (ts === undefined || !/^\d+(?:\.\d+)?$/.test(ts))
    return { type: 'failed', place, reason: 'ts: must be seconds as text, such as 1700000000.000100' };
  const { channel } = file;
  const thread = textOf(message['thread_ts']) ?? file.name.slice(-'2020-01-01.json'.length, -'.json'.length);
  return messageAt(place, {
    role: message['bot_id'] !== undefined && message['user'] === undefined ? 'bot' : 'user',
    speaker: speakerOf(message, names),
    content: readableSlackText(textIn(message), names),
    timestamp: Math.round(Number(ts) * 1_000),
    source: SLACK_SOURCE,
    externalId: `${channel.id}:${ts}`,
    sessionKey: `${channel.id}:${thread}`,
    channel: channel.name.slice(0, 300),
    visibility: channel.isPublic ? options.visibility : 'private',
  });
}

function speakerOf(message: Fields, { people }: SlackNames): string | undefined {
  const profile = isRecord(message['user_profile']) ? message['user_profile'] : {};
  const { user } = message;
  const known = typeof user === 'string' ? people.get(user) : undefined;
  const names = [known, profile['display_name'], profile['real_name'], message['username'], user, message['bot_id']];
  return names
    .map(textOf)
    .find((name) => name?.trim())
    ?.slice(0, 300);
}

/** A bot often says everything in attachments; files are named, their content is not in the export. */
function textIn(message: Fields): string {
  const attachments = recordsIn(message['attachments']).flatMap(
    (one) => textOf(one['text']) ?? textOf(one['fallback']) ?? [],
  );
  const files = recordsIn(message['files']).flatMap((one) => textOf(one['title']) ?? textOf(one['name']) ?? []);
  return [textOf(message['text']), ...attachments, ...files.map((name) => `[file: ${name}]`)]
    .filter((text) => text !== undefined)
    .join('\n');
}

const recordsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);
