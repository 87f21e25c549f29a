import type { RouteName, RouteOutput } from '@cairn/contracts';
import { QueryClient, useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { foresee, type Change } from './foresight.ts';
import { call, Refusal, type InputOf } from './client.ts';

const RETRIES_MAX = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    // What serves this page answers it, also where the browser thinks that it is offline: nothing waits for a network.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < RETRIES_MAX && error instanceof Refusal && error.status >= 502,
    },
  },
});

interface Asking {
  /** Whether the question is complete. */
  readonly enabled?: boolean;
  readonly refetchMs?: number;
}

/** What a route answers, kept while it is fresh. */
export const useRoute = <Name extends RouteName>(name: Name, input: InputOf<Name>, asking: Asking = {}) =>
  useQuery<RouteOutput<Name>, Refusal>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    enabled: asking.enabled ?? true,
    ...(asking.refetchMs !== undefined && { refetchInterval: asking.refetchMs }),
  });

/** Which memory an act changes, and what it will be: shown at once, and taken back where the server refuses. */
export interface Foreseen {
  readonly id: string;
  readonly change: Change;
}

/** Changes something; all that is shown is asked again afterwards. */
export function useAct<Name extends RouteName>(
  name: Name,
  onDone?: (answer: RouteOutput<Name>) => void | Promise<void>,
  foreseenOf?: (input: InputOf<Name>) => Foreseen,
): UseMutationResult<RouteOutput<Name>, Refusal, InputOf<Name>, (() => void) | undefined> {
  const client = useQueryClient();
  return useMutation<RouteOutput<Name>, Refusal, InputOf<Name>, (() => void) | undefined>({
    mutationFn: (input) => call(name, input),
    onMutate: async (input) => {
      if (!foreseenOf) return undefined;
      // An answer that is on its way would show what was before.
      await client.cancelQueries();
      const { id, change } = foreseenOf(input);
      return foresee(client, id, change);
    },
    onError: (_error, _input, takeBack) => takeBack?.(),
    onSuccess: async (answer) => {
      await onDone?.(answer);
      await client.invalidateQueries();
    },
  });
}
