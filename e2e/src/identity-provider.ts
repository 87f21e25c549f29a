import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { Provider, type Configuration, type JWK } from 'oidc-provider';

interface ConsoleClient {
  readonly redirectUri: string;
  /** Audience of its access tokens. */
  readonly audience: string;
}

export interface RunningProvider {
  readonly issuer: string;
  /** Signs a token with any claims, since a provider would not issue a wrong one. */
  sign(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

const KEY_ID = 'first';

/** Real OpenID provider with a login page that accepts any name. It knows one public client, `console`. */
export async function startProvider(client: ConsoleClient): Promise<RunningProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' } as JWK;
  const answer = quietly(() => new Provider(issuer, configured(key, client))).callback();
  server.on('request', (request, response) => void answer(request, response));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  const now = Math.floor(Date.now() / 1000);
  const sign = (claims: JWTPayload) =>
    new SignJWT({ iss: issuer, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: KEY_ID })
      .sign(privateKey);
  return { issuer, sign, close };
}

/** Silences the provider's warnings about settings that are only fit for tests. */
function quietly<Made>(make: () => Made): Made {
  const { info, warn } = console;
  Object.assign(console, { info: () => {}, warn: () => {} });
  const made = make();
  Object.assign(console, { info, warn });
  return made;
}

const configured = (key: JWK, { redirectUri, audience }: ConsoleClient): Configuration => ({
  jwks: { keys: [key] },
  clients: [
    {
      client_id: 'console',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [redirectUri],
    },
  ],
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  pkce: { required: () => true },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  features: {
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: '',
        audience,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});
