/**
 * Compiles kernel.as.ts to WebAssembly and writes it as kernel.generated.ts, which is what runs. With --check it writes
 * nothing and fails when the committed file is not what the source compiles to.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

async function compile() {
  let binary;
  const options = ['--enable', 'relaxed-simd', '--importMemory', '--noAssert', '--runtime', 'stub', '-O3'];
  const { error, stderr } = await asc.main(['kernel.ts', '--outFile', 'kernel.wasm', ...options], {
    readFile: (name) => (name === 'kernel.ts' ? readFileSync(here('kernel.as.ts'), 'utf8') : null),
    writeFile: (_name, contents) => void (binary = contents),
    listFiles: () => [],
  });
  if (error) throw new Error(`The kernel does not compile: ${error.message}\n${stderr.toString()}`);
  return Buffer.from(binary).toString('base64');
}

const target = here('kernel.generated.ts');
const text = `/** Made by build-kernel.mjs from kernel.as.ts. */
export const KERNEL =
  '${await compile()}';
`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('kernel.generated.ts is not what kernel.as.ts compiles to: run build-kernel.mjs');
  process.exitCode = 1;
}
