import type { Config } from '@cairn/platform';
import type { GatewayOptions } from './gateway-options.ts';

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** Tells whether only this machine reaches a server that listens on the address. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host);

/**
 * Decides by which host names a server may be called. A server on a loopback address checks the Host header, since a
 * web page could resolve its own name to this machine; the settings add the names that a proxy uses. A server that is
 * open to the network cannot know its names, so it accepts all names, and keys protect it.
 */
export const gatewayOptionsOf = ({
  host,
  allowedOrigins,
  allowedHosts,
  consoleClientId: id,
  consoleClientSecret: secret,
}: Pick<Config<'mcp-gateway'>, 'host' | 'allowedOrigins' | 'allowedHosts'> &
  Partial<Pick<Config<'mcp-gateway'>, 'consoleClientId' | 'consoleClientSecret'>>): GatewayOptions => ({
  allowedOrigins,
  allowedHosts: isLoopbackHost(host) ? allowedHosts : ['*'],
  ...(id !== undefined && { consoleClient: { id, secret } }),
});
