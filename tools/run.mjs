// node tools/run.mjs <bundle> [...args]        installs production packages, bundles if needed, and runs dist/<bundle>.mjs
// node tools/run.mjs <path> [...args]          installs everything, and runs that program under Node 24
// Only the program's own output goes to stdout.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFresh } from './freshness.mjs';
import { become, EXIT, isMain, main, Problem, root, step } from './launch.mjs';
import { setup } from './setup.mjs';

export async function runBundle(name, args) {
  await setup({ production: true });
  const dist = join(root, 'dist');
  if (!isFresh(dist)) await step(join(root, 'tools', 'build.mjs'), ['--quiet']);
  const bundle = join(dist, `${name}.mjs`);
  if (!existsSync(bundle))
    throw new Problem(`There is no ${name} to run: neither an app nor a bench has that name.`, EXIT.failed);
  await become(bundle, args);
}

export async function runTool(path, args) {
  await setup({ production: false });
  await become(join(root, path), args);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const [target, ...args] = process.argv.slice(2);
    if (!target) throw new Problem('Usage: node tools/run.mjs <bundle or path> [...args]');
    await (target.includes('/') ? runTool(target, args) : runBundle(target, args));
  });
}
