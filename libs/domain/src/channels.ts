import type { Principal } from './principal.ts';

/** Classifies a channel. `<peer-capable prefix>:<suffix>` belongs to a peer; `<prefix>:main` is the shared room of the peers. */
export function peerChannelKind(
  channel: string,
  peerPrefixes: readonly string[],
): 'ordinary' | 'peer' | 'shared' | 'malformed' {
  const colon = channel.indexOf(':');
  const prefix = colon < 0 ? channel : channel.slice(0, colon);
  if (!peerPrefixes.includes(prefix)) return 'ordinary';
  const suffix = colon < 0 ? '' : channel.slice(colon + 1);
  if (suffix.trim() === '') return 'malformed';
  return suffix === 'main' ? 'shared' : 'peer';
}

/** Tells whether a principal may use this peer channel. */
export const maySpeakFor = (principal: Principal, channel: string): boolean =>
  principal.peers.includes('*') || principal.peers.includes(channel);

/** Tells whether a channel is malformed: nothing follows its colon, or a peer prefix stands alone. */
export const isMalformedChannel = (channel: string, peerPrefixes: readonly string[]): boolean =>
  /:\s*$/.test(channel) || peerChannelKind(channel, peerPrefixes) === 'malformed';

/** Name of the room that all peers of a peer channel's prefix share. */
export const sharedChannelOf = (peerChannel: string): string =>
  `${peerChannel.slice(0, peerChannel.indexOf(':'))}:main`;
