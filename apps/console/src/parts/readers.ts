import type { RouteOutput } from '@cairn/contracts';

type Visibility = RouteOutput<'listMemories'>['items'][number]['visibility'];

interface ReadItem {
  readonly visibility: Visibility;
  readonly channel?: string | null | undefined;
  readonly author?: string | null | undefined;
}

type Teams = RouteOutput<'keyHolder'>['teams'];

/** Says in words who can read an item. */
export function describeReaders({ visibility, channel, author }: ReadItem, teams: Teams = []): string {
  if (visibility === 'private') return author ? `only ${author}, and whoever owns that agent` : 'only its writer';
  if (visibility === 'peer') return `only who speaks for the channel ${channel ?? 'of that peer'}`;
  if (visibility === 'channel') return `everybody who can read the channel ${channel ?? 'that it is in'}`;
  if (visibility === 'org' || visibility === 'team')
    return channel ? `everybody who can read the channel ${channel}` : 'everybody in the organisation';
  const name = teams.find(({ teamId }) => visibility === `team:${teamId}`)?.name;
  return name === undefined ? 'the members of a team' : `the members of the team ${name}`;
}
