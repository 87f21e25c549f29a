import { rmSync } from 'node:fs';
import { serversFolder } from '../../../tools/servers/servers.ts';
import { mutatedBundle, soundBundle } from './bundles.ts';
import { ClusterWorld } from './cluster-world.ts';
import { startEmbeddingsStub } from './embeddings-stub.ts';
import { EmbeddedWorld } from './embedded-world.ts';
import { ownServers } from './own-server.ts';
import {
  FILLS_FASTER,
  hasResumed,
  reindexUnderLoad,
  type Reindexed,
  type ReindexedWorld,
  type ReindexSize,
} from './reindex.ts';

/** Starts the product, or a build with a deliberate bug. */
type Start = (bundle: string, env: Record<string, string>) => Promise<ReindexedWorld & { end(): Promise<void> }>;

/** Deliberate bugs that this test must detect, and the effect of each on a run. */
const bugs: Readonly<Record<string, (run: Reindexed) => boolean>> = {
  'reindex-from-zero': (run) => !hasResumed(run),
  'switch-unready': ({ finds }) => finds.wrong.length > 0,
};

/** Size large enough for a kill in the middle. */
const SMALL: ReindexSize = { memories: 200, perSecond: 20 };

/** Tests the single process, and proves that the test can fail. */
export async function reindexEmbedded(size: ReindexSize, sound = soundBundle()): Promise<readonly boolean[]> {
  const start: Start = (...args) => EmbeddedWorld.start(...args);
  const passed = [report('embedded', await runOn(start, { bundle: sound, size }))];
  for (const [bug, isSeen] of Object.entries(bugs)) {
    const canFail = isSeen(await runOn(start, { bundle: mutatedBundle(bug), size: SMALL }));
    console.log(canFail ? `${bug} is seen: the test can fail.` : `${bug} is not seen: the test proves nothing.`);
    passed.push(canFail);
  }
  return passed;
}

/** Tests the five processes, on servers of their own. */
export async function reindexCluster(
  size: ReindexSize,
  bundle = soundBundle(),
): Promise<readonly (boolean | 'skipped')[]> {
  const folder = serversFolder('cairn-kill-');
  try {
    const found = await ownServers(folder);
    if ('missing' in found) {
      console.log(`skipped: the reindex of the cluster (${found.missing})`);
      return ['skipped'];
    }
    const start: Start = (bundle, env) => ClusterWorld.start({ bundle, servers: found.servers, env });
    return [report('cluster', await runOn(start, { bundle, size }))];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function runOn(start: Start, { bundle, size }: { bundle: string; size: ReindexSize }): Promise<Reindexed> {
  const stub = await startEmbeddingsStub();
  const world = await start(bundle, {
    ...stub.env,
    ...stub.nextEnv,
    CAIRN_LOG_LEVEL: 'warn',
    CAIRN_RATE_LIMIT_PER_MINUTE: '10000000',
    CAIRN_REINDEX_PER_SECOND: String(FILLS_FASTER * size.perSecond),
  });
  try {
    return await reindexUnderLoad(world, size);
  } finally {
    await world.end();
    stub.close();
  }
}

function report(where: string, run: Reindexed): boolean {
  const { written, perSecond, killedAt, resumedFrom, answers, finds, mixed, outcomes } = run;
  const places = (all: Reindexed['killedAt']) => all.map(({ id, filled }) => `${id}:${filled}`).join(',');
  const sum = (name: 'lost' | 'duplicated' | 'neverIndexed' | 'drift') =>
    outcomes.map((outcome) => outcome[name]).join('+');
  const values = {
    written,
    per_second: Math.round(perSecond),
    killed_at: places(killedAt),
    resumed_from: places(resumedFrom),
    overlap: answers.map((each) => each?.overlap.toFixed(2)).join(','),
    reads_found: finds.found,
    reads_refused: finds.refused,
    reads_degraded: finds.degraded,
    reads_mixed: mixed,
    reads_wrong: finds.wrong.length,
    lost: sum('lost'),
    dup: sum('duplicated'),
    never_indexed: sum('neverIndexed'),
    drift: sum('drift'),
  };
  console.log([`kill reindex ${where}`, ...Object.entries(values).map((each) => each.join('='))].join(' '));
  for (const wrong of new Set(finds.wrong.slice(0, 10))) console.log(`A read that must not be: ${wrong}`);
  return (
    killedAt.length === 2 &&
    hasResumed(run) &&
    finds.wrong.length + mixed === 0 &&
    outcomes.length === 2 &&
    outcomes.every(isSound)
  );
}

const isSound = ({ lost, duplicated, neverIndexed, drift }: Reindexed['outcomes'][number]) =>
  lost + duplicated + neverIndexed + drift === 0;
