import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isReachable, type ReachableNetworks } from './reachable-addresses.ts';

/** Failure because of an address to which no request may be sent. */
export class UnreachableAddress extends Error {
  override readonly name = 'UnreachableAddress';
}

/**
 * Makes a look-up that returns only the reachable addresses of a host name. It runs at each connection, so that the
 * host name cannot change its address between check and use.
 */
export const guardedLookup =
  (networks: ReachableNetworks): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = error ? [] : found.filter(({ address }) => isReachable(address, networks));
      const [first] = addresses;
      if (error || !first) return callback(error ?? new UnreachableAddress(hostname), '', 0);
      if (options.all) return callback(null, addresses as LookupAddress[]);
      return callback(null, first.address, first.family);
    });
