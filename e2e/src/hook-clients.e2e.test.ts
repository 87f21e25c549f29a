import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { hookClientPackages, INSTALLER } from '../../tools/servers/machine.ts';
import { startCairn, type Cairn } from './cairn.ts';
import { cli } from './cli.ts';
import { hasToolResult, startStubModel, type StubModel } from './stub-model.ts';
import { until } from './until.ts';

const COMMAND = 'git push --force origin main';
const PROMPT = 'Push the release to main, please.';

/** A client that runs its hooks for real, with a stub in place of its model. */
interface DrivenClient {
  readonly id: string;
  /** Pattern of the program below the installed packages. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: (model: string) => Record<string, string>;
  /** File of the home folder that names the model, and its text. */
  readonly config?: (model: string) => readonly [file: string, text: string];
  readonly settings: string;
}

const firstClients: readonly DrivenClient[] = [
  {
    id: 'claude-code',
    program: '@anthropic-ai/claude-code-*/claude',
    args: ['-p', PROMPT, '--allowedTools', 'Bash'],
    env: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'sk-stub',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    settings: 'hooks.json',
  },
  {
    id: 'codex',
    program: '@openai/codex-*/vendor/*/bin/codex',
    args: [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust'],
      ...['--dangerously-bypass-approvals-and-sandbox', PROMPT],
    ],
    env: () => ({ STUB_KEY: 'sk-stub' }),
    config: (model) => [
      '.codex/config.toml',
      `model = "stub"\nmodel_provider = "stub"\n[model_providers.stub]\nname = "stub"\nbase_url = "${model}/v1"\n` +
        'wire_api = "responses"\nenv_key = "STUB_KEY"\n',
    ],
    settings: 'hooks-codex.json',
  },
];

const otherClients: readonly DrivenClient[] = [
  {
    id: 'copilot-cli',
    program: '@github/copilot-linux-x64/copilot',
    args: ['-p', PROMPT, '--allow-all-tools'],
    env: (model) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_BASE_URL: model,
      COPILOT_PROVIDER_API_KEY: 'sk-stub',
      COPILOT_MODEL: 'claude-sonnet-4-5',
    }),
    settings: 'hooks-copilot.json',
  },
  {
    id: 'gemini-cli',
    program: '@google/gemini-cli/bundle/gemini.js',
    args: ['-p', PROMPT, '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash'],
    env: (model) => ({
      GEMINI_API_KEY: 'stub',
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    config: () => ['.gemini/settings.json', '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n'],
    settings: 'hooks-gemini-cli.json',
  },
  {
    id: 'opencode',
    program: 'opencode-linux-x64/bin/opencode',
    args: ['run', PROMPT],
    env: () => ({}),
    config: (model) => [
      '.config/opencode/opencode.json',
      JSON.stringify({
        model: 'anthropic/claude-sonnet-4-5',
        autoupdate: false,
        provider: { anthropic: { options: { baseURL: `${model}/v1`, apiKey: 'sk-stub' } } },
        permission: { bash: 'allow' },
      }),
    ],
    settings: 'hooks-opencode.json',
  },
];

/** Folder of `npm run test:hook-clients`, which installs every client; CI has the first two. */
const allPackages = process.env['CAIRN_TEST_HOOK_CLIENTS'];
const packages = allPackages ?? hookClientPackages();
const drivenClients = [...firstClients, ...(allPackages === undefined ? [] : otherClients)];
const isThere = existsSync(packages);
const mark = isThere ? '' : ` [skipped: needs the clients that ${INSTALLER} installs]`;

(isThere ? describe : describe.skip)(`clients that run their hooks${mark}`, () => {
  let home: string;
  let server: Cairn;
  let model: StubModel;
  const dataDir = () => join(home, 'data');

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'cairn-hook-clients-'));
    mkdirSync(join(home, 'work'));
    [server, model] = await Promise.all([
      startCairn({ dataDir: dataDir(), port: await freePort(), env: { CAIRN_EMBEDDER: 'none' } }),
      startStubModel(COMMAND),
    ]);
    const rule = {
      ...{ title: 'No forced pushes to main', content: 'Never run git push --force on main. Use git revert instead.' },
      ...{ store: 'procedural', category: 'rule', actionTriggers: ['git push --force*'] },
    };
    const stored = await fetch(`${server.url}/v1/memories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify([rule]),
    });
    expect(stored.status).toBe(201);
  });
  afterAll(async () => {
    model.stop();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it.each(drivenClients.map((client) => [client.id, client] as const))(
    'briefs %s, denies it what a rule forbids, and keeps its conversation',
    async (id, client) => {
      writeConfig(client);
      const connected = await cli(['connect', id, '--hooks', '--block', '--yes', '--data-dir', dataDir()], {
        HOME: home,
      });
      expect([connected.code, connected.stderr.includes('not connected')]).toEqual([0, false]);
      const before = model.requests.length;

      // A machine that is too busy for a hook leaves the client without its answer, so it is asked again.
      await until(async () => {
        await run(client);
        const requests = model.requests.slice(before);
        const isBriefed = requests.some((text) => !hasToolResult(text) && text.includes('Never run git push'));
        return isBriefed && requests.some((text) => hasToolResult(text) && text.includes('Use git revert instead'));
      });

      const { key } = JSON.parse(readFileSync(join(home, '.config/cairn', client.settings), 'utf8'));
      await until(async () => {
        const recent = await fetch(`${server.url}/v1/recall/recent`, { headers: { authorization: `Bearer ${key}` } });
        const text = JSON.stringify(await recent.json());
        return text.includes(PROMPT) && text.includes('I leave it.');
      });
    },
  );

  function writeConfig({ config }: DrivenClient): void {
    if (!config) return;
    const [file, text] = config(model.url);
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  }

  function run({ program, args, env }: DrivenClient): Promise<void> {
    const [found] = globSync(program, { cwd: packages });
    const path = join(packages, found!);
    const [command, ...words] = path.endsWith('.js') ? [process.execPath, path] : [path];
    const own = { PATH: process.env['PATH'], HOME: home, ...env(model.url) };
    return new Promise((resolve) => {
      const options = { cwd: join(home, 'work'), env: own, timeout: 60_000 };
      const child = execFile(command, [...words, ...args], options, () => resolve());
      child.stdin!.end();
    });
  }
});
