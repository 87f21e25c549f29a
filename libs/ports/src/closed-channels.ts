import type { CloseChannelRequest, ClosedChannel, OrgId, Principal } from '@cairn/contracts';

/** Channels that are closed to all but some. Scopes are made anew with each call, so that a change holds with no reindex. */
export abstract class ClosedChannels {
  /** By name. */
  abstract list(orgId: OrgId): Promise<ClosedChannel[]>;
  /**
   * Closes a channel, or lets others in than before. `principal/unknown` and `team/unknown` for whom the author's organisation
   * has not; `channel/conflict` where as many are closed as may be.
   */
  abstract close(author: Principal, request: CloseChannelRequest): Promise<ClosedChannel>;
  /** False where the channel of the author's organisation is not closed. */
  abstract open(author: Principal, channel: string): Promise<boolean>;
}
