import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { blocksOf, type Block } from './page-blocks.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { until } from './until.ts';

/** Runs the commands of the pages that teach, as they are written, against one server, each person with a home folder of their own. */
let folder: string;
let server: ServerProcess;
/** Links of invitations that nobody used yet, oldest first. */
const links: string[] = [];

const dataDir = () => join(folder, 'data');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-pages-'));
  for (const who of ['ana', 'robert', 'ines', 'http', 'rule']) mkdirSync(join(folder, who));
  writeFileSync(join(folder, 'ana/.claude.json'), '{}');
  server = await startServer({ dataDir: dataDir(), port: await freePort(), env: { CAIRN_EMBEDDER: 'none' } });
}, 60_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the lines of a block in bash, where `cairn` is the bundled command line. Only the people of the server's machine have its data folder. */
function run({ who, code }: Block): Promise<string> {
  const home = join(folder, who);
  const isElsewhere = ['robert', 'ines'].includes(who);
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    CAIRN_URL: who === 'http' ? server.url : undefined,
    CAIRN_KEY: who === 'http' ? server.key : undefined,
    CAIRN_DATA_DIR: isElsewhere ? undefined : dataDir(),
  };
  const cairn = `cairn() { '${process.execPath}' '${resolve('dist/cli.mjs')}' "$@"; }`;
  const script = `set -euo pipefail\n${cairn}\n${code.replace('LINK', () => links.shift() ?? 'no link')}`;
  return new Promise((done) => {
    execFile('bash', ['-c', script], { cwd: home, env }, (error, stdout, stderr) => {
      for (const [link] of stdout.matchAll(/^http\S+#cairn_join_\S+$/gm)) links.push(link);
      done(error ? `ended with ${error.code}: ${stdout}${stderr}` : stdout + stderr);
    });
  });
}

/** Compares words alone, since a terminal wraps lines. */
const wordsOf = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Output of a block. A preflight that the server could not answer in time is asked again. */
async function outputOf(block: Block): Promise<string> {
  let output = 'not-checked';
  await until(async () => {
    output = await run(block);
    return !output.includes('not-checked');
  });
  return output;
}

async function follow(file: string): Promise<void> {
  let setUp = '';
  for (const block of blocksOf(readFileSync(file, 'utf8'))) {
    if (block.who === 'install') continue;
    const output = await outputOf({ ...block, code: setUp + block.code });
    expect(`${block.code}\n${output}`).not.toContain('ended with');
    for (const line of block.expected) expect(wordsOf(output)).toContain(wordsOf(line));
    if (block.without) expect(output).not.toContain(block.without);
    // A function that a block defines holds in the blocks after it.
    setUp +=
      block.code
        .split('\n')
        .filter((line) => /^\w+\(\) \{.*\}$|^export /.test(line))
        .join('\n') + '\n';
  }
}

it('leads three people through the tutorial', () => follow('docs/start/tutorial.md'));

it('leads a program through the HTTP quick start', () => follow('docs/start/http.md'));

it('has rules in the cookbook that stop what they say, and nothing else', async () => {
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const checks: string[] = [];
  const ask = async (action: string) => {
    const body = JSON.stringify({ action, waitMs: 2000 });
    const answer = await fetch(`${server.url}/v1/recall/preflight`, { method: 'POST', headers, body });
    return ((await answer.json()) as { verdict: string }).verdict;
  };
  const blocks = blocksOf(readFileSync('docs/use/rules.md', 'utf8'));
  const stored = await run({ who: 'rule', code: blocks.map(({ code }) => code).join('\n'), expected: [] });

  const expected = blocks.flatMap((block) => block.expected);
  for (const action of expected.map((line) => line.replace(/^\w+: /, '')))
    await until(async () => {
      const verdict = await ask(action);
      if (verdict !== 'not-checked') checks.push(`${verdict}: ${action}`);
      return verdict !== 'not-checked';
    });

  expect(stored).not.toContain('ended with');
  expect(checks).toEqual(expected);
});
