import type { Config } from '@cairn/platform';
import type { GatewayOptions } from './gateway-options.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/**
 * The host names that a caller may use. A server on a loopback address checks the Host header, against web pages that resolve their own
 * name to this machine; the names behind a proxy are a setting. A server that is open to the network cannot know its names; keys protect
 * it.
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
  allowedHosts: LOOPBACK.test(host) ? allowedHosts : ['*'],
  ...(id !== undefined && { consoleClient: { id, secret } }),
});
