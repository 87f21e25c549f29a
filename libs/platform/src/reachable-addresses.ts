import { BlockList, isIP } from 'node:net';

/** The networks to which requests may be sent at addresses that users name. */
export const reachableNetworks = ['public', 'private'] as const;
export type ReachableNetworks = (typeof reachableNetworks)[number];

/** Token of the networks to which webhooks may be sent. */
export const WebhookNetworks = Symbol('WebhookNetworks');

type Subnet = readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'];

/** Loopback and the networks of a company or a cluster. */
const PRIVATE_SUBNETS: readonly Subnet[] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
];

/**
 * Networks in which nobody runs a server for others, such as link-local networks, where clouds serve credentials (RFC
 * 6890).
 */
const UNREACHABLE_SUBNETS: readonly Subnet[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];

/** The IPv6 network in which all public servers are. */
const PUBLIC_V6: readonly Subnet[] = [['2000::', 3, 'ipv6']];

function listOf(subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix, family] of subnets) list.addSubnet(network, prefix, family);
  return list;
}

const subnetLists = {
  private: listOf(PRIVATE_SUBNETS),
  never: listOf(UNREACHABLE_SUBNETS),
  publicV6: listOf(PUBLIC_V6),
};

/** Decides whether a request may be sent to an IP address. An IPv4 address written as IPv6 is refused. */
export function isReachable(address: string, networks: ReachableNetworks): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0 || /^::(?!1$)/.test(address) || subnetLists.never.check(address, family)) return false;
  if (subnetLists.private.check(address, family)) return networks === 'private';
  return family === 'ipv4' || subnetLists.publicV6.check(address, family);
}

/**
 * Decides whether the host of a URL is one to which no request may be sent: a forbidden address, or the name of this
 * machine.
 */
export function isForbiddenHost(url: string, networks: ReachableNetworks): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost') return networks === 'public';
  return isIP(host) !== 0 && !isReachable(host, networks);
}
