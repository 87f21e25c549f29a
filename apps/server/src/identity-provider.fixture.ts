import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';

/** Real OpenID provider on this machine. Each account is a client whose secret equals its name. */
export class IdentityProvider {
  readonly issuer: string;
  /** Extra claims in the tokens of an account. */
  readonly claims = new Map<string, Record<string, unknown>>();
  /** Number of requests for its keys. */
  keysAsked = 0;
  private readonly server: Server;
  private readonly resource: string;
  private key!: JWK & { kid: string };
  private answer!: ReturnType<Provider['callback']>;

  private constructor(server: Server, resource: string) {
    this.server = server;
    this.resource = resource;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      if (request.url === '/jwks') this.keysAsked += 1;
      void this.answer(request, response);
    });
  }

  /** Starts a provider; `resource` is the audience of its tokens. */
  static async start(resource: string): Promise<IdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const provider = new IdentityProvider(server, resource);
    await provider.rotate('first');
    return provider;
  }

  /** Replaces the signing key; the former one is no longer published. */
  async rotate(kid: string): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.key = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
    const { info, warn } = console;
    // Silences the provider's warnings about settings that are only fit for tests.
    Object.assign(console, { info: () => {}, warn: () => {} });
    this.answer = new Provider(this.issuer, this.configuration()).callback();
    Object.assign(console, { info, warn });
  }

  /** Requests an access token of an account in the regular way. */
  async tokenOf(account: string): Promise<string> {
    const answer = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${account}:${account}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: this.resource }),
    });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`no token: ${answer.status}`);
    return token;
  }

  /** Signs a token with the key of the provider. The provider itself would never issue such a token. */
  async forged(
    change: (token: SignJWT) => SignJWT,
    { claims = {}, ...header }: { kid?: string; typ?: string; claims?: Record<string, unknown> } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: this.issuer, aud: this.resource, sub: 'mallory', iat: now, exp: now + 300 };
    const token = new SignJWT({ ...usual, ...claims }).setProtectedHeader({
      alg: 'RS256',
      kid: this.key.kid,
      ...header,
    });
    return change(token).sign(await importJWK(this.key));
  }

  /** Public key of the provider. */
  get publicKey(): JWK {
    const { kty, n, e } = this.key;
    return { kty: kty!, n: n!, e: e! };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private configuration(): Configuration {
    return {
      jwks: { keys: [this.key] },
      clients: ['ada', 'bob', 'eve'].map((name) => ({
        client_id: name,
        client_secret: name,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      })),
      ttl: { ClientCredentials: 600 },
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_, audience) => ({
            scope: '',
            audience,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
      extraTokenClaims: (_, token) => this.claims.get(token.clientId ?? ''),
    };
  }
}
