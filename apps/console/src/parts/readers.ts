import type { RouteOutput } from '@cairn/contracts';

export type Readers = RouteOutput<'listMemories'>['items'][number]['visibility'];

interface ReadItem {
  readonly visibility: Readers;
  readonly channel?: string | null | undefined;
  readonly author?: string | null | undefined;
  /** The person for whom it is private, where it has no author yet: a proposal, an import. */
  readonly owner?: string | null | undefined;
}

type Teams = RouteOutput<'keyHolder'>['teams'];

/** Says in words who can read an item. */
export function describeReaders({ visibility, channel, author, owner }: ReadItem, teams: Teams = []): string {
  if (visibility === 'private' && owner) return `only ${owner}`;
  if (visibility === 'private') return author ? `only ${author}, and whoever owns that agent` : 'only its writer';
  if (visibility === 'peer') return `only who speaks for the channel ${channel ?? 'of that peer'}`;
  if (visibility === 'channel') return `everybody who can read the channel ${channel ?? 'that it is in'}`;
  if (visibility === 'org' || visibility === 'team')
    return channel ? `everybody who can read the channel ${channel}` : 'everybody in the organisation';
  const name = teams.find(({ teamId }) => visibility === `team:${teamId}`)?.name;
  return name === undefined ? 'the members of a team' : `the members of the team ${name}`;
}

/**
 * Value of a field for readers: `org`, `private` or `team:NAME`. A proposal for a team of others begins with its owner
 * alone; one in the channel of a peer stays there, which is the value `channel`.
 */
export function readersValue(visibility: Readers, teams: Teams = []): string {
  if (visibility === 'peer') return 'channel';
  const team = teams.find(({ teamId }) => visibility === `team:${teamId}`);
  if (team) return `team:${team.name}`;
  return visibility === 'private' || visibility.startsWith('team:') ? 'private' : 'org';
}
