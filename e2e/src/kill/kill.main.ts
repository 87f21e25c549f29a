// Kills processes repeatedly while clients write, and checks that no acknowledged write is lost, duplicated or not found.
//   --cluster          five processes and their servers, in place of one process on the embedded backend
//   --short            a short form
//   --reindex          rebuilds words and vectors with another model, and kills the builders in the middle
//   --memories <number>, --per-second <number>   for the reindex: memories stored before, and the rate of writes meanwhile
//   --kills <number>   for the one process
//   --seed <number>    for the cluster: order of the kills
//   --bundle <folder>  for the cluster and the reindex: bundle to run in place of one built from the current sources
import { parseArgs } from 'node:util';
import { killCluster } from './cluster.ts';
import { killEmbedded } from './embedded.ts';
import { reindexCluster, reindexEmbedded } from './kill-reindex.ts';

const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    reindex: { type: 'boolean', default: false },
    memories: { type: 'string' },
    'per-second': { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    bundle: { type: 'string' },
  },
});

// Exits on signals, so that the started processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** Sizes; for the cluster, as many memories as two cores index in time beside five processes and their servers. */
const sizes = {
  short: { memories: 300, perSecond: 30 },
  cluster: { memories: 2_000, perSecond: 20 },
  embedded: { memories: 10_000, perSecond: 100 },
};

const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
const outcomes = values.reindex ? await reindex() : await kill();

function kill() {
  if (values.cluster) return killCluster({ isShort: values.short, seed, bundle: values.bundle });
  return killEmbedded({ kills: Number(values.kills ?? (values.short ? 4 : 100)) });
}

function reindex() {
  const usual = values.short ? sizes.short : sizes[values.cluster ? 'cluster' : 'embedded'];
  const size = {
    memories: Number(values.memories ?? usual.memories),
    perSecond: Number(values['per-second'] ?? usual.perSecond),
  };
  return values.cluster ? reindexCluster(size, values.bundle) : reindexEmbedded(size, values.bundle);
}

const passed = outcomes.filter((outcome) => outcome === true).length;
const skipped = outcomes.filter((outcome) => outcome === 'skipped').length;
const failed = outcomes.length - passed - skipped;
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
