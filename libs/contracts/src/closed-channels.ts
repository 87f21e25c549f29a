import { z } from 'zod';
import { PrincipalId, TeamId } from './ids.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { EpochMs, Name } from './vocabulary.ts';

/** A channel that only its members can read and write, whatever the visibility of an item. */
export const ClosedChannel = z
  .object({
    channel: z.string(),
    principals: z.array(z.object({ principalId: PrincipalId, name: z.string() })).describe('Members of the channel'),
    teams: z.array(z.object({ teamId: TeamId, name: z.string() })).describe('Teams that are let in, as they are then'),
    closedAt: EpochMs,
  })
  .meta({ id: 'ClosedChannel' });
export type ClosedChannel = z.infer<typeof ClosedChannel>;

const ClosedChannelsResponse = z.object({ channels: z.array(ClosedChannel) }).meta({ id: 'ClosedChannelsResponse' });

export const CloseChannelRequest = z
  .strictObject({
    channel: Name.describe('The channel, in full'),
    principals: z.array(PrincipalId).max(limits.channelMembers.max).default([]).describe('Members of the channel'),
    teams: z.array(TeamId).max(limits.channelMembers.max).default([]).describe('Teams that are let in'),
  })
  .meta({ id: 'CloseChannelRequest' });
export type CloseChannelRequest = z.infer<typeof CloseChannelRequest>;

const OpenChannelResponse = z
  .object({ channel: z.string(), opened: z.literal(true) })
  .meta({ id: 'OpenChannelResponse' });

export const closedChannelRoutes = {
  listClosedChannels: {
    method: 'GET',
    path: '/v1/closed-channels',
    service: 'ingest',
    role: 'manager',
    summary: 'List closed channels with their members',
    output: ClosedChannelsResponse,
  },
  closeChannel: {
    method: 'PUT',
    path: '/v1/closed-channels',
    service: 'ingest',
    role: 'manager',
    summary: 'Close a channel to all but its members, or change the members; nothing is reindexed',
    body: CloseChannelRequest,
    errors: ['principal/unknown', 'team/unknown', 'channel/conflict'],
    output: ClosedChannel,
  },
  openChannel: {
    method: 'DELETE',
    path: '/v1/closed-channels',
    service: 'ingest',
    role: 'manager',
    summary: 'Open a closed channel again',
    query: z.strictObject({ channel: Name.describe('The channel, in full') }),
    errors: ['channel/unknown'],
    output: OpenChannelResponse,
  },
} as const satisfies Routes;
