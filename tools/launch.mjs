// Finds the Node that all other tools need, so it runs on Node 20 and without dependencies itself.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const NODE_NEEDED = { major: 24, minor: 11, text: '24.11' };

/** Finds Node: the one among the dependencies, or this process's own if that is new enough. */
export function findNode() {
  const pinned = pinnedNodePath();
  if (pinned && existsSync(pinned)) return pinned;
  return isNewEnough(process.versions.node) ? process.execPath : undefined;
}

export function requireNode() {
  const node = findNode();
  if (node) return node;
  throw new Problem(
    `Cairn needs Node ${NODE_NEEDED.text} or newer. For ${platformName()} none comes with the packages: ` +
      `put one on the PATH (this is ${process.versions.node}) and run the command again.`,
    EXIT.unsupported,
  );
}

/** Path of the pinned Node, also before its installation; undefined on platforms without a package. */
export function pinnedNodePath() {
  const isSupported = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch) && libc() === 'glibc';
  return isSupported ? join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node') : undefined;
}

export const platformName = () =>
  process.platform === 'linux' ? `linux ${process.arch} (${libc()})` : `${process.platform} ${process.arch}`;

export function libc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > NODE_NEEDED.major || (major === NODE_NEEDED.major && minor >= NODE_NEEDED.minor);
}

/** Exit codes of the tools, for scripts. */
export const EXIT = { failed: 1, unsupported: 2, registry: 3, disk: 4, lockfile: 5 };

/** Failure that a person can fix. Printed as a sentence, without a stack trace. */
export class Problem extends Error {
  constructor(message, exitCode = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a tool, and turns a Problem into a sentence and an exit code. */
export async function main(story) {
  try {
    await story();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    process.stderr.write(`\n${problem.message}\n`);
    process.exitCode = problem.exitCode;
  }
}

/** Tells whether Node was started with this module. */
export const isMain = (url) => Boolean(process.argv[1]) && realpathSync(process.argv[1]) === fileURLToPath(url);

/**
 * Node flags for our programs: stack traces refer to sources, warnings about experimental features are hidden, and the
 * heap for young objects stays at 16 MB, of which the usual 128 MB would stay filled with what nobody uses any more.
 */
const NODE_FLAGS = ['--enable-source-maps', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];

/** Settings of glibc, as `serverMemorySettings` in libs/platform, which gives the reason. */
const MEMORY_SETTINGS = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_TRIM_THRESHOLD_: '524288' };

/**
 * Replaces this process: runs a program under the right Node in the caller's folder with the same terminal, and ends with its exit code.
 * Signals are forwarded, except Ctrl-C, which the terminal sends to both.
 */
export async function become(script, args) {
  const env = { ...MEMORY_SETTINGS, ...process.env };
  const child = spawn(requireNode(), [...NODE_FLAGS, script, ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGUSR2']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  const stopWatching = endWithNpm(child);
  const { code, signal } = await ended(child);
  stopWatching();
  if (signal) endBySignal(signal);
  else process.exitCode = code;
}

/** Stops the child when npm dies: npm passes signals to its shell only, so the only sign is a new parent. */
function endWithNpm(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill('SIGTERM');
  }, 200);
  return () => clearInterval(watch);
}

function endBySignal(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Runs a step under the right Node and throws if it fails. Its output goes to stderr: stdout belongs to the program. */
export async function step(script, args) {
  const child = spawn(requireNode(), [...NODE_FLAGS, script, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  const { code, signal } = await ended(child);
  if (code !== 0) throw new Problem(`${script} ended with ${signal ?? `exit code ${code}`}.`);
}

export const ended = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
