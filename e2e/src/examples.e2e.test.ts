import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startCairn, type Cairn } from './cairn.ts';
import { until } from './until.ts';

const folder = resolve('examples');
const isThere = existsSync(join(folder, 'node_modules/.package-lock.json'));
const mark = isThere ? '' : ' [skipped: npm ci --prefix examples]';
const programs = globSync('*.mjs', { cwd: folder }).sort();

(isThere ? describe : describe.skip)(`the examples${mark}`, () => {
  let dataDir: string;
  let server: Cairn;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'cairn-examples-'));
    server = await startCairn({ dataDir, port: 0, env: { CAIRN_EMBEDDER: 'none' } });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(programs.map((file) => basename(file, '.mjs')))('%s saves and recalls by the tools', async (name) => {
    const env = { PATH: process.env['PATH'], CAIRN_URL: server.url, CAIRN_KEY: server.key };

    const run = () => promisify(execFile)(process.execPath, [join(folder, `${name}.mjs`)], { env });

    // On five processes, a saved text can be found a moment later.
    await until(async () => (await run()).stdout.includes('Postgres locks guard the billing jobs.'));
  });

  it('are three', () => expect(programs).toEqual(['ai-sdk.mjs', 'langchain.mjs', 'openai-agents.mjs']));
});
