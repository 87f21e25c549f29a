import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { cli } from './cli.ts';
import { Client } from './client.ts';
import { until } from './until.ts';

/** Two people, three agents of two clients, and a week of their sessions: the walk of docs/use/conversations.md. */
let folder: string;
let dataDir: string;
let server: Cairn;
let ana: Client;
let bo: Client;
let claude: Client;
let codex: Client;
let claudeOfBo: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-conversations-'));
  dataDir = join(folder, 'data');
  server = await startCairn({ dataDir, port: await freePort() });
  const newKey = async (client: Client, body: object) => {
    const answer = await client.post('/v1/keys', body);
    return new Client(server.url, answer.body.key);
  };
  const admin = new Client(server.url, server.key!);
  ana = await newKey(admin, { name: 'Ana', kind: 'person', role: 'manager' });
  bo = await newKey(admin, { name: 'Bo', kind: 'person', role: 'writer' });
  claude = await newKey(ana, { name: 'claude-code@ana', kind: 'agent' });
  codex = await newKey(ana, { name: 'codex@ana', kind: 'agent' });
  claudeOfBo = await newKey(bo, { name: 'claude-code@bo', kind: 'agent' });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const DAY_MS = 86_400_000;
const monday = Date.UTC(2026, 10, 16, 9);
const RULE = 'Never deploy the billing service on Fridays.';

/** A private session of an agent, as hooks send it; each message a minute after the one before. */
const session = (sessionKey: string, day: number, ...said: (readonly [role: string, content: string])[]) =>
  said.map(([role, content], at) => ({
    ...{ role, content, sessionKey, channel: 'billing', visibility: 'private', source: 'claude-code' },
    timestamp: monday + day * DAY_MS + at * 60_000,
  }));

const steps = Array.from({ length: 20 }, (_, at) => ['assistant', `I read part ${at} of the invoices.`] as const);

async function send(agent: Client, messages: object[]): Promise<void> {
  const { status, body } = await agent.post('/v1/messages', messages);
  expect([status, body.error]).toEqual([201, undefined]);
}

interface Proposed {
  readonly memoryId: string;
  readonly content: string;
  readonly quotes: readonly { readonly text: string; readonly messageId?: string }[];
}
const proposals = async (who: Client): Promise<Proposed[]> =>
  (await who.get('/v1/proposals?status=waiting')).body.proposals;
const find = async (who: Client, content: string) => (await proposals(who)).find((one) => one.content === content);

it('turns what was said in a week into what the team knows, and hands work from agent to agent', async () => {
  await send(
    claude,
    session(
      'mon',
      0,
      ['user', 'Please round the totals of invoices.'],
      ...steps,
      ['user', RULE],
      ['assistant', 'Fixed the rounding. We still need a test for refunds.'],
    ),
  );
  await send(claudeOfBo, session('wed', 2, ['user', 'We decided to use Postgres for the queue instead of Redis.']));

  for (const agent of [claude, claudeOfBo])
    expect((await agent.post('/v1/extractions', { channel: 'billing' })).body).toEqual({
      conversations: 1,
      next: null,
    });
  await until(async () => (await find(ana, RULE)) !== undefined);
  await until(async () => (await proposals(bo)).some(({ content }) => content.includes('Postgres')));

  const waiting = (await find(ana, RULE))!;
  expect(waiting.quotes).toMatchObject([{ text: RULE, messageId: expect.any(String) }]);
  expect(await find(bo, RULE)).toBeUndefined();
  const stopped = async () =>
    (await claudeOfBo.post('/v1/recall/preflight', { action: 'deploy billing on Friday' })).body;
  expect((await stopped()).checklist).not.toContain(RULE);

  const kept = await ana.post(`/v1/proposals/${waiting.memoryId}/keep`, { visibility: 'org' });
  expect(kept.status).toBeLessThan(300);
  await until(async () => {
    const { hits } = (await claudeOfBo.post('/v1/recall', { query: 'When may billing be deployed?' })).body;
    return hits.some(({ content }: { content?: string }) => content === RULE);
  });

  const handoff = (await codex.get('/v1/recall/wake?project=acme/billing')).body.handoff;
  expect(handoff).toMatchObject({
    sessionKey: 'mon',
    asked: [{ text: 'Please round the totals of invoices.' }],
    decided: [{ text: RULE }],
    open: [{ text: 'We still need a test for refunds.' }],
  });
  expect((await claudeOfBo.get('/v1/recall/wake?project=acme/billing')).body.handoff).toBeNull();
});

it('adds a second session as evidence, and does not propose again what was rejected', async () => {
  const said = 'Always run the smoke tests before a release.';
  await send(claude, session('thu', 3, ['user', said]));
  await claude.post('/v1/extractions', { sessionKeys: ['thu'] });
  await until(async () => (await find(ana, said)) !== undefined);
  await send(codex, session('fri', 4, ['user', said]));
  await codex.post('/v1/extractions', { sessionKeys: ['fri'] });
  await until(async () => (await find(ana, said))!.quotes.length === 2);

  await ana.post(`/v1/proposals/${(await find(ana, said))!.memoryId}/reject`, {});
  const later = 'Never store card numbers in logs.';
  await send(claude, session('sat', 5, ['user', said], ['user', later]));
  await claude.post('/v1/extractions', { sessionKeys: ['sat'] });
  await until(async () => (await find(ana, later)) !== undefined);

  expect(await find(ana, said)).toBeUndefined();
});

it('shows by the command line what a conversation would propose, and stores nothing', async () => {
  const { json } = await cli(['extract', '--session', 'wed', '--preview', '--json', '--data-dir', dataDir], {
    CAIRN_KEY: claudeOfBo.key,
  });

  expect(json).toMatchObject({ statements: [{ kind: 'decision' }], messages: 1, isMore: false });
  const refused = await claude.post('/v1/extractions', {});
  expect([refused.status, refused.body.error?.issues?.[0]?.field]).toEqual([400, 'sessionKeys']);
});
