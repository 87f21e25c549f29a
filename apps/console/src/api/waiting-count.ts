import { useRoute } from './queries.ts';

const REFRESH_MS = 30_000;

/** Returns what waits for a decision of the signed-in person, by list; undefined until it is known. */
export function useReviewCounts() {
  return useRoute('reviewCounts', undefined, { refetchMs: REFRESH_MS }).data?.counts;
}

/** Returns the number of decisions that wait for the signed-in person; undefined until it is known. */
export function useWaitingCount(): number | undefined {
  const counts = useReviewCounts();
  return counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
}
