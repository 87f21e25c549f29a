import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend } from '@cairn/backends';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { GatewayModule, gatewayOptionsOf } from '@cairn/service-gateway';
import { requestListener } from '@cairn/testing';
import { keys, type Keys } from '@cairn/store';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';

const AUDIENCE = 'https://cairn.example.org/mcp';
const SECRET = 'a secret of the client, which it shares with the provider';

/** Provider with answers chosen by the tests, since a real one sends no wrong ones. */
let provider: Server;
let issuer: string;
let own: CryptoKey;
let foreign: CryptoKey;
let idTokenFor: (nonce: string) => Promise<string>;
let accessToken: () => Promise<string>;
let nonce = '';

const dataDir = mkdtempSync(join(tmpdir(), 'cairn-company-'));
let service: RunningService;

beforeAll(async () => {
  const keys = await generateKeyPair('RS256', { extractable: true });
  own = keys.privateKey;
  foreign = (await generateKeyPair('RS256')).privateKey;
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  provider = createServer(
    requestListener(async ({ url }, response) => {
      const answers: Record<string, () => object | Promise<object>> = {
        '/.well-known/openid-configuration': () => ({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        }),
        '/jwks': () => ({ keys: [jwk] }),
        '/token': async () => ({
          token_type: 'Bearer',
          access_token: await accessToken(),
          id_token: await idTokenFor(nonce),
        }),
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(await answers[url!]!()));
    }),
  ).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
beforeEach(() => {
  accessToken = () => signed({ aud: AUDIENCE });
  idTokenFor = (said) => signed({ aud: 'console', nonce: said });
});
afterAll(() => {
  provider.close();
  provider.closeAllConnections();
  rmSync(dataDir, { recursive: true, force: true });
});

const now = () => Math.floor(Date.now() / 1000);
const claims = (said: JWTPayload) => ({ iss: issuer, sub: 'ada', iat: now(), exp: now() + 300, ...said });
const signed = (said: JWTPayload, key: CryptoKey | Uint8Array = own, alg = 'RS256') =>
  new SignJWT(claims(said)).setProtectedHeader({ alg, kid: 'first' }).sign(key);

async function start(settings: Record<string, string> = {}): Promise<void> {
  const read = loadConfig('all-in-one', {
    CAIRN_EMBEDDER: 'none',
    CAIRN_LOG_LEVEL: 'silent',
    CAIRN_OIDC_ISSUER: issuer,
    CAIRN_OIDC_AUDIENCE: AUDIENCE,
    CAIRN_OIDC_CLIENT_ID: 'console',
    CAIRN_OIDC_CLIENT_SECRET: SECRET,
    ...settings,
  });
  const config = { ...read, port: 0, dataDir, readers: 1 };
  const modules = [GatewayModule.forRoot(gatewayOptionsOf(config))];
  service = await startService({ backend: await embeddedBackend(config), modules, config });
  await service.app.get<Keys>(keys.token).firstOrganisation({});
}

const begin = (host?: string) =>
  service.app.inject({ url: '/console/session/company', headers: { ...(host && { host }) } });

/** Signs in, and returns the page on which a person lands. */
async function signIn(): Promise<string> {
  const begun = await begin();
  const { searchParams } = new URL(begun.headers.location!);
  nonce = searchParams.get('nonce')!;
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
  const back = await service.app.inject({
    url: `/console/session/callback?code=any&state=${searchParams.get('state')}&iss=${encodeURIComponent(issuer)}`,
    headers: { cookie },
  });
  return back.headers.location!;
}

describe('with the usual settings', () => {
  beforeAll(() => start());
  afterAll(() => service.close());

  it('lets in whom the provider vouches for', async () => {
    expect(await signIn()).toBe('/console/#signed-in');
  });

  it.each<[string, (said: string) => Promise<string>]>([
    ['signed by a key that the provider does not show', (said) => signed({ aud: 'console', nonce: said }, foreign)],
    [
      "signed with the client's secret",
      (said) => signed({ aud: 'console', nonce: said }, new TextEncoder().encode(SECRET), 'HS256'),
    ],
    ['without a signature', async (said) => new UnsecuredJWT(claims({ aud: 'console', nonce: said })).encode()],
    ['of another sign-in', () => signed({ aud: 'console', nonce: 'another' })],
    ['without its nonce', () => signed({ aud: 'console' })],
    ['for another client', (said) => signed({ aud: 'another', nonce: said })],
    ['of another issuer', (said) => signed({ aud: 'console', nonce: said, iss: 'https://other.example' })],
    ['that has expired', (said) => signed({ aud: 'console', nonce: said, exp: now() - 60 })],
    ['of another person than the access token', (said) => signed({ aud: 'console', nonce: said, sub: 'bob' })],
    ['of a list of people', (said) => signed({ aud: 'console', nonce: said, sub: ['ada'] as unknown as string })],
  ])('takes no id token %s', async (_, idToken) => {
    idTokenFor = idToken;

    expect(await signIn()).toBe('/console/#sign-in-refused');
  });

  it('is led back to no name that only the request says', async () => {
    expect((await begin('evil.example')).headers.location).toBe('/console/#sign-in-refused');
    expect(new URL((await begin('localhost:7070')).headers.location!).searchParams.get('redirect_uri')).toBe(
      'http://localhost:7070/console/session/callback',
    );
  });
});

it('is led back to the public address, whatever the request says', async () => {
  await start({ CAIRN_PUBLIC_URL: 'https://memory.example.com' });

  for (const host of ['evil.example', 'localhost:7070'])
    expect(new URL((await begin(host)).headers.location!).searchParams.get('redirect_uri')).toBe(
      'https://memory.example.com/console/session/callback',
    );
  await service.close();
});

it('is led back to a listed name', async () => {
  await start({ CAIRN_ALLOWED_HOSTS: 'memory.example.com' });

  expect(new URL((await begin('memory.example.com')).headers.location!).searchParams.get('redirect_uri')).toBe(
    'http://memory.example.com/console/session/callback',
  );
  expect((await begin('memory.example.com.evil.example')).headers.location).toBe('/console/#sign-in-refused');
  await service.close();
});
