import { CairnError, type PrincipalId, type PrincipalSummary } from '@cairn/contracts';

/** Finds people and agents by id or name. Throws `principal/unknown` if none or several have the name. */
export async function findAgents(
  named: readonly string[],
  list: () => Promise<readonly PrincipalSummary[]>,
): Promise<PrincipalId[]> {
  if (named.length === 0) return [];
  const present = (await list()).filter(({ leftAt }) => leftAt === null);
  const ids = named.map((one) => {
    const fitting = present.filter(({ principalId, name }) => principalId === one || name === one);
    if (fitting.length === 1) return fitting[0]!.principalId;
    const who = fitting.length === 0 ? 'nobody' : `${fitting.length} people or agents`;
    throw new CairnError('principal/unknown', `${who} of the organisation: ${JSON.stringify(one)}`);
  });
  return [...new Set(ids)];
}
