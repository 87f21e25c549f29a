import type { CloseChannelRequest, ClosedChannel, OrgId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/**
 * Closed channels, which only their members read and write. Each call makes a new scope, so a change takes effect without
 * reindexing.
 */
export abstract class ClosedChannels {
  /** By name. */
  abstract list(orgId: OrgId): Promise<ClosedChannel[]>;
  /**
   * Closes a channel, or changes its members. Throws `principal/unknown` or `team/unknown` for members that the author's
   * organisation does not have, `channel/conflict` if too many channels are closed.
   */
  abstract close(author: Principal, request: CloseChannelRequest): Promise<ClosedChannel>;
  /** Returns false if the channel is not closed. */
  abstract open(author: Principal, channel: string): Promise<boolean>;
}
