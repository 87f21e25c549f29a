import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { until } from '@cairn/testing';
import { loadConfig } from './config.ts';
import { backendOf, Parts } from './role-keys.fixture.ts';
import { startService, type RunningService } from './start-service.ts';

let folder: string;
let service: RunningService | undefined;
const files = () => ({ CAIRN_TLS_CERT_FILE: join(folder, 'cert.pem'), CAIRN_TLS_KEY_FILE: join(folder, 'key.pem') });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-tls-'));
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a certificate with this name, and its key. */
function certify(name: string): void {
  const { CAIRN_TLS_CERT_FILE: cert, CAIRN_TLS_KEY_FILE: key } = files();
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...made, '-subj', `/CN=${name}`, '-days', '1'], { stdio: 'ignore' });
}

const start = async () =>
  startService({
    backend: backendOf(new Parts()),
    modules: [],
    config: loadConfig('all-in-one', { CAIRN_PORT: '0', ...files() }),
    log: { write: () => {} },
  });

/** Connects, and returns the name in the server's certificate and the status of the answer. */
const meet = (agent: Agent) =>
  new Promise<{ name: unknown; status: number | undefined }>((resolve, reject) => {
    const asked = request(`${service!.url}/healthz`, { agent, rejectUnauthorized: false }, (answer) => {
      const { CN } = (answer.socket as TLSSocket).getPeerCertificate().subject;
      answer.resume().once('end', () => resolve({ name: CN, status: answer.statusCode }));
    });
    asked.once('error', reject).end();
  });
const fresh = () => meet(new Agent({ maxCachedSessions: 0 }));

it('speaks https with the certificate that the files hold, and keeps open connections when it is renewed', async () => {
  certify('first');
  service = await start();
  expect(service.url).toMatch(/^https:/);
  const kept = new Agent({ keepAlive: true, maxSockets: 1, maxCachedSessions: 0 });
  expect(await meet(kept)).toEqual({ name: 'first', status: 200 });

  writeFileSync(files().CAIRN_TLS_CERT_FILE, 'half of a pair');
  certify('second');
  await until(async () => {
    expect((await meet(kept)).name).toBe('first');
    return (await fresh()).name === 'second';
  });
  kept.destroy();
});

it('does not start with files that are no pair, nor with one of the two', async () => {
  certify('first');
  writeFileSync(files().CAIRN_TLS_KEY_FILE, 'no key');

  await expect(start()).rejects.toMatchObject({
    code: 'config/invalid',
    message: expect.stringContaining('CAIRN_TLS_KEY_FILE'),
  });
  expect(() => loadConfig('ingest', { CAIRN_TLS_KEY_FILE: 'key.pem' })).toThrow('CAIRN_TLS_CERT_FILE is missing');
});
