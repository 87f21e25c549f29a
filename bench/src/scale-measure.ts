import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Hit } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { RouteCaller } from '@cairn/ports';
import { startBenchServer } from './bench-server.ts';
import { HashedEmbedder } from './hashed-embedder.ts';
import { meanOf, metricsOf } from './metrics.ts';
import { residentMb } from './process-tree.ts';
import type { ScaleCorpus, ScaleQuery } from './scale-corpus.ts';
import { principalsOf } from './scale-fill.ts';
import { atOnce, costOfCalls, type CallCost } from './speed-statistics.ts';

/** Figures of one filled store, measured in a process that holds nothing else. */
export interface ScaleFigures {
  /** Seconds from the opening of the store until the server answers, and until its first recall has all retrievers. */
  readonly seconds: { readonly ready: number; readonly firstRecall: number };
  /** Resident memory of the process. The model is not in it, since vectors come from hashes. */
  readonly rssMb: {
    readonly 'first recall': number;
    readonly 'after the questions': number;
    readonly 'at its peak': number;
  };
  readonly diskMb: number;
  /** Recalls of an organisation's members, ms. */
  readonly recall: Readonly<Record<'one at a time' | '16 at once', CallCost>>;
  /** Share of the planted answers among the first ten hits, by kind of question. */
  readonly found: Readonly<Record<string, number>>;
  /** Number of hits that belong to another organisation than the asker's. */
  readonly leaks: number;
}

const MANY = 16;
/** Number of hits among which planted answers are looked for, as in bench:quality. */
const DEPTH = 100;

/** Opens a filled store and asks it: `timed` questions for the times, all planted questions for what is found. */
export async function measureScale(dataDir: string, corpus: ScaleCorpus, times: number): Promise<ScaleFigures> {
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  const server = await startBenchServer({ remember: false, dataDir, model: new HashedEmbedder() });
  try {
    const ready = since();
    const api = server.service.app.get(RouteCaller);
    const principals = principalsOf(dataDir, corpus.organisations, server.principal);
    const ask = ({ tenant, query }: ScaleQuery) =>
      api.call('recall', principals.get(tenant) as Principal, { body: { query } });
    const asked = spread(corpus.queries, 2 * times);
    await untilWhole(() => ask(asked[0]!));
    const seconds = { ready, firstRecall: since() };
    const firstRecall = memoryMb('VmRSS');
    await atOnce(2, spread(corpus.queries, 20), ask);
    const recall = {
      'one at a time': await costOfCalls(
        1,
        asked.filter((_, at) => at % 2 === 0),
        ask,
      ),
      [`${MANY} at once` as const]: await costOfCalls(
        MANY,
        asked.filter((_, at) => at % 2 === 1),
        ask,
      ),
    };
    const search = async ({ tenant, query }: ScaleQuery): Promise<readonly Hit[]> =>
      (
        await api.call('searchMessages', principals.get(tenant) as Principal, {
          body: { query, limit: DEPTH, minScore: 0, abstain: false },
        })
      ).results;
    const { found, leaks } = await judge(corpus.queries, search);
    return {
      seconds,
      rssMb: {
        'first recall': firstRecall,
        'after the questions': memoryMb('VmRSS'),
        'at its peak': memoryMb('VmHWM'),
      },
      diskMb: diskMb(dataDir),
      recall,
      found,
      leaks,
    };
  } finally {
    await server.close();
  }
}

/** Every nth value, so that there are at most `most`. */
export function spread<Value>(values: readonly Value[], most: number): Value[] {
  const step = Math.max(1, values.length / most);
  return Array.from({ length: Math.min(most, values.length) }, (_, at) => values[Math.floor(at * step)]!);
}

/** Asks until no retriever is missing: vectors are loaded after the start. */
async function untilWhole(ask: () => Promise<{ readonly degraded: readonly string[] }>): Promise<void> {
  for (;;) if ((await ask()).degraded.length === 0) return;
}

async function judge(
  queries: readonly ScaleQuery[],
  search: (query: ScaleQuery) => Promise<readonly Hit[]>,
): Promise<Pick<ScaleFigures, 'found' | 'leaks'>> {
  let leaks = 0;
  const judged = await atOnce(4, queries, async (query) => {
    const ids = (await search(query)).map((hit) => ('externalId' in hit && hit.externalId) || '');
    leaks += ids.filter((id) => !id.startsWith(`${query.tenant}-`)).length;
    return { kind: query.kind, metrics: query.gold.length > 0 ? [metricsOf(ids, new Set(query.gold))] : [] };
  });
  const byKind = Object.groupBy(judged, ({ kind }) => kind);
  const found = Object.entries(byKind).flatMap(([kind, all]) => {
    const mean = meanOf(all.flatMap(({ metrics }) => metrics));
    return mean ? [[kind, mean['R@10']] as const] : [];
  });
  return { found: Object.fromEntries(found), leaks };
}

/** Memory of this process; not a number where Linux does not count it. */
const memoryMb = (field: 'VmRSS' | 'VmHWM'): number => residentMb(process.pid, field) ?? Number.NaN;

const diskMb = (folder: string): number =>
  readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1024 / 1024;
