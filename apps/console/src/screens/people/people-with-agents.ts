import type { Principal } from './principal.ts';

interface PersonWithAgents {
  readonly person: Principal;
  readonly agents: readonly Principal[];
}

/**
 * Puts the agents of each person below the person. `others` are those whom a list of a team leaves out: gone, left, or
 * agents of the system that nobody owns.
 */
export function peopleWithAgents(
  principals: readonly Principal[],
  gone: readonly Principal[],
): { people: PersonWithAgents[]; others: Principal[]; hidden: number } {
  const here = principals.filter(({ leftAt }) => leftAt === null);
  const people = here.filter(({ kind }) => kind === 'person');
  const ids = new Set(people.map(({ principalId }) => principalId));
  const ownerOf = ({ owner }: Principal) => (owner && ids.has(owner.principalId) ? owner.principalId : undefined);
  const agents = Map.groupBy(
    here.filter(({ kind }) => kind === 'agent'),
    ownerOf,
  );
  const left = principals.filter(({ leftAt }) => leftAt !== null);
  const others = [...(agents.get(undefined) ?? []), ...gone, ...left];
  return {
    people: people.map((person) => ({ person, agents: agents.get(person.principalId) ?? [] })),
    others,
    hidden: others.length,
  };
}
