import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Statement } from '@cairn/contracts';
import { buildGraph, GraphInMemory } from '@cairn/graph';
import { answerOf, type GraphAnswer } from './graph-answers.ts';
import { traversalAnswers } from './graph-traversal.ts';
import { scoreGraph, type GraphScore } from './graph-score.ts';
import { measureScale, type ScaleRequest } from './graph-scale.ts';
import { readGraphSet, type GraphMemory, type GraphSet } from './graph-set.ts';
import { graphSources, saidIn, type GraphSource } from './graph-sources.ts';

const USAGE = `npm run bench:graph -- --data DIR [options]
  --part dev          the part of the set
  --from declared     or raw, or text; absent: each
  --out OUT           writes answers-SOURCE.jsonl, which score_graph.py reads
npm run bench:graph -- --scale [options]
  --entities 100000   how many
  --relations 1000000
  --hub 100000        relations of the largest hub
  --seed 1
  --questions 50      of each kind
  --backend embedded  or cluster, on the servers that the environment names; absent: both
  --keep DIR          the filled stores stay for the next run; DIR is outside the repository`;

async function main(): Promise<void> {
  if (process.argv.includes('--scale')) return measureScale(scaleRequest(process.argv.slice(2)));
  const { data, part, from, out } = request(process.argv.slice(2));
  const set = await readGraphSet(data, part);
  for (const source of from) {
    const { answers, unread, statements } = await answersBy(set, source);
    const readable = set.queries.filter(({ conversation }) => !unread.has(conversation));
    print(`${part} from ${source}`, scoreGraph(set, readable, answers));
    for (const [conversation, count] of unread) console.log(`  not read: ${conversation} (${count} memories)`);
    if (source === 'text') printPrecision(set, statements);
    if (out !== undefined) write(out, source, answers);
  }
  print(`${part} plain traversal of declared relations`, scoreGraph(set, set.queries, traversalAnswers(set)));
}

function request(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      part: { type: 'string', default: 'dev' },
      from: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const { data, part, from, out } = values;
  if (data === undefined) throw new Error(`--data is missing. Usage: ${USAGE}`);
  const sources = from === undefined ? graphSources : graphSources.filter((source) => source === from);
  if (sources.length === 0) throw new Error(`--from is one of ${graphSources.join(', ')}`);
  return { data, part, from: sources, out };
}

function scaleRequest(args: readonly string[]): ScaleRequest {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scale: { type: 'boolean' },
      entities: { type: 'string', default: '100000' },
      relations: { type: 'string', default: '1000000' },
      hub: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      questions: { type: 'string', default: '50' },
      backend: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  const { entities, relations, hub, seed, questions, backend, keep } = values;
  const backends = (['embedded', 'cluster'] as const).filter((one) => backend === undefined || one === backend);
  const numbers = { entities, relations, hub, seed, questions };
  for (const [name, value] of Object.entries(numbers))
    if (!/^\d+$/u.test(value)) throw new Error(`--${name} is a number. Usage: ${USAGE}`);
  if (backends.length === 0) throw new Error(`--backend is embedded or cluster. Usage: ${USAGE}`);
  return {
    ...{ entities: Number(entities), relations: Number(relations), hub: Number(hub) },
    ...{ seed: Number(seed), questions: Number(questions), backends, keep },
  };
}

async function answersBy(set: GraphSet, source: GraphSource) {
  const answers: GraphAnswer[] = [];
  const statements: Statement[] = [];
  const unread = new Map<string, number>();
  for (const conversation of new Set(set.queries.map((query) => query.conversation))) {
    const said = saidIn(set, conversation, source);
    statements.push(...said.statements);
    if (said.unread.length > 0) unread.set(conversation, said.unread.length);
    const reader = new GraphInMemory(buildGraph(said));
    for (const query of set.queries.filter((one) => one.conversation === conversation))
      answers.push(await answerOf(reader, query, Date.now()));
  }
  return { answers, statements, unread };
}

function print(title: string, scores: readonly GraphScore[]): void {
  console.log(title);
  for (const { kind, asked, exact } of scores)
    console.log(`  ${kind.padEnd(20)} n ${String(asked).padStart(4)}  exact ${(exact / asked).toFixed(3)}`);
}

/** Prints the precision and recall of relations read from sentences, compared with the gold of their memory. */
function printPrecision({ memories }: GraphSet, statements: readonly Statement[]): void {
  const gold = new Set(memories.flatMap(goldOf));
  const read = new Set(
    statements.map(({ evidence, from, type, to }) => keyOf(evidence.memoryId, from.name, type, to.name)),
  );
  const right = [...read].filter((key) => gold.has(key)).length;
  const wrong = read.size - right;
  console.log(
    `  sentences: precision ${(right / read.size).toFixed(3)} (${wrong} wrong), recall ${(right / gold.size).toFixed(3)}`,
  );
}

const goldOf = ({ id, relations }: GraphMemory) =>
  relations.map(({ from, type, to }) => keyOf(id, from, type, to.replace(/ \(repository\)$/u, '')));

const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);

function write(out: string, source: GraphSource, answers: readonly GraphAnswer[]): void {
  mkdirSync(out, { recursive: true });
  const rows = answers.map((answer) => JSON.stringify(answer));
  writeFileSync(join(out, `answers-${source}.jsonl`), `${rows.join('\n')}\n`);
}

await main();
