import type { Agent, RouteOutput } from '@cairn/contracts';
import { useRoute } from '../../api/queries.ts';

export type AgentKey = RouteOutput<'listKeys'>['keys'][number];

/** Returns a function that finds the keys of an agent that are not revoked. Others than admins see those of their own agents. */
export function useAgentKeys(): (agent: Agent) => readonly AgentKey[] {
  const keys = useRoute('listKeys', undefined);
  const byPrincipal = Map.groupBy(
    keys.data?.keys.filter(({ revokedAt }) => revokedAt === null) ?? [],
    ({ principalId }) => principalId,
  );
  return ({ principalId }) => byPrincipal.get(principalId) ?? [];
}
