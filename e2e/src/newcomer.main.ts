// Times the first steps of a new user: a clean clone, then the commands of the README to a first recall and a connected agent.
//   npm run test:newcomer
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './server-process.ts';

const root = join(import.meta.dirname, '../..');
const SECONDS_MAX = 300;
const COMMANDS_MAX = 4;
const READY = 'Cairn is ready';

const folder = mkdtempSync(join(tmpdir(), 'cairn-newcomer-'));
const [clone, home] = [join(folder, 'cairn'), join(folder, 'home')];
const startedAt = performance.now();
const running: ChildProcess[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });

try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  mkdirSync(home);
  const [start, ...then] = commandsOf(readFileSync(join(clone, 'README.md'), 'utf8'));
  const env = { ...cleanEnvironment(), HOME: home, CAIRN_PORT: String(await freePort()) };
  await timed(start!, () => run(start!, env, READY));
  // A person would confirm the shown change.
  for (const command of then)
    await timed(command, () => run(/ connect /.test(command) ? `${command} --yes` : command, env));
  if (!existsSync(join(home, '.claude.json'))) throw new Error('Claude Code was not connected.');
  judge(1 + then.length, (performance.now() - startedAt) / 1000);
} finally {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Environment of this machine without additions by npm and this clone. A new user has no cache, and uses the machine's registry. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '', ...others } = process.env;
  const kept = Object.entries(others).filter(([name]) => !/^(npm_(?!config_registry)|INIT_CWD|NODE|CAIRN_)/.test(name));
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

/** Resolves when a command succeeds, or as soon as it prints `until`. */
function run(command: string, env: NodeJS.ProcessEnv, until?: string): Promise<void> {
  // A process group of its own, so that npm and its child processes end together.
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (until !== undefined && said.includes(until)) resolve();
      });
    child.once('close', (code) => {
      running.splice(running.indexOf(child), 1);
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${code}:\n${said}`));
    });
  });
}

function endAll(): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}

function judge(commands: number, seconds: number): void {
  process.stdout.write(
    `${seconds.toFixed(1).padStart(7)} s  from the clone to a connected agent, by ${commands} commands\n`,
  );
  const isIn = commands <= COMMANDS_MAX && seconds <= SECONDS_MAX;
  process.stdout.write(
    `${isIn ? 1 : 0} passed, ${isIn ? 0 : 1} failed (at most ${COMMANDS_MAX} commands, ${SECONDS_MAX} s)\n`,
  );
  process.exitCode = isIn ? 0 : 1;
}
