// Bundles the worker threads for unit tests, as in the product: loading some two hundred single files takes a thread longer than
// most tests take, and there are hundreds of threads. The packages that most tests load are bundled for the same reason.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { bundles, packageBundles } from '../../rolldown.config.mjs';
import { isFresh, sourcesHash, stampOf } from '../freshness.mjs';
import { root } from '../launch.mjs';

const folder = join(root, '.nx', 'workers');
const packages = join(root, '.nx', 'packages');

/** Global set-up of Jest: bundles the workers and packages unless they are up to date. */
export default async function bundleForTests() {
  await Promise.all([bundleWorkers(), bundlePackages()]);
}

async function bundleWorkers() {
  if (isFresh(folder)) return;
  const hash = sourcesHash();
  const { input, output, ...options } = bundles({ outDir: folder });
  const workers = Object.entries(input).filter(([name]) => name.endsWith('.worker'));
  await bundle({
    ...options,
    input: Object.fromEntries(workers),
    output: { ...output, sourcemap: false, chunkFileNames: 'chunk-[name].mjs' },
  });
  writeFileSync(stampOf(folder), hash);
}

async function bundlePackages() {
  const hash = createHash('sha256');
  for (const name of ['package-lock.json', 'rolldown.config.mjs']) hash.update(readFileSync(join(root, name)));
  const [stamp, made] = [stampOf(packages), hash.digest('hex')];
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return;
  await bundle(packageBundles(packages));
  writeFileSync(stamp, made);
}

async function bundle({ output, ...options }) {
  const build = await rolldown(options);
  await build.write(output);
  await build.close();
}

const urlOfWorker = /new URL\(\s*'\.{1,2}\/[^']+\.worker\.ts',\s*import\.meta\.url,?\s*\)/g;

/** Source of a module with worker paths replaced by the bundles. */
export const withBundledWorkers = (source) =>
  source.replace(urlOfWorker, (whole) => {
    const [, path] = whole.match(/'(.+)\.ts'/);
    return `new URL('${pathToFileURL(join(folder, `${basename(path)}.mjs`))}')`;
  });
