import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { MessageInput } from '@cairn/contracts';
import { z } from 'zod';

/** Large set of messages that `make_scale.py` deals out, with questions whose answers are planted. */
export interface ScaleCorpus {
  /** Names of the organisations, each of which has a file of messages. */
  readonly organisations: readonly string[];
  readonly queries: readonly ScaleQuery[];
  messages(organisation: string): AsyncGenerator<MessageInput>;
}

const ScaleQuery = z.object({
  query: z.string(),
  kind: z.enum(['needle', 'leak', 'rare-token', 'phrase']),
  tenant: z.string(),
  gold: z.array(z.string()),
});
export type ScaleQuery = z.infer<typeof ScaleQuery>;

/** Sets from which needles are taken, as far as the data has them. */
const NEEDLE_SETS = ['locomo', 'realtalk'];

interface Wanted {
  readonly data: string;
  readonly items: number;
  readonly organisations: number;
  /** Folder that keeps the corpora. */
  readonly cache: string;
}

/** Opens the corpus of this size, which is made on the first use; the same size gives the same bytes. */
export async function openCorpus({ data, items, organisations, cache }: Wanted): Promise<ScaleCorpus> {
  const folder = join(cache, `corpus-${items}-${organisations}`);
  if (!existsSync(folder)) makeCorpus(data, folder, { items, organisations });
  const queries: ScaleQuery[] = [];
  for await (const line of linesOf(join(folder, 'queries.jsonl'))) queries.push(ScaleQuery.parse(JSON.parse(line)));
  const names = readdirSync(folder).flatMap((file) => /^messages-(\d+)\./.exec(file)?.[1] ?? []);
  return {
    organisations: names.sort().map((number) => `t${number}`),
    queries,
    async *messages(organisation) {
      for await (const line of linesOf(join(folder, `messages-${organisation.slice(1)}.jsonl.gz`))) {
        const row = Row.parse(JSON.parse(line));
        // A picture without words is an empty message in the conversations; Cairn refuses a blank one.
        if (row.content.trim() !== '') yield messageOf(row);
      }
    },
  };
}

function makeCorpus(data: string, folder: string, { items, organisations }: Omit<Wanted, 'data' | 'cache'>): void {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const sets = NEEDLE_SETS.filter((set) => existsSync(join(data, set, 'dev')));
  const sizes = ['--messages', String(items), '--tenants', String(organisations), '--sets', sets.join(',')];
  execFileSync('python3', [join(data, 'tools', 'make_scale.py'), data, unfinished, ...sizes], {
    stdio: ['ignore', 2, 2],
  });
  renameSync(unfinished, folder);
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  for await (const line of createInterface({ input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file })) {
    if (line !== '') yield line;
  }
}

const Row = z.object({
  id: z.string(),
  channel: z.string(),
  sessionKey: z.string(),
  speaker: z.string().nullish(),
  timestamp: z.number(),
  content: z.string(),
});

const messageOf = ({ id, speaker, ...row }: z.infer<typeof Row>): MessageInput =>
  MessageInput.parse({ ...row, ...(speaker && { speaker }), role: 'user', source: 'scale', externalId: id });
