// Bundles everything into dist/ (see rolldown.config.mjs). Needs Node 24.
//   node tools/build.mjs [--quiet] [--unless-fresh] [--mutate <name>]
//     --unless-fresh   does nothing if the folder was built from the current sources
//     --mutate         with a deliberate bug of mutations.ts, into dist-<name>/
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { build as bundleConsole } from 'vite';
import { bundles, hookBundle } from '../rolldown.config.mjs';
import { isFresh, sourcesHash, stampOf } from './freshness.mjs';
import { main, Problem, root } from './launch.mjs';
import { writeDocs } from './manual/render.ts';
import { mutationPlugin, mutations } from './mutations.ts';

await main(async () => {
  const { values } = parseArgs({
    options: { quiet: { type: 'boolean' }, mutate: { type: 'string' }, 'unless-fresh': { type: 'boolean' } },
  });
  const startedAt = performance.now();
  const outDir = join(root, values.mutate ? `dist-${values.mutate}` : 'dist');
  if (values['unless-fresh'] && isFresh(outDir)) return;
  const names = await build(outDir, values.mutate);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (!values.quiet) process.stdout.write(`${names.join(' ') || 'nothing to bundle'} (${seconds} s)\n`);
});

/** Builds in a separate folder and moves the files into place one by one, so that a failed or concurrent build leaves no half bundle. */
async function build(outDir, mutationName) {
  const hash = sourcesHash();
  mkdirSync(outDir, { recursive: true });
  const aside = mkdtempSync(join(outDir, '.building-'));
  try {
    const [entries] = await Promise.all([
      bundle({ outDir: aside, plugins: mutationName ? [mutationPlugin(requireMutation(mutationName))] : [] }),
      // A mutation only concerns the server.
      ...(mutationName
        ? []
        : [
            bundleForBrowsers(join(aside, 'console')),
            bundleForChats(join(aside, 'graph-app.html')),
            writeDocs(join(aside, 'docs')),
          ]),
    ]);
    moveInto(outDir, aside);
    writeFileSync(stampOf(outDir), hash);
    return entries;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

async function bundle(options) {
  const config = bundles(options);
  if (Object.keys(config.input).length === 0) return [];
  return [...(await written(config)), ...(await written(hookBundle(options)))];
}

async function written(config) {
  const build = await rolldown(config);
  try {
    const { output } = await build.write({ ...config.output, sourcemapPathTransform: oneFolderUp });
    return output.filter((file) => file.isEntry).map((file) => file.fileName);
  } catch (error) {
    throw new Problem(`The bundles cannot be made. ${error.message}`);
  } finally {
    await build.close();
  }
}

async function bundleForBrowsers(outDir) {
  const configFile = join(root, 'apps', 'console', 'vite.config.mjs');
  if (!existsSync(configFile)) return;
  try {
    await bundleConsole({ configFile, configLoader: 'native', logLevel: 'error', build: { outDir } });
  } catch (error) {
    throw new Problem(`The console cannot be made. ${error.message}`);
  }
}

/** Builds the graph as one page, which the gateway sends to chat clients. */
async function bundleForChats(file) {
  const configFile = join(root, 'apps', 'console', 'vite.graph-app.config.mjs');
  if (!existsSync(configFile)) return;
  try {
    const { output } = await bundleConsole({
      configFile,
      configLoader: 'native',
      logLevel: 'error',
      build: { write: false },
    });
    writeFileSync(file, output.find(({ fileName }) => fileName === 'graph-app.html').source);
  } catch (error) {
    throw new Problem(`The graph for chat clients cannot be made. ${error.message}`);
  }
}

/** Corrects paths in source maps, which are built one level below their final place. */
function oneFolderUp(source) {
  return source.replace(/^\.\.\//, '');
}

function moveInto(outDir, aside) {
  const files = new Set(readdirSync(aside));
  for (const file of files) {
    // A folder can only replace another after that is deleted.
    if (statSync(join(aside, file)).isDirectory()) rmSync(join(outDir, file), { recursive: true, force: true });
    renameSync(join(aside, file), join(outDir, file));
  }
  for (const file of readdirSync(outDir)) {
    if (!files.has(file) && !file.startsWith('.')) rmSync(join(outDir, file), { recursive: true, force: true });
  }
}

function requireMutation(name) {
  const mutation = mutations[name];
  if (!mutation)
    throw new Problem(`There is no mutation ${name}; there are: ${Object.keys(mutations).join(', ') || 'none'}.`);
  return mutation;
}
