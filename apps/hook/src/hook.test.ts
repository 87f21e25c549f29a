import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PreflightRequest, RecallRequest } from '@cairn/contracts';
import { requestListener } from '@cairn/testing';
import { actionOf } from './action.ts';
import { createAsk, answerPreTool, answerPrompt, answerSessionStart } from './answer.ts';
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

  await answerPrompt(ask, config, { prompt: SECRET_TEXT });
  await answerPreTool(
    ask,
    config,
    { tool_name: 'Bash', tool_input: { command: `curl -H "Bearer ${TOKEN}"` } },
    shaped(),
  );

  expect(bodies).toMatchObject([{ query: PRIVATE.content }, { action: expect.stringContaining('[masked: ') }]);
  expect(JSON.stringify(bodies)).not.toContain(TOKEN);
  expect(RecallRequest.parse(bodies[0])).toMatchObject({ limit: 5 });
  expect(PreflightRequest.parse(bodies[1])).toMatchObject({ waitMs: 100 });
});

const shaped = (shape: 'claude-code' | 'exit' = 'claude-code') => ({ waitMs: 100, shape });
const push = { tool_name: 'Bash', tool_input: { command: 'git push --force' } };

it.each([
  ['stop', false, { additionalContext: 'rule 1' }],
  ['stop', true, { permissionDecision: 'deny', permissionDecisionReason: 'rule 1' }],
  ['caution', true, { additionalContext: 'rule 1' }],
])('says a verdict of %s, where blocking is asked for: %s', async (verdict, block, said) => {
  const config = { url: await serverThatAnswers({ verdict, checklist: 'rule 1' }), key: 'k', block };

  const answer = await answerPreTool(createAsk(config, { event: 'prompt', timeoutMs: 1_000 }), config, push, shaped());

  expect(JSON.parse(answer.stdout)).toEqual({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } });
  expect(answer.forbidden).toBeUndefined();
});

it('says no by the exit code where a client reads no decision, and nothing where all is well', async () => {
  const stop = { url: await serverThatAnswers({ verdict: 'stop', checklist: 'rule 1' }), key: 'k', block: true };
  expect(
    await answerPreTool(createAsk(stop, { event: 'prompt', timeoutMs: 1_000 }), stop, push, shaped('exit')),
  ).toEqual({
    stdout: '',
    forbidden: 'rule 1',
  });
  server!.close();

  const fine = { url: await serverThatAnswers({ verdict: 'proceed', checklist: '' }), key: 'k', block: true };
  expect(await answerPreTool(createAsk(fine, { event: 'prompt', timeoutMs: 1_000 }), fine, push, shaped())).toEqual({
    stdout: '',
  });
});

it('asks for the hand-off of the session itself after a compaction, and for a briefing otherwise', async () => {
  const urls: string[] = [];
  const ask = async (endpoint: { path: string }, { query = {} }: { query?: object }) => {
    urls.push(`${endpoint.path} ${JSON.stringify(query)}`);
    return { handoff: { sessionKey: 's' }, injectionBlock: 'asked: round the totals' };
  };
  const config = { url: 'http://x', key: 'k' };

  const after = await answerSessionStart(ask as never, config, { session_id: 's', source: 'compact' });
  await answerSessionStart(ask as never, config, { session_id: 's', source: 'startup' });

  expect(JSON.parse(after.stdout).hookSpecificOutput.additionalContext).toBe('asked: round the totals');
  expect(urls).toEqual([
    '/v1/recall/wake {"compacted":"s","budgetChars":6000}',
    '/v1/recall/wake {"sessionKey":"s","budgetChars":6000}',
  ]);
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

  await sendTranscript({ url: await serverThatAnswers({ items: [] }), key: 'k' }, folder, path);

  expect(bodies.flat()).toMatchObject([
    { content: 'Called it.', toolCalls: [{ act: 'run', target: 'curl -H "x: [masked: github-token]" api' }] },
  ]);
});

it('keeps a transcript: masked, only what is new, and later where the server is away', async () => {
  const away = { url: 'http://127.0.0.1:9', key: 'k' };
  const path = transcriptOf('first', SECRET_TEXT);
  await sendTranscript(away, folder, path);
  const spooled = readdirSync(join(folder, 'spool')).map((name) => readFileSync(join(folder, 'spool', name), 'utf8'));
  expect(spooled.join('')).not.toContain(TOKEN);

  const back = { url: await serverThatAnswers({ items: [] }), key: 'k' };
  transcriptOf('first', SECRET_TEXT, 'third');
  await sendTranscript(back, folder, path);
  await sendTranscript(back, folder, path);
  await sendSpooled(back, folder);

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
  await sendTranscript(config, folder, path);
  writeFileSync(path, whole);
  await sendTranscript(config, folder, path);

  expect((bodies.flat() as { content: string }[]).map(({ content }) => content)).toEqual(['first', 'second']);
});

it('waits for a server that is away once, however much there is to keep', async () => {
  const path = transcriptOf(...Array.from({ length: 350 }, (_, at) => `message ${at}`));
  const startedAt = performance.now();

  await sendTranscript({ url: 'http://127.0.0.1:9', key: 'k' }, folder, path);

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

  await answerPrompt(createAsk(config, { event: 'prompt', timeoutMs: 5_000 }), config, {
    prompt: `${SECRET_TEXT} ${'a1/+='.repeat(700_000)}`,
  });

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

it.each([
  ['Bash', { command: 'rm -rf /' }, 'rm -rf /'],
  ['Edit', { file_path: 'a.ts', new_string: 'x' }, 'edit a.ts: x'],
  ['mcp__github__merge', { number: 1 }, 'github merge {"number":1}'],
  ['mcp__cairn__crystal_recall', {}, undefined],
  ['Read', { file_path: 'a.ts' }, undefined],
])('reads the action of %s', (tool, input, action) => {
  expect(actionOf(tool, input)).toBe(action);
});
