import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { serversFolder } from '../../../tools/servers/servers.ts';
import { mutatedBundle, soundBundle } from './bundles.ts';
import { check, faultsOf, settled, type Checked, type Outcome } from './check.ts';
import { ClusterWorld } from './cluster-world.ts';
import { startEmbeddingsStub } from './embeddings-stub.ts';
import { Load } from './load.ts';
import { ownServers, type OwnServer } from './own-server.ts';
import { randomOf } from './random.ts';
import { readUntilOver, type Reads } from './readers.ts';
import { longPlan, loseBacklog, shortPlan, type Scene, type Step } from './steps.ts';

interface ClusterRun {
  readonly isShort: boolean;
  readonly seed: number;
  /** Bundle to run; by default the product built from the current sources. */
  readonly bundle?: string | undefined;
}

/** Bundles: the product, a build without a sweeper, and a build with failpoints. */
type Bundles = Readonly<Record<'sound' | 'unswept' | 'failpoints', string>>;

const WRITES = { short: 1_000, long: 10_000 };
const SEARCHED_SHORT = 250;
/** Share of the written memories that are changed. */
const CHANGE_SHARE = 0.4;
const BETWEEN_KILLS_MS = { least: 100, most: 900 };
/** Waiting time without a sweeper, which would redeliver lost items after 35 s. */
const UNSWEPT_MS = 45_000;

/** Runs the cluster on servers of its own. Returns which parts passed, failed or could not run. */
export async function killCluster(run: ClusterRun): Promise<readonly (boolean | 'skipped')[]> {
  const folder = serversFolder('cairn-kill-');
  try {
    const found = await ownServers(folder);
    if ('servers' in found) return await killAll(run, found.servers);
    console.log(`skipped: the kill test of the cluster (${found.missing})`);
    return ['skipped'];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function killAll(run: ClusterRun, servers: readonly OwnServer[]): Promise<boolean[]> {
  const startedAt = performance.now();
  const bundles = {
    sound: run.bundle ?? soundBundle(),
    unswept: mutatedBundle('sweeper-off'),
    failpoints: mutatedBundle('failpoints'),
  };
  const stub = await startEmbeddingsStub();
  const world = await ClusterWorld.start({ bundle: bundles.sound, servers, env: stub.env });
  try {
    const told = await play(run, world, bundles);
    return report(run, { ...told, world, wallMs: performance.now() - startedAt });
  } finally {
    await world.end();
    stub.close();
  }
}

/** Kills processes while clients write and read; then Redis loses its jobs without a sweeper; then it is swept, and all must be there. */
async function play({ isShort, seed }: ClusterRun, world: ClusterWorld, bundles: Bundles) {
  const random = randomOf(seed);
  const load = new Load(world, readUntilOver, CHANGE_SHARE);
  const scene: Scene = { world, load, random, failpointBundle: bundles.failpoints, unreached: [] };
  const [plan, wanted] = isShort ? [shortPlan(random), WRITES.short] : [longPlan(random), WRITES.long];
  const share = Math.ceil(wanted / (plan.length + 1));

  for (const step of plan) await take(step, scene, share);
  await restartIngest(world, bundles.unswept);
  load.allow(Math.max(share, wanted - load.written));
  await loseBacklog(scene);
  const reads = await load.end(wanted);

  const checked: Checked = {
    url: world.url,
    key: world.key,
    ledger: load.ledger,
    retrievers: ['words', 'vectors'],
    ...(isShort && { searched: SEARCHED_SHORT }),
  };
  const unswept = await settled(checked, UNSWEPT_MS);
  await restartIngest(world, bundles.sound);
  return { outcome: await check(checked), unswept, reads, unreached: scene.unreached };
}

/** Runs a step; half of its writes are made before it, half during it. */
async function take(step: Step, scene: Scene, share: number): Promise<void> {
  const { world, load, random } = scene;
  const { least, most } = BETWEEN_KILLS_MS;
  load.allow(Math.ceil(share / 2));
  await delay(least + random() * (most - least));
  load.allow(Math.ceil(share / 2));
  await step.run(scene);
  console.log(`${step.name} (${world.kills} kills, ${load.written} acknowledged)`);
}

async function restartIngest(world: ClusterWorld, bundle: string): Promise<void> {
  await world.killApp('ingest');
  await world.startApp('ingest', { bundle });
}

interface ClusterOutcome {
  readonly outcome: Outcome;
  /** Items that stayed unindexed as long as nobody swept. */
  readonly unswept: number;
  readonly reads: Reads;
  readonly unreached: readonly string[];
  readonly world: ClusterWorld;
  readonly wallMs: number;
}

function report(
  { seed }: ClusterRun,
  { outcome, unswept, reads, unreached, world, wallMs }: ClusterOutcome,
): boolean[] {
  const { acknowledged, updated, superseded, forgotten, lost, returned, wrongVersions } = outcome;
  const { duplicated, neverIndexed, drift } = outcome;
  const values = {
    seed,
    acked: acknowledged,
    updated,
    superseded,
    forgotten,
    kills: world.kills,
    lost,
    returned,
    wrong_versions: wrongVersions,
    dup: duplicated,
    never_indexed: neverIndexed,
    drift,
    redelivered: world.redelivered,
    never_indexed_unswept: unswept,
    reads_answered: reads.answered,
    reads_degraded: reads.degraded,
    reads_refused: reads.refused,
    reads_wrong: reads.wrong.length,
    failpoints_unreached: unreached.length,
    wall_s: Math.round(wallMs / 1_000),
  };
  console.log(['kill cluster', ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(' '));
  for (const wrong of new Set(reads.wrong)) console.log(`A read that no outage explains: ${wrong}`);
  for (const name of unreached) console.log(`No process came to ${name}.`);
  console.log(
    unswept > 0
      ? `Without the sweeper, ${unswept} stayed out of an index, as they must: the test can fail.`
      : 'Without the sweeper all were indexed: the test proves nothing.',
  );
  return [faultsOf(outcome) === 0, unswept > 0, reads.wrong.length === 0, unreached.length === 0];
}
