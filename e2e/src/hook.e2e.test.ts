import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { cli } from './cli.ts';
import { until } from './until.ts';

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'cairn-hooks-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface HookEnd {
  readonly code: number;
  readonly stdout: string;
  readonly ms: number;
}

/** Runs a command line like Claude Code: through a shell, with the event's JSON as input; without one, the input never ends. */
function run(command: string, input: object | undefined, env: Record<string, string> = {}): Promise<HookEnd> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = execFile(
      '/bin/sh',
      ['-c', command],
      { env: { PATH: process.env['PATH'], HOME: home, ...env } },
      (error, stdout) => resolve({ code: Number(error?.code ?? 0), stdout, ms: performance.now() - startedAt }),
    );
    child.stdin!.on('error', () => {});
    if (input) child.stdin!.end(JSON.stringify(input));
  });
}

const bundle = `"${process.execPath}" dist/hook.mjs`;
const push = { tool_name: 'Bash', tool_input: { command: 'git push --force origin main' }, prompt: 'push it to main?' };

describe('a server that takes the connection and never answers', () => {
  const silent = createServer(() => {});
  beforeAll(() => new Promise<void>((done) => silent.listen(0, '127.0.0.1', done)));
  afterAll(() => {
    silent.closeAllConnections();
    silent.close();
  });

  it.each([
    ['pre-tool', 1_500, 1_300],
    ['prompt', 800, 600],
    ['session-start', 2_000, 1_800],
    ['stop', 300, 0],
  ])('delays %s by its budget of %d ms at most, and nothing is said', async (event, budgetMs, leastMs) => {
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { code, stdout, ms } = await run(`${bundle} ${event}`, push, { CAIRN_URL: url, CAIRN_KEY: 'k' });

    expect([code, stdout]).toEqual([0, '']);
    // Margin for starting a shell and a process on a busy machine.
    expect(ms).toBeLessThan(budgetMs + 1_500);
    expect(ms).toBeGreaterThan(leastMs);
  });

  it('is seen in doctor afterwards, which counts the hooks that came too late', async () => {
    const place = join(home, 'late');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const env = { HOME: place, CAIRN_KEY: 'k' };
    for (const event of ['pre-tool', 'prompt', 'stop'])
      await run(`${bundle} ${event}`, push, { ...env, CAIRN_URL: url });
    await run(`${bundle} session-start`, push, { ...env, CAIRN_URL: 'http://127.0.0.1:9' });

    const { json } = await cli(['doctor', '--json', '--data-dir', join(place, 'data')], env);

    expect(json.findings.find(({ name }: { name: string }) => name === 'hooks')).toMatchObject({
      state: 'warn',
      // A machine that starts processes slowly makes the third run late, too.
      message: expect.stringMatching(
        /^3 runs in 7 days: 0 answered, [23] late, [01] away, 0 refused \(late: 1 of 1 pre-tool, 1 of 1 prompt/,
      ),
    });
  });
});

it.each([
  ['pre-tool', 1_500],
  ['prompt', 800],
  ['stop', 1_000],
])('an input that never ends delays %s by %d ms at most', async (event, budgetMs) => {
  const env = { CAIRN_URL: 'http://127.0.0.1:9', CAIRN_KEY: 'k' };
  const { code, stdout, ms } = await run(`${bundle} ${event}`, undefined, env);

  expect([code, stdout]).toEqual([0, '']);
  expect(ms).toBeLessThan(budgetMs + 1_500);
});

it.each(['pre-tool', 'prompt', 'session-start', 'stop', 'session-end'])(
  'a server that is away delays %s by nothing, and nothing is said',
  async (event) => {
    const { code, stdout, ms } = await run(`${bundle} ${event}`, push, {
      CAIRN_URL: 'http://127.0.0.1:9',
      CAIRN_KEY: 'k',
    });

    expect([code, stdout]).toEqual([0, '']);
    expect(ms).toBeLessThan(1_800);
  },
);

it.each(['{', '[]', 'null', ''])('an input of %j ends well', async (text) => {
  const { code, stdout } = await run(
    `printf '%s' '${text}' | ${bundle} prompt`,
    {},
    { CAIRN_URL: 'http://127.0.0.1:9', CAIRN_KEY: 'k' },
  );

  expect([code, stdout]).toEqual([0, '']);
});

describe('Claude Code with hooks', () => {
  let server: Cairn;
  const dataDir = () => join(home, 'data');
  const settings = () => join(home, '.claude', 'settings.json');
  const commandOf = (event: string): string =>
    JSON.parse(readFileSync(settings(), 'utf8')).hooks[event][0].hooks[0].command;
  const cairn = (...args: string[]) => cli([...args, '--data-dir', dataDir()], { HOME: home });

  beforeAll(async () => {
    server = await startCairn({ dataDir: dataDir(), port: await freePort(), env: { CAIRN_EMBEDDER: 'none' } });
    const connected = await cairn('connect', 'claude-code', '--hooks', '--block', '--yes', '--json');
    expect([connected.code, connected.stderr]).toEqual([0, '']);
    const rule = {
      title: 'No forced pushes to main',
      content: 'Never run git push --force on main. Use git revert instead.',
      store: 'procedural',
      category: 'rule',
      actionTriggers: ['git push --force*'],
    };
    const stored = await fetch(`${server.url}/v1/memories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify([rule]),
    });
    expect(stored.status).toBe(201);
  });
  afterAll(async () => {
    await server.stop();
  });

  it('is briefed when a session starts', async () => {
    const told = (end: HookEnd) => JSON.parse(end.stdout).hookSpecificOutput;
    const start = await run(commandOf('SessionStart'), { session_id: 's1', source: 'startup' });
    expect(told(start)).toMatchObject({
      hookEventName: 'SessionStart',
      additionalContext: expect.stringContaining('Never run git push'),
    });
  });

  /** Output of an event; retried when it is empty, since a busy machine can exhaust the event's time. */
  async function toldBy(event: string, input: object) {
    let end = await run(commandOf(event), input);
    await until(async () => end.stdout !== '' || ((end = await run(commandOf(event), input)), false));
    expect(end.code).toBe(0);
    return JSON.parse(end.stdout).hookSpecificOutput;
  }

  it('is told of what is near a prompt', async () => {
    const told = await toldBy('UserPromptSubmit', { session_id: 's1', prompt: 'may I force a push to main?' });

    expect(told).toMatchObject({
      hookEventName: 'UserPromptSubmit',
      additionalContext: expect.stringContaining('Use git revert instead'),
    });
  });

  it('is denied what a rule forbids before the tool runs, and not what none speaks of', async () => {
    expect(await toldBy('PreToolUse', push)).toMatchObject({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('No forced pushes to main'),
    });
    const harmless = { tool_name: 'Bash', tool_input: { command: 'ls -la src' } };
    const { code, stdout } = await run(commandOf('PreToolUse'), harmless);
    expect([code, stdout]).toEqual([0, '']);
  });

  it('has its conversation kept in the background, for itself alone', async () => {
    const transcript = join(home, 'session.jsonl');
    const said = { type: 'user', uuid: 'u1', sessionId: 's1', timestamp: new Date().toISOString(), cwd: '/x/shop' };
    writeFileSync(
      transcript,
      `${JSON.stringify({ ...said, message: { role: 'user', content: 'we ship on Friday' } })}\n`,
    );

    const end = await run(commandOf('Stop'), { session_id: 's1', transcript_path: transcript });

    expect([end.code, end.stdout]).toEqual([0, '']);
    const { key } = JSON.parse(readFileSync(join(home, '.config/cairn/hooks.json'), 'utf8'));
    await until(async () => {
      const recent = await fetch(`${server.url}/v1/recall/recent`, { headers: { authorization: `Bearer ${key}` } });
      return JSON.stringify(await recent.json()).includes('we ship on Friday');
    });
  });

  it('prints the hooks of another client, and names the clients with hooks where there are none', async () => {
    const printed = await cairn('connect', 'gemini-cli', '--hooks', '--print', '--json');
    const refused = await cairn('connect', 'zed', '--hooks', '--print');

    const [settingsFile, hooksFile] = printed.json.hooks as { file: string; text: string }[];
    expect([settingsFile!.file, hooksFile!.file]).toEqual([
      join(home, '.config/cairn/hooks-gemini-cli.json'),
      join(home, '.gemini/settings.json'),
    ]);
    expect(JSON.parse(settingsFile!.text)).toMatchObject({ url: server.url, key: printed.json.key });
    expect(JSON.parse(hooksFile!.text).hooks.BeforeTool[0].hooks[0]).toMatchObject({
      command: expect.stringContaining('pre-tool --client gemini-cli'),
      timeout: 4_000,
    });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('claude-code')]);
  });

  it('is as before after disconnect', async () => {
    const { json } = await cairn('disconnect', 'claude-code', '--yes', '--json');

    expect(json.disconnected[0].files).toHaveLength(3);
    expect(() => readFileSync(settings())).toThrow('ENOENT');
    expect(() => readFileSync(join(home, '.config/cairn/hooks.json'))).toThrow('ENOENT');
  });
});
