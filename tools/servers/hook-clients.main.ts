// Installs five clients of agents and runs their hooks for real, against a stub of a model. CI runs the first two of them.
//   npm run test:hook-clients
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../common/program.ts';
import { cacheFolder } from './machine.ts';

const PACKAGES = [
  ...['@anthropic-ai/claude-code@2.1.332', '@openai/codex@0.171.0', '@github/copilot@1.0.102'],
  ...['@google/gemini-cli@0.61.0', 'opencode-ai@1.18.33'],
];
const folder = join(cacheFolder(), 'all-hook-clients-1');

if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
  mkdirSync(folder, { recursive: true });
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', '--prefix', folder, ...options, ...PACKAGES], { stdio: 'inherit' });
}
execFileSync('npx', ['jest', '-c', 'e2e/jest.config.mjs', 'src/hook-clients'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    CAIRN_TEST_HOOK_CLIENTS: join(folder, 'node_modules'),
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  },
});
