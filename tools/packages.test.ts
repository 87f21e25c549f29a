import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCodePlugin, hookEvents } from '@cairn/connect';

const root = join(__dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;

it('keeps the plugin as `cairn connect claude-code` would have it: npm run packages makes it anew', () => {
  const files = claudeCodePlugin(read('package.json') as never);

  for (const [file, content] of Object.entries(files)) expect([file, read(file)]).toEqual([file, content]);
  const { hooks } = read('plugins/claude-code/hooks/hooks.json') as { hooks: object };
  expect(Object.keys(hooks)).toEqual(hookEvents.map(({ name }) => name));
});
