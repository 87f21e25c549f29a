import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@cairn/testing/free-port';
import { startServer, type ServerProcess } from '../server-process.ts';
import { mutatedBundle, soundBundle } from './bundles.ts';
import { check, faultsOf, type Outcome } from './check.ts';
import { startEmbeddingsStub } from './embeddings-stub.ts';
import { Ledger } from './ledger.ts';
import { Trigger } from './trigger.ts';
import { writeUntilOver } from './writers.ts';

interface Run {
  readonly bundle: string;
  readonly kills: number;
  readonly writers: number;
}

/** Time between two kills: long enough to write, short enough to interrupt a write. */
const BETWEEN_KILLS_MS = { least: 100, most: 900 };
/** Time limit for an acknowledgement, after which the server is killed anyway. */
const ANSWER_MS = 5_000;
const WRITERS = 16;
const BATCH = 3;

/** Deliberate bug that this test must detect: the server answers before it commits. */
const MUTATION = 'answer-before-commit';

/** Runs the single process of the embedded backend. Returns which parts passed. */
export async function killEmbedded({ kills }: { kills: number }): Promise<readonly boolean[]> {
  const bundles = [soundBundle(), mutatedBundle(MUTATION)] as const;
  const runs = bundles.map(async (bundle) => {
    const outcome = await killAgainAndAgain({ bundle, kills, writers: WRITERS });
    print(outcome, { bundle, kills });
    return outcome;
  });
  const [outcome, mutated] = (await Promise.all(runs)) as [Outcome, Outcome];
  const isClean = faultsOf(outcome) === 0;
  const canFail = mutated.lost > 0;
  console.log(
    canFail
      ? 'The build that answers first lost writes, as it must: the test can fail.'
      : 'The build that answers first lost nothing: the test proves nothing.',
  );
  return [isClean, canFail];
}

function print(
  { acknowledged, lost, returned, wrongVersions, duplicated, neverIndexed, drift, ...ended }: Outcome,
  { bundle, kills }: Omit<Run, 'writers'>,
): void {
  console.log(
    `${bundle}: ${acknowledged} acknowledged writes, of them ${ended.updated} updated, ${ended.superseded} superseded, ${ended.forgotten} forgotten, ${kills} kills: ` +
      `lost ${lost}, returned ${returned}, wrong versions ${wrongVersions}, duplicated ${duplicated}, never indexed ${neverIndexed}, drift ${drift}`,
  );
}

async function killAgainAndAgain({ bundle, kills: wanted, writers }: Run): Promise<Outcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-kill-'));
  const port = await freePort();
  const stub = await startEmbeddingsStub();
  const env = { CAIRN_RATE_LIMIT_PER_MINUTE: '10000000', ...stub.env };
  const start = () => startServer({ bundle, dataDir, port, env });

  let server = await start();
  const { url, key } = server;
  if (key === undefined) throw new Error('the first start gave no key');
  const ledger = new Ledger();
  const trigger = new Trigger();
  let isOver = false;
  const onAcknowledged = () => trigger.pull();
  const writing = writeUntilOver({
    url,
    key,
    ledger,
    writers,
    batch: BATCH,
    repeatShare: 0.05,
    changeShare: 0.4,
    isOver: () => isOver,
    onAcknowledged,
  });
  try {
    for (let kill = 0; kill < wanted; kill++) {
      await killOnAcknowledgement(server, trigger);
      server = await start();
    }
    isOver = true;
    await writing;
    return await check({ url, key, ledger, retrievers: ['words', 'vectors'] });
  } finally {
    await server.kill();
    stub.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Kills after a random time at the moment of an answer: the acknowledged write must be on disk. */
async function killOnAcknowledgement(server: ServerProcess, trigger: Trigger): Promise<void> {
  const { least, most } = BETWEEN_KILLS_MS;
  await delay(least + Math.random() * (most - least));
  trigger.arm(() => server.child.kill('SIGKILL'));
  await Promise.race([server.ended, delay(ANSWER_MS)]);
  await server.kill();
}
