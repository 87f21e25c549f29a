import { CairnError } from '@cairn/contracts';
import { AccessTokens, type OidcConfig } from '@cairn/platform';
import { Identity } from '@cairn/store';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import { z } from 'zod';

/** The console's client id and secret at the company's identity provider. */
export interface ConsoleClient {
  readonly id: string;
  readonly secret: string | undefined;
}

const ISSUER_TIMEOUT_S = 5;
const DISCOVERY_CACHE_MS = 3_600_000;
/**
 * Longest token in characters. Browsers drop cookies beyond about 4,096 bytes, and the cookie adds a few characters to the
 * token.
 */
const TOKEN_CHARS_MAX = 3_900;

/** State that the browser keeps while the user is at the identity provider. */
const PendingSignIn = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() });

/** Signs a person in at the company's identity provider: authorization code with PKCE, state and nonce. */
export class CompanySignIn {
  private readonly configurations = new LRUCache<'it', oidc.Configuration>({
    max: 1,
    ttl: DISCOVERY_CACHE_MS,
    fetchMethod: () => discoverIssuer(this.tokens.config, this.client),
  });

  constructor(
    private readonly client: ConsoleClient,
    private readonly tokens: AccessTokens,
    private readonly identity: Identity,
  ) {}

  /** Returns the address at the provider to redirect to, and the state that the browser must keep. */
  async begin(redirectUri: string): Promise<{ address: string; begun: string }> {
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const { scopes } = this.tokens.config;
    const address = oidc.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', ...scopes])].join(' '),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...this.meantFor(),
    });
    const begun = Buffer.from(JSON.stringify({ state, nonce, verifier })).toString('base64url');
    return { address: address.href, begun };
  }

  /**
   * Exchanges the code for an access token and its lifetime. Throws `auth/missing` if the token gives no access to this
   * server.
   */
  async end(address: URL, begun: string): Promise<{ token: string; seconds: number }> {
    const { state, nonce, verifier } = readPendingSignIn(begun);
    const configuration = await this.configuration();
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const answer = await oidc
      .authorizationCodeGrant(configuration, address, checks, this.meantFor())
      .catch((cause: unknown) => {
        throw new CairnError('auth/missing', 'The identity provider gave no token.', { cause });
      });
    const { access_token: token, expires_in: seconds = 300 } = answer;
    const verified = await this.tokens.check(token);
    if (answer.claims()?.sub !== verified.subject)
      throw new CairnError('auth/missing', 'The id token and the access token are of different people.');
    const principal = await this.identity.signIn(verified);
    if (!principal || token.length > TOKEN_CHARS_MAX)
      throw new CairnError('auth/missing', 'The token gives no access here.');
    return { token, seconds };
  }

  /**
   * Returns the resource parameter for the token, if an audience is an address (RFC 8707). Providers with other
   * audiences use the client or a scope in place of this parameter.
   */
  private meantFor(): { resource?: string } {
    const resource = this.tokens.config.audiences.find((audience) => /^https?:/.test(audience));
    return resource === undefined ? {} : { resource };
  }

  private async configuration(): Promise<oidc.Configuration> {
    const found = await this.configurations.fetch('it').catch((cause: unknown) => {
      throw new CairnError('sign-in/unavailable', 'The identity provider did not answer.', { cause });
    });
    return found!;
  }
}

function discoverIssuer({ issuer }: OidcConfig, { id, secret }: ConsoleClient): Promise<oidc.Configuration> {
  const authentication = secret === undefined ? oidc.None() : undefined;
  // Allows http, which the settings permit only for an issuer on this machine.
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  // Verifies the signature of the id token; by default the library trusts the connection that delivered it.
  const execute = [...insecure, oidc.enableNonRepudiationChecks];
  return oidc.discovery(new URL(issuer), id, secret, authentication, { execute, timeout: ISSUER_TIMEOUT_S });
}

function readPendingSignIn(begun: string): z.output<typeof PendingSignIn> {
  try {
    return PendingSignIn.parse(JSON.parse(Buffer.from(begun, 'base64url').toString()));
  } catch (cause) {
    throw new CairnError('auth/missing', 'This sign-in was not begun here.', { cause });
  }
}
