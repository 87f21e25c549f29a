// Compiles every AssemblyScript kernel (`x.as.ts`) to `x.generated.ts`, which is what runs. `--check` compares instead of writing.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const check = process.argv.includes('--check');
const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
const options = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--enable',
  'relaxed-simd',
  '--importMemory',
];
// Options of a source that says `shared memory`: 65,536 pages are the largest memory.
const sharedMemory = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];
const folder = mkdtempSync(join(tmpdir(), 'cairn-kernels-'));

const compile = (source) => {
  const file = join(folder, `${basename(source, '.as.ts')}.wasm`);
  const shared = /shared memory/.test(readFileSync(source, 'utf8')) ? sharedMemory : [];
  execFileSync(process.execPath, [compiler, source, ...options, ...shared, '--outFile', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readFileSync(file).toString('base64');
};

const generated = (source) =>
  `// Made by tools/kernels.mjs from ${basename(source)}; do not edit.\nexport const wasmBase64 =\n  '${compile(source)}';\n`;

let stale = 0;
for (const source of globSync('libs/**/*.as.ts', { exclude: (path) => path.includes('node_modules') })) {
  const target = source.replace(/\.as\.ts$/, '.generated.ts');
  const text = generated(source);
  if (!check) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${target} is stale: run npm run kernels`);
    stale++;
  }
}
rmSync(folder, { recursive: true });
process.exitCode = stale > 0 ? 1 : 0;
