import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsentPreview, Role } from '@cairn/contracts';
import type { RunningService } from '@cairn/platform';
import { keys, type Keys } from '@cairn/store';
import { startAccessServices } from './service-modules.fixture.ts';

const ISSUER = 'https://memory.example.com';
const REDIRECT_URI = 'http://127.0.0.1:7777/back';

let dataDir: string;
let service: RunningService;
let allKeys: Keys;

const start = async (settings: Record<string, string> = { CAIRN_PUBLIC_URL: ISSUER }) => {
  service = await startAccessServices(dataDir, settings);
  allKeys = service.app.get<Keys>(keys.token);
};
const restart = async (settings: Record<string, string>) => {
  await service.close();
  await start(settings);
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-oauth-'));
  await start();
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const aKey = async (role: Role, kind: 'person' | 'agent' = 'person') => {
  const { orgId } = await allKeys.firstOrganisation({});
  return (await allKeys.create({ orgId, name: `${role} ${kind}`, kind, role, peers: [] })).key;
};

const get = (path: string) => fetch(service.url + path, { redirect: 'manual' });
const post = (path: string, body: object, key?: string) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
const sendForm = (path: string, form: Record<string, string>) =>
  fetch(service.url + path, { method: 'POST', body: new URLSearchParams(form) });

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function register(redirect_uris = [REDIRECT_URI]): Promise<string> {
  const answer = await post('/oauth/register', { client_name: 'My app', redirect_uris });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { client_id: string }).client_id;
}

const queryOf = (client_id: string, changes: Record<string, string | undefined> = {}) => {
  const all = {
    ...{ client_id, redirect_uri: REDIRECT_URI, response_type: 'code', state: '0123', code_challenge: challenge },
    ...{ code_challenge_method: 'S256', scope: 'read write', resource: `${ISSUER}/mcp`, ...changes },
  };
  return new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
};
const authorize = (client_id: string, changes?: Record<string, string | undefined>) =>
  get(`/oauth/authorize?${queryOf(client_id, changes)}`);
const requestOf = async (answer: Response) =>
  new URL(answer.headers.get('location')!, ISSUER).searchParams.get('request')!;

/** Takes a client through the consent of the person with this key; returns the parameters of the redirect. */
async function consent(client_id: string, key: string, scope?: string, changes?: Record<string, string>) {
  const request = await requestOf(await authorize(client_id, changes));
  const answer = await post('/v1/oauth/consent', { request, scope }, key);
  expect(answer.status).toBe(200);
  const { address } = (await answer.json()) as { address: string };
  expect(address.startsWith(`${REDIRECT_URI}?`)).toBe(true);
  return Object.fromEntries(new URL(address).searchParams);
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

async function connect(key: string, scope = 'write', client?: string) {
  const client_id = client ?? (await register());
  const { code = '' } = await consent(client_id, key, scope, { scope: 'read write admin' });
  const form = {
    grant_type: 'authorization_code',
    client_id,
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
  };
  const answer = await sendForm('/oauth/token', form);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return { client_id, form, ...((await answer.json()) as Tokens) };
}

const caller = async (token: string) => {
  const answer = await fetch(`${service.url}/v1/caller`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, ...((await answer.json()) as { kind?: string; role?: string }) };
};

const callTool = (name: string, token: string, args: object = {}) =>
  fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });

test('describes itself, and names itself where /mcp is refused', async () => {
  const metadata = (await (await get('/.well-known/oauth-authorization-server')).json()) as Record<string, unknown>;
  const resource = (await (await get('/.well-known/oauth-protected-resource/mcp')).json()) as Record<string, unknown>;
  const refused = await callTool('crystal_stats', 'cairn_wrong');

  expect(metadata).toMatchObject({
    issuer: ISSUER,
    token_endpoint: `${ISSUER}/oauth/token`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
  });
  expect(resource).toMatchObject({ resource: `${ISSUER}/mcp`, authorization_servers: [ISSUER] });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
  );
});

test('connects a client as an agent of the person, whose tokens are replaced and revoked', async () => {
  const { client_id, access_token, refresh_token, scope } = await connect(await aKey('writer'));
  expect(scope).toBe('read write');
  expect(await caller(access_token)).toMatchObject({ status: 200, kind: 'agent', role: 'writer' });

  const form = { grant_type: 'refresh_token', client_id, refresh_token };
  const next = (await (await sendForm('/oauth/token', form)).json()) as Tokens;
  const again = (await (await sendForm('/oauth/token', form)).json()) as Tokens;
  expect([again.access_token, again.refresh_token]).toEqual([next.access_token, next.refresh_token]);
  expect(await caller(access_token)).toMatchObject({ status: 401 });
  expect(await caller(next.access_token)).toMatchObject({ status: 200 });

  const revoked = await sendForm('/oauth/revoke', { client_id, token: next.refresh_token });
  expect(revoked.status).toBe(200);
  expect(await caller(next.access_token)).toMatchObject({ status: 401 });
  const over = await sendForm('/oauth/token', { ...form, refresh_token: next.refresh_token });
  expect([over.status, await over.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
});

test('shows the person who asks and where it leads, and gives at most their own role', async () => {
  const request = await requestOf(await authorize(await register(), { scope: 'read write admin' }));
  const [reader, manager] = [await aKey('reader'), await aKey('manager')];
  const shown = async (key: string) =>
    (await (await post('/v1/oauth/request', { request }, key)).json()) as ConsentPreview;

  expect(await shown(reader)).toEqual({
    ...{ clientName: 'My app', clientHost: null, destination: 'this machine' },
    ...{ scopes: ['read'], asked: 'read' },
  });
  expect(await shown(manager)).toMatchObject({ scopes: ['read', 'write', 'admin'], asked: 'admin' });
  const more = await post('/v1/oauth/consent', { request, scope: 'write' }, reader);
  expect(more.status).toBe(403);
  expect((await post('/v1/oauth/consent', { request, scope: 'read' }, await aKey('writer', 'agent'))).status).toBe(403);
  expect((await post('/v1/oauth/consent', { request, scope: 'read' })).status).toBe(401);
});

test('leads back with the state and the issuer, also where the person refuses', async () => {
  const [client, key] = [await register(), await aKey('reader')];

  expect(await consent(client, key)).toEqual({ error: 'access_denied', state: '0123', iss: ISSUER });
  expect(await consent(client, key, 'read')).toEqual({
    code: expect.stringMatching(/^cairn_code_/),
    state: '0123',
    iss: ISSUER,
  });
});

test.each([
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['no proof', { code_challenge: undefined }, 'invalid_request'],
  ['a plain proof', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['another resource', { resource: 'https://other.example.com/mcp' }, 'invalid_target'],
  ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
])('tells the client of %s', async (_, changes, error) => {
  const answer = await authorize(await register(), changes);

  const address = new URL(answer.headers.get('location')!);
  expect([answer.status, address.origin]).toEqual([303, 'http://127.0.0.1:7777']);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ error, state: '0123', iss: ISSUER });
});

test('leads to no address that the client does not name', async () => {
  const client = await register();
  const strangers = [
    authorize(client, { redirect_uri: 'https://evil.example.com/back' }),
    authorize(client, { redirect_uri: undefined }),
    authorize('someone'),
    authorize('https://127.0.0.1/client.json'),
  ];

  for (const answer of await Promise.all(strangers)) {
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(await answer.text()).toContain('cannot be connected');
  }
  const forged = Buffer.from(queryOf(client, { redirect_uri: 'https://evil.example.com/' }).toString());
  const request = forged.toString('base64url');
  expect((await post('/v1/oauth/consent', { request, scope: 'read' }, await aKey('reader'))).status).toBe(400);
});

test('gives no token for a wrong proof, an unknown type, a repeated field or JSON', async () => {
  const client_id = await register();
  const { code = '' } = await consent(client_id, await aKey('reader'), 'read');
  const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT_URI };
  const errorOf = async (answer: Promise<Response>) => [(await answer).status, await (await answer).json()];

  const other = { ...form, code_verifier: 'x'.repeat(43) };
  expect(await errorOf(sendForm('/oauth/token', other))).toMatchObject([400, { error: 'invalid_grant' }]);
  expect(await errorOf(sendForm('/oauth/token', form))).toMatchObject([400, { error: 'invalid_request' }]);
  const password = { ...form, grant_type: 'password' };
  expect(await errorOf(sendForm('/oauth/token', password))).toMatchObject([400, { error: 'unsupported_grant_type' }]);
  const twice = new URLSearchParams([...Object.entries({ ...form, code_verifier: verifier }), ['code', 'x']]);
  const repeated = fetch(`${service.url}/oauth/token`, { method: 'POST', body: twice });
  expect(await errorOf(repeated)).toMatchObject([400, { error: 'invalid_request' }]);
  expect(await errorOf(post('/oauth/token', form))).toMatchObject([400, { error: 'invalid_request' }]);
});

test('registers no client with an address that runs a script', async () => {
  const answer = await post('/oauth/register', { redirect_uris: ['javascript:alert(1)'] });

  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_redirect_uri' }]);
});

test('takes a form nowhere else, since pages of other origins can send one', async () => {
  const answer = await sendForm('/console/session', { key: 'cairn_x' });

  expect([answer.status, await answer.json()]).toMatchObject([415, { error: { code: 'request/media-type' } }]);
});

test('asks a client for a higher scope where its person could give it, and gets the tool then', async () => {
  const person = await aKey('writer');
  const { access_token, client_id } = await connect(person, 'read');
  const remember = { title: 'Freeze', content: 'Freeze on Friday' };

  const refused = await callTool('crystal_remember', access_token, remember);
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer error="insufficient_scope", resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
  );
  const more = await connect(person, 'write', client_id);
  expect((await callTool('crystal_remember', more.access_token, remember)).status).toBe(200);

  const readerOnly = await connect(await aKey('reader'), 'read');
  expect((await callTool('crystal_remember', readerOnly.access_token, remember)).status).toBe(200);
});

test('is absent without a public address, with an identity provider, and where it is off', async () => {
  const absent = async () => [
    (await get('/.well-known/oauth-authorization-server')).status,
    (await authorize('x')).status,
    (await sendForm('/oauth/token', {})).status,
    (await post('/oauth/register', {})).status,
    (await callTool('crystal_stats', 'cairn_wrong')).headers.get('www-authenticate'),
  ];
  for (const settings of [
    {},
    { CAIRN_PUBLIC_URL: 'http://memory.example.com' },
    { CAIRN_PUBLIC_URL: ISSUER, CAIRN_OAUTH: 'off' },
  ] as Record<string, string>[]) {
    await restart(settings);
    expect(await absent()).toEqual([404, 404, 404, 404, 'Bearer']);
  }
  await restart({ CAIRN_PUBLIC_URL: ISSUER, CAIRN_OIDC_ISSUER: 'http://127.0.0.1:1', CAIRN_OIDC_AUDIENCE: 'x' });
  expect((await absent()).slice(0, 4)).toEqual([404, 404, 404, 404]);
});
