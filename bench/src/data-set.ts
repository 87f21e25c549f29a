import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

/** Row of messages.jsonl or memories.jsonl with the fields that judging needs; the product itself imports the rest. */
const Row = z.object({
  id: z.string(),
  conversation: z.string(),
  sessionKey: z.string().optional(),
  doc: z.string().optional(),
  /** Actions to which a rule applies. */
  triggers: z.array(z.string()).optional(),
  /** Message for which a memory stands, where a view judges answers by messages. */
  evidence: z.string().optional(),
});
type Row = z.infer<typeof Row>;

const Query = z.object({
  id: z.string(),
  conversation: z.string(),
  query: z.string(),
  kind: z.string(),
  target: z.string(),
  gold: z.array(z.string()),
  goldMemories: z.array(z.string()).optional(),
  goldDocs: z.array(z.string()).optional(),
  /** Gold ids by role: the old and the new value, or the two sides of a contradiction. */
  goldRoles: z.record(z.string(), z.array(z.string())).optional(),
});
export type Query = z.infer<typeof Query>;

/** One part of one set: the texts and queries for judging. */
export interface DataSet {
  readonly name: string;
  readonly folder: string;
  readonly messages: ReadonlyMap<string, Row>;
  readonly memories: ReadonlyMap<string, Row>;
  readonly queries: readonly Query[];
}

export async function readDataSet(name: string, folder: string): Promise<DataSet> {
  const [messages, memories, queries] = await Promise.all([
    readRows(join(folder, 'messages.jsonl'), Row),
    readRows(join(folder, 'memories.jsonl'), Row),
    readRows(join(folder, 'queries.jsonl'), Query),
  ]);
  return { name, folder, messages: byId(messages), memories: byId(memories), queries };
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

async function readRows<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>[]> {
  const zipped = `${path}.gz`;
  const input = existsSync(zipped)
    ? createReadStream(zipped).pipe(createGunzip())
    : existsSync(path)
      ? createReadStream(path)
      : undefined;
  if (!input) return [];

  const rows: z.infer<Schema>[] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() !== '') rows.push(schema.parse(JSON.parse(line)));
  }
  return rows;
}
