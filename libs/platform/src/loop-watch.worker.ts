import { writeSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

interface Watched {
  readonly memory: SharedArrayBuffer;
  readonly stuckMs: number;
  readonly isSilent: boolean;
}

const LOOK_MS = 500;
/** A look that comes later than this says nothing of the loop: this thread stood still too. */
const LATE_MS = 4 * LOOK_MS;
const SAMPLED_MS = 500;
/** The stuck thread answers between two instructions of its own; what waits in the system does not. */
const ANSWER_MS = 5_000;
const FRAMES_MAX = 30;
const [BEATS, IS_DEBUGGED] = [0, 1];

const { memory, stuckMs, isSilent } = workerData as Watched;
const shared = new Int32Array(memory);

let beats = -1;
let stillMs = 0;
let lookedAt = performance.now();
for (;;) {
  await delay(LOOK_MS);
  const now = performance.now();
  const passed = now - lookedAt;
  lookedAt = now;
  const current = Atomics.load(shared, BEATS!);
  const isStill = current === beats && Atomics.load(shared, IS_DEBUGGED!) === 0;
  beats = current;
  // Only time in which this thread ran counts, so that a machine that slept or a stopped process is not taken for a stuck loop.
  if (!isStill) stillMs = 0;
  else if (passed < LATE_MS) stillMs += passed;
  if (stillMs >= stuckMs) await endUnlessMoving();
}

async function endUnlessMoving(): Promise<void> {
  const stack = await Promise.race([
    stackOfMain().catch((): readonly string[] => []),
    delay(ANSWER_MS, [] as readonly string[]),
  ]);
  await delay(LOOK_MS);
  // It may have moved on while it was looked at; a process that answers is never ended.
  if (Atomics.load(shared, BEATS!) === beats) {
    if (!isSilent) writeLine(stack);
    process.kill(process.pid, 'SIGKILL');
  }
  stillMs = 0;
}

/** The calls that the main thread is in, innermost first. */
async function stackOfMain(): Promise<readonly string[]> {
  const session = new Session();
  session.connectToMainThread();
  try {
    return (await pausedStack(session)) ?? (await sampledStack(session));
  } finally {
    session.disconnect();
  }
}

/** Undefined where the thread comes to no statement, as within a regular expression. */
async function pausedStack(session: Session): Promise<readonly string[] | undefined> {
  const paused = new Promise<readonly string[]>((resolve) =>
    session.once('Debugger.paused', ({ params: { callFrames } }) =>
      resolve(callFrames.map(({ functionName, url, location }) => frameOf({ functionName, url, ...location }))),
    ),
  );
  await session.post('Debugger.enable');
  await session.post('Debugger.pause');
  return Promise.race([paused, delay(SAMPLED_MS, undefined)]);
}

/** Where it spends its time: a sample is also taken within one regular expression. */
async function sampledStack(session: Session): Promise<readonly string[]> {
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await delay(SAMPLED_MS);
  const { profile } = await session.post('Profiler.stop');
  return framesOf(profile);
}

interface Place {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber?: number | undefined;
}

function frameOf({ functionName, url, lineNumber, columnNumber = 0 }: Place): string {
  return `at ${functionName || '(anonymous)'} (${url}:${lineNumber + 1}:${columnNumber + 1})`;
}

function framesOf({ nodes }: Profiler.Profile): string[] {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const hits = (node: Profiler.ProfileNode) => (node.callFrame.functionName.startsWith('(') ? 0 : (node.hitCount ?? 0));
  const hottest = nodes.reduce<Profiler.ProfileNode | undefined>(
    (best, node) => (hits(node) > (best ? hits(best) : 0) ? node : best),
    undefined,
  );
  const frames: string[] = [];
  for (let node = hottest; node && frames.length < FRAMES_MAX; node = byId.get(parents.get(node.id) ?? -1)) {
    if (node.callFrame.functionName !== '(root)') frames.push(frameOf(node.callFrame));
  }
  return frames;
}

/** Past the streams of the process, which belong to the thread that is stuck. */
function writeLine(stack: readonly string[]): void {
  const msg = `The loop stood still for ${Math.round(stillMs / 1000)} s (CAIRN_STUCK_SECONDS): ending the process, so that it is started again.`;
  const line = { level: 'fatal', time: new Date().toISOString(), context: 'LoopWatch', stack, msg };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // A full or closed pipe must not keep a stuck process alive.
  }
}
