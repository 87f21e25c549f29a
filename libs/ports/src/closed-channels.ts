import type { CloseChannelRequest, ClosedChannel, OrgId, Principal } from '@cairn/contracts';

/**
 * Closed channels, which only their members read and write. Scopes are made with each call, so that a change takes effect without
 * reindexing.
 */
export abstract class ClosedChannels {
  /** By name. */
  abstract list(orgId: OrgId): Promise<ClosedChannel[]>;
  /**
   * Closes a channel, or changes its members. `principal/unknown` and `team/unknown` for members that the author's organisation
   * does not have; `channel/conflict` if as many channels are closed as is allowed.
   */
  abstract close(author: Principal, request: CloseChannelRequest): Promise<ClosedChannel>;
  /** False if the channel is not closed. */
  abstract open(author: Principal, channel: string): Promise<boolean>;
}
