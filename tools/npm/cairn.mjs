#!/usr/bin/env node
// Program `cairn` of the npm package: finds a Node that is new enough, and becomes the command line. Runs on old Nodes too.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
const { engines, name } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');

if (isNewEnough(process.versions.node)) await run();
else runUnder(findNode());

async function run() {
  // The store is SQLite of Node itself, about which Node 24 warns.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
  module.enableCompileCache();
  await import('../dist/cli.mjs');
}

/** Runs this program once more under another Node. A signal reaches both; the exit code is the child's. */
function runUnder(node) {
  if (node === undefined) {
    process.stderr.write(
      `Cairn needs Node ${needed} or newer; this is ${process.versions.node}, and the PATH has no newer one. ` +
        `Install it (https://nodejs.org)${bringing()}.\n`,
    );
    process.exit(2);
  }
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('exit', (code, signal) => process.exit(signal ? 1 : code));
}

/** Command that brings a Node along, on systems for which npm has one. */
function bringing() {
  const brings = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  return brings ? `, or run: npx -p node-linux-${process.arch}@${needed.split('.')[0]} -p ${name} cairn` : '';
}

function findNode() {
  return nodes().find((node) => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    return isNewEnough((stdout || '').trim().replace('v', ''));
  });
}

/** Nodes that may be new enough: a package of npm beside this one, and those of the PATH. */
function nodes() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const onPath = (process.env.PATH || '').split(delimiter).filter(Boolean);
  return [...packaged(), ...onPath.map((folder) => join(folder, program))];
}

function packaged() {
  try {
    const manifest = createRequire(self).resolve(`node-${process.platform}-${process.arch}/package.json`);
    return [join(dirname(manifest), 'bin', 'node')];
  } catch {
    return [];
  }
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [majorNeeded, minorNeeded] = needed.split('.').map(Number);
  return major > majorNeeded || (major === majorNeeded && minor >= minorNeeded);
}
