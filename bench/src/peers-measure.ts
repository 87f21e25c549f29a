import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CountTokens } from './answers-tokens.ts';
import { metricsOf, meanOf } from './metrics.ts';
import type { Peer, PeerContext, RunningPeer } from './peer.ts';
import type { PeerData, PeerQuestion } from './peers-items.ts';
import type { PeersEndpoint } from './peers-endpoint.ts';
import type { PeerFigures } from './peers-report.ts';
import { useOfTree, type TreeUse } from './process-tree.ts';
import { spreadOf, timed } from './speed-statistics.ts';

/** Hits that every system is asked for. */
export const LIMIT = 10;
/** Questions that are asked first and do not count. */
export const WARM_UP = 10;

export interface PeersRun extends PeerData {
  readonly endpoint: PeersEndpoint;
  readonly countTokens: CountTokens;
  /** Seconds after which a system that is still being filled is asked as it is. */
  readonly fillSeconds: number;
  /** Seconds from its first item after which a system that is not ready for questions is given up. */
  readonly readySeconds: number;
  /** Seconds, with the warm-up, after which a system is asked nothing more; its figures are of the answers until then. */
  readonly askSeconds: number;
}

/** Fills a system in a fresh folder and asks it all questions one at a time. */
export async function measurePeer(peer: Peer, packagesDir: string, run: PeersRun): Promise<PeerFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-peer-'));
  try {
    const context: PeerContext = { dataDir, packagesDir, modelUrl: run.endpoint.url };
    const running = await peer.start(context);
    try {
      const { vectors = peer.vectors } = running;
      const load = loadavg()[0]!;
      const filled = await fill(peer, running, run);
      return { vectors, load, ...filled, ...(await askAll(running, { ...run, questions: answerable(run, filled) })) };
    } finally {
      await running.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Questions whose answers a system holds: one that was stopped while it was filled is not asked for what it never got. */
function answerable({ items, questions }: PeerData, { stored }: { readonly stored: number }): PeerQuestion[] {
  const held = new Set(items.slice(0, stored).map(({ id }) => id));
  return questions.filter(({ gold }) => [...gold].every((id) => held.has(id)));
}

async function fill(peer: Peer, running: RunningPeer, { items, endpoint, fillSeconds, readySeconds }: PeersRun) {
  endpoint.take('document');
  let stored = 0;
  const before = useOf(running);
  const adding = async () => {
    const started = performance.now();
    do {
      const batch = items.slice(stored, stored + peer.batch);
      await running.add(batch);
      stored += batch.length;
    } while (stored < items.length && performance.now() - started < fillSeconds * 1000);
    await running.settle();
    return true;
  };
  const isOver = sleep(readySeconds * 1000, false, { ref: false });
  const { ms, result: isReady } = await timed(() => Promise.race([adding(), isOver]));
  if (!isReady)
    throw new Error(
      `It had ${stored} of ${items.length} items, and was not ready for questions after ${readySeconds} s.`,
    );
  return { stored, itemsPerSecond: stored / (ms / 1000), cpuMsPerItem: (useOf(running).cpuMs - before.cpuMs) / stored };
}

async function askAll(running: RunningPeer, { questions, endpoint, countTokens, askSeconds }: PeersRun) {
  endpoint.take('query');
  const isOver = sleep(askSeconds * 1000, undefined, { ref: false });
  const answerTo = async (question: PeerQuestion) => {
    const { ms, result } = await timed(() => running.ask(question.query, LIMIT));
    return { ...question, ms, ...result };
  };
  let before = useOf(running);
  const asked: Awaited<ReturnType<typeof answerTo>>[] = [];
  for (const [place, question] of questions.entries()) {
    if (place === WARM_UP) before = useOf(running);
    const answered = await Promise.race([isOver, answerTo(question)]);
    if (answered === undefined) break;
    if (place >= WARM_UP) asked.push(answered);
  }
  const after = useOf(running);
  if (asked.length === 0) throw new Error(`It answered ${WARM_UP} questions or fewer in ${askSeconds} s.`);
  const { 'R@10': recall, MRR: mrr } = meanOf(asked.map(({ ids, gold }) => metricsOf(ids.slice(0, LIMIT), gold)))!;
  const { p50, p95 } = spreadOf(asked.map(({ ms }) => ms));
  const tokens = countTokens && mean(asked.map(({ text }) => countTokens(text)));
  const cpuMs = (after.cpuMs - before.cpuMs) / asked.length;
  return { asked: asked.length, p50, p95, cpuMs, residentMb: after.residentMb, tokens, recall, mrr };
}

/** Use of a system, with the processor time of this process, in which the shared model runs. */
function useOf({ pid }: RunningPeer): TreeUse {
  const { residentMb, cpuMs } = (pid === undefined ? undefined : useOfTree(pid)) ?? UNKNOWN;
  const { user, system } = process.cpuUsage();
  return { residentMb, cpuMs: cpuMs + (user + system) / 1000 };
}

const UNKNOWN: TreeUse = { residentMb: Number.NaN, cpuMs: Number.NaN };

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Size of folders on disk together; undefined without `du`, or if one is missing. */
export function sizeMb(...folders: readonly string[]): number | undefined {
  try {
    const lines = execFileSync('du', ['-sm', ...folders], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return lines
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
  } catch {
    return undefined;
  }
}
