// Kills again and again while clients write, and looks whether anything that was acknowledged is lost, doubled or not found.
//   --cluster          five processes and their servers, instead of one process on the embedded backend
//   --short            a short form
//   --kills <number>   of the one process
//   --seed <number>    of the cluster: decides the order of its kills
//   --bundle <folder>  of the cluster: what to run instead of the product as its sources are now
import { parseArgs } from 'node:util';
import { killCluster } from './cluster.ts';
import { killEmbedded } from './embedded.ts';

const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    kills: { type: 'string' },
    seed: { type: 'string' },
    bundle: { type: 'string' },
  },
});

// What it started ends with it, also when it is told to end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
const outcomes = values.cluster
  ? await killCluster({ isShort: values.short, seed, bundle: values.bundle })
  : await killEmbedded({ kills: Number(values.kills ?? (values.short ? 4 : 100)) });

const passed = outcomes.filter((outcome) => outcome === true).length;
const skipped = outcomes.filter((outcome) => outcome === 'skipped').length;
const failed = outcomes.length - passed - skipped;
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
