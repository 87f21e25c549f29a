import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from '../cairn.ts';
import { Client } from '../client.ts';
import type { Cluster } from '../cluster.ts';
import { startProvider } from '../identity-provider.ts';
import { hostileRequests, type HostileRequest, type Known } from './requests.ts';
import { sendRaw } from './send.ts';

/** Number of requests per server. `npm run test:hostile` sends 10,000. */
const REQUESTS = Number(process.env['CAIRN_HOSTILE_REQUESTS'] ?? (process.env['CAIRN_E2E'] === 'cluster' ? 100 : 400));
const SEED = Number(process.env['CAIRN_HOSTILE_SEED'] ?? 11);
const AT_ONCE = 8;
const SECRET = 'The walrus hides the spare key under the anvil.';
const inside = /node_modules|\n\s+at .+:\d+:\d+|SQLITE_|select .+ from |relation ".+" does not/i;

let folder: string;
let server: Cairn;
let provider: Awaited<ReturnType<typeof startProvider>>;
let admin: Client;
let secretId: string;
let known: Known;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-hostile-'));
  const port = await freePort();
  const audience = `http://127.0.0.1:${port}/mcp`;
  provider = await startProvider({ redirectUri: `http://127.0.0.1:${port}/console/session/callback`, audience });
  const env = {
    ...{ CAIRN_EMBEDDER: 'none', CAIRN_RATE_LIMIT_PER_MINUTE: '10000000' },
    ...{ CAIRN_OIDC_ISSUER: provider.issuer, CAIRN_OIDC_AUDIENCE: audience, CAIRN_OIDC_FIRST_ROLE: 'admin' },
  };
  server = await startCairn({ dataDir: join(folder, 'data'), port, env });
  admin = new Client(server.url, server.key!);
  const written = await admin.post('/v1/memories?wait=indexed', {
    title: 'Walrus',
    content: SECRET,
    visibility: 'private',
  });
  secretId = written.body.items[0].id;
  const writer = await admin.post('/v1/keys', { name: 'Mallory', kind: 'agent', role: 'writer', peers: [] });
  const { paths } = (await admin.get('/docs-json')).body as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  known = { operations, good: writer.body.key, forged: await forgedTokens(audience) };
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await provider?.close();
  rmSync(folder, { recursive: true, force: true });
});

const now = () => Math.floor(Date.now() / 1000);

/** Tokens that were not signed by the issuer, for this audience, or for this time. */
async function forgedTokens(audience: string): Promise<string[]> {
  const { privateKey } = await generateKeyPair('RS256');
  const claims = (change: (token: SignJWT) => SignJWT = (token) => token) =>
    change(
      new SignJWT({ role: 'admin' })
        .setIssuer(provider.issuer)
        .setAudience(audience)
        .setSubject('mallory')
        .setIssuedAt()
        .setExpirationTime('5m'),
    );
  const byKey = (kid: string | undefined, change?: (token: SignJWT) => SignJWT) =>
    claims(change)
      .setProtectedHeader({ alg: 'RS256', ...(kid && { kid }) })
      .sign(privateKey);
  const bySecret = (secret: string) =>
    claims()
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret.padEnd(32, '=')));
  const real = await provider.sign({ sub: 'mallory', aud: audience });
  const [head, , signature] = real.split('.') as [string, string, string];
  const changed = Buffer.from(
    JSON.stringify({ sub: 'root', aud: audience, iss: provider.issuer, exp: now() + 300 }),
  ).toString('base64url');
  return [
    new UnsecuredJWT({ sub: 'mallory' })
      .setIssuer(provider.issuer)
      .setAudience(audience)
      .setExpirationTime('5m')
      .encode(),
    await byKey(undefined),
    await byKey('unknown'),
    await byKey('unknown', (token) => token.setAudience('https://other.example')),
    await bySecret('secret'),
    await provider.sign({ sub: 'mallory', aud: 'https://other.example' }),
    await provider.sign({ sub: 'mallory', aud: audience, exp: now() - 3_600 }),
    await provider.sign({ sub: 'mallory', aud: audience, nbf: now() + 3_600 }),
    await provider.sign({ sub: 'mallory', aud: audience, iss: 'https://other.example' }),
    `${head}.${changed}.${signature}`,
    `${head}..${signature}`,
    'a.b.c',
    `cairn_${'0'.repeat(48)}`,
    `cairn_operator_${'0'.repeat(40)}`,
  ];
}

/** Addresses to attack: of the single process, or of the router and each of the five. */
function doors(): string[] {
  const apps = 'apps' in server ? Object.values((server as Cluster).apps) : [];
  return [server.url, ...apps.map(({ url }) => url)];
}

/** Fault of an answer; undefined if there is none. */
function wrongIn({ status, text }: Awaited<ReturnType<typeof sendRaw>>): string | undefined {
  if (status === undefined) return 'did not answer';
  if (status >= 500) return `answered ${status}`;
  if (text.includes(SECRET) || text.includes(secretId)) return 'told what is private to somebody else';
  if (inside.test(text)) return 'told of its inside';
  return undefined;
}

const told = (door: string, { method, path, headers, body }: HostileRequest, wrong: string) =>
  `${wrong}: ${door} ${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${body.toString().slice(0, 200)}`;

it('a token that the issuer did not sign for us and for now opens no door', async () => {
  const statuses = new Map<string, number>();
  for (const door of doors())
    for (const token of known.forged)
      for (const path of ['/v1/caller', '/v1/recall', '/v1/graph/entities', '/mcp'])
        statuses.set(`${door}${path} ${token}`, (await new Client(door, token).post(path, { query: 'walrus' })).status);

  const opened = [...statuses].filter(([, status]) => ![400, 401, 404, 405].includes(status));
  expect(opened).toEqual([]);
  expect([...statuses.values()]).toContain(401);
});

it('no request whatever makes a server fail, tell or end', async () => {
  const wrongs: string[] = [];
  const statuses = new Map<number | undefined, number>();
  for (const [at, door] of doors().entries()) {
    const left = hostileRequests(known, { seed: SEED + at, count: REQUESTS }).values();
    const sender = async () => {
      for (const request of left) {
        const answer = await sendRaw(door, request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const wrong = wrongIn(answer);
        if (wrong) wrongs.push(told(door, request, wrong));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
  }
  process.stdout.write(`hostile requests by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`);

  expect(wrongs.slice(0, 20)).toEqual([]);
  for (const door of doors()) expect((await fetch(`${door}/readyz`)).status).toBe(200);
  expect((await admin.get(`/v1/memories/${secretId}`)).body).toMatchObject({ content: SECRET });
  // Requests with the valid key must have reached the code behind authentication.
  expect(statuses.get(200)).toBeGreaterThan(0);
}, 1_800_000);
