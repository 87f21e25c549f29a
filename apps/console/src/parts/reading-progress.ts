import { queryClient, useRoute } from '../api/queries.ts';

const REFRESH_MS = 3_000;

interface WaitingOptions {
  readonly importId?: string | undefined;
  readonly isEnabled?: boolean;
}

/** Number of conversations, of one import or of all, that are still to be read for proposals; 0 until it is known. */
export function useWaitingConversations({ importId, isEnabled = true }: WaitingOptions = {}): number {
  const query = importId === undefined ? {} : { importId };
  const { data } = useRoute('extractionProgress', { query }, { enabled: isEnabled, refetchMs: REFRESH_MS });
  return data?.waiting ?? 0;
}

/** Shows that conversations of an import wait to be read, until the server tells how many are left. */
export function showWaiting({ importId, waiting }: { readonly importId: string; readonly waiting: number }): void {
  queryClient.setQueryData(['extractionProgress', { query: { importId } }], { waiting });
}
