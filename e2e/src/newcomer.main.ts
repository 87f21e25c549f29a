// Times the first steps of a new user to a first recall and a connected agent, in three forms: a clean clone with the README's
// commands, the packed npm package with a second machine that joins by a link, and the Dockerfile, which is read only.
//   npm run test:newcomer [-- --form clone|package|container]
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@cairn/testing/free-port';

const root = join(import.meta.dirname, '../..');
const READY = 'Cairn is ready';
/** Most seconds from nothing to a connected agent: a clone installs everything from the registry, a package only unpacks. */
const SECONDS_MAX = { clone: 300, package: 60 } as const;
const COMMANDS_MAX = 4;

interface Newcomer {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const folder = mkdtempSync(join(tmpdir(), 'cairn-newcomer-'));
const running: ChildProcess[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });

const forms = { clone: fromClone, package: fromPackage, container: fromContainer } as const;
const { values } = parseArgs({ options: { form: { type: 'string', multiple: true } } });
const names = Object.keys(forms) as (keyof typeof forms)[];
const unknown = values.form?.find((name) => !names.includes(name as never));
if (unknown !== undefined) throw new Error(`--form is one of ${names.join(', ')}, not ${unknown}.`);

let failed = 0;
try {
  for (const name of names.filter((one) => values.form?.includes(one) ?? true)) {
    process.stdout.write(`\n${name}\n`);
    if (!(await forms[name]())) failed++;
    endAll();
  }
} finally {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
const ran = values.form?.length ?? names.length;
process.stdout.write(`\n${ran - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

/** Follows the README in a clean clone with an empty home. */
async function fromClone(): Promise<boolean> {
  const from = performance.now();
  const ana = { cwd: join(folder, 'cairn'), env: await environmentOf('clone') };
  execFileSync('git', ['clone', '--quiet', root, ana.cwd]);
  const [start, ...then] = commandsOf(readFileSync(join(ana.cwd, 'README.md'), 'utf8'));
  await timed(start!, () => run(start!, ana, READY));
  // A person would confirm the shown change.
  for (const command of then)
    await timed(command, () => run(/ connect /.test(command) ? `${command} --yes` : command, ana));
  return isConnected(ana) && isWithin('clone', from, 1 + then.length);
}

/** Installs the packed package in an empty folder; then a second person on a second machine joins by a link. */
async function fromPackage(): Promise<boolean> {
  const built = { cwd: root, env: process.env };
  await timed('(npm run build, npm run packages)', () =>
    run('node tools/build.mjs --quiet && node tools/npm/make.main.mjs --here', built),
  );
  const tarballs = globSync(join(root, 'dist-packages', 'npm', '*.tgz')).join(' ');
  const ana = { cwd: join(folder, 'ana'), env: await environmentOf('ana') };
  const bo = { cwd: join(folder, 'bo'), env: await environmentOf('bo') };
  for (const { cwd, env } of [ana, bo]) {
    mkdirSync(cwd);
    // The package needs Node 24, which this person has.
    env['PATH'] = [dirname(process.execPath), env['PATH']].join(delimiter);
  }

  const from = performance.now();
  const install = 'npm install --no-audit --no-fund';
  await timed(`${install} <the packages>`, () => run(`${install} ${tarballs}`, ana));
  const commands = ['cairn start --name Ana', 'cairn demo', 'cairn connect claude-code --hooks --yes'];
  for (const command of commands)
    await timed(command, () => run(inPackage(ana, command), ana, / start /.test(command) ? READY : undefined));
  const isInTime = isConnected(ana) && isWithin('package', from, 1 + commands.length);

  await run(inPackage(ana, 'cairn remember "The staging key rotates on the first Monday." --wait'), ana);
  const invited = await run(inPackage(ana, 'cairn --json invite Bo --role writer'), ana);
  const { path } = JSON.parse(invited) as { path: string };
  const link = new URL(path, `http://127.0.0.1:${ana.env['CAIRN_PORT']}`).href;
  await run(`${install} ${tarballs}`, bo);
  mkdirSync(join(bo.env['HOME']!, '.claude'));
  await timed('cairn join <link>, on a second machine', () => run(inPackage(bo, `cairn join '${link}' --yes`), bo));
  const recalled = await timed('cairn recall, there', () =>
    run(inPackage(bo, 'cairn recall "when does the staging key change"'), bo),
  );
  if (!recalled.includes('first Monday'))
    throw new Error(`The second machine did not recall what the first stored:\n${recalled}`);
  return isInTime && isConnected(bo);
}

/** Reads the Dockerfile; nothing here can build it. */
async function fromContainer(): Promise<boolean> {
  const command = 'node tools/deploy-checks.ts dockerfile';
  process.stdout.write(await timed(command, () => run(command, { cwd: root, env: process.env })));
  return true;
}

function inPackage({ cwd }: Newcomer, command: string): string {
  return command.replace(/^cairn/, join(cwd, 'node_modules', '.bin', 'cairn'));
}

async function environmentOf(name: string): Promise<NodeJS.ProcessEnv> {
  const home = join(folder, `home-of-${name}`);
  mkdirSync(home);
  return { ...cleanEnvironment(), HOME: home, CAIRN_PORT: String(await freePort()) };
}

function isConnected({ env }: Newcomer): boolean {
  if (existsSync(join(env['HOME']!, '.claude.json'))) return true;
  process.stdout.write('Claude Code was not connected.\n');
  return false;
}

/** Environment of this machine without additions by npm and this clone. A new user has no cache, and uses the machine's registry. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '', ...others } = process.env;
  const kept = Object.entries(others).filter(
    ([name]) => !/^(npm_(?!config_registry)|INIT_CWD|NODE(?!_EXTRA_CA_CERTS)|CAIRN_)/.test(name),
  );
  const path = PATH.split(':').filter((one) => !one.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(':'), NPM_CONFIG_USERCONFIG: join(HOME, '.npmrc') };
}

/** Commands in the first two blocks of the README: start, demo, and the connection of an agent. */
function commandsOf(readme: string): string[] {
  const blocks = [...readme.matchAll(/^```\n(npm [\s\S]*?)^```/gm)].slice(0, 2);
  const commands = blocks.flatMap(([, block]) => block!.trim().split('\n')).map((line) => line.replace(/\s+#.*/, ''));
  if (!/^npm start$/.test(commands[0] ?? '') || !commands.some((one) => one.includes(' connect ')))
    throw new Error(`The README begins with other commands: ${commands.join('; ')}`);
  return commands;
}

async function timed<Result>(command: string, run: () => Promise<Result>): Promise<Result> {
  const from = performance.now();
  const result = await run();
  process.stdout.write(`${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s  ${command}\n`);
  return result;
}

/** Resolves with what a command printed when it succeeds, or as soon as it prints `until`. */
function run(command: string, { cwd, env }: Newcomer, until?: string): Promise<string> {
  // A process group of its own, so that npm and its child processes end together.
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (until !== undefined && said.includes(until)) resolve(said);
      });
    child.once('close', (code) => {
      running.splice(running.indexOf(child), 1);
      if (code === 0) resolve(printed);
      else reject(new Error(`${command} ended with ${code}:\n${said}`));
    });
  });
}

function endAll(): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}

function isWithin(form: keyof typeof SECONDS_MAX, from: number, commands: number): boolean {
  const seconds = (performance.now() - from) / 1000;
  const most = SECONDS_MAX[form];
  const shown = seconds.toFixed(1).padStart(7);
  process.stdout.write(
    `${shown} s  to a connected agent, by ${commands} commands (at most ${most} s, ${COMMANDS_MAX} commands)\n`,
  );
  return commands <= COMMANDS_MAX && seconds <= most;
}
