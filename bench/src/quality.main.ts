import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RecipeName } from '@cairn/contracts';
import { RecallApi } from '@cairn/ports';
import { readBaseline, type BaselineRow } from './baseline.ts';
import { startBenchServer } from './bench-server.ts';
import { readDataSet } from './data-set.ts';
import { load } from './load.ts';
import { runView, type ViewResult } from './quality-run.ts';
import { viewsOf } from './views.ts';

const USAGE =
  'npm run bench:quality -- --data DIR [--part dev] [--set NAME ...] [--view NAME ...] [--recipe fused|words|vectors] [--out OUT]';

interface Request {
  readonly data: string;
  readonly part: string;
  readonly sets: readonly string[];
  readonly views: readonly string[] | undefined;
  readonly recipe: RecipeName;
  readonly out: string | undefined;
}

function readRequest(args: readonly string[]): Request {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      part: { type: 'string', default: 'dev' },
      set: { type: 'string', multiple: true },
      view: { type: 'string', multiple: true },
      recipe: { type: 'string', default: 'fused' },
      out: { type: 'string' },
    },
  });
  const { data, part, set, view, out } = values;
  if (data === undefined) throw new Error(`--data is missing. Usage: ${USAGE}`);
  const recipe = RecipeName.safeParse(values.recipe);
  if (!recipe.success) throw new Error(`--recipe is one of ${RecipeName.options.join(', ')}`);
  const present = readdirSync(data).filter((name) => existsSync(join(data, name, part, 'queries.jsonl')));
  const unknown = (set ?? []).filter((name) => !present.includes(name));
  if (unknown.length > 0)
    throw new Error(`no set ${unknown.join(', ')} with a part ${part}; there is ${present.join(', ')}`);
  return { data, part, sets: set ?? present, views: view, recipe: recipe.data, out };
}

async function main(): Promise<void> {
  const request = readRequest(process.argv.slice(2));
  const baseline = readBaseline(request.data);
  const results: Record<string, Record<string, Omit<ViewResult, 'answers'>>> = {};
  for (const set of request.sets) {
    const views = await runSet(request, set);
    results[set] = Object.fromEntries(views.map(({ answers: _, ...result }) => [result.view, result]));
    for (const result of views) print(set, result, baseline);
    if (request.out) writeAnswers(request.out, set, views);
  }
  if (request.out)
    writeFileSync(
      join(request.out, 'results.json'),
      JSON.stringify({ recipe: request.recipe, part: request.part, results }, null, 2),
    );
}

async function runSet({ data, part, views, recipe }: Request, set: string): Promise<ViewResult[]> {
  const folder = join(data, set, part);
  const dataSet = await readDataSet(set, folder);
  const server = await startBenchServer({ remember: true });
  try {
    const started = performance.now();
    const stored = await load(server, folder, (done) => process.stderr.write(`\r${set}: ${done} stored `));
    process.stderr.write(
      `\r${set}: ${stored} items stored and indexed in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
    );
    const results: ViewResult[] = [];
    for (const view of viewsOf(dataSet).filter(({ name }) => !views || views.includes(name))) {
      results.push(await runView(server.service.app.get(RecallApi), server.principal, dataSet, view, recipe));
    }
    return results;
  } finally {
    await server.close();
  }
}

function writeAnswers(out: string, set: string, views: readonly ViewResult[]): void {
  mkdirSync(out, { recursive: true });
  for (const { view, answers } of views) {
    writeFileSync(join(out, `${set}.${view}.jsonl`), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  }
}

const columns = ['R@1', 'R@5', 'R@10', 'R@20', 'hit@10', 'MRR', 'nDCG@10'] as const;
const figure = (value: number) => value.toFixed(3).padStart(8);

function print(
  set: string,
  { view, meanMs, byKind }: ViewResult,
  baseline: (set: string, view: string, kind: string) => BaselineRow | undefined,
): void {
  console.log(`\n${set} ${view} (${meanMs.toFixed(1)} ms a query)`);
  console.log(
    `${'kind'.padEnd(28)}${'n'.padStart(6)}${columns.map((name) => name.padStart(8)).join('')}   plain BM25: R@10 / MRR / nDCG@10`,
  );
  for (const [kind, metrics] of Object.entries(byKind)) {
    const plain = baseline(set, view, kind);
    const beside = plain ? `${figure(plain['R@10'])} /${figure(plain.MRR)} /${figure(plain['nDCG@10'])}` : '';
    console.log(
      `${kind.padEnd(28)}${String(metrics.n).padStart(6)}${columns.map((name) => figure(metrics[name])).join('')}   ${beside}`,
    );
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
