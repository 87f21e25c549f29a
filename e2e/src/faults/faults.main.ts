// Injects temporary faults (dead, frozen and slow servers, deleted indexes, wrong clocks) under writes and reads, and prints the
// numbers of refused, degraded and late answers. No acknowledged write may be lost, and no answer may be false.
//   --short             some of the faults, shorter
//   --seconds <number>  duration of each fault
//   --only <text>       only the faults whose name contains it
//   --organisations <number>  small organisations created at the end, while Elasticsearch accepts few more indexes
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serversFolder } from '../../../tools/servers/servers.ts';
import { soundBundle } from '../kill/bundles.ts';
import { check } from '../kill/check.ts';
import { ClusterWorld } from '../kill/cluster-world.ts';
import { startEmbeddingsStub } from '../kill/embeddings-stub.ts';
import { Load } from '../kill/load.ts';
import { ownServers, type ServerName } from '../kill/own-server.ts';
import { askUntilOver, nothingAsked, type Asked } from './askers.ts';
import { FaultyServer } from './faulty-server.ts';
import { crowdIn } from './small-organisations.ts';
import { allFaults, someFaults, type Fault, type Scene } from './faults.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    only: { type: 'string', default: '' },
    organisations: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** Low enough to catch up on lost work meanwhile, on two cores that also run other tests. */
const WRITES_PER_SECOND = values.short ? 10 : 20;
/** Time before the first fault, so that there is something to ask for. */
const WARM_UP_MS = 5_000;
/** Time limit for recovery; a large index is refilled no faster than a backfill runs. */
const BACK_MS = 600_000;
const LOOK_MS = 200;

const crowd = values.short ? { organisations: 12, shardsLeft: 4 } : { organisations: 10_000, shardsLeft: 100 };
const lastsMs = 1_000 * Number(values.seconds ?? (values.short ? 4 : 20));
const faults = (values.short ? someFaults : allFaults).filter(({ name }) => name.includes(values.only));
const outcomes = await runAll();
console.log(
  `${outcomes.filter((each) => each === true).length} passed, ${outcomes.filter((each) => each === false).length} failed, ${outcomes.filter((each) => each === 'skipped').length} skipped`,
);
process.exit(outcomes.includes(false) ? 1 : 0);

async function runAll(): Promise<(boolean | 'skipped')[]> {
  const folder = serversFolder('cairn-faults-');
  try {
    const found = await ownServers(folder, FaultyServer);
    if ('servers' in found) return await runOn(found.servers);
    console.log(`skipped: the faults of the cluster (${found.missing})`);
    return ['skipped'];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function runOn(servers: readonly FaultyServer[]): Promise<(boolean | 'skipped')[]> {
  const stub = await startEmbeddingsStub();
  const world = await ClusterWorld.start({ bundle: soundBundle(), servers, env: stub.env });
  const server = (name: ServerName) => servers.find((each) => each.name === name)!;
  try {
    return await runUnderLoad({ world, server, lastsMs });
  } finally {
    await world.end();
    for (const each of servers) each.close();
    stub.close();
  }
}

async function runUnderLoad(scene: Scene): Promise<(boolean | 'skipped')[]> {
  const { world } = scene;
  const asked = nothingAsked();
  const load = new Load(world, (options) => askUntilOver({ ...options, asked }));
  const writing = setInterval(() => load.allow(WRITES_PER_SECOND / 5), 200);
  await delay(WARM_UP_MS);
  const skipped: 'skipped'[] = [];
  for (const fault of faults) {
    if (fault.missing === undefined) await runOne(fault, scene, { asked, load });
    else {
      console.log(`skipped: ${fault.name} (${fault.missing})`);
      skipped.push('skipped');
    }
  }
  clearInterval(writing);
  await load.end(load.written);

  const organisations = Number(values.organisations ?? crowd.organisations);
  const { wrong, indexes } = await crowdIn(scene, { ...crowd, organisations });
  for (const each of wrong.slice(0, 20)) console.log(`A small organisation: ${each}`);
  console.log(`${organisations} small organisations: wrong=${wrong.length} word_indexes=${indexes}`);

  const outcome = await check({
    url: world.url,
    key: world.key,
    ledger: load.ledger,
    retrievers: ['words', 'vectors'],
  });
  const { acknowledged, lost, duplicated, neverIndexed, drift } = outcome;
  for (const each of new Set(asked.false)) console.log(`A false answer: ${each}`);
  console.log(
    `faults acked=${acknowledged} lost=${lost} dup=${duplicated} never_indexed=${neverIndexed} drift=${drift} false_answers=${asked.false.length}`,
  );
  return [lost + duplicated + neverIndexed + drift === 0, asked.false.length === 0, wrong.length === 0, ...skipped];
}

interface Watched {
  readonly asked: Asked;
  readonly load: Load<Asked>;
}

/** Runs a fault, and prints what clients saw from its beginning until answers are complete again. */
async function runOne(fault: Fault, scene: Scene, { asked, load }: Watched): Promise<void> {
  const before = { ...asked, false: asked.false.length, written: load.written };
  asked.unseenUntil = Date.now() + (fault.unseenMs ?? 0);
  await fault.run(scene);
  // A fault that answers may ignore for a while ends after that time at the earliest.
  const endedAt = Math.max(Date.now(), asked.unseenUntil);
  const wholeAt = () => Math.min(...Object.values(asked.wholeAt));
  while (wholeAt() < endedAt && Date.now() - endedAt < BACK_MS) await delay(LOOK_MS);
  const seen = {
    written: load.written - before.written,
    answered: asked.answered - before.answered,
    degraded: asked.degraded - before.degraded,
    refused: asked.refused - before.refused,
    false: asked.false.length - before.false,
    whole_again_s: wholeAt() < endedAt ? 'never' : ((wholeAt() - endedAt) / 1_000).toFixed(1),
  };
  console.log(
    `${fault.name}: ${Object.entries(seen)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
  );
}
