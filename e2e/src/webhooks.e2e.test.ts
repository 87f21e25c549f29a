import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { cli } from './cli.ts';
import { Client } from './client.ts';
import { until } from './until.ts';

let folder: string;
let dataDir: string;
let server: Cairn;
let client: Client;
const opened: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-webhooks-'));
  dataDir = join(folder, 'data');
  const env = { CAIRN_WEBHOOK_NETWORKS: 'private' };
  server = await startCairn({ dataDir, port: await freePort(), env });
  client = new Client(server.url, server.key!);
});

afterAll(async () => {
  for (const close of opened) await close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const cairn = (...args: string[]) => cli([...args, '--data-dir', dataDir]);

/** The receiver in the documentation. */
function documentedReceiver(): string {
  const page = readFileSync('docs/team/webhooks.md', 'utf8');
  return /^```js\n(.*?)^```/ms.exec(page)![1]!;
}

/** Runs the receiver of the documentation, and collects what it accepts. */
async function startReceiver(port: number, secret: string): Promise<string[]> {
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, documentedReceiver());
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  opened.push(() => (child.kill(), ended));
  const printed: string[] = [];
  child.stdout.on('data', (data: Buffer) => printed.push(data.toString()));
  return printed;
}

it('sends a signed message when a rule stops an action, which the receiver of the documentation accepts', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hook`;
  const { webhookId, secret } = (await cairn('webhooks', 'add', url, '--json')).json;
  const accepted = await startReceiver(port, secret);
  const rule = {
    title: 'Terraform',
    content: 'Never run terraform apply.',
    category: 'rule',
    forbids: [{ names: ['terraform apply'] }],
  };
  const { id } = (await client.post('/v1/memories?wait=indexed', rule)).body.items[0];

  // On a busy machine, a first preflight may end before it reached the rule.
  await until(async () => {
    const { verdict } = (await client.post('/v1/recall/preflight', { action: 'terraform apply' })).body;
    return verdict === 'stop';
  });
  await until(async () => accepted.join('').includes('rule.stopped'));
  const [, body] = /^msg_\S+ (.*)$/m.exec(accepted.join(''))!;
  expect(JSON.parse(body!)).toMatchObject({ type: 'rule.stopped', data: { memoryId: id, category: 'rule', times: 1 } });
  const { messageId } = (await cairn('webhooks', 'test', webhookId, '--json')).json;
  await until(async () => accepted.join('').includes(`${messageId} {"type":"webhook.test"`));
  const listed = async () =>
    (await client.get('/v1/webhooks')).body.webhooks.find((one: { webhookId: string }) => one.webhookId === webhookId);
  await until(async () => (await listed()).deliveredAt !== null && (await listed()).failure === null);
  const webhook = await listed();
  expect(webhook).toMatchObject({ webhookId, url, state: 'on' });
  expect(JSON.stringify(webhook)).not.toContain(secret);
});

it('sends a message when a proposal waits, and when a person keeps it', async () => {
  const port = await freePort();
  const { secret } = (await cairn('webhooks', 'add', `http://127.0.0.1:${port}/hook`, '--json')).json;
  const accepted = await startReceiver(port, secret);
  const person = await cairn('keys', 'create', 'Ana', '--kind', 'person', '--role', 'manager', '--json');
  const ana = new Client(server.url, person.json.key);
  const memory = { title: 'Euros', content: 'We bill in euros.', category: 'decision' };
  const proposals = [{ kind: 'decision', certainty: 0.7, memory }];

  const { memoryId } = (await ana.post('/v1/proposals', { proposals })).body.proposals[0];
  await until(async () => accepted.join('').includes('proposal.waiting'));
  await ana.post(`/v1/proposals/${memoryId}/keep`, {});
  await until(async () => accepted.join('').includes('memory.confirmed'));

  const digest = (await ana.get('/v1/digest?shared=true')).body;
  expect(accepted.join('')).not.toContain('euros');
  expect(digest).toMatchObject({ waiting: { count: 0 }, isComplete: true });
  expect(digest.markdown).toContain('- Ana confirmed a memory\n  - Euros (decision)');
});

it('refuses an address that no message may be sent to, by the name of its field', async () => {
  for (const url of [
    'http://chat.example/hook',
    'https://169.254.169.254/',
    'https://user:pass@chat.example/',
    'chat',
  ]) {
    const { status, body } = await client.post('/v1/webhooks', { url });
    expect([url, status, body.error?.issues?.[0]?.field]).toEqual([url, 400, 'url']);
  }
});
