import { dirname } from 'node:path';
import { ownCommand } from './own-command.ts';

test('tells npm the way where it was called from another directory', () => {
  const from = (startedIn: string) =>
    ownCommand({ env: { npm_lifecycle_event: 'cairn', INIT_CWD: startedIn } }, { dataDir: '/data' }, 'demo');

  expect(from(process.cwd())).toBe('npm run -s cairn -- --data-dir /data demo');
  expect(from(dirname(process.cwd()))).toBe(`npm --prefix ${process.cwd()} run -s cairn -- --data-dir /data demo`);
});
