import { useMemo } from 'react';
import { useRoute } from './queries.ts';
import { useSession } from '../session/session.ts';

/**
 * Returns a function that names a principal by its id. Others than managers learn only their own name and those of their
 * agents.
 */
export function useNameOf(): (id: string) => string | undefined {
  const { holder } = useSession();
  const { data } = useRoute('listPrincipals', undefined);
  return useMemo(() => {
    const names = new Map<string, string>(
      [...(data?.principals ?? []), ...(data?.gone ?? [])].map(({ principalId, name }) => [principalId, name]),
    );
    return (id) => (id === holder?.principalId ? 'you' : names.get(id));
  }, [data, holder]);
}
