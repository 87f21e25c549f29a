import { useRoute } from './queries.ts';

const REFRESH_MS = 30_000;

/** Returns the number of proposals that wait for a decision of the signed-in person; undefined until it is known. */
export function useWaitingCount(): number | undefined {
  const { data } = useRoute('listProposals', { query: { limit: 1 } }, { refetchMs: REFRESH_MS });
  return data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);
}
