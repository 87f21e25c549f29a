// Computes whether bundles are up to date. Runs on Node 20 and without dependencies.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './launch.mjs';

/** Sources of the bundles. */
const sourceFolders = ['apps', 'libs', 'bench', 'docs', 'tools/cluster', 'tools/servers', 'tools/manual'];
const sourceFiles = [
  'rolldown.config.mjs',
  'apps/console/vite.config.mjs',
  'apps/console/vite.graph-app.config.mjs',
  'tsconfig.base.json',
  'package-lock.json',
  'tools/build.mjs',
  'tools/mutations.ts',
  'tools/common/program.ts',
  'tools/failpoints.ts',
  ...['CHANGELOG.md', 'SECURITY.md', 'ARCHITECTURE.md'],
];
const left = new Set(['node_modules', 'dist', 'results', '.cache', 'data']);
const isSource = (name) =>
  /\.(tsx?|json|wasm|html|css|svg|txt|jsonl|md|png)$/.test(name) && !/\.(test|contract)\.ts$/.test(name);

export const stampOf = (outDir) => join(outDir, '.sources');

/** Tells whether the bundles in a folder were built from the current sources, by content and not by time. */
export function isFresh(outDir) {
  const stamp = stampOf(outDir);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash();
}

export function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of [
    ...sourceFolders.flatMap((folder) => filesIn(join(root, folder))),
    ...sourceFiles.map((file) => join(root, file)),
  ]) {
    if (!existsSync(path)) continue;
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return left.has(entry.name) ? [] : filesIn(path);
    return isSource(entry.name) ? [path] : [];
  });
}
