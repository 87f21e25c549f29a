import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractedKinds, type ConversationMessage } from '@cairn/extraction';
import { z } from 'zod';

const Kind = z.enum(extractedKinds);
const Passage = z.object({ messageId: z.string(), quote: z.string() });

const JudgedSession = z.object({
  id: z.string(),
  kind: z.string(),
  messages: z.array(
    z.object({
      id: z.string(),
      role: z.string(),
      speaker: z.string().optional(),
      content: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  gold: z.array(
    Passage.extend({
      alsoMessageId: z.string().optional(),
      kind: Kind,
      worth: z.enum(['must', 'may']),
      subject: z.string().optional(),
    }),
  ),
  noise: z.array(Passage.extend({ why: z.string() })),
});

/** Session with the passages that its author would keep (`gold`), and passages that look like them and are not (`noise`). */
export type JudgedSession = z.infer<typeof JudgedSession>;

export const readSessions = (path: string): JudgedSession[] => rowsOf(path).map((row) => JudgedSession.parse(row));

export const messagesOf = ({ messages }: JudgedSession): ConversationMessage[] =>
  messages.map(({ at, ...message }) => ({ ...message, timestamp: Date.parse(at) }));

const Message = z.object({
  id: z.string(),
  conversation: z.string(),
  sessionKey: z.string().nullish(),
  role: z.string(),
  speaker: z.string().nullish(),
  content: z.string(),
  timestamp: z.number(),
});

/** Messages of a public set by session, in order. */
export function readConversations(folder: string): ConversationMessage[][] {
  const rows = rowsOf(join(folder, 'messages.jsonl')).map((row) => Message.parse(row));
  const sessions = Map.groupBy(rows, ({ conversation, sessionKey }) => sessionKey ?? conversation);
  return [...sessions.values()].map((all) =>
    all.map(({ id, role, speaker, content, timestamp }) => ({
      id,
      role,
      content,
      timestamp,
      ...(speaker ? { speaker } : {}),
    })),
  );
}

const Observation = z.object({ content: z.string(), sourceIds: z.array(z.string()) });

/** Hand-made observations by the id of each message from which they were taken. */
export function readObservations(folder: string): ReadonlyMap<string, readonly string[]> {
  const all = rowsOf(join(folder, 'memories.jsonl')).map((row) => Observation.parse(row));
  const byMessage = new Map<string, string[]>();
  for (const { content, sourceIds } of all)
    for (const id of sourceIds) byMessage.set(id, [...(byMessage.get(id) ?? []), content]);
  return byMessage;
}

const Query = z.object({ kind: z.string(), gold: z.array(z.string()) });

/** Ids of the messages that state what the queries of a kind are about: the first of each. */
export const readStatedIds = (folder: string, kind: string): readonly string[] =>
  rowsOf(join(folder, 'queries.jsonl'))
    .map((row) => Query.parse(row))
    .filter((query) => query.kind === kind)
    .flatMap(({ gold }) => gold.slice(0, 1));

const Stated = z.object({
  id: z.string(),
  content: z.string().optional(),
  text: z.string().optional(),
  relations: z.array(z.unknown()).optional(),
});

/** Sentence that states relations, or none. */
export interface StatedText {
  readonly id: string;
  readonly text: string;
  readonly isRelation: boolean;
}

export const readStatedTexts = (path: string): StatedText[] =>
  rowsOf(path)
    .map((row) => Stated.parse(row))
    .filter(({ relations }) => relations !== undefined)
    .map(({ id, content, text, relations = [] }) => ({
      id,
      text: content ?? text ?? '',
      isRelation: relations.length > 0,
    }));

/** Rows of a JSONL file, which may be packed. */
export function rowsOf(path: string): unknown[] {
  const packed = `${path}.gz`;
  const text = existsSync(packed) ? gunzipSync(readFileSync(packed)).toString() : readFileSync(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as unknown);
}
