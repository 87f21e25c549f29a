import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

const Memory = z.object({
  id: z.string(),
  conversation: z.string(),
  title: z.string(),
  content: z.string(),
  raw: z.string().optional(),
  tags: z.array(z.string()),
  entities: z.array(z.object({ name: z.string(), type: z.string() })),
  relations: z.array(z.object({ from: z.string(), type: z.string(), to: z.string() })),
  timestamp: z.number().optional(),
});
export type GraphMemory = z.infer<typeof Memory>;

const Query = z.object({
  id: z.string(),
  conversation: z.string(),
  query: z.string(),
  kind: z.enum(['who_owns', 'owned_by', 'dependency_chain', 'explain_connection']),
  gold: z.array(z.string()),
  how: z.string().optional(),
  params: z.object({
    entity: z.string().optional(),
    entityA: z.string().optional(),
    entityB: z.string().optional(),
    maxDepth: z.number().optional(),
  }),
  answer: z.object({
    owners: z.array(z.string()).optional(),
    owned: z.array(z.string()).optional(),
    nodes: z.record(z.string(), z.number()).optional(),
    distance: z.number().nullable().optional(),
  }),
});
export type GraphQuery = z.infer<typeof Query>;

const Node = z.object({ repo: z.string(), name: z.string(), type: z.string(), path: z.string().nullish() });
const Edge = z.object({ repo: z.string(), from: z.string(), type: z.string(), to: z.string() });

/** One part of the graph set: memories, queries, and the true graph to judge by. */
export interface GraphSet {
  readonly memories: readonly GraphMemory[];
  readonly queries: readonly GraphQuery[];
  readonly nodes: readonly z.infer<typeof Node>[];
  readonly edges: readonly z.infer<typeof Edge>[];
}

export async function readGraphSet(data: string, part: string): Promise<GraphSet> {
  const folder = join(data, 'graph', part);
  const [memories, queries, nodes, edges] = await Promise.all([
    rowsOf(join(folder, 'memories.jsonl.gz'), Memory),
    rowsOf(join(folder, 'queries.jsonl'), Query),
    rowsOf(join(folder, 'nodes.jsonl.gz'), Node),
    rowsOf(join(folder, 'edges.jsonl.gz'), Edge),
  ]);
  return { memories, queries, nodes, edges };
}

async function rowsOf<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>[]> {
  const file = createReadStream(path);
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  const rows: z.infer<Schema>[] = [];
  for await (const line of createInterface({ input })) if (line !== '') rows.push(schema.parse(JSON.parse(line)));
  return rows;
}
