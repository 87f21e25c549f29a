import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { NoteSearchResult } from '@cairn/contracts';
import { readNote } from '@cairn/notes';
import { RouteCaller } from '@cairn/ports';
import { ask, AT_ONCE } from './ask.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { readDataSet, type DataSet } from './data-set.ts';
import { memoryAt, writeNotes, type WrittenNotes } from './files-notes.ts';
import { HashedEmbedder } from './hashed-embedder.ts';
import { judgementsOf, type Judgement } from './judgement.ts';
import { untilIndexed } from './load.ts';
import { meanOf } from './metrics.ts';
import { textOf, type Report } from './speed-report.ts';
import { atOnce, spreadOf, timed } from './speed-statistics.ts';
import { judgedIds, type View } from './views.ts';

const USAGE =
  'npm run bench:files -- --data DIR [--set decisions] [--part dev] [--queries 1000] [--lags 40] [--remember] [--hashed]';
const WORKSPACE = 'bench';
/** Pooled view, since a workspace holds the notes of all conversations. */
const VIEW: View = { name: 'memories-pooled', sources: 'memories', reach: 'pooled', bySession: false };
/** Maximum depth of `memory_search`; memories are judged to the same depth. */
const DEPTH = 50;
const BATCH = 200;
const IDS_SHOWN = 60;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      set: { type: 'string', default: 'decisions' },
      part: { type: 'string', default: 'dev' },
      queries: { type: 'string', default: '1000' },
      lags: { type: 'string', default: '40' },
      /** Uses embeddings of an earlier run; not valid for figures about indexing. */
      remember: { type: 'boolean', default: false },
      /** Uses a model of almost no cost, to measure searching alone. */
      hashed: { type: 'boolean', default: false },
    },
  });
  if (values.data === undefined) throw new Error(`--data is missing. Usage: ${USAGE}`);
  const data = await readDataSet(values.set, join(values.data, values.set, values.part));
  const folder = mkdtempSync(join(tmpdir(), 'cairn-files-'));
  const server = await startBenchServer({
    remember: values.remember ? 'documents' : false,
    ...(values.hashed && { model: new HashedEmbedder() }),
  });
  try {
    const request = { queries: Number(values.queries), lags: Number(values.lags) };
    console.log(textOf(await measure({ server, data, folder }, request)));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bench {
  readonly server: BenchServer;
  readonly data: DataSet;
  readonly folder: string;
}

async function measure(bench: Bench, wanted: { readonly queries: number; readonly lags: number }): Promise<Report> {
  const { server, folder } = bench;
  const data = { ...bench.data, queries: bench.data.queries.slice(0, wanted.queries) };
  const api = server.service.app.get(RouteCaller);
  const written = await writeNotes(data, folder);
  const chunks = [...written.texts].reduce((sum, [path, text]) => sum + readNote(path, text).chunks.length, 0);
  const indexing = await worked(async () => ({
    first: await timed(() => sync(bench)),
    rest: await timed(() => untilIndexed(api, server.principal)),
  }));
  const { first, rest } = indexing.result;
  console.error(`indexed after ${Math.round((first.ms + rest.ms) / 1000)} s`);
  const again = await timed(() => sync(bench));
  const searching = await worked(() => searchOneByOne(bench, data));
  const searches = searching.result;
  const gets = await readOneByOne(bench, searches);
  console.error(
    `searched: ${JSON.stringify(spreadOf(searches.map(({ ms }) => ms)))}, read: ${JSON.stringify(spreadOf(gets))}`,
  );
  const lags = await measureLags(bench, wanted.lags);
  const noteJudgements = await judgeNotes({ ...bench, data }, written);
  console.error(`R@10 of notes ${recallOf(noteJudgements)}`);
  const memoryJudgements = await judgeMemories({ ...bench, data }, written);
  const notes = recallOf(noteJudgements);
  const memories = recallOf(memoryJudgements);
  const search = spreadOf(searches.map(({ ms }) => ms));
  const get = spreadOf(gets);
  const lag = spreadOf(lags);
  return {
    about: {
      machine: `${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
      set: `${data.name}: ${written.sections.size} files, ${written.memories.length} sections`,
      chunks,
      'first sync, s': (first.ms / 1000).toFixed(1),
      'all vectors after it, s': (rest.ms / 1000).toFixed(1),
      'sections a second, vectors too': (written.memories.length / ((first.ms + rest.ms) / 1000)).toFixed(1),
      'processor s of the server for it': (indexing.ms / 1000).toFixed(1),
      'processor ms of a search': (searching.ms / searches.length).toFixed(1),
      'sync with nothing changed, s': (again.ms / 1000).toFixed(1),
      'R@10 of notes': notes.toFixed(4),
      'R@10 of the same text as memories': memories.toFixed(4),
      'where notes find less': listOf(missedBy(noteJudgements, memoryJudgements)),
      'where memories find less': listOf(missedBy(memoryJudgements, noteJudgements)),
    },
    tables: { milliseconds: { memory_search: { ...search }, memory_get: { ...get }, 'saved until found': { ...lag } } },
    targets: [
      { name: 'memory_search p95', measured: search.p95, most: 40, unit: 'ms' },
      { name: 'memory_get p95', measured: get.p95, most: 5, unit: 'ms' },
      { name: 'saved until found by words, p95', measured: lag.p95, most: 2_000, unit: 'ms' },
      { name: 'R@10 that notes have less than memories', measured: Math.max(0, memories - notes), most: 0, unit: '' },
    ],
  };
}

/** Measures the processor time of this process with all its threads. */
async function worked<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, result };
}

const CLI = fileURLToPath(new URL('./cli.mjs', import.meta.url));

function startSync({ server: { service, key }, folder }: Bench, ...more: readonly string[]) {
  const args = ['sync', folder, '--workspace', WORKSPACE, '--url', service.url, '--key', key, ...more];
  return spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function sync(bench: Bench): Promise<void> {
  const [code] = (await once(startSync(bench), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`cairn sync ended with ${code}`);
}

interface Searched {
  readonly ms: number;
  readonly results: readonly NoteSearchResult[];
}

const asked = (query: string) => ({ query, workspace: WORKSPACE, corpus: 'memory' as const });

async function searchOneByOne({ server: { service, principal } }: Bench, { queries }: DataSet): Promise<Searched[]> {
  const api = service.app.get(RouteCaller);
  return atOnce(1, queries, async ({ query }) => {
    const { ms, result } = await timed(() => api.call('searchNotes', principal, { body: asked(query) }));
    return { ms, results: result.results };
  });
}

async function readOneByOne({ server: { service, principal } }: Bench, searches: readonly Searched[]) {
  const api = service.app.get(RouteCaller);
  const citations = searches.flatMap(({ results: [best] }) => (best?.citation === undefined ? [] : [best.citation]));
  return atOnce(1, citations, async (path) => {
    const { ms } = await timed(() => api.call('noteLines', principal, { body: { path, workspace: WORKSPACE } }));
    return ms;
  });
}

/** Measures the time from saving a file with a unique word until a search finds it. */
async function measureLags(bench: Bench, times: number): Promise<number[]> {
  const api = bench.server.service.app.get(RouteCaller);
  const watching = startSync(bench, '--watch');
  const find = async (word: string, path: string) => {
    for (;;) {
      const { results } = await api.call('searchNotes', bench.server.principal, { body: asked(word) });
      if (results.some((each) => each.path === path)) return;
      await delay(20);
    }
  };
  const lags: number[] = [];
  // The first round waits until the watch has begun.
  for (let time = 0; time <= times; time += 1) {
    const path = `lags/note-${time}.md`;
    const word = `zyx${time}wvu`;
    mkdirSync(dirname(join(bench.folder, path)), { recursive: true });
    writeFileSync(join(bench.folder, path), `# Lag\n${word} is here\n`);
    const { ms } = await timed(() => find(word, path));
    if (time > 0) lags.push(ms);
  }
  watching.kill('SIGTERM');
  await once(watching, 'exit');
  return lags;
}

type Judgements = ReadonlyMap<string, Judgement>;

/** Judges note search; sections count as the memories that they hold. */
async function judgeNotes({ server, data }: Bench, written: WrittenNotes): Promise<Judgements> {
  const api = server.service.app.get(RouteCaller);
  const found = await atOnce(AT_ONCE, data.queries, async (query) => {
    const body = { ...asked(query.query), maxResults: DEPTH, minScore: 0, maxInjectedChars: 50_000 };
    const { results } = await patiently(async () => {
      const answer = await api.call('searchNotes', server.principal, { body });
      if (answer.disabled || answer.fallback) throw new Error(answer.warning);
      return answer;
    });
    const ids = results.flatMap((result) => memoryAt(written, result) ?? []);
    return { id: query.id, ids: judgedIds([...new Set(ids)], query, VIEW, data) };
  });
  return judgementsOf(found, VIEW, data);
}

async function judgeMemories({ server, data }: Bench, { memories }: WrittenNotes): Promise<Judgements> {
  const api = server.service.app.get(RouteCaller);
  for (let from = 0; from < memories.length; from += BATCH)
    await api.call('addMemories', server.principal, { body: memories.slice(from, from + BATCH) });
  await untilIndexed(api, server.principal);
  const who = { api, principal: server.principal };
  const found = await atOnce(AT_ONCE, data.queries, async (query) => {
    const { hits } = await patiently(() => ask(who, query.query, VIEW, undefined, { recipe: 'fused', explain: false }));
    const ids = hits.slice(0, DEPTH).map((hit) => ('externalId' in hit && hit.externalId) || '');
    return { id: query.id, ids: judgedIds(ids, query, VIEW, data) };
  });
  return judgementsOf(found, VIEW, data);
}

const TRIES = 10;

/** Retries, since an index can be late on a busy machine and the answer does not report it. */
async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES) throw error;
      await delay(1_000);
    }
  }
}

const recallOf = (judgements: Judgements): number =>
  meanOf([...judgements.values()].map(({ metrics }) => metrics))?.['R@10'] ?? 0;

/** Questions for which one run finds less among the first ten than the other. */
const missedBy = (one: Judgements, other: Judgements): string[] =>
  [...one].flatMap(([id, { metrics }]) => (metrics['R@10'] < (other.get(id)?.metrics['R@10'] ?? 0) ? [id] : []));

const listOf = (ids: readonly string[]): string => `${ids.length}: ${ids.slice(0, IDS_SHOWN).join(' ')}`;

await main();
