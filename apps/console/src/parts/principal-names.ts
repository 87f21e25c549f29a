import { useMemo } from 'react';
import { useRoute } from '../api/queries.ts';
import { useSession } from '../session/session.ts';

/** Returns the names of principals by id. Others than managers learn only their own name and those of their agents. */
export function usePrincipalNames(): ReadonlyMap<string, string> {
  const { data } = useRoute('listPrincipals', undefined);
  return useMemo(
    () =>
      new Map([...(data?.principals ?? []), ...(data?.gone ?? [])].map(({ principalId, name }) => [principalId, name])),
    [data],
  );
}

/** Returns a function that names a principal by its id: `you` for the reader, undefined for one who is not known here. */
export function useNameOf(): (id: string) => string | undefined {
  const { holder } = useSession();
  const names = usePrincipalNames();
  return (id) => (id === holder?.principalId ? 'you' : names.get(id));
}
