import { CairnError, type TeamId } from '@cairn/contracts';

interface NamedTeam {
  readonly id: string;
  readonly name: string;
}

/**
 * Refuses a name that another team of the organisation has. `own` is the id of the team to rename; absent for a new team.
 */
export function requireFreeName(teams: readonly NamedTeam[], name: string, own?: TeamId): void {
  if (teams.some((team) => team.name === name && team.id !== own))
    throw new CairnError('team/conflict', `there is a team of the name ${name} already`);
}

/** Refuses members that the organisation does not have; `known` are the members found in the organisation. */
export function requireKnownMembers(known: readonly { readonly id: string }[], members: readonly string[]): void {
  const ids = new Set(known.map(({ id }) => id));
  const unknown = members.find((id) => !ids.has(id));
  if (unknown !== undefined) throw new CairnError('principal/unknown', `no person or agent ${unknown}`);
}

/** Refuses to remove a team while items are stored for it. */
export function requireNoItems(item: object | undefined): void {
  if (item) throw new CairnError('team/conflict', 'Items are stored for the team, which nobody could read without it.');
}
