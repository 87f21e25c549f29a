import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@cairn/testing/free-port';
import { until } from './until.ts';

// Machine without a clone and without a network: the packed package in an empty folder, with an empty home.
const folder = mkdtempSync(join(tmpdir(), 'cairn-package-'));
const [home, project] = [join(folder, 'home'), join(folder, 'project')];
const program = join(project, 'node_modules', '.bin', 'cairn');
let server: ChildProcess | undefined;

beforeAll(async () => {
  await run(process.execPath, ['tools/npm/make.main.mjs', '--here'], resolve('.'));
  for (const made of [home, project]) mkdirSync(made);
  const tarballs = globSync('dist-packages/npm/*.tgz').map((file) => resolve(file));
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
  await run('npm', ['install', ...flags, ...tarballs], project);
}, 240_000);

afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the installed package starts, remembers, recalls by meaning and connects an agent, in one folder for all', async () => {
  let said = '';
  server = spawn(program, ['start', '--port', String(await freePort())], { cwd: project, env: environment() });
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (data: Buffer) => (said += data.toString()));
  // A program that ends at once must not be waited for.
  await until(async () => said.includes('Cairn is ready') || server!.exitCode !== null);
  expect(said).toContain('Cairn is ready');
  expect(said).toContain('    node_modules/.bin/cairn connect claude-code --hooks');
  expect(said).not.toMatch(/npm run|warning/i);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)![0];

  await cairn('remember', 'Deployments are forbidden on Fridays.', '--wait');
  const { hits } = JSON.parse(await cairn('--json', 'recall', 'shipping at the end of the week')) as {
    readonly hits: readonly { readonly content: string }[];
  };
  const printed = await cairn('connect', 'claude-code', '--print');
  await run(program, ['connect', 'claude-code', '--hooks', '--yes'], project, { npm_lifecycle_event: 'npx' });
  const hook = join(home, '.cairn', 'bin', 'hook.mjs');
  const settings = readFileSync(join(home, '.claude', 'settings.json'), 'utf8');
  const [console, docs] = await Promise.all([`${url}/console`, `${url}/docs`].map((address) => fetch(address)));

  expect(JSON.stringify(hits)).toContain('Deployments are forbidden');
  expect(printed).toContain(`${url}/mcp`);
  // The hook does not depend on npx's cache, and runs without packages.
  expect(settings).toContain(hook);
  await run(process.execPath, [hook, 'session-end'], home);
  expect([console!.status, docs!.status]).toEqual([200, 200]);
  expect(existsSync(join(home, '.cairn', 'cli.json'))).toBe(true);
  expect(await stop()).toBe(0);
});

const cairn = (...args: string[]) => run(program, args, project);

async function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const options = { cwd, env: { ...environment(), ...env }, maxBuffer: 1e8 };
  const running = promisify(execFile)(command, args, options);
  // A hook waits for the end of its input.
  running.child.stdin?.end();
  const { stdout } = await running;
  return stdout;
}

/** Environment of a person who has this Node on the PATH, and no setting of Cairn. */
function environment(): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  return { PATH: path, HOME: home, TMPDIR: folder, npm_config_cache: join(folder, 'cache') };
}

async function stop(): Promise<number | null> {
  if (!server || server.exitCode !== null) return server?.exitCode ?? null;
  server.kill('SIGTERM');
  await once(server, 'exit');
  return server.exitCode;
}
