import { readBaseline } from './baseline.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { startClusterServer } from './cluster-server.ts';
import { withClusterServers } from './cluster-stores.ts';
import { compare, type Comparison } from './comparison.ts';
import { judgementsOf } from './judgement.ts';
import { readQualityRequest, type QualityRequest } from './quality-request.ts';
import { measureSet, type Measured } from './quality-set.ts';
import {
  changeHead,
  comparisonText,
  foreignTopicHead,
  foreignTopicText,
  metricsText,
  reliabilityHead,
  reliabilityText,
  worthText,
} from './quality-text.ts';
import { placeName, WrittenAnswers, writeAnswers, writeJson } from './written-answers.ts';

interface Compared extends Measured {
  /** Comparison; undefined without an earlier run, or if that run lacks this view. */
  readonly comparison: Comparison | undefined;
}

async function main(): Promise<void> {
  const request = readQualityRequest(process.argv.slice(2));
  if (request.backend === 'embedded') return measure(request, () => startBenchServer({ remember: true }));
  await withClusterServers((servers) => measure(request, () => startClusterServer(servers)));
}

async function measure(request: QualityRequest, start: () => Promise<BenchServer>): Promise<void> {
  const old = request.compare === undefined ? undefined : new WrittenAnswers(request.compare, request.part);
  const baseline = readBaseline(request.data);
  const all: Compared[] = [];
  for (const set of request.sets) {
    for (const measured of await measureSet(request, set, start)) {
      const one = { ...measured, comparison: comparisonWith(old, measured) };
      console.log(`\n${metricsText(title(one), one.result, (kind) => baseline(set, one.view.name, kind))}`);
      if (one.worths) console.log(`\n${worthText(title(one), one.worths)}`);
      if (request.out) writeAnswers(request.out, placeOf(one), one.result.answers);
      all.push(one);
    }
    if (request.out) writeJson(request.out, 'results.json', resultsOf(request, all));
  }
  if (request.confidence) printConfidence(all);
  if (old) printComparison(old, all);
}

const placeOf = ({ set, view }: Measured) => ({ set, view: view.name });
const title = (measured: Measured) => placeName(placeOf(measured));

function comparisonWith(old: WrittenAnswers | undefined, measured: Measured): Comparison | undefined {
  const found = old?.find(placeOf(measured));
  if (!found) return undefined;
  return compare({ old: judgementsOf(found, measured.view, measured.data), now: measured.result.judgements });
}

function resultsOf({ recipe, part, backend }: QualityRequest, all: readonly Compared[]) {
  const results: Record<string, Record<string, object>> = {};
  for (const { set, result, reliability, foreignTopic, worths, comparison } of all) {
    const { view, meanMs, byKind } = result;
    results[set] = { ...results[set], [view]: { view, meanMs, byKind, reliability, foreignTopic, worths, comparison } };
  }
  return { recipe, part, backend, results };
}

function printConfidence(all: readonly Measured[]): void {
  const told = all.flatMap((one) => (one.reliability ? [reliabilityText(title(one), one.reliability)] : []));
  console.log(`\n${reliabilityHead}`);
  console.log(told.length > 0 ? told.join('\n') : 'no answer tells its confidence');

  const foreign = all.flatMap((one) => (one.foreignTopic ? [foreignTopicText(title(one), one.foreignTopic)] : []));
  console.log(`\n${foreignTopicHead}`);
  console.log(foreign.length > 0 ? foreign.join('\n') : 'no view has a foreign conversation');
}

/** Prints the comparison and lists views that only one run has, so that nothing seems compared that is not. */
function printComparison(old: WrittenAnswers, all: readonly Compared[]): void {
  console.log(`\n${changeHead('change since the old run')}`);
  for (const one of all) if (one.comparison) console.log(comparisonText(title(one), one.comparison));
  const onlyNew = all.filter(({ comparison }) => !comparison).map(title);
  const now = new Set(all.map(title));
  const onlyOld = old.places.map(placeName).filter((name) => !now.has(name));
  if (onlyNew.length > 0) console.log(`only in this run: ${onlyNew.join(', ')}`);
  if (onlyOld.length > 0) console.log(`only in the old run: ${onlyOld.join(', ')}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
