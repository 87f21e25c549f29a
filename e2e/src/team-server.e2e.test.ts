import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { S3Stub } from '@cairn/testing';
import { freePort } from '@cairn/testing/free-port';
import { startServer, type ServerProcess } from './server-process.ts';
import { until } from './until.ts';

/** A team's server over https with a self-made certificate, its owner, and a second person whose machine is another home folder. */
let folder: string;
let certificate: string;
let url: string;
let server: ServerProcess;
let store: S3Stub;
let link: string;

const homeOf = (who: string) => join(folder, who);
const dataDir = () => join(folder, 'data');
const inHome = (who: string, path: string) => readFileSync(join(homeOf(who), path), 'utf8');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-team-'));
  for (const who of ['ana', 'bob', 'eve']) mkdirSync(homeOf(who));
  certificate = makeCertificate();
  store = await S3Stub.start({ accessKeyId: 'AKIA1', secretAccessKey: 'secret', sessionToken: 'session' });
  const port = await freePort();
  url = `https://127.0.0.1:${port}`;
  const env = {
    CAIRN_EMBEDDER: 'none',
    CAIRN_TLS_CERT_FILE: certificate,
    CAIRN_TLS_KEY_FILE: join(folder, 'key.pem'),
    CAIRN_HOST: '0.0.0.0',
    CAIRN_BACKUP_TO: 's3://team-backups/cairn',
    ...storeEnv(),
  };
  server = await startServer({ dataDir: dataDir(), port, env });
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});

const storeEnv = () => ({
  AWS_ACCESS_KEY_ID: 'AKIA1',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session',
  AWS_ENDPOINT_URL_S3: store.url,
});

/** Makes a certificate for this machine that signs itself, as an operator without an authority would. */
function makeCertificate(): string {
  const file = join(folder, 'cert.pem');
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=cairn', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', file];
  execFileSync('openssl', [...request, ...subject, ...files], { stdio: 'ignore' });
  return file;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a person in their home folder, without any setting but the trusted certificate. */
function cairn(who: string, ...args: string[]): Promise<Ended> {
  const trusts = who === 'ana' ? {} : { NODE_EXTRA_CA_CERTS: certificate };
  const env = { PATH: process.env['PATH'], HOME: homeOf(who), ...trusts, ...storeEnv() };
  return new Promise((done) => {
    execFile(process.execPath, [resolve('dist/cli.mjs'), ...args], { cwd: homeOf(who), env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
/** The owner's commands trust the certificate by themselves, since it is that of their own data folder. */
const asOwner = (...args: string[]) => cairn('ana', '--data-dir', dataDir(), ...args);

test('an invitation has a link with the public address, and the command for a machine without Cairn', async () => {
  const { stdout, code } = await asOwner('invite', 'Bob');

  expect(code).toBe(0);
  link = /https:\S+/.exec(stdout)![0];
  expect(link.startsWith(`${url}/console/join#cairn_join_`)).toBe(true);
  expect(stdout).toContain(`npx --yes @cairn-memory/cairn join "${link}"`);
});

test('a second person joins by the link, with every client of their machine, and recalls what the first stored', async () => {
  writeFileSync(join(homeOf('bob'), '.claude.json'), '{}');
  mkdirSync(join(homeOf('bob'), '.codex'));
  writeFileSync(join(homeOf('bob'), '.codex/config.toml'), '');
  expect((await asOwner('remember', 'The billing service is deployed from the branch harbour.')).code).toBe(0);

  const joined = await cairn('bob', 'join', link, '--name', 'Robert', '--yes');

  expect(joined).toMatchObject({ code: 0, stdout: expect.stringMatching(/joined.* as Robert, writer/) });
  expect(joined.stdout).toMatch(/connected {2}Claude Code: \d+ tools/);
  expect(joined.stdout).toMatch(/connected {2}Codex: \d+ tools/);
  expect(JSON.parse(inHome('bob', '.claude.json')).mcpServers.cairn.url).toBe(`${url}/mcp`);
  expect(inHome('bob', '.claude/settings.json')).toContain('hook.mjs');
  const key = JSON.parse(inHome('bob', '.config/cairn/server.json')).key as string;
  expect(statSync(join(homeOf('bob'), '.config/cairn/server.json')).mode & 0o777).toBe(0o600);
  expect(joined.stdout + joined.stderr + inHome('bob', '.claude.json')).not.toContain(key);

  await until(async () => (await cairn('bob', 'recall', 'Where is billing deployed from?')).stdout.includes('harbour'));
  const { principals } = JSON.parse((await asOwner('people', 'list', '--json')).stdout) as {
    principals: { name: string; kind: string; owner: { name: string } | null }[];
  };
  const agents = principals.filter(({ owner }) => owner?.name === 'Robert').map(({ name }) => name.split('@')[0]);
  expect(agents.toSorted()).toEqual(['claude-code', 'codex']);
});

test('a machine that only joined needs no data folder', async () => {
  const { stdout } = await cairn('bob', 'doctor', '--json');

  const findings = (JSON.parse(stdout) as { findings: { name: string; state: string; message: string }[] }).findings;
  expect(findings.map(({ name }) => name)).not.toContain('data folder');
  expect(findings).toContainEqual({ name: 'server', state: 'ok', message: `answers at ${url}` });
  expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
});

test('a link that was used lets nobody in, and changes nothing', async () => {
  const again = await cairn('eve', 'join', link, '--yes');

  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('This link works no more') });
  expect(() => inHome('eve', '.config/cairn/server.json')).toThrow();
});

test('the server backs itself up to an S3-compatible store, from where it is restored', async () => {
  await until(async () => [...store.objects.keys()].some((key) => key.endsWith('.db')));

  const byHand = await asOwner('backup', 's3://team-backups/cairn', '--keep', '1');
  const [kept, ...others] = [...store.objects.keys()];
  const restored = await cairn('eve', 'backup', 'restore', `s3://${kept}`, '--data-dir', join(folder, 'restored'));

  expect(byHand).toMatchObject({ code: 0, stdout: expect.stringContaining('removed 1 older backup') });
  expect(others).toEqual([]);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('1 memory') });
});

test('a start that would let others in over plain HTTP is refused, with the ways out', async () => {
  const refused = await cairn('eve', 'start', '--team', '--data-dir', join(folder, 'open'), '--port', '0');

  expect(refused.code).not.toBe(0);
  expect(refused.stdout + refused.stderr).toMatch(/plain HTTP[^]*--tls-cert[^]*--insecure-http/);
});
