const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Schemes that editors own, and names such as `com.example.app` that an app can claim (RFC 8252, 7.1). */
const APP_SCHEME = /^(cursor|vscode|vscode-insiders|windsurf|zed|[a-z][a-z0-9-]*(\.[a-z0-9-]+)+):$/;
const URI_CHARS_MAX = 1_000;

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK_HOST.test(hostname);

/**
 * Whether a client may have this redirect address: https, http of this machine, or the scheme of an app. Other schemes
 * could run a script in the console, from which the browser leaves for the address.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > URI_CHARS_MAX || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.hash !== '' || text.endsWith('#') || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(url) || APP_SCHEME.test(url.protocol);
}

/**
 * Whether a requested redirect address is one of the client's: the same text, or on this machine the same with another
 * port, which an app gets when it starts (RFC 8252, 7.3).
 */
export function isOwnRedirect(uris: readonly string[], asked: string): boolean {
  if (!isRedirectUri(asked)) return false;
  const url = new URL(asked);
  return uris.some((uri) => uri === asked || (isLoopback(url) && isSameWithoutPort(uri, url)));
}

function isSameWithoutPort(uri: string, asked: URL): boolean {
  if (!isRedirectUri(uri)) return false;
  const own = new URL(uri);
  own.port = asked.port;
  return own.href === asked.href;
}

/** The place to which a redirect address leads, in the words of a person. */
export function destinationOf(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) return 'this machine';
  return url.protocol === 'https:' ? url.host : url.protocol.slice(0, -1);
}

/** Adds parameters to a redirect address, beside those that it has. */
export function redirectWith(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
