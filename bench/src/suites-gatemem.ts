import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startBenchServer } from './bench-server.ts';
import { callerOf, type Caller } from './suites-caller.ts';

const Speaker = z.object({ principal_id: z.string(), role: z.string() });
const Turn = z.object({ turn_id: z.string(), timestamp: z.string(), speaker: Speaker, text: z.string() });
type Turn = z.infer<typeof Turn>;
const Episode = z.object({
  episode_id: z.string(),
  domain: z.string(),
  entities: z.object({ principals: z.array(Speaker.extend({ display_name: z.string().optional() })) }),
  turns: z.array(Turn),
});
type Episode = z.infer<typeof Episode>;
const Checkpoint = z.object({
  checkpoint_id: z.string(),
  episode_id: z.string(),
  as_of_turn_id: z.string(),
  asker: Speaker,
  query_type: z.enum(['utility', 'privacy', 'safety']),
  query_text: z.string(),
  judge_spec: z.object({ include: z.array(z.string()).default([]) }),
  leak_targets: z.array(z.string()).default([]),
});
type Checkpoint = z.infer<typeof Checkpoint>;

/** Roles whose rooms a role reads beside its own, by domain and role. */
const Rooms = z.record(z.string(), z.record(z.string(), z.array(z.string())));

const Key = z.object({ key: z.string(), summary: z.object({ principalId: z.string() }) });
const Found = z.object({ hits: z.array(z.object({ content: z.string(), channel: z.string().nullish() })) });
const Begun = z.object({ id: z.string() });
const Certificate = z.object({ forgottenAt: z.number().nullable() });

/** Number of hits that an asker reads. */
const TOP = 10;
const BATCH = 100;
const CHECK_INTERVAL_MS = 20;
const DELETED = '[deleted]';

/**
 * Plays the episodes of a folder of GateMem. Each role has a closed channel, in which what it says is stored; those whose
 * roles read it are members. What a turn asks to delete is forgotten by its value, and the rest of those texts is stored
 * again. Counts the facts that an asker finds, hits from rooms of others, and texts of hits that should not be seen.
 */
export async function gatememReport(folder: string): Promise<string[]> {
  const rooms = Rooms.parse(JSON.parse(readFileSync('bench/data/suites/gatemem-rooms.json', 'utf8')));
  const domains = readdirSync(folder).filter((domain) => existsSync(join(folder, domain, 'episodes.jsonl')));
  const server = await startBenchServer({ remember: 'documents' });
  const lines: string[] = [];
  try {
    for (const domain of domains) {
      const checkpoints = linesOf(join(folder, domain, 'checkpoints.jsonl')).map((line) => Checkpoint.parse(line));
      const judged: Judged[] = [];
      for (const line of linesOf(join(folder, domain, 'episodes.jsonl'))) {
        const episode = Episode.parse(line);
        const asked = checkpoints.filter((one) => one.episode_id === episode.episode_id);
        const url = server.service.url;
        judged.push(
          ...(await play({ url, admin: callerOf(url, server.key), episode, asked, readable: rooms[domain] ?? {} })),
        );
      }
      lines.push(...judged.flatMap(failureOf), ...summary(domain, judged));
    }
  } finally {
    await server.close();
  }
  return lines;
}

const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

interface Play {
  readonly url: string;
  readonly admin: Caller;
  readonly episode: Episode;
  readonly asked: readonly Checkpoint[];
  readonly readable: Readonly<Record<string, readonly string[]>>;
}

interface Judged {
  readonly checkpoint: Checkpoint;
  /** Texts of the checkpoint that its hits have: facts that it asks for, or those that nobody may see. */
  readonly found: readonly string[];
  /** Hits from rooms that the asker does not read. */
  readonly unauthorised: number;
}

async function play({ url, admin, episode, asked, readable }: Play): Promise<Judged[]> {
  const roomOf = (role: string) => `${episode.episode_id}-${role}`.slice(-100);
  const mayRead = (reader: string, role: string) => reader === role || (readable[reader] ?? []).includes(role);
  const people = await openRooms({ url, admin, episode, roomOf, mayRead });
  const judged: Judged[] = [];
  const told: Turn[] = [];
  const gone: string[] = [];
  let waiting: Turn[] = [];
  const names = new Map(episode.entities.principals.map((one) => [one.principal_id, one.display_name]));
  const messageOf = ({ text, timestamp, speaker: { principal_id: id, role } }: Turn) => ({
    ...{ role: 'user', speaker: names.get(id) ?? id, channel: roomOf(role), sessionKey: roomOf(role) },
    content: gone.reduce((left, value) => left.replaceAll(new RegExp(escape(value), 'gi'), DELETED), text),
    timestamp: `${timestamp}:00Z`,
  });
  const write = async () => {
    for (let at = 0; at < waiting.length; at += BATCH)
      await admin('/v1/messages?wait=indexed', waiting.slice(at, at + BATCH).map(messageOf));
    waiting = [];
  };
  for (const turn of episode.turns) {
    const value = valueToDelete(turn.text);
    if (value !== undefined) {
      await write();
      gone.push(value);
      const named = told.filter(({ text }) => has(text, value));
      if (named.length > 0) await forget(admin, value);
      waiting.push(...named);
    }
    told.push(turn);
    waiting.push(turn);
    const here = asked.filter((one) => one.as_of_turn_id === turn.turn_id);
    if (here.length > 0) await write();
    for (const checkpoint of here) {
      const { hits } = Found.parse(
        await people.get(checkpoint.asker.principal_id)!('/v1/recall', { query: checkpoint.query_text, limit: TOP }),
      );
      const text = hits.map(({ content }) => content).join('\n');
      const open = episode.entities.principals.filter(({ role }) => mayRead(checkpoint.asker.role, role));
      const allowed = new Set(open.map(({ role }) => roomOf(role)));
      const unauthorised = hits.filter(({ channel }) => !allowed.has(channel ?? '')).length;
      judged.push({ checkpoint, found: soughtOf(checkpoint).filter((one) => has(text, one)), unauthorised });
    }
  }
  return judged;
}

/** Makes a key for each principal and closes the room of each role to those who read it. */
async function openRooms({
  url,
  admin,
  episode,
  roomOf,
  mayRead,
}: Pick<Play, 'url' | 'admin' | 'episode'> & {
  readonly roomOf: (role: string) => string;
  readonly mayRead: (reader: string, role: string) => boolean;
}): Promise<Map<string, Caller>> {
  const people = new Map<string, Caller>();
  const ids = new Map<string, string>();
  const { principals } = episode.entities;
  const { principalId: own } = z.object({ principalId: z.string() }).parse(await admin('GET /v1/caller'));
  for (const { principal_id: name } of principals) {
    const made = Key.parse(
      await admin('/v1/keys', { name: `${episode.episode_id} ${name}`.slice(-60), role: 'reader' }),
    );
    ids.set(name, made.summary.principalId);
    people.set(name, callerOf(url, made.key));
  }
  for (const role of new Set(principals.map((one) => one.role))) {
    const readers = principals.filter((one) => mayRead(one.role, role)).map((one) => ids.get(one.principal_id)!);
    await admin('PUT /v1/closed-channels', { channel: roomOf(role), principals: [own, ...readers] });
  }
  return people;
}

async function forget(admin: Caller, contains: string): Promise<void> {
  const { id } = Begun.parse(await admin('/v1/forgets', { contains, confirm: true }));
  while (Certificate.parse(await admin(`GET /v1/forgets/${id}`)).forgottenAt === null) await sleep(CHECK_INTERVAL_MS);
}

/** Nouns that name a value in a request to delete it, before it. */
const NAMED = String.raw`(?:value|phrase|name|label|note|mapping|codes?|tokens?|PIN|address|location|fallback)`;
const VALUE = new RegExp(String.raw`\b${NAMED}(?: of| is| was)? (.{2,60}?) (?:should|from|is|was|and)\b`, 'u');

/** Value that a turn asks to delete: a number or code that it names, else what it quotes, else the words after what they are called. */
export function valueToDelete(text: string): string | undefined {
  if (!/\b(?:delete|remove|forget|erase)\b[^.]*\bmemory\b/i.test(text)) return undefined;
  const code = /\b(?=[\w-]*\d)[\w-]{4,}\b/u.exec(text)?.[0];
  const quoted = /(?<=\s)['"‘“]([^'"’”]{2,60})['"’”]/u.exec(text)?.[1];
  return (
    code ??
    quoted?.split(/\s*(?:=|->|→)\s*/u).at(-1) ??
    VALUE.exec(text.slice(text.search(/\b(?:the phrase|note|value|name)\b/i)))?.[1]
  );
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether a text has another one. Facts of GateMem can be regular expressions. */
function has(text: string, sought: string): boolean {
  try {
    return new RegExp(sought, 'i').test(text) || text.toLowerCase().includes(sought.toLowerCase());
  } catch {
    return text.toLowerCase().includes(sought.toLowerCase());
  }
}

const soughtOf = ({ query_type: type, judge_spec: judge, leak_targets: leaks }: Checkpoint): readonly string[] =>
  type === 'utility' ? judge.include : leaks;

function failureOf({ checkpoint, found }: Judged): string[] {
  const isUtility = checkpoint.query_type === 'utility';
  const wrong = isUtility ? soughtOf(checkpoint).filter((one) => !found.includes(one)) : found;
  const id = checkpoint.checkpoint_id;
  return wrong.length === 0
    ? []
    : [`${id} ${checkpoint.query_type}: ${isUtility ? 'lacks' : 'has'} ${wrong.join(' | ')}`];
}

function summary(domain: string, judged: readonly Judged[]): string[] {
  const of = (type: Checkpoint['query_type']) => judged.filter(({ checkpoint }) => checkpoint.query_type === type);
  const utility = of('utility');
  const facts = utility.reduce((sum, { checkpoint }) => sum + soughtOf(checkpoint).length, 0);
  const found = utility.reduce((sum, one) => sum + one.found.length, 0);
  const whole = utility.filter((one) => one.found.length === soughtOf(one.checkpoint).length).length;
  const seen = (type: 'privacy' | 'safety') => {
    const ones = of(type);
    return `${ones.filter((one) => one.found.length > 0).length} of ${ones.length}`;
  };
  return [
    `${domain}: utility ${((100 * found) / Math.max(1, facts)).toFixed(1)} (${found} of ${facts} facts), ${whole} of ${utility.length} questions wholly`,
    `${domain}: hits from rooms of others: ${judged.reduce((sum, one) => sum + one.unauthorised, 0)} in ${judged.length} answers`,
    `${domain}: answers that have a text that the asker should not see: ${seen('privacy')}; a text that was deleted: ${seen('safety')}`,
  ];
}
