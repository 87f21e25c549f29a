import { CairnError, type TeamId } from '@cairn/contracts';

interface NamedTeam {
  readonly id: string;
  readonly name: string;
}

/** Refuses a name that another team of the organisation has; `own` is the team that gets the name. */
export function requireFreeName(teams: readonly NamedTeam[], name: string, own?: TeamId): void {
  if (teams.some((team) => team.name === name && team.id !== own))
    throw new CairnError('team/conflict', `there is a team of the name ${name} already`);
}

/** Refuses members whom the organisation does not have. */
export function requireKnownMembers(known: readonly { readonly id: string }[], members: readonly string[]): void {
  const ids = new Set(known.map(({ id }) => id));
  const unknown = members.find((id) => !ids.has(id));
  if (unknown !== undefined) throw new CairnError('principal/unknown', `no person or agent ${unknown}`);
}

/** Refuses the removal of a team while items are stored for it. */
export function requireNoItems(item: object | undefined): void {
  if (item) throw new CairnError('team/conflict', 'Items are stored for the team, which nobody could read without it.');
}
