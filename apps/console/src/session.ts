import { useNavigate } from '@tanstack/react-router';
import { queryClient, useRoute } from './api/queries.ts';
import { call, signIn, signOut } from './api/client.ts';
import type { Role } from '@cairn/contracts';

/** The cookie cannot be seen from here, so that somebody signed in is noted beside it. It says nothing about who. */
const NOTE = 'cairn:signed-in';

const roles: readonly Role[] = ['reader', 'writer', 'manager', 'admin'];

/** Who is signed in. */
export function useSession() {
  const caller = useRoute('keyHolder', undefined, { enabled: localStorage.getItem(NOTE) !== null });
  const isOver = caller.error?.status === 401;
  if (isOver) localStorage.removeItem(NOTE);
  return { holder: isOver ? undefined : caller.data, isAsking: caller.isLoading, error: isOver ? null : caller.error };
}

/** Whether who is signed in has at least a role. It hides what would be refused; the server decides. */
export function useMay(role: Role): boolean {
  const { holder } = useSession();
  return holder !== undefined && roles.indexOf(holder.role) >= roles.indexOf(role);
}

export async function beginSession(key: string): Promise<void> {
  await signIn(key);
  localStorage.setItem(NOTE, '1');
  // Whoever shows who is signed in hears of it.
  await queryClient.fetchQuery({ queryKey: ['keyHolder', undefined], queryFn: () => call('keyHolder', undefined) });
}

export function useEndSession(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    localStorage.removeItem(NOTE);
    await navigate({ to: '/' });
    queryClient.clear();
    location.reload();
  };
}
