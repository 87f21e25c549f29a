import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { embedderFor } from '@cairn/backends';
import type { MemoryInput, MessageInput } from '@cairn/contracts';
import { loadConfig } from '@cairn/platform';
import { RouteCaller, type Embedder } from '@cairn/ports';
import { benchEmbedder, startBenchServer, type BenchServer, type EmbeddedBenchServer } from './bench-server.ts';
import { HashedEmbedder } from './hashed-embedder.ts';
import { untilHandled, untilIndexed } from './load.ts';
import { measureAsked } from './speed-asked.ts';
import { measureChanges, type ChangeFigures } from './speed-changes.ts';
import { measureChecks, WAIT_MS, type CheckFigures } from './speed-checks.ts';
import { speedData, type SpeedData } from './speed-items.ts';
import { measureClone, measureProcess, type ProcessFigures } from './speed-process.ts';
import { RawEngines } from './speed-raw.ts';
import { runBeside, runPass, type Beside, type Pass } from './speed-recall.ts';
import { textOf, type Report, type Table, type Target } from './speed-report.ts';
import { timed, type CallCost } from './speed-statistics.ts';
import { measureSearchable, measureWrites } from './speed-writes.ts';
import { StoppableEmbedder } from './stoppable-embedder.ts';

const USAGE =
  'npm run bench:speed -- --data DIR [--part dev] [--items 100000] [--queries 300] [--keep DIR] [--clone SOURCE] [--checks | --changes | --asked] [--hashed] [--out OUT]';

interface Request {
  readonly data: string;
  readonly part: string;
  readonly items: number;
  /** Number of queries in each pass. */
  readonly queries: number;
  /** Folder that keeps the filled store for the next run. */
  readonly keep: string | undefined;
  /** Repository to clone for a fresh start. */
  readonly clone: string | undefined;
  /** True to measure only preflight and recent. */
  readonly checks: boolean;
  /** True to measure only changes, and recall before and after them, which alters the store. */
  readonly changes: boolean;
  /** True to measure only recalls with cached vectors and preflights, and the processor time of each. */
  readonly asked: boolean;
  /** True to use a model of almost no cost, to measure searches alone. */
  readonly hashed: boolean;
  readonly out: string | undefined;
}

function readRequest(args: readonly string[]): Request {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      part: { type: 'string', default: 'dev' },
      items: { type: 'string', default: '100000' },
      queries: { type: 'string', default: '300' },
      keep: { type: 'string' },
      clone: { type: 'string' },
      checks: { type: 'boolean', default: false },
      changes: { type: 'boolean', default: false },
      asked: { type: 'boolean', default: false },
      hashed: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const { data, part, keep, clone, checks, changes, asked, hashed, out } = values;
  if (data === undefined) throw new Error(`--data is missing. Usage: ${USAGE}`);
  return {
    data,
    part,
    items: Number(values.items),
    queries: Number(values.queries),
    ...{ keep, clone, checks, changes, asked, hashed, out },
  };
}

async function main(): Promise<void> {
  const request = readRequest(process.argv.slice(2));
  const model = embedderFor({ kind: 'bundled' });
  const cut = { maxTokens: model.maxTokens - SPECIAL_TOKENS, countTokens: (text: string) => model.countTokens(text) };
  const data = await speedData({ ...request, cut });
  const dataDir = request.keep === undefined ? mkdtempSync(join(tmpdir(), 'cairn-speed-')) : resolve(request.keep);
  try {
    const report = await measure(request, data, dataDir);
    console.log(textOf(report));
    if (request.out) writeReport(request.out, report);
  } finally {
    if (request.keep === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Start and end markers that the model adds to each text. */
const SPECIAL_TOKENS = 2;

async function measure(request: Request, data: SpeedData, dataDir: string): Promise<Report> {
  const loadBefore = loadavg()[0]!;
  const filled = await fill(request, dataDir, data);
  if (request.changes) return changesReport(filled, data, await changesOn(request, dataDir, data));
  if (request.checks) return checksReport(filled, data, await checksOn(request, dataDir, data));
  if (request.asked) return askedReport(filled, data, await askedOn(request, dataDir, data));
  const recalled = await measureRecall(dataDir, data.queries, request.queries);
  say('the product as a process of its own');
  const product = await measureProcess(dataDir, pick(data.queries, 5, request.queries));
  say('writes');
  const checks = await checksOn(request, dataDir, data);
  const writes = await withServer({ remember: false }, (server) => measureWrites(server, data.memories));
  const clone = request.clone === undefined ? undefined : await measureClone(request.clone);
  say('done');

  const { tables, targets } = recallReport(recalled);
  return {
    about: {
      memories: data.memories.length,
      'distinct texts': data.distinct,
      'queries a pass': request.queries,
      machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
      'load of the machine before the run': loadBefore.toFixed(2),
      ...filled,
    },
    tables: {
      ...tables,
      'writes per second': Object.fromEntries(Object.entries(writes).map(([name, rate]) => [name, { ...rate }])),
      'ack to searchable, ms': spreads(recalled.searchable),
      'recall over HTTP, ms': spreads(product.http),
      'resident memory of the product, MB': { 'on this store': product.rssMb },
      'resident memory of this bench, MB': { 'its own data included': recalled.rssMb },
      'start on this store, s': { 'the product': product.seconds },
      ...checkTables(checks),
      ...(clone && { 'from a clean clone, s': { [`${clone.folderMb} MB on disk`]: clone.seconds } }),
    },
    targets: [...targets, ...processTargets(product), ...checkTargets(checks)],
  };
}

const BATCH = 200;

/** Stores missing items with cached embeddings, and waits for the indexes. */
async function fill(
  { hashed }: Request,
  dataDir: string,
  { memories, messages }: SpeedData,
): Promise<Record<string, number | string>> {
  return withServer({ remember: true, dataDir, ...(hashed && { model: new HashedEmbedder() }) }, async (server) => {
    const api = server.service.app.get(RouteCaller);
    const { total } = (await api.call('stats', server.principal, {})).memories;
    if (total >= memories.length) return { 'filled in an earlier run with': total };

    const { ms } = await timed(() => store(server, { memories, messages }));
    const indexed = await timed(() => untilIndexed(api, server.principal));
    return {
      'filled in, s': (ms / 1000).toFixed(1),
      'then indexed in, s (embeddings kept from earlier runs)': (indexed.ms / 1000).toFixed(1),
    };
  });
}

interface Stored {
  readonly memories: readonly MemoryInput[];
  readonly messages: readonly MessageInput[];
}

async function store({ service, principal }: BenchServer, { memories, messages }: Stored): Promise<void> {
  const ingest = service.app.get(RouteCaller);
  for (let at = 0; at < messages.length; at += BATCH) {
    await ingest.call('addMessages', principal, { body: messages.slice(at, at + BATCH) });
  }
  for (let at = 0; at < memories.length; at += BATCH) {
    await ingest.call('addMemories', principal, { body: memories.slice(at, at + BATCH) });
    if (at % 5_000 === 0) say(`${at} stored`);
  }
}

async function changesOn(request: Request, dataDir: string, { queries }: SpeedData): Promise<ChangeFigures> {
  say('changes, and recall before and after');
  return withServer({ remember: false, dataDir, model: modelOf(request) }, (server) =>
    measureChanges(server, pick(queries, 0, request.queries)),
  );
}

async function askedOn(
  request: Request,
  dataDir: string,
  { queries, actions }: SpeedData,
): Promise<Record<string, CallCost>> {
  say('recalls and preflights');
  const texts = { queries: pick(queries, 0, request.queries), actions };
  return withServer({ remember: false, dataDir, model: modelOf(request) }, async ({ service, principal }) => {
    await untilHandled(service);
    return measureAsked(service.app.get(RouteCaller), principal, texts);
  });
}

const modelOf = ({ hashed }: Request): Embedder =>
  hashed ? new HashedEmbedder() : benchEmbedder(loadConfig('all-in-one').embedder, { remember: false });

async function checksOn(request: Request, dataDir: string, { actions, queries }: SpeedData): Promise<CheckFigures> {
  say('preflight and recent');
  const model = new StoppableEmbedder(modelOf(request));
  return withServer({ remember: false, dataDir, model }, ({ service, principal }) =>
    measureChecks({ api: service.app.get(RouteCaller), principal, model }, { actions, unknown: queries.slice(-100) }),
  );
}

interface Recalled {
  readonly local: Beside;
  readonly cached: Beside;
  readonly passes: Readonly<Record<string, Pass>>;
  readonly searchable: Awaited<ReturnType<typeof measureSearchable>>;
  readonly rssMb: Record<string, number>;
}

const WARM_UP = 50;
const MANY = 16;

/** Measures recall; every pass has other queries, so that only the passes named cached find a vector cached. */
async function measureRecall(dataDir: string, queries: readonly string[], each: number): Promise<Recalled> {
  return withServer({ remember: false, dataDir }, async (server) => {
    const { service, principal } = server;
    const api = service.app.get(RouteCaller);
    const engines = new RawEngines(service.app, principal);
    await runPass(api, principal, pick(queries, 0, each).slice(0, WARM_UP), 1);
    const loaded = rssMb();
    say('recall, one at a time, beside the raw calls');
    const local = await runBeside(api, principal, engines, pick(queries, 1, each), { embed: true });
    const cached = await runBeside(api, principal, engines, pick(queries, 1, each), { embed: false });
    say('recall, by stage');
    const passes: Record<string, Pass> = {};
    for (const [width, at] of [
      [1, 2],
      [MANY, 3],
    ] as const) {
      const how = width === 1 ? 'one at a time' : `${width} at once`;
      passes[`${how}, local embedder`] = await runPass(api, principal, pick(queries, at, each), width);
      passes[`${how}, vector cached`] = await runPass(api, principal, pick(queries, at, each), width);
    }
    const asked = rssMb();
    say('ack to searchable');
    const searchable = await measureSearchable(server);
    return { local, cached, passes, searchable, rssMb: { 'when loaded': loaded, 'at the end': asked } };
  });
}

const rssMb = () => process.memoryUsage().rss / 1024 / 1024;

/** Queries of one pass, from all sets alike. */
const pick = (queries: readonly string[], pass: number, each: number): string[] => {
  if (queries.length < (pass + 1) * each)
    throw new Error(`${queries.length} queries are too few for passes of ${each}: give --queries`);
  return queries.slice(pass * each, (pass + 1) * each);
};

async function withServer<Result>(
  options: { remember: boolean; dataDir?: string; model?: Embedder },
  work: (server: EmbeddedBenchServer) => Promise<Result>,
): Promise<Result> {
  const server = await startBenchServer(options);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

function recallReport({ local, cached, passes }: Recalled): { tables: Record<string, Table>; targets: Target[] } {
  const stages = Object.entries(passes).map(([name, pass]) => [`stages, ms: ${name}`, spreads(pass.stages)]);
  const whole = Object.fromEntries(
    Object.entries(passes).map(([name, pass]) => [`${name}, explained`, { ...pass.whole }]),
  );
  const tables: Record<string, Table> = {
    'recall, ms': {
      'one at a time, local embedder': { ...local.whole },
      'one at a time, vector cached': { ...cached.whole },
      ...whole,
    },
    ...(Object.fromEntries(stages) as Record<string, Table>),
    'raw engine calls alone, ms': spreads(local.raw),
    'critical path, local embedder, p50 ms': local.critical,
    'critical path, vector cached, p50 ms': cached.critical,
  };
  const ratio = (passes: string, { critical }: Beside): Target[] =>
    Object.entries(critical).map(([calls, { ratio: measured }]) => ({
      name: `whole / critical path (${calls}), ${passes}`,
      measured,
      most: 1.3,
      unit: 'times',
    }));
  const targets: Target[] = [
    { name: 'recall p50, local embedder', measured: local.whole.p50, most: 15, unit: 'ms' },
    { name: 'recall p50, vector cached', measured: cached.whole.p50, most: 10, unit: 'ms' },
    ...ratio('local embedder', local),
    ...ratio('vector cached', cached),
  ];
  return { tables, targets };
}

function checksReport(filled: Report['about'], data: SpeedData, checks: CheckFigures): Report {
  return {
    about: { memories: data.memories.length, messages: data.messages.length, actions: data.actions.length, ...filled },
    tables: checkTables(checks),
    targets: checkTargets(checks),
  };
}

const askedReport = (filled: Report['about'], data: SpeedData, costs: Record<string, CallCost>): Report => ({
  about: {
    memories: data.memories.length,
    messages: data.messages.length,
    'load of the machine': loadavg()[0]!.toFixed(2),
    ...filled,
  },
  tables: { 'vector cached, ms': spreads(costs) },
  targets: [],
});

function changesReport(filled: Report['about'], data: SpeedData, { rates, recall }: ChangeFigures): Report {
  const { before, after } = recall;
  const target = (share: 'p50' | 'p95'): Target => ({
    name: `recall ${share}, a tenth superseded, a tenth expired`,
    measured: after[share],
    most: before[share],
    unit: 'ms',
  });
  return {
    about: { memories: data.memories.length, messages: data.messages.length, ...filled },
    tables: {
      'changes per second': spreads(rates),
      'recall, vector remembered, ms': spreads({ 'as filled': before, 'a tenth superseded, a tenth expired': after }),
    },
    targets: [target('p50'), target('p95')],
  };
}

const checkTables = ({ preflight, answers, recent, wake }: CheckFigures): Record<string, Table> => ({
  'preflight, ms': spreads(preflight),
  'what preflights answered': spreads(answers),
  'recent and wake, ms': spreads({ '20 messages': recent, 'a briefing': wake }),
});

const checkTargets = ({ preflight, recent, wake }: CheckFigures): Target[] => [
  { name: 'preflight p99, vector remembered', measured: preflight['vector remembered']!.p99, most: 50, unit: 'ms' },
  { name: 'longest preflight, model stopped', measured: preflight['model stopped']!.max, most: WAIT_MS, unit: 'ms' },
  { name: 'recent p95', measured: recent.p95, most: 20, unit: 'ms' },
  { name: 'wake p95', measured: wake.p95, most: 20, unit: 'ms' },
];

const processTargets = ({ seconds, rssMb: resident }: ProcessFigures): Target[] => [
  {
    name: 'resident memory after the queries',
    measured: resident['after the queries'] ?? Number.NaN,
    most: 1000,
    unit: 'MB',
  },
  { name: 'ready', measured: seconds.ready, most: 5, unit: 's' },
];

const spreads = <Row extends object>(rows: Readonly<Record<string, Row>>): Table =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { ...(row as unknown as Record<string, number>) }]),
  );

function writeReport(out: string, report: Report): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'speed.json'), JSON.stringify(report, null, 2));
}

const say = (what: string) => process.stderr.write(`${process.uptime().toFixed(0).padStart(5)} s  ${what}\n`);

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
