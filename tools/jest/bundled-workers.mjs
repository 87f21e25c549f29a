// Worker threads of unit tests run bundled, as they do when the product is started: some two hundred files by themselves take
// a thread longer to load than most tests take, and there are hundreds of threads.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { bundles } from '../../rolldown.config.mjs';
import { isFresh, sourcesHash, stampOf } from '../freshness.mjs';
import { root } from '../launch.mjs';

const folder = join(root, '.nx', 'workers');

/** Jest's global set-up: bundles every worker, unless they are as the sources are. */
export default async function bundleWorkers() {
  if (isFresh(folder)) return;
  const hash = sourcesHash();
  const { input, output, ...options } = bundles({ outDir: folder });
  const workers = Object.entries(input).filter(([name]) => name.endsWith('.worker'));
  const build = await rolldown({ ...options, input: Object.fromEntries(workers) });
  await build.write({ ...output, sourcemap: false, chunkFileNames: 'chunk-[name].mjs' });
  await build.close();
  writeFileSync(stampOf(folder), hash);
}

const urlOfWorker = /new URL\(\s*'\.{1,2}\/[^']+\.worker\.ts',\s*import\.meta\.url,?\s*\)/g;

/** The source of a module with the bundled worker wherever it names one. */
export const withBundledWorkers = (source) =>
  source.replace(urlOfWorker, (whole) => {
    const [, path] = whole.match(/'(.+)\.ts'/);
    return `new URL('${pathToFileURL(join(folder, `${basename(path)}.mjs`))}')`;
  });
