import type { RouteName, RouteOutput } from '@cairn/contracts';
import { QueryClient, useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { updateOptimistically, type Change } from './optimistic-update.ts';
import { call, Refusal, type InputOf } from './client.ts';

const RETRIES_MAX = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    // Requests are sent even if the browser believes that it is offline, since the browser may still reach the server
    // of this page.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < RETRIES_MAX && error instanceof Refusal && error.status >= 502,
    },
  },
});

/** Tells whether the server refused a request since the role or the organisation of the reader may not do that. */
export const isForbidden = (error: Refusal | null): boolean => error?.status === 403;

export interface RefreshOptions {
  /** False while the input is incomplete, so that no request is sent. */
  readonly enabled?: boolean;
  readonly refetchMs?: number;
}

/** Queries a route and caches its answer while it is fresh. */
export const useRoute = <Name extends RouteName>(name: Name, input: InputOf<Name>, asking: RefreshOptions = {}) =>
  useQuery<RouteOutput<Name>, Refusal>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    enabled: asking.enabled ?? true,
    ...(asking.refetchMs !== undefined && {
      // Refusals are final: what the reader may not see is not asked for again.
      refetchInterval: ({ state }) => (isForbidden(state.error) ? false : asking.refetchMs!),
    }),
  });

/**
 * Id of the memory that an action changes, and the changed fields. They are shown at once, and undone if the server
 * refuses the action.
 */
export interface OptimisticUpdate {
  readonly id: string;
  readonly change: Change;
}

/** Runs an action. Afterwards, all data on the screen is loaded again. */
export function useAct<Name extends RouteName>(
  name: Name,
  onDone?: (answer: RouteOutput<Name>) => void | Promise<void>,
  optimisticUpdateOf?: (input: InputOf<Name>) => OptimisticUpdate,
): UseMutationResult<RouteOutput<Name>, Refusal, InputOf<Name>, (() => void) | undefined> {
  const client = useQueryClient();
  return useMutation<RouteOutput<Name>, Refusal, InputOf<Name>, (() => void) | undefined>({
    mutationFn: (input) => call(name, input),
    onMutate: async (input) => {
      if (!optimisticUpdateOf) return undefined;
      // An answer that is still pending would show the memory as it was before the change.
      await client.cancelQueries();
      const { id, change } = optimisticUpdateOf(input);
      return updateOptimistically(client, id, change);
    },
    onError: (_error, _input, takeBack) => takeBack?.(),
    onSuccess: async (answer) => {
      await onDone?.(answer);
      await client.invalidateQueries();
    },
  });
}
