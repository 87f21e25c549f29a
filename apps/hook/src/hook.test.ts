import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PreflightRequest, RecallRequest } from '@cairn/contracts';
import { requestListener } from '@cairn/testing';
import { findHookClient, type HookMoment } from '@cairn/connect/hook-clients';
import { createAsk, answerPreTool, answerPrompt, answerSessionStart } from './answer.ts';
import type { HookConfig } from './config.ts';
import { readHookInput } from './input.ts';
import { LateCount } from './late-count.ts';
import { spoolSaid } from './said.ts';
import { Spool } from './spool.ts';
import { endSession, sendSpooled, sendTranscript } from './transcripts.ts';

const TOKEN = `ghp_${'0123456789abcdefghijklmnopqrstuvwxyzAB'.slice(0, 36)}`;

let folder: string;
let server: Server | undefined;
let bodies: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-hook-'));
  bodies = [];
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const claude = findHookClient('claude-code')!;
const askerOf = (config: HookConfig, client = claude) => ({ client, config });

async function serverThatAnswers(json: unknown, port = 0): Promise<string> {
  server = createServer(
    requestListener(async (request, response) => {
      let text = '';
      for await (const part of request) text += String(part);
      bodies.push(text === '' ? undefined : JSON.parse(text));
      response.end(JSON.stringify(json));
    }),
  );
  await new Promise<void>((done) => server!.listen(port, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const transcriptOf = (...texts: string[]): string => {
  const path = join(folder, 'session.jsonl');
  const lines = texts.map((content, at) =>
    JSON.stringify({
      type: 'user',
      uuid: `u${at}`,
      sessionId: 's1',
      timestamp: '2026-11-01T10:00:00Z',
      cwd: '/home/mara/shop',
      message: { role: 'user', content },
    }),
  );
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
};

const PRIVATE = { content: `deploy with [masked: github-token], [masked: private]` };
const SECRET_TEXT = `deploy with ${TOKEN}, <private>not for others</private>`;

it('asks with secrets and private spans masked', async () => {
  const url = await serverThatAnswers({ hits: [], verdict: 'proceed' });
  const config = { url, key: 'k' };
  const ask = createAsk(config, { event: 'prompt', timeoutMs: 1_000 });

  await answerPrompt(ask, askerOf(config), readHookInput({ prompt: SECRET_TEXT }));
  await answerPreTool(
    ask,
    askerOf(config),
    asked({ tool_name: 'Bash', tool_input: { command: `curl -H "Bearer ${TOKEN}"` } }),
  );

  expect(bodies).toMatchObject([{ query: PRIVATE.content }, { action: expect.stringContaining('[masked: ') }]);
  expect(JSON.stringify(bodies)).not.toContain(TOKEN);
  expect(RecallRequest.parse(bodies[0])).toMatchObject({ limit: 5 });
  expect(PreflightRequest.parse(bodies[1])).toMatchObject({ waitMs: 100 });
});

const asked = (input: object, byExitCode = false) => ({ input: readHookInput(input), waitMs: 100, byExitCode });
const push = { tool_name: 'Bash', tool_input: { command: 'git push --force' } };

it.each([
  ['stop', false, { additionalContext: 'rule 1' }],
  ['stop', true, { permissionDecision: 'deny', permissionDecisionReason: 'rule 1' }],
  ['caution', true, { additionalContext: 'rule 1' }],
])('says a verdict of %s, where blocking is asked for: %s', async (verdict, block, said) => {
  const config = { url: await serverThatAnswers({ verdict, checklist: 'rule 1' }), key: 'k', block };

  const ask = createAsk(config, { event: 'prompt', timeoutMs: 1_000 });
  const answer = await answerPreTool(ask, askerOf(config), asked(push));

  expect(JSON.parse(answer.stdout)).toEqual({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } });
  expect(answer.forbidden).toBeUndefined();
});

it('says no by the exit code where a client reads no decision, and nothing where all is well', async () => {
  const stop = { url: await serverThatAnswers({ verdict: 'stop', checklist: 'rule 1' }), key: 'k', block: true };
  expect(
    await answerPreTool(createAsk(stop, { event: 'prompt', timeoutMs: 1_000 }), askerOf(stop), asked(push, true)),
  ).toEqual({
    stdout: '',
    forbidden: 'rule 1',
  });
  server!.close();

  const fine = { url: await serverThatAnswers({ verdict: 'proceed', checklist: '' }), key: 'k', block: true };
  expect(
    await answerPreTool(createAsk(fine, { event: 'prompt', timeoutMs: 1_000 }), askerOf(fine), asked(push)),
  ).toEqual({
    stdout: '',
  });
});

it('asks for a short hand-off of the session itself after a compaction and for a subagent, and for a briefing otherwise', async () => {
  const urls: string[] = [];
  const ask = async (endpoint: { path: string }, { query = {} }: { query?: object }) => {
    urls.push(`${endpoint.path} ${JSON.stringify(query)}`);
    return { handoff: { sessionKey: 's' }, injectionBlock: 'asked: round the totals' };
  };
  const config = { url: 'http://x', key: 'k' };

  const startOf = (moment: HookMoment, input: object) =>
    answerSessionStart(ask as never, askerOf(config), { moment, input: readHookInput(input) });
  const after = await startOf('session-start', { session_id: 's', source: 'compact' });
  await startOf('session-start', { session_id: 's', source: 'startup' });
  const subagent = await startOf('subagent-start', { session_id: 's', agent_type: 'Explore' });

  expect(JSON.parse(after.stdout).hookSpecificOutput.additionalContext).toBe('asked: round the totals');
  expect(urls).toEqual([
    '/v1/recall/wake {"compacted":"s","budgetChars":2000}',
    '/v1/recall/wake {"sessionKey":"s","budgetChars":6000}',
    '/v1/recall/wake {"compacted":"s","budgetChars":2000}',
  ]);
  expect(JSON.parse(subagent.stdout).hookSpecificOutput.hookEventName).toBe('SubagentStart');
});

it('tells the server which session is over', async () => {
  await endSession({ url: await serverThatAnswers({ conversations: 1 }), key: 'k' }, 's1');

  expect(bodies).toEqual([{ sessionKeys: ['s1'] }]);
});

it('keeps tool calls of a transcript, masked', async () => {
  const path = join(folder, 'session.jsonl');
  const record = (uuid: string, content: object[]) =>
    JSON.stringify({ type: 'assistant', uuid, sessionId: 's1', message: { role: 'assistant', content } });
  const call = { type: 'tool_use', id: 'a', name: 'Bash', input: { command: `curl -H "x: ${TOKEN}" api` } };
  const text = { type: 'text', text: 'Called it.' };
  writeFileSync(path, `${record('u1', [call])}\n${record('u2', [text])}\n`);

  await sendTranscript(askerOf({ url: await serverThatAnswers({ items: [] }), key: 'k' }), folder, path);

  expect(bodies.flat()).toMatchObject([
    { content: 'Called it.', toolCalls: [{ act: 'run', target: 'curl -H "x: [masked: github-token]" api' }] },
  ]);
});

it('keeps a transcript: masked, only what is new, and later where the server is away', async () => {
  const away = { url: 'http://127.0.0.1:9', key: 'k' };
  const path = transcriptOf('first', SECRET_TEXT);
  await sendTranscript(askerOf(away), folder, path);
  const spooled = readdirSync(join(folder, 'spool')).map((name) => readFileSync(join(folder, 'spool', name), 'utf8'));
  expect(spooled.join('')).not.toContain(TOKEN);

  const back = { url: await serverThatAnswers({ items: [] }), key: 'k' };
  transcriptOf('first', SECRET_TEXT, 'third');
  await sendTranscript(askerOf(back), folder, path);
  await sendTranscript(askerOf(back), folder, path);
  await sendSpooled(askerOf(back), folder);

  const sent = bodies.flat() as { content: string; externalId: string; visibility: string }[];
  expect(sent.map(({ content, externalId }) => [externalId, content])).toEqual([
    ['u2', 'third'],
    ['u0', 'first'],
    ['u1', PRIVATE.content],
  ]);
  expect(new Set(sent.map(({ visibility }) => visibility))).toEqual(new Set(['private']));
  expect(readdirSync(join(folder, 'spool'))).toEqual([]);
}, 30_000);

it('sends a message whose line was half written at the last hook', async () => {
  const config = { url: await serverThatAnswers({ items: [] }), key: 'k' };
  const path = transcriptOf('first', 'second');
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.slice(0, -20));
  await sendTranscript(askerOf(config), folder, path);
  writeFileSync(path, whole);
  await sendTranscript(askerOf(config), folder, path);

  expect((bodies.flat() as { content: string }[]).map(({ content }) => content)).toEqual(['first', 'second']);
});

it('waits for a server that is away once, however much there is to keep', async () => {
  const path = transcriptOf(...Array.from({ length: 350 }, (_, at) => `message ${at}`));
  const startedAt = performance.now();

  await sendTranscript(askerOf({ url: 'http://127.0.0.1:9', key: 'k' }), folder, path);

  expect(performance.now() - startedAt).toBeLessThan(25_000);
  expect(readdirSync(join(folder, 'spool'))).toHaveLength(4);
}, 60_000);

it('passes over what is damaged in the spool, and sends what stands beside it', async () => {
  const spool = new Spool(join(folder, 'spool'));
  await spool.put([{ text: 'one' }]);
  writeFileSync(join(folder, 'spool', '000000000000000-torn.jsonl'), '{"text":"zero"}\n{"text":"cut o');
  writeFileSync(join(folder, 'spool', '000000000000001-zeros.jsonl'), '\0\0\0\0');

  const left: unknown[] = [];
  await spool.drain(async (items) => void left.push(...items));

  expect(left).toEqual([{ text: 'zero' }, { text: 'one' }]);
  expect(readdirSync(join(folder, 'spool'))).toEqual([]);
});

it('masks in time what somebody pasted into a prompt', async () => {
  const config = { url: await serverThatAnswers({ hits: [] }), key: 'k' };
  const startedAt = performance.now();

  const prompt = `${SECRET_TEXT} ${'a1/+='.repeat(700_000)}`;
  const ask = createAsk(config, { event: 'prompt', timeoutMs: 5_000 });
  await answerPrompt(ask, askerOf(config), readHookInput({ prompt }));

  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(JSON.stringify(bodies)).not.toContain(TOKEN);
});

it('never spools more than there is room for, and lets the oldest go', async () => {
  const spool = new Spool(join(folder, 'spool'), 100);
  for (const text of ['one', 'two', 'three', 'four']) await spool.put([{ text: text.padEnd(30) }]);

  const left: unknown[] = [];
  await spool.drain(async (items) => void left.push(...items));

  expect(left).toHaveLength(2);
});

it('keeps what could not be handed over, in its order', async () => {
  const spool = new Spool(join(folder, 'spool'));
  await spool.put(['a']);
  await expect(spool.drain(async () => Promise.reject(new Error('away')))).rejects.toThrow('away');

  const left: unknown[] = [];
  await spool.drain(async (items) => void left.push(...items));

  expect(left).toEqual(['a']);
});

const FAILED_OUTPUT = JSON.stringify({ output: 'watch mode never ends', metadata: { exit_code: 1 } });

const DENIED_OUTPUT = 'Command blocked by PreToolUse hook: 1. Never force a push. Command: git push --force';

const TRANSCRIPTS = {
  codex: [
    { type: 'session_meta', payload: { id: 's1', cwd: '/w/shop' } },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Run the tests.' }] },
    },
    callOf('d', 'git push --force'),
    { type: 'response_item', payload: { type: 'function_call_output', call_id: 'd', output: DENIED_OUTPUT } },
    callOf('a', 'npm test'),
    { type: 'response_item', payload: { type: 'function_call_output', call_id: 'a', output: FAILED_OUTPUT } },
    callOf('b', 'npm test -- --run'),
    { type: 'response_item', payload: { type: 'function_call_output', call_id: 'b', output: 'ok' } },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'They pass.' }] },
    },
  ],
  copilot: [
    { type: 'session.start', id: 'e0', data: { sessionId: 's1', context: { cwd: '/w/shop' } } },
    { type: 'user.message', id: 'e1', data: { content: 'Run the tests.' } },
    { type: 'assistant.message', id: 'e2', data: { content: '', toolRequests: [{ toolCallId: 'a', name: 'bash' }] } },
    { type: 'tool.execution_start', id: 'd1', data: shellOf('d', 'git push --force') },
    {
      type: 'tool.execution_complete',
      id: 'd2',
      data: { toolCallId: 'd', success: false, error: { message: 'Denied by preToolUse hook', code: 'denied' } },
    },
    { type: 'tool.execution_start', id: 'e3', data: shellOf('a', 'npm test') },
    {
      type: 'tool.execution_complete',
      id: 'e4',
      data: { toolCallId: 'a', success: false, error: { message: 'watch mode never ends' } },
    },
    { type: 'tool.execution_start', id: 'e5', data: shellOf('b', 'npm test -- --run') },
    { type: 'tool.execution_complete', id: 'e6', data: { toolCallId: 'b', success: true } },
    { type: 'assistant.message', id: 'e7', data: { content: 'They pass.' } },
  ],
};

function callOf(id: string, command: string) {
  return {
    type: 'response_item',
    payload: { type: 'function_call', name: 'shell', call_id: id, arguments: JSON.stringify({ command }) },
  };
}

function shellOf(toolCallId: string, command: string) {
  return { toolCallId, toolName: 'bash', arguments: { command } };
}

it.each(['codex', 'copilot'] as const)(
  'keeps what failed and what worked after it from a transcript of %s, and nothing that a hook denied',
  async (id) => {
    const path = join(folder, `rollout-${id}.jsonl`);
    writeFileSync(path, TRANSCRIPTS[id].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const config = { url: await serverThatAnswers({ items: [] }), key: 'k' };

    await sendTranscript(askerOf(config, findHookClient(id)!), folder, path);

    expect(bodies.flat()).toMatchObject([
      { role: 'user', content: 'Run the tests.', source: id, sessionKey: 's1' },
      {
        role: 'assistant',
        content: 'They pass.',
        toolCalls: [
          { act: 'run', target: 'npm test', failed: 'watch mode never ends' },
          { act: 'run', target: 'npm test -- --run' },
        ],
      },
    ]);
  },
);

it('keeps the texts that the hooks of Gemini CLI and Cursor carry, once, masked, each with its own agent', async () => {
  const config: HookConfig = { url: await serverThatAnswers({ items: [] }), key: 'k', visibility: 'private' };
  const gemini = askerOf(config, findHookClient('gemini-cli')!);
  const cursor = askerOf(config, findHookClient('cursor')!);
  const turn = {
    session_id: 'g1',
    timestamp: '2026-11-20T10:00:00.000Z',
    prompt: SECRET_TEXT,
    prompt_response: 'Done.',
  };

  await spoolSaid(gemini, readHookInput(turn), folder);
  await spoolSaid(gemini, readHookInput(turn), folder);
  await spoolSaid(cursor, readHookInput({ conversation_id: 'k1', generation_id: 'n1', text: 'Merged.' }), folder);
  await sendSpooled(gemini, folder);

  const sent = bodies.flat() as { content: string; externalId: string }[];
  expect(sent.map(({ content }) => content)).toEqual([PRIVATE.content, 'Done.', PRIVATE.content, 'Done.']);
  expect(new Set(sent.map(({ externalId }) => externalId)).size).toBe(2);
  expect(sent[0]).toMatchObject({ role: 'user', source: 'gemini-cli', sessionKey: 'g1', visibility: 'private' });
});

it('reports its late answers with the next request that is answered, once', async () => {
  const headers: (string | undefined)[] = [];
  const url = await serverThatAnswers({ hits: [] });
  server!.on('request', (request: { headers: Record<string, string | undefined> }) =>
    headers.push(request.headers['x-cairn-hook']),
  );
  const late = new LateCount(folder, 'claude-code');
  const askAt = (address: string) =>
    createAsk({ url: address, key: 'k' }, { event: 'prompt', timeoutMs: 2_000, late })(
      { method: 'GET', path: '/' },
      {},
    );

  late.add();
  late.add();
  await expect(askAt('http://127.0.0.1:9')).rejects.toThrow();
  await askAt(url);
  await askAt(url);

  expect(headers).toEqual(['prompt; wait=2000; late=2', 'prompt; wait=2000; late=0']);
});
