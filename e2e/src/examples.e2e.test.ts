import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startCairn, type Cairn } from './cairn.ts';
import { until } from './until.ts';

const folder = resolve('examples');
const isThere =
  existsSync(join(folder, 'node_modules/ai')) && existsSync(join(folder, 'node_modules/.package-lock.json'));
const mark = isThere ? '' : ' [skipped: npm ci --prefix examples]';
const programs = globSync('*.mjs', { cwd: folder }).sort();

(isThere ? describe : describe.skip)(`the examples${mark}`, () => {
  let dir: string;
  let server: Cairn;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'cairn-examples-'));
    const clients = join(dir, 'clients');
    execFileSync(process.execPath, ['tools/clients/clients.main.ts', '--out', clients]);
    const modules = join(dir, 'node_modules');
    mkdirSync(join(modules, '@cairn-memory'), { recursive: true });
    symlinkSync(join(clients, 'typescript'), join(modules, '@cairn-memory/client'));
    for (const name of readdirSync(join(folder, 'node_modules')).filter((each) => each !== '@cairn-memory'))
      symlinkSync(join(folder, 'node_modules', name), join(modules, name));
    for (const file of programs) copyFileSync(join(folder, file), join(dir, file));
    server = await startCairn({ dataDir: join(dir, 'data'), port: 0, env: { CAIRN_EMBEDDER: 'none' } });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const environment = () => ({ PATH: process.env['PATH'], HOME: dir, CAIRN_URL: server.url, CAIRN_KEY: server.key });
  const run = async (file: string) =>
    (await promisify(execFile)(process.execPath, [file], { env: environment() })).stdout;

  it.each(programs.map((file) => basename(file, '.mjs')))('%s keeps a text and finds it', async (name) => {
    // On five processes, a saved text can be found a moment later.
    await until(async () => (await run(join(dir, `${name}.mjs`))).includes('Postgres locks guard the billing jobs.'));
  });

  it("answers as LangGraph's own store in memory, alone and as the store of a graph", async () => {
    copyFileSync('e2e/src/frameworks/langgraph-store.mjs', join(dir, 'compared.mjs'));

    expect(JSON.parse(await run(join(dir, 'compared.mjs')))).toEqual({
      differences: [],
      wrapped: [{ n: 2 }, { n: 3 }, true],
      before: { n: 3 },
      refusals: Array(4).fill('InvalidNamespaceError'),
      gone: null,
      limited: 2,
    });
  });

  it("fits the types of the vendors' packages", () => {
    writeFileSync(
      join(dir, 'typed.mts'),
      `import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
      import { cairnClient } from '@cairn-memory/client';
      import { recallMiddleware } from '@cairn-memory/client/ai-sdk';
      import { CairnStore } from '@cairn-memory/client/langgraph-store';
      import { MemoryTool } from '@cairn-memory/client/memory-tool';
      import { CairnSession } from '@cairn-memory/client/openai-session';
      import type { BaseStore } from '@langchain/langgraph';
      import type { AgentInputItem, Session } from '@openai/agents';
      import type { LanguageModelMiddleware } from 'ai';
      const cairn = cairnClient({ url: 'http://localhost' });
      export const store: BaseStore = new CairnStore(cairn);
      export const session: Session = new CairnSession<AgentInputItem>('talk', cairn);
      export const middleware: LanguageModelMiddleware = recallMiddleware(cairn);
      export const memory = betaMemoryTool(new MemoryTool(cairn));
      // @ts-expect-error a client has the routes, a text has not
      new CairnStore('http://localhost');`,
    );
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    const libraries = ['--target', 'es2023', '--lib', 'es2024,dom'];
    const tsc = resolve('node_modules/typescript-7/bin/tsc');
    const check = () =>
      execFileSync(process.execPath, [tsc, ...options, ...libraries, join(dir, 'typed.mts')], { encoding: 'utf8' });

    expect(check).not.toThrow();
  });
});
