import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';

type Saving = 'saveTokens' | 'saveClientInformation' | 'saveDiscoveryState';
type Saved<Name extends Saving> = Parameters<NonNullable<OAuthClientProvider[Name]>>[0];

/** A client with OAuth, as the SDK makes it: it discovers the server, registers itself, and keeps its tokens. */
export class OauthClient implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  /** Address to which the SDK would lead the browser. */
  leadTo: URL | undefined;
  tokensNow: Saved<'saveTokens'> | undefined;
  private information: Saved<'saveClientInformation'> | undefined;
  private verifier = '';
  private discovered: Saved<'saveDiscoveryState'> | undefined;

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
    this.clientMetadata = { client_name: 'A chat client', redirect_uris: [redirectUrl], scope: 'read write' };
  }

  state = () => 'a state of 0123';
  clientInformation = () => this.information;
  saveClientInformation = (information: Saved<'saveClientInformation'>) => void (this.information = information);
  tokens = () => this.tokensNow;
  saveTokens = (tokens: Saved<'saveTokens'>) => void (this.tokensNow = tokens);
  redirectToAuthorization = (address: URL) => void (this.leadTo = address);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  saveDiscoveryState = (state: Saved<'saveDiscoveryState'>) => void (this.discovered = state);
  discoveryState = () => this.discovered;
  invalidateCredentials = () => void (this.tokensNow = undefined);

  /** Connects to a server. Returns undefined when the person has to decide first, at `leadTo`. */
  async connect(url: URL): Promise<Client | undefined> {
    const client = new Client({ name: 'cairn-e2e', version: '1' });
    try {
      await client.connect(new StreamableHTTPClientTransport(url, { authProvider: this }));
      return client;
    } catch (error) {
      if (error instanceof UnauthorizedError) return undefined;
      throw error;
    }
  }

  /** Ends the sign-in with the parameters of the redirect. */
  finish(url: URL, parameters: URLSearchParams): Promise<void> {
    return new StreamableHTTPClientTransport(url, { authProvider: this }).finishAuth(parameters);
  }
}
