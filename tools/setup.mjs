// Installs the packages of the lockfile, if they are missing. Runs on Node 20 and without dependencies.
//   node tools/setup.mjs [--production]
// Exit codes: 0 ready, 1 failed, 2 machine not supported, 3 registry not reachable, 4 disk full, 5 lockfile broken.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ended,
  EXIT,
  findNode,
  isMain,
  libc,
  main,
  pinnedNodePath,
  platformName,
  Problem,
  requireNode,
  root,
} from './launch.mjs';

/** Maximum disk space of an install: packages and their download cache together. */
const BYTES_NEEDED = { production: 1e9, full: 1.5e9 };
const LOCK_WAIT_MS = 15 * 60_000;

/**
 * Installs the packages of package-lock.json: all, or those for running (`production`). Returns within a few ms if they are
 * present. Concurrent calls wait for each other.
 */
export async function setup({ production }) {
  requireNode20();
  const wanted = lockedPackages({ production });
  if (missing(wanted).length > 0) {
    await whileLocked(async () => {
      linkWorkspaces(missing(wanted));
      const absent = missing(wanted);
      if (absent.length === 0) return;
      await install({ production: production && !hasTestPackages(), absent });
      requireNothingMissing(wanted);
      if (production && !hasTestPackages()) prune();
    });
  }
  requireNode();
}

function requireNode20() {
  if (Number(process.versions.node.split('.')[0]) >= 20) return;
  throw new Problem(`Cairn's installer needs Node 20 or newer; this is ${process.versions.node}.`, EXIT.unsupported);
}

/** Path and version of every package that this machine needs. */
function lockedPackages({ production }) {
  const { packages } = readJson(join(root, 'package-lock.json'));
  return Object.entries(packages)
    .filter(([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'))
    .filter(([, entry]) => !production || !(entry.dev || entry.devOptional))
    .filter(([, entry]) => !entry.link || existsSync(join(root, entry.resolved)))
    .filter(([, entry]) => !entry.optional || isForThisMachine(entry))
    .map(([path, { version, link, resolved }]) => ({ path, version, workspace: link ? resolved : undefined }));
}

/** Links the workspaces that a newer version of this repository has added: an install for them alone would take minutes. */
function linkWorkspaces(absent) {
  if (absent.some(({ workspace }) => workspace === undefined)) return;
  for (const { path, workspace } of absent) {
    const at = join(root, path);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(relative(dirname(at), join(root, workspace)), at, 'junction');
  }
}

/** Tells whether an optional package is for this machine; npm omits such a package silently when its download fails. */
function isForThisMachine({ os, cpu, libc: libcs }) {
  if (!os || !cpu) return false;
  return os.includes(process.platform) && cpu.includes(process.arch) && (!libcs || libcs.includes(libc()));
}

/** Missing packages; npm writes its record last, so an interrupted install has none. */
function missing(wanted) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return wanted;
  const installed = readJson(record).packages;
  return wanted.filter(({ path, version, workspace }) => {
    if (!lstatSync(join(root, path), { throwIfNoEntry: false })) return true;
    return workspace === undefined && installed[path]?.version !== version;
  });
}

function requireNothingMissing(wanted) {
  const [first] = missing(wanted);
  if (first)
    throw new Problem(
      `npm reported no error, but ${first.path} is still not there. Is the disk or the registry incomplete?`,
    );
}

/** Tells whether test packages are installed, to keep them installed. */
function hasTestPackages() {
  const record = join(root, 'node_modules', '.package-lock.json');
  return existsSync(record) && Object.values(readJson(record).packages).some(({ dev }) => dev);
}

async function install({ production, absent }) {
  if (!findNode() && !pinnedNodePath()) requireNode();
  const npm = requireNpm();
  requireSpace(production ? BYTES_NEEDED.production : BYTES_NEEDED.full);
  const what = production ? 'what running needs' : 'everything, tests and tools included';
  say(`Installing ${what}: ${absent.length} of its packages are not here yet. A minute or two, once.`);
  const stopCounting = showProgress(absent);
  const { code, output } = await runNpmCi(npm, { production }).finally(stopCounting);
  if (code !== 0) throw explain(output);
}

/** Finds the npm that started this process, or the one on the PATH; it must not run on the Node in node_modules, which it replaces. */
function requireNpm() {
  const { npm_execpath: npmCli, npm_node_execpath: npmNode } = process.env;
  const isNpm = npmCli && /npm-cli\.[cm]?js$/.test(npmCli) && existsSync(npmCli);
  const isOutside = npmNode && existsSync(npmNode) && !npmNode.startsWith(join(root, 'node_modules'));
  const npm = isNpm && isOutside ? { command: npmNode, args: [npmCli] } : { command: 'npm', args: [] };
  const asked = spawnSync(npm.command, [...npm.args, '--version'], { env: npmEnv(), encoding: 'utf8' });
  if (asked.error || asked.status !== 0) {
    throw new Problem(
      'npm is not on the PATH. Cairn installs its packages with npm 10 or newer; it comes with Node.',
      EXIT.unsupported,
    );
  }
  const version = asked.stdout.trim();
  if (Number(version.split('.')[0]) < 10) {
    throw new Problem(`npm ${version} is too old: Cairn installs its packages with npm 10 or newer.`, EXIT.unsupported);
  }
  return npm;
}

function npmEnv() {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, 'node_modules')));
  return { ...process.env, PATH: path.join(delimiter), NODE_OPTIONS: '' };
}

function requireSpace(bytesNeeded) {
  const { bavail, bsize } = statfsSync(root);
  const bytesFree = bavail * bsize;
  if (bytesFree >= bytesNeeded) return;
  throw new Problem(
    `The install needs ${gigabytes(bytesNeeded)} and ${root} has ${gigabytes(bytesFree)} free.`,
    EXIT.disk,
  );
}

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;

async function runNpmCi(npm, { production }) {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', ...(production ? ['--omit=dev'] : ['--include=dev'])];
  const child = spawn(npm.command, [...npm.args, 'ci', ...flags], {
    cwd: root,
    env: npmEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const { code } = await ended(child);
  return { code, output };
}

const PROGRESS_MS = { terminal: 1_000, log: 10_000 };

/** Shows how many of the packages are there: in one line of a terminal, or in a few lines of a log. Returns how to end it. */
function showProgress(absent) {
  const { isTTY } = process.stderr;
  const startedAt = Date.now();
  const timer = setInterval(
    () => {
      const present = absent.filter(({ path }) => existsSync(join(root, path, 'package.json'))).length;
      const line = `  ${Math.round((Date.now() - startedAt) / 1000)} s: ${present} of ${absent.length} packages`;
      process.stderr.write(isTTY ? `\r${line}` : `${line}\n`);
    },
    isTTY ? PROGRESS_MS.terminal : PROGRESS_MS.log,
  );
  return () => {
    clearInterval(timer);
    if (isTTY) process.stderr.write('\r\x1b[K');
  };
}

/**
 * Deletes of an install for running, some 600 MB, what packages bring for other systems, for browsers and for developers:
 * native code, headers, type declarations and source maps. A full install keeps it.
 */
function prune() {
  const packages = join(root, 'node_modules');
  for (const file of readdirSync(packages, { recursive: true }))
    if (isForDevelopers(file)) remove(join(packages, file));
  remove(join(packages, `node-${process.platform}-${process.arch}`, 'include'));
  const native = join(root, 'node_modules', 'onnxruntime-node', 'bin');
  for (const folder of foldersIn(native).flatMap((api) => foldersIn(join(native, api)).map((os) => join(api, os)))) {
    for (const cpu of foldersIn(join(native, folder)))
      if (!folder.endsWith(process.platform) || cpu !== process.arch) remove(join(native, folder, cpu));
  }
  const web = join(root, 'node_modules', 'onnxruntime-web', 'dist');
  for (const file of filesIn(web)) if (!keptOfWeb.has(file)) remove(join(web, file));
}

const isForDevelopers = (file) => /\.(?:map|d\.[cm]?ts)$/.test(file) && !file.startsWith('@cairn');

const keptOfWeb = new Set(['ort.node.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm']);

const entriesIn = (folder) => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []);
const foldersIn = (folder) => entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const filesIn = (folder) => entriesIn(folder).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
const remove = (path) => rmSync(path, { recursive: true, force: true });

const causes = [
  {
    seen: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR/,
    exitCode: EXIT.registry,
    say: 'The package registry cannot be reached. Check the network, or the proxy and registry in your npm configuration (`npm config list`).',
  },
  { seen: /ENOSPC/, exitCode: EXIT.disk, say: 'The disk is full.' },
  {
    seen: /EACCES|EPERM|EROFS/,
    exitCode: EXIT.failed,
    say: 'npm may not write here. Check who owns this folder and the npm cache.',
  },
  {
    seen: /EINTEGRITY/,
    exitCode: EXIT.lockfile,
    say: 'A downloaded package is not the one that package-lock.json names.',
  },
  {
    seen: /Missing:|can only install packages when/,
    exitCode: EXIT.lockfile,
    say: 'package-lock.json does not fit package.json.',
  },
  {
    seen: /ETARGET|E404/,
    exitCode: EXIT.registry,
    say: 'The registry does not have a version that package-lock.json names.',
  },
];

function explain(output) {
  const cause = causes.find(({ seen }) => seen.test(output)) ?? { exitCode: EXIT.failed, say: 'The install failed.' };
  const lines = output.split('\n').filter((line) => /npm (error|ERR!)/.test(line));
  return new Problem(`${cause.say} npm says:\n${lines.slice(0, 15).join('\n')}`, cause.exitCode);
}

/** Runs one installer at a time per clone and user. The lock is outside of node_modules, which npm empties. */
async function whileLocked(work) {
  const lock = join(
    tmpdir(),
    `cairn-setup-${createHash('sha256').update(`${root}\n${process.getuid?.()}`).digest('hex').slice(0, 16)}`,
  );
  await takeLock(lock, Date.now() + LOCK_WAIT_MS);
  try {
    await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

async function takeLock(lock, giveUpAt) {
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true });
    else if (Date.now() > giveUpAt)
      throw new Problem(`Another install holds ${lock} for too long. Remove that folder if none runs.`);
    else await sleep(300);
  }
}

function isAbandoned(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const say = (text) => process.stderr.write(`${text}\n`);

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup({ production: process.argv.includes('--production') });
    say(`Ready: Node ${findNode()} on ${platformName()}.`);
  });
}
