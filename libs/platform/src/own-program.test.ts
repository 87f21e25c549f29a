import { dirname, join } from 'node:path';
import { ownProgram } from './own-program.ts';

const by = (script: string, env: Record<string, string> = {}) => ({ env, startedBy: { program: 'node', script } });
const here = process.cwd();
const script = join(here, 'dist/cli.mjs');

it.each([
  ['the package on the PATH', by('/usr/bin/cairn', { PATH: '/bin:/usr/bin' }), 'cairn'],
  ['a package of a folder', by(join(here, 'node_modules/.bin/cairn'), { PATH: '/bin' }), 'node_modules/.bin/cairn'],
  ['the package on Windows', by('/npm/node_modules/@cairn-memory/cairn/bin/cairn.mjs', { PATH: '/npm' }), 'cairn'],
  ['npx', by('/cache/_npx/1/.bin/cairn', { npm_lifecycle_event: 'npx' }), 'npx @cairn-memory/cairn'],
  [
    'a package that a script of a project starts',
    by('/p/cairn', { npm_lifecycle_event: 'start', PATH: '/p' }),
    'cairn',
  ],
  ['a clone', by(script, { npm_lifecycle_event: 'cairn', INIT_CWD: here }), 'npm run -s cairn --'],
  ['npm start of a clone', by(script, { npm_lifecycle_event: 'start' }), 'npm run -s cairn --'],
  [
    'a clone from another folder',
    by(script, { npm_lifecycle_event: 'cairn', INIT_CWD: dirname(here) }),
    `npm --prefix ${here} run -s cairn --`,
  ],
  ['a script', by(script), 'node dist/cli.mjs'],
  ['a script elsewhere', by('/opt/my cairn/cli.mjs'), "node '/opt/my cairn/cli.mjs'"],
])('calls the command line as a person who started %s can', (_, started, typed) => {
  expect(ownProgram(started)).toBe(typed);
});
