import type { Config } from '@cairn/platform';
import type { GatewayOptions } from './gateway-options.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/**
 * Which names a caller may use. On a loopback address the Host header is checked, against pages that point a name of
 * theirs at this machine; what a proxy in front goes by is a setting. A server that is open to the network goes by names
 * that it cannot know; keys protect it.
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
