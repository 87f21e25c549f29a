// Builds the packages that clients install, from the same source as `cairn connect`. Needs a build (npm run build).
//   node tools/packages.mjs [--pack] [--namespace org.example]
// The plugins for Claude Code, OpenClaw and clients of Agent Plugins are in plugins/; dist-packages/ gets the MCP bundle's folder and the registry's server.json.
// --pack creates cairn.mcpb from the folder with the format's own packer, which npx fetches.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { rolldown } from 'rolldown';
import { agentPlugin, mcpbManifest, openclawPlugin, registryEntry } from '../libs/connect/src/index.ts';
import { bridgeBundle } from '../rolldown.config.mjs';
import { root } from './launch.mjs';

const MCPB = '@anthropic-ai/mcpb@2.1.2';

const { values } = parseArgs({
  options: { pack: { type: 'boolean', default: false }, namespace: { type: 'string', default: 'org.example' } },
});
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const out = join(root, 'dist-packages');

execFileSync(process.execPath, [join(root, 'tools/npm/plugin-hook.mjs')], { stdio: 'inherit' });
for (const [file, content] of Object.entries({ ...agentPlugin(product), ...openclawPlugin(product) }))
  await write(join(root, file), content);
await makeBundle(join(out, 'mcpb'));
await write(join(out, 'server.json'), registryEntry(product, values.namespace));
if (values.pack)
  execFileSync('npx', ['--yes', MCPB, 'pack', join(out, 'mcpb'), join(out, 'cairn.mcpb')], { stdio: 'inherit' });
process.stdout.write('plugins/claude-code and dist-packages/ are made\n');

/** Writes a file in the form that the repository's formatter gives it, so that a file in the tree stays as it is. */
async function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    await format(JSON.stringify(content, null, 2), { ...(await resolveConfig(file)), filepath: file }),
  );
}

async function makeBundle(folder) {
  rmSync(folder, { recursive: true, force: true });
  const config = bridgeBundle(folder);
  const build = await rolldown(config);
  await build.write(config.output);
  await build.close();
  // Page with the graph's picture, which the bundled server reads from its own folder.
  copyFileSync(join(root, 'dist', 'graph-app.html'), join(folder, 'graph-app.html'));
  await write(join(folder, 'manifest.json'), mcpbManifest(product));
}
