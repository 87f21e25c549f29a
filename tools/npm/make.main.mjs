// Makes and packs the packages of npm: the program, and the model's runtime for each system. Needs a build (npm run build).
//   node tools/npm/make.main.mjs [--here]    only for this system
// dist-packages/npm gets a folder and a .tgz for each. Nothing is published.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { hookBundle, programBundle, runtimeBundle } from '../../rolldown.config.mjs';
import { main, Problem, root } from '../launch.mjs';
import { faultsOf } from './contents.ts';
import { carried, programManifest, runtimeManifest } from './manifests.ts';
import { noticesOf } from './notices.ts';
import { nativeFilesOf, packageOf, runtimes, RUNTIME_PREFIX } from './runtimes.ts';

/** Size of an installation, which is the program and one runtime. */
const INSTALLED_BYTES_MAX = 120_000_000;

const out = join(root, 'dist-packages', 'npm');
const packages = join(root, 'node_modules');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const product = readJson(join(root, 'package.json'));

await main(async () => {
  const { values } = parseArgs({ options: { here: { type: 'boolean', default: false } } });
  rmSync(out, { recursive: true, force: true });
  await makeProgram(join(out, 'cairn'));
  const wanted = runtimes.filter(({ os, cpu }) => !values.here || (os === process.platform && cpu === process.arch));
  for (const runtime of wanted) await makeRuntime(join(out, basename(packageOf(runtime))), runtime);
  const program = pack('program', join(out, 'cairn'));
  for (const runtime of wanted) {
    const bytes = program + pack('runtime', join(out, basename(packageOf(runtime))));
    if (bytes > INSTALLED_BYTES_MAX)
      throw new Problem(`On ${runtime.os} ${runtime.cpu}, an installation would take ${megabytes(bytes)} MB.`);
  }
});

async function makeProgram(folder) {
  const dist = join(folder, 'dist');
  const [program, hook] = [programBundle(dist, RUNTIME_PREFIX), hookBundle({ outDir: dist })];
  const modules = [...(await written(program)), ...(await written(hook))];
  for (const made of ['console', 'docs'])
    if (existsSync(join(root, 'dist', made))) cpSync(join(root, 'dist', made), join(dist, made), { recursive: true });
  copy(join(root, 'dist', 'graph-app.html'), join(dist, 'graph-app.html'));
  copy(join(root, 'tools', 'npm', 'cairn.mjs'), join(folder, 'bin', 'cairn.mjs'));
  copy(join(root, 'tools', 'npm', 'README.md'), join(folder, 'README.md'));
  copy(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copy(join(root, 'libs', 'adapters', 'embedders', 'NOTICE'), join(folder, 'NOTICE'));
  for (const [name, files] of Object.entries(carried)) {
    for (const file of files) copy(join(packages, name, file), join(folder, 'node_modules', name, file));
    carryManifest(join(folder, 'node_modules', name, 'package.json'));
  }
  const versions = Object.fromEntries(
    Object.keys(carried).map((name) => [name, readJson(join(packages, name, 'package.json')).version]),
  );
  const console = Object.keys(readJson(join(root, 'apps', 'console', 'package.json')).dependencies);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), noticesOf({ root, modules, names: console }));
  writeJson(join(folder, 'package.json'), programManifest(product, versions));
}

/** Takes the packages that a carried package would install out of its manifest: its files are all that is used. */
function carryManifest(file) {
  const { dependencies: _, optionalDependencies: __, scripts: ___, bin: ____, ...kept } = readJson(file);
  writeJson(file, kept);
}

async function makeRuntime(folder, runtime) {
  await written(runtimeBundle(join(folder, 'dist')));
  for (const file of nativeFilesOf(runtime)) copy(join(packages, 'onnxruntime-node', file), join(folder, file));
  writeJson(join(folder, 'package.json'), runtimeManifest(runtime, product));
  copy(join(root, 'tools', 'npm', 'onnxruntime-license.txt'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'README.md'), `# ${packageOf(runtime)}\n\nONNX Runtime, as Cairn uses it.\n`);
}

async function written(config) {
  const build = await rolldown(config);
  try {
    const { output } = await build.write(config.output);
    return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  } finally {
    await build.close();
  }
}

/** Packs a folder, and returns the size of its files in bytes. */
function pack(kind, folder) {
  const [{ files, filename, size, unpackedSize }] = JSON.parse(
    npm(folder, 'pack', '--json', '--pack-destination', out),
  );
  const packed = files.map(({ path }) => ({ path, text: () => readFileSync(join(folder, path), 'utf8') }));
  const faults = faultsOf(kind, packed, { builtIn: root });
  if (faults.length > 0) throw new Problem(`${filename} is refused:\n  ${faults.join('\n  ')}`);
  process.stdout.write(`${megabytes(unpackedSize)} MB, packed ${megabytes(size)} MB  ${filename}\n`);
  return unpackedSize;
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

function npm(cwd, ...args) {
  const options = { cwd, encoding: 'utf8', maxBuffer: 1e8 };
  return execFileSync('npm', [...args, '--ignore-scripts', '--loglevel=error', '--no-update-notifier'], options);
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
