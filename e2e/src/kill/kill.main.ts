// Kills again and again while clients write, and looks whether anything that was acknowledged is lost, doubled or not found.
//   --cluster          five processes and their servers, instead of one process on the embedded backend
//   --short            a short form
//   --reindex          instead: words and vectors are built anew by another model, and those who build are killed in the middle
//   --memories <number>, --per-second <number>   of the reindex: so many are there before, and are written meanwhile, at that rate
//   --kills <number>   of the one process
//   --seed <number>    of the cluster: decides the order of its kills
//   --bundle <folder>  of the cluster and of the reindex: what to run instead of the product as its sources are now
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
