import type { RouteName, RouteOutput } from '@cairn/contracts';
import { QueryClient, useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { updateOptimistically, type Change } from './optimistic-update.ts';
import { call, Refusal, type InputOf } from './client.ts';

const RETRIES_MAX = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    // The server of this page can be reached even when the browser believes it is offline, so no request waits for a network.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < RETRIES_MAX && error instanceof Refusal && error.status >= 502,
    },
  },
});

interface Asking {
  /** False while the question is incomplete, so that it is not sent. */
  readonly enabled?: boolean;
  readonly refetchMs?: number;
}

/** Queries a route and caches its answer while it is fresh. */
export const useRoute = <Name extends RouteName>(name: Name, input: InputOf<Name>, asking: Asking = {}) =>
  useQuery<RouteOutput<Name>, Refusal>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    enabled: asking.enabled ?? true,
    ...(asking.refetchMs !== undefined && { refetchInterval: asking.refetchMs }),
  });

/** Memory that an action changes, with the new state, which is shown at once and undone if the server refuses. */
export interface OptimisticUpdate {
  readonly id: string;
  readonly change: Change;
}

/** Runs an action; afterwards all shown data is loaded again. */
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
      // A pending answer would show the former state.
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
