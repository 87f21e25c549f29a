import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { MemoryInput, RecallRequest, type RecipeName } from '@cairn/contracts';
import { RouteCaller } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import type { BenchServer, EmbeddedBenchServer } from './bench-server.ts';
import { untilIndexed } from './load.ts';
import { atOnce, spreadOf, timed, type Spread } from './speed-statistics.ts';

/** A way of writing: memories per call, and parallel calls. */
interface Manner {
  readonly name: string;
  readonly batch: number;
  readonly width: number;
  readonly items: number;
}

const manners: readonly Manner[] = [
  { name: 'one at a time', batch: 1, width: 1, items: 200 },
  { name: '32 singles at once', batch: 1, width: 32, items: 1_600 },
  { name: 'batches of 100', batch: 100, width: 1, items: 2_000 },
];

export interface WriteRate {
  readonly items: number;
  readonly perSecond: number;
  /** Rate of plain inserts of the same texts into one table, one transaction per batch, `synchronous = full`. */
  readonly rawPerSecond: number;
}

/** Measures acknowledged memories per second on an empty store while the indexes follow; then the same rows as plain inserts. */
export async function measureWrites(
  server: EmbeddedBenchServer,
  memories: readonly MemoryInput[],
): Promise<Record<string, WriteRate>> {
  const rates: Record<string, WriteRate> = {};
  let used = 0;
  for (const { name, batch, width, items } of manners) {
    const chosen = memories.slice(used, (used += items));
    if (chosen.length < items) throw new Error(`writing ${name} needs ${items} memories of its own: give more --items`);
    const calls = Array.from({ length: Math.ceil(chosen.length / batch) }, (_, at) =>
      chosen.slice(at * batch, (at + 1) * batch),
    );
    const ingest = server.service.app.get(RouteCaller);
    const { ms } = await timed(() =>
      atOnce(width, calls, (call) => ingest.call('addMemories', server.principal, { body: call })),
    );
    await untilIndexed(server.service.app.get(RouteCaller), server.principal);
    const raw = await timed(() => insertRaw(join(server.dataDir, `raw-${batch}-${width}.db`), calls));
    rates[name] = {
      items: chosen.length,
      perSecond: (chosen.length * 1000) / ms,
      rawPerSecond: (chosen.length * 1000) / raw.ms,
    };
  }
  return rates;
}

function insertRaw(file: string, calls: readonly (readonly MemoryInput[])[]): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(
    'create table memory (id text primary key, title text, content text, channel text, at integer, external_id text unique)',
  );
  const insert = database.prepare('insert into memory values (?, ?, ?, ?, ?, ?)');
  for (const call of calls) {
    database.exec('begin immediate');
    for (const { title, content, channel, timestamp, externalId } of call) {
      insert.run(uuidv7(), title, content, channel ?? null, timestamp, externalId ?? null);
    }
    database.exec('commit');
  }
  database.close();
}

const PROBES = 50;
const LOOK_AGAIN_MS = 1;
const GIVE_UP_MS = 30_000;

/** Milliseconds from the acknowledgement of a single write until a recall by one retriever finds it, including that recall. */
export async function measureSearchable(server: BenchServer): Promise<Record<'words' | 'vectors', Spread>> {
  const spread = async (recipe: 'words' | 'vectors') => {
    const waits: number[] = [];
    for (let probe = 0; probe < PROBES; probe++) waits.push(await ackToFound(server, recipe, probe));
    return spreadOf(waits);
  };
  return { words: await spread('words'), vectors: await spread('vectors') };
}

async function ackToFound({ service, principal }: BenchServer, recipe: RecipeName, probe: number): Promise<number> {
  const api = service.app.get(RouteCaller);
  const content = `Lighthouse keeper ${probe} of the ${recipe} harbour signs the logbook ${uuidv7()} at dusk`;
  const request = RecallRequest.parse({ query: content, recipe, limit: 20 });
  await api.call('recall', principal, { body: request }); // Caches the query's embedding.

  const memory = MemoryInput.parse({
    title: content.slice(0, 60),
    content,
    source: 'speed probe',
    externalId: uuidv7(),
  });
  await service.app.get(RouteCaller).call('addMemories', principal, { body: [memory] });
  const acknowledged = performance.now();
  while (performance.now() - acknowledged < GIVE_UP_MS) {
    const { hits } = await api.call('recall', principal, { body: request });
    if (hits.some((hit) => 'externalId' in hit && hit.externalId === memory.externalId))
      return performance.now() - acknowledged;
    await delay(LOOK_AGAIN_MS);
  }
  throw new Error(`a memory was not found by ${recipe} within ${GIVE_UP_MS} ms`);
}
