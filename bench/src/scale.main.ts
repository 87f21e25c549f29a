import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.ts';
import { HashedEmbedder } from './hashed-embedder.ts';
import { measureBeside, type BesideFigures } from './scale-beside.ts';
import { openCorpus, type ScaleCorpus } from './scale-corpus.ts';
import { curveSvg } from './scale-curve.ts';
import { fillStore } from './scale-fill.ts';
import { measureFilter, type FilterFigures } from './scale-filter.ts';
import { measureScale, type ScaleFigures } from './scale-measure.ts';
import { textOf, type Report, type Target } from './speed-report.ts';

const USAGE =
  'npm run bench:scale -- --data DIR [--items 1000000] [--organisations 10] [--queries 300] [--cache DIR] [--step fill|measure|beside|filter|report] [--minutes N] [--curve FILE]';
const CACHE = 'bench/.cache/scale';
const STEPS = ['fill', 'measure', 'beside', 'filter', 'report'] as const;
type Step = (typeof STEPS)[number];

interface Request {
  readonly data: string;
  readonly items: number;
  readonly organisations: number;
  readonly queries: number;
  readonly cache: string;
  readonly step: Step | undefined;
  /** Minutes after which a fill stops; the next run continues it. */
  readonly minutes: number;
  /** File of the drawing; the figures of all sizes stand beside it, as JSON. */
  readonly curve: string | undefined;
}

function readRequest(args: readonly string[]): Request {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      items: { type: 'string', default: '1000000' },
      organisations: { type: 'string', default: '10' },
      queries: { type: 'string', default: '300' },
      cache: { type: 'string', default: CACHE },
      step: { type: 'string' },
      minutes: { type: 'string', default: 'Infinity' },
      curve: { type: 'string' },
    },
  });
  const step = STEPS.find((each) => each === values.step);
  if (values.data === undefined || (values.step !== undefined && step === undefined))
    throw new Error(`Usage: ${USAGE}`);
  return {
    data: values.data,
    items: Number(values.items),
    organisations: Number(values.organisations),
    queries: Number(values.queries),
    cache: resolve(values.cache),
    ...{ step, minutes: Number(values.minutes), curve: values.curve },
  };
}

/** All figures of one size, as far as they were measured. */
interface SizeFigures {
  readonly load?: string;
  readonly product?: ScaleFigures;
  readonly beside?: BesideFigures;
  readonly filter?: FilterFigures;
}

async function main(): Promise<void> {
  const request = readRequest(process.argv.slice(2));
  mkdirSync(request.cache, { recursive: true });
  const corpus = await openCorpus(request);
  if (request.step) return runStep(request.step, request, corpus);
  // Each step is a process of its own, so that the memory of one does not count as that of another.
  for (const step of STEPS) {
    const again = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--step', step];
    execFileSync(process.execPath, again, { stdio: 'inherit' });
  }
}

async function runStep(step: Step, request: Request, corpus: ScaleCorpus): Promise<void> {
  const { cache, queries } = request;
  const name = nameOf(request);
  const dataDir = join(cache, `store-${name}`);
  if (step === 'fill') return fill(dataDir, corpus, request.minutes);
  if (step === 'measure') {
    const load = loadavg()[0]!.toFixed(2);
    return note(request, { load, product: await measureScale(dataDir, corpus, queries) });
  }
  if (step === 'beside') return note(request, { beside: await measureBeside(corpus, cache, name, queries) });
  if (step === 'filter') return note(request, { filter: await measureFilter(dataDir, corpus, queries) });
  const figures = figuresOf(request);
  console.log(textOf(reportOf(request, figures)));
  if (request.curve !== undefined) draw(request, request.curve, figures);
}

const nameOf = ({ items, organisations }: Pick<Request, 'items' | 'organisations'>) => `${items}-${organisations}`;

const fileOf = (request: Request): string => join(request.cache, `figures-${nameOf(request)}.json`);

const figuresOf = (request: Request): SizeFigures =>
  existsSync(fileOf(request)) ? (JSON.parse(readFileSync(fileOf(request), 'utf8')) as SizeFigures) : {};

const note = (request: Request, figures: SizeFigures): void =>
  writeFileSync(fileOf(request), JSON.stringify({ ...figuresOf(request), ...figures }, null, 2));

async function fill(dataDir: string, corpus: ScaleCorpus, minutes: number): Promise<void> {
  const server = await startBenchServer({ remember: false, dataDir, model: new HashedEmbedder() });
  const began = performance.now();
  let last = { stored: 0, ms: began, cpu: process.cpuUsage() };
  const onProgress = (stored: number) => {
    const { user, system } = process.cpuUsage(last.cpu);
    const ms = performance.now();
    const each = (user + system) / 1000 / Math.max(1, stored - last.stored);
    const rate = ((stored - last.stored) * 1000) / (ms - last.ms);
    say(`${stored} stored, ${rate.toFixed(0)} a second, ${each.toFixed(2)} ms of processor each`);
    last = { stored, ms, cpu: process.cpuUsage() };
    return ms - began < minutes * 60_000;
  };
  try {
    await fillStore(server, dataDir, corpus, onProgress);
  } finally {
    await server.close();
  }
}

function reportOf(request: Request, { load, product, beside, filter }: SizeFigures): Report {
  const small = figuresOf({ ...request, items: SMALL }).product;
  return {
    about: {
      messages: request.items,
      organisations: request.organisations,
      machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
      'load of the machine before the questions': load ?? 'not measured',
      ...(product && { 'MB on disk': product.diskMb.toFixed(0), leaks: product.leaks }),
    },
    tables: {
      ...(product && {
        'recall, ms': Object.fromEntries(Object.entries(product.recall).map(([name, asked]) => [name, { ...asked }])),
        'start, s': { 'this store': { ...product.seconds } },
        'resident memory without a model, MB': { 'this store': { ...product.rssMb } },
        'planted answers among the first ten': { 'this store': { ...product.found } },
      }),
      ...(beside && {
        'one engine alone, ms': Object.fromEntries(Object.entries(beside).map(([k, v]) => [k, { ...v }])),
      }),
      ...(filter && {
        'one channel, asked in turn, ms': {
          'here, by a filter': { ...filter.filtered },
          'in a store of its messages alone': { ...filter.alone },
        },
      }),
    },
    targets: product ? targetsOf(product, filter, small?.found['needle']) : [],
  };
}

/** Number of messages of the small store, whose needles are the measure of what a large one finds. */
const SMALL = 10_000;

function targetsOf(product: ScaleFigures, filter: FilterFigures | undefined, small: number | undefined): Target[] {
  const needles = product.found['needle'];
  return [
    { name: 'recall p50, one at a time', measured: product.recall['one at a time'].p50, most: 15, unit: 'ms' },
    { name: 'recall p99, 16 at once', measured: product.recall['16 at once'].p99, most: 100, unit: 'ms' },
    { name: 'start until the first whole recall', measured: product.seconds.firstRecall, most: 8, unit: 's' },
    { name: 'memory after the questions', measured: product.rssMb['after the questions'], most: 2_000, unit: 'MB' },
    { name: 'hits of other organisations', measured: product.leaks, most: 0, unit: 'hits' },
    ...(small !== undefined && needles !== undefined
      ? [{ name: `needles lost of those among ${SMALL}`, measured: 1 - needles / small, most: 0.02, unit: 'of them' }]
      : []),
    ...(filter
      ? [
          {
            name: 'p50 with a filter to a channel',
            measured: filter.filtered.p50,
            most: filter.alone.p50,
            unit: 'ms, as in a store of the channel',
          },
        ]
      : []),
  ];
}

/** Adds this size to the figures beside the drawing, and draws all of them. */
function draw({ items }: Request, file: string, { load, product, beside }: SizeFigures): void {
  if (!product || !beside) throw new Error('nothing is drawn before the steps measure and beside');
  const data = file.replace(/\.svg$/, '.json');
  const known = existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as Record<string, Drawn>) : {};
  const drawn: Record<string, Drawn> = {
    ...known,
    [items]: {
      load: load ?? '',
      'Cairn, p50': product.recall['one at a time'].p50,
      'Cairn, 16 at once, p99': product.recall['16 at once'].p99,
      'FTS5 alone, p50': beside['SQLite FTS5 alone'].p50,
      'sqlite-vec alone, p50': beside['sqlite-vec alone'].p50,
    },
  };
  writeFileSync(data, JSON.stringify(drawn, null, 2) + '\n');
  const names = Object.keys(drawn[items]!).filter((name) => name !== 'load');
  const line = (name: string) =>
    Object.fromEntries(Object.entries(drawn).map(([size, figures]) => [size, Number(figures[name])]));
  writeFileSync(
    file,
    curveSvg(
      'One question, by the number of messages stored',
      Object.fromEntries(names.map((name) => [name, line(name)])),
    ),
  );
}

type Drawn = Readonly<Record<string, string | number>>;

const say = (what: string) => process.stderr.write(`${process.uptime().toFixed(0).padStart(6)} s  ${what}\n`);

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
});
