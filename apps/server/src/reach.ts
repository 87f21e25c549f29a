import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';
import { CairnError } from '@cairn/contracts';
import type { Config } from '@cairn/platform';
import { isLoopbackHost } from '@cairn/service-gateway';

const EVERY_ADDRESS = '0.0.0.0';

export interface ReachOptions {
  /** True if the server is for a team, and not for this machine alone. */
  readonly team: boolean;
  /** True if a setting or an option names the address to listen on. */
  readonly isHostGiven: boolean;
  readonly interfaces: Interfaces;
}

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * Completes the settings by who may reach the server. A team's server listens on every address, or on this machine alone if a proxy
 * of its public https address stands in front. Throws `config/invalid` if others would talk to it in plain HTTP and nobody agreed.
 */
export function withReach(config: Config, options: ReachOptions): Config {
  const { tls } = config;
  const host = options.team && !options.isHostGiven && !isBehindProxy(config) ? EVERY_ADDRESS : config.host;
  const known = config.publicUrl ?? publicUrlOf({ ...config, host }, options);
  const reached = { ...config, host, publicUrl: known };
  if (isLoopbackHost(host)) return options.team && isBehindProxy(config) ? behindProxy(reached) : reached;
  if (tls === undefined && !config.insecureHttp) throw plainHttpRefusal(host);
  return reached;
}

/** Tells whether a proxy has the certificate: the public address is https, which this server does not speak. */
const isBehindProxy = ({ tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>): boolean =>
  tls === undefined && publicUrl?.startsWith('https:') === true;

/** Believes the proxy on this machine, and takes calls under the public name. */
function behindProxy(config: Config): Config {
  const { trustedProxies, allowedHosts, publicUrl = '' } = config;
  return {
    ...config,
    trustedProxies: trustedProxies.length > 0 ? trustedProxies : ['loopback'],
    allowedHosts: [...allowedHosts, new URL(publicUrl).hostname],
  };
}

const plainHttpRefusal = (host: string) =>
  new CairnError(
    'config/invalid',
    [
      `Others would reach this server (${host}) in plain HTTP, and whoever is in between could read their keys. Choose one:`,
      '  --tls-cert FILE --tls-key FILE                      the server speaks https with your certificate',
      '  --team --public-url https://cairn.example.com       a proxy on this machine has the certificate; the start prints its settings',
      '  --insecure-http                                     plain HTTP all the same, in a network that you trust',
      'In the environment: CAIRN_TLS_CERT_FILE and CAIRN_TLS_KEY_FILE; CAIRN_HOST=127.0.0.1 and CAIRN_PUBLIC_URL; CAIRN_INSECURE_HTTP=on.',
    ].join('\n'),
  );

/** Address for links if the settings name none: the name in the certificate, or the first address of a team's machine. */
function publicUrlOf({ tls, host, port }: Config, { team, interfaces }: ReachOptions): string | undefined {
  if (port === 0 || isLoopbackHost(host)) return undefined;
  if (tls) return originOf('https', nameInCertificate(tls), port);
  return team ? originOf('http', addressesOf(host, interfaces)[0], port) : undefined;
}

const DEFAULT_PORTS = { http: 80, https: 443 } as const;
const originOf = (scheme: keyof typeof DEFAULT_PORTS, name: string | undefined, port: number): string | undefined =>
  name === undefined ? undefined : `${scheme}://${name}${port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}`;

/** First name or address that the certificate is for; undefined if it is for a pattern, or cannot be read. */
function nameInCertificate({ certFile }: NonNullable<Config['tls']>): string | undefined {
  const names = certificateOf(certFile)?.subjectAltName?.split(', ') ?? [];
  const [, name] = names.map((one) => /^(?:DNS|IP Address):([\w.:-]+)$/.exec(one)).find(Boolean) ?? [];
  return name?.includes(':') ? `[${name}]` : name;
}

/** Reads the certificate. A fault of it is reported when the server starts with it. */
function certificateOf(certFile: string): X509Certificate | undefined {
  try {
    return new X509Certificate(readFileSync(certFile));
  } catch {
    return undefined;
  }
}

/** Address by which programs on this machine call the server: the public one where the certificate is not for this machine. */
export function localUrlOf(url: string, { tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>): string {
  if (!tls || publicUrl === undefined) return url;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const certificate = certificateOf(tls.certFile);
  return (certificate?.checkIP(host) ?? certificate?.checkHost(host)) ? url : publicUrl;
}

/** Addresses of this machine by which others call a server that listens on `host`; those of IPv4 first. */
function addressesOf(host: string, interfaces: Interfaces): string[] {
  if (host !== EVERY_ADDRESS && host !== '::') return [host.includes(':') ? `[${host}]` : host];
  const outer = Object.values(interfaces).flatMap((one) => one?.filter(({ internal }) => !internal) ?? []);
  const fourth = outer.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
  const sixth = outer.filter(({ family, address }) => family === 'IPv6' && !/^fe80:/i.test(address));
  return [...fourth, ...(host === '::' ? sixth.map(({ address }) => `[${address}]`) : [])];
}

/** Facts for those who use the server from other machines; undefined if only this machine reaches it. */
export interface TeamReach {
  /** Addresses that others use, the best one first. */
  readonly addresses: readonly string[];
  readonly isPlainHttp: boolean;
  /** Settings of a proxy that has the certificate; absent if the server needs none. */
  readonly caddyfile?: readonly string[];
}

export function teamReachOf(config: Config, port: number, interfaces: Interfaces): TeamReach | undefined {
  const { host, tls, publicUrl } = config;
  const isPlainHttp = !tls && !isBehindProxy(config);
  if (!isLoopbackHost(host)) {
    const scheme = tls ? 'https' : 'http';
    const own = addressesOf(host, interfaces).flatMap((address) => originOf(scheme, address, port) ?? []);
    // A certificate is for a name, so that addresses would be refused.
    return {
      addresses: tls && publicUrl ? [publicUrl] : [...new Set([...(publicUrl ? [publicUrl] : []), ...own])],
      isPlainHttp,
    };
  }
  if (!isBehindProxy(config) || publicUrl === undefined) return undefined;
  return { addresses: [publicUrl], isPlainHttp, caddyfile: caddyfileOf(publicUrl, port) };
}

/** Settings for Caddy, which gets a certificate by itself. Streams are passed on at once, since agents wait for events. */
const caddyfileOf = (publicUrl: string, port: number): string[] => [
  `${new URL(publicUrl).host} {`,
  '  encode zstd gzip',
  `  reverse_proxy 127.0.0.1:${port} {`,
  '    flush_interval -1',
  '  }',
  '}',
];
