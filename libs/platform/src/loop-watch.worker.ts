import { writeSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

interface WatchedLoop {
  readonly memory: SharedArrayBuffer;
  readonly stuckMs: number;
  readonly isSilent: boolean;
}

const LOOP_CHECK_INTERVAL_MS = 500;
/** Interval in ms after which a check proves nothing about the loop: a thread that runs so late was suspended too. */
const LATE_CHECK_MS = 4 * LOOP_CHECK_INTERVAL_MS;
const SAMPLING_MS = 500;
/**
 * Timeout in ms for an answer of the stuck thread. The thread can answer between two statements, but not inside a
 * system call.
 */
const STACK_TIMEOUT_MS = 5_000;
const FRAMES_MAX = 30;
const [BEATS, IS_DEBUGGED] = [0, 1];

const { memory, stuckMs, isSilent } = workerData as WatchedLoop;
const shared = new Int32Array(memory);

let beats = -1;
let stillMs = 0;
let lookedAt = performance.now();
for (;;) {
  await delay(LOOP_CHECK_INTERVAL_MS);
  const now = performance.now();
  const passed = now - lookedAt;
  lookedAt = now;
  const current = Atomics.load(shared, BEATS!);
  const isStill = current === beats && Atomics.load(shared, IS_DEBUGGED!) === 0;
  beats = current;
  // Adds only time in which this thread ran, so that a suspended machine or a stopped process is not taken for a stuck
  // loop.
  if (!isStill) stillMs = 0;
  else if (passed < LATE_CHECK_MS) stillMs += passed;
  if (stillMs >= stuckMs) await endUnlessMoving();
}

async function endUnlessMoving(): Promise<void> {
  const stack = await Promise.race([
    stackOfMain().catch((): readonly string[] => []),
    delay(STACK_TIMEOUT_MS, [] as readonly string[]),
  ]);
  await delay(LOOP_CHECK_INTERVAL_MS);
  // Checks the loop again, since it may have continued during the inspection: a process that responds is never ended.
  if (Atomics.load(shared, BEATS!) === beats) {
    if (!isSilent) writeLine(stack);
    process.kill(process.pid, 'SIGKILL');
  }
  stillMs = 0;
}

/** Reads the call stack of the main thread, innermost frame first. */
async function stackOfMain(): Promise<readonly string[]> {
  const session = new Session();
  session.connectToMainThread();
  try {
    return (await pausedStack(session)) ?? (await sampledStack(session));
  } finally {
    session.disconnect();
  }
}

/**
 * Reads the call stack by pausing the thread. Undefined if the thread reaches no statement at which it can pause, such
 * as inside a regular expression.
 */
async function pausedStack(session: Session): Promise<readonly string[] | undefined> {
  const paused = new Promise<readonly string[]>((resolve) =>
    session.once('Debugger.paused', ({ params: { callFrames } }) =>
      resolve(callFrames.map(({ functionName, url, location }) => frameOf({ functionName, url, ...location }))),
    ),
  );
  await session.post('Debugger.enable');
  await session.post('Debugger.pause');
  return Promise.race([paused, delay(SAMPLING_MS, undefined)]);
}

/** Reads the call stack by sampling, which also works inside a regular expression. */
async function sampledStack(session: Session): Promise<readonly string[]> {
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await delay(SAMPLING_MS);
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

/** Writes to the file descriptor directly, since the streams of the process belong to the stuck thread. */
function writeLine(stack: readonly string[]): void {
  const msg = `The event loop was blocked for ${Math.round(stillMs / 1000)} s (CAIRN_STUCK_SECONDS): ending the process, so that it is started again.`;
  const line = { level: 'fatal', time: new Date().toISOString(), context: 'LoopWatch', stack, msg };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // Ignores a full or closed pipe, which must not keep a stuck process alive.
  }
}
