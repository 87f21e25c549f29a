// Makes the Claude Code plugin: its JSON files, and the hook program, which is committed, since the plugin installs from the
// repository without a build.
//   node tools/npm/plugin-hook.mjs
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { claudeCodePlugin, PLUGIN_HOOK } from '../../libs/connect/src/index.ts';
import { hookBundle } from '../../rolldown.config.mjs';
import { root } from '../launch.mjs';

/** Writes the files of the plugin into `folder`, which stands for the repository. */
export async function makePlugin(folder = root) {
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [file, content] of Object.entries(claudeCodePlugin(product))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
  }
  const outDir = join(folder, 'plugins', 'claude-code', dirname(PLUGIN_HOOK));
  // Chunks are named after their content, so former ones would stay.
  rmSync(outDir, { recursive: true, force: true });
  const config = hookBundle({ outDir });
  const build = await rolldown(config);
  await build.write(config.output);
  await build.close();
}

if (import.meta.main) await makePlugin();
