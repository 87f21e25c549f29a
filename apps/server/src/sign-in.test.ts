import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyHolder, PrincipalSummary } from '@cairn/contracts';
import { AccessTokens, loadConfig, type RunningService } from '@cairn/platform';
import { teams, type Teams, keys, type Keys } from '@cairn/store';
import { aPrincipal, until } from '@cairn/testing';
import { SignJWT, UnsecuredJWT } from 'jose';
import { IdentityProvider } from './identity-provider.fixture.ts';
import { startAccessServices } from './service-modules.fixture.ts';

const AUDIENCE = 'https://cairn.example.org/mcp';

let issuer: IdentityProvider;
let dataDir: string;
let service: RunningService;
let admin: string;

beforeAll(async () => {
  issuer = await IdentityProvider.start(AUDIENCE);
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-sign-in-'));
  service = await start({
    CAIRN_OIDC_ISSUER: issuer.issuer,
    CAIRN_OIDC_AUDIENCE: AUDIENCE,
    CAIRN_OIDC_SCOPES: 'memory',
    CAIRN_OIDC_ROLE_CLAIM: 'realm.groups',
    CAIRN_OIDC_ROLES: 'staff=writer, cairn-admins=admin',
    CAIRN_OIDC_TEAMS_CLAIM: 'https://cairn.example.org/teams',
    CAIRN_OIDC_ORGANISATION_CLAIM: 'tenant',
  });
  const allKeys = service.app.get<Keys>(keys.token);
  const { orgId } = await allKeys.firstOrganisation({});
  admin = (await allKeys.create({ orgId, name: 'ops', kind: 'person', role: 'admin', peers: [] })).key;
  await service.app
    .get<Teams>(teams.token)
    .create({ author: aPrincipal({ orgId }), team: { name: 'Platform', members: [] } });
  for (const name of ['ada', 'bob', 'eve']) issuer.claims.set(name, { tenant: orgId });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (settings?: Record<string, string>) => startAccessServices(dataDir, settings);

const ask = (credential: string, path = '/v1/caller', init: RequestInit = {}) =>
  fetch(service.url + path, {
    ...init,
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
  });

const says = (account: string, claims: Record<string, unknown>) =>
  issuer.claims.set(account, { ...issuer.claims.get(account), ...claims });

it('lets a person in whom the issuer vouches for, with the role and the teams that it says', async () => {
  says('ada', { name: 'Ada L.', realm: { groups: ['all', 'staff'] }, 'https://cairn.example.org/teams': ['Platform'] });

  const answer = await ask(await issuer.tokenOf('ada'));
  expect(answer.status).toBe(200);
  const ada = (await answer.json()) as KeyHolder;
  expect(ada).toMatchObject({ name: 'Ada L.', kind: 'person', role: 'writer', teams: [{ name: 'Platform' }] });
  expect(((await (await ask(await issuer.tokenOf('ada'))).json()) as KeyHolder).principalId).toBe(ada.principalId);

  const written = await ask(await issuer.tokenOf('ada'), '/v1/memories', {
    method: 'POST',
    body: JSON.stringify({ title: 'Hers', content: 'What Ada knows.', visibility: 'private' }),
  });
  expect(written.status).toBe(201);
  expect((await ask(await issuer.tokenOf('ada'), '/v1/audit')).status).toBe(403);
});

it('answers MCP with a token as with a key', async () => {
  const call = (credential: string) =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });

  const [byToken, byKey] = [await call(await issuer.tokenOf('ada')), await call(admin)];
  expect([byToken.status, byKey.status]).toEqual([200, 200]);
  expect(await byToken.text()).toContain('crystal_recall');
});

const now = () => Math.floor(Date.now() / 1000);
const publicKeyAsSecret = () => new TextEncoder().encode(JSON.stringify(issuer.publicKey));
const bySecret = (secret: Uint8Array) =>
  new SignJWT({ tenant: 'x' })
    .setProtectedHeader({ alg: 'HS256', kid: 'first' })
    .setIssuer(issuer.issuer)
    .setAudience(AUDIENCE)
    .setSubject('mallory')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(secret);

it.each<[string, () => Promise<string> | string, string]>([
  ['for somebody else', () => issuer.forged((token) => token.setAudience('https://other.example')), 'audience must be'],
  ['of another issuer', () => issuer.forged((token) => token.setIssuer('https://other.example')), 'another issuer'],
  ['that has expired', () => issuer.forged((token) => token.setExpirationTime(now() - 6)), 'has expired'],
  ['that is not valid yet', () => issuer.forged((token) => token.setNotBefore(now() + 8)), 'not valid yet'],
  ['of nobody', () => issuer.forged((token) => token.setSubject('')), 'sub'],
  ...[['ann'], { name: 'ann' }, 7, true, null, ' '].map((sub): [string, () => Promise<string>, string] => [
    `whose sub is ${JSON.stringify(sub)}`,
    () => issuer.forged((token) => token, { claims: { sub } }),
    'sub',
  ]),
  ['made at no time', () => issuer.forged((token) => token, { claims: { iat: 'noon' } }), 'iat'],
  ['under a key that is not shown', () => issuer.forged((token) => token, { kid: 'unknown' }), 'does not publish'],
  ['of another type', () => issuer.forged((token) => token, { typ: 'logout+jwt' }), 'another type'],
  ['without a signature', () => new UnsecuredJWT({ sub: 'mallory' }).encode() + 'x', 'no access token'],
  ['signed with the public key as a secret', () => bySecret(publicKeyAsSecret()), 'no access token'],
  ['that names no organisation', () => issuer.forged((token) => token), 'names no organisation'],
])('refuses a token %s', async (_, token, reason) => {
  const answer = await ask(await token());

  expect(answer.status).toBe(401);
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  expect(error).toMatchObject({ code: 'auth/missing', message: expect.stringContaining(reason) });
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", error_description="[^"]+"$/);
});

it('refuses groups of another form, and takes nothing from anybody for them', async () => {
  says('ada', { realm: { groups: ['staff'] } });
  expect(((await (await ask(await issuer.tokenOf('ada'))).json()) as KeyHolder).role).toBe('writer');

  for (const groups of [7, { staff: true }, ['staff', 7]]) {
    says('ada', { realm: { groups } });
    const answer = await ask(await issuer.tokenOf('ada'));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('realm.groups') } });
  }
  says('ada', { realm: { groups: ['staff'] }, name: ['Ada'], email: { at: 'example' } });
  expect(((await (await ask(await issuer.tokenOf('ada'))).json()) as KeyHolder).role).toBe('writer');
});

it('takes a clock that is off by some seconds', async () => {
  const late = await issuer.forged((token) => token.setExpirationTime(now() - 2).setNotBefore(now() + 2));

  expect(await ask(late).then((answer) => answer.json())).toMatchObject({
    error: { message: expect.stringContaining('names no organisation') },
  });
});

it('lets nobody into an organisation that it does not have', async () => {
  says('eve', { tenant: '0190a000-0000-7000-8000-00000000beef' });

  expect((await ask(await issuer.tokenOf('eve'))).status).toBe(401);
});

it('follows a role that the issuer takes, and keeps out whom an admin has removed', async () => {
  says('bob', { realm: { groups: 'cairn-admins' } });
  const asAdmin = await issuer.tokenOf('bob');
  expect((await ask(asAdmin, '/v1/audit')).status).toBe(200);
  const bob = (await (await ask(asAdmin)).json()) as KeyHolder;

  says('bob', { realm: {} });
  await until(async () => (await ask(await issuer.tokenOf('bob'), '/v1/audit')).status === 403);
  await until(async () => (await ask(asAdmin, '/v1/audit')).status === 403);

  const leaving = { method: 'POST', body: JSON.stringify({ forget: true }) };
  expect((await ask(asAdmin)).status).toBe(200);
  expect((await ask(admin, `/v1/principals/${bob.principalId}/leave`, leaving)).status).toBeLessThan(300);
  expect((await ask(asAdmin)).status).toBe(401);
  expect((await ask(await issuer.tokenOf('bob'))).status).toBe(401);
  const { principals } = (await (await ask(admin, '/v1/principals')).json()) as { principals: PrincipalSummary[] };
  expect(principals.filter(({ name }) => name === 'bob')).toHaveLength(1);
});

it('tells MCP clients who signs people in, and others nothing', async () => {
  const refused = await fetch(`${service.url}/mcp`, { method: 'POST' });
  const challenge = refused.headers.get('www-authenticate')!;
  const [, address] = /^Bearer resource_metadata="([^"]+)", scope="memory"$/.exec(challenge)!;

  expect(refused.status).toBe(401);
  expect(await (await fetch(address!)).json()).toEqual({
    resource: `${service.url}/mcp`,
    authorization_servers: [issuer.issuer],
    scopes_supported: ['memory'],
    bearer_methods_supported: ['header'],
    resource_name: 'Cairn',
  });
  expect((await fetch(`${service.url}/v1/caller`)).headers.get('www-authenticate')).toBe('Bearer');
});

it('finds a key that the issuer has changed to, and does not ask for every unknown one', async () => {
  const settings = { CAIRN_OIDC_ISSUER: issuer.issuer, CAIRN_OIDC_AUDIENCE: AUDIENCE };
  const tokens = new AccessTokens(loadConfig('all-in-one', settings).oidc!, { cooldownMs: 0 });
  const before = await issuer.tokenOf('ada');
  expect(await tokens.check(before)).toMatchObject({ subject: 'ada', firstRole: 'reader' });

  const { keysAsked } = issuer;
  for (let n = 0; n < 5; n++) await ask(await issuer.forged((token) => token, { kid: `made-up-${n}` }));
  expect(issuer.keysAsked).toBe(keysAsked);
  await issuer.rotate('second');
  expect(await tokens.check(await issuer.tokenOf('ada'))).toMatchObject({ subject: 'ada' });
  await expect(tokens.check(before)).rejects.toThrow('does not publish');
});

it('says so where the issuer cannot be asked, and takes keys meanwhile', async () => {
  const away = loadConfig('all-in-one', { CAIRN_OIDC_ISSUER: 'http://127.0.0.1:9', CAIRN_OIDC_AUDIENCE: AUDIENCE });

  await expect(new AccessTokens(away.oidc!).check(await issuer.tokenOf('ada'))).rejects.toMatchObject({
    code: 'sign-in/unavailable',
  });
  expect((await ask(admin)).status).toBe(200);
});

it('changes nothing where no issuer is set', async () => {
  await service.close();
  service = await start({});
  const refused = await fetch(`${service.url}/mcp`, { method: 'POST' });

  expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  expect((await fetch(`${service.url}/.well-known/oauth-protected-resource`)).status).toBe(404);
  expect((await ask(await issuer.tokenOf('ada'))).status).toBe(401);
});
