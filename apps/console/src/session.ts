import { useNavigate } from '@tanstack/react-router';
import { queryClient, useRoute } from './api/queries.ts';
import { call, signIn, signOut } from './api/client.ts';
import type { Role } from '@cairn/contracts';

/** The cookie cannot be seen from here, so that somebody signed in is noted beside it. It says nothing about who. */
const NOTE = 'cairn:signed-in';

const roles: readonly Role[] = ['reader', 'writer', 'manager', 'admin'];

/** How a sign-in with the company's identity ended without a session. */
const endings: Readonly<Record<string, string>> = {
  '#sign-in-refused': "The company's sign-in gave no access here. Try again, or ask an admin.",
  '#sign-in-unavailable': "The company's identity provider did not answer. A key works meanwhile.",
};

/** What whoever comes back from the identity provider brings in the address, which is taken out of it. */
function readReturn(): string | undefined {
  const { hash, pathname } = location;
  const said = endings[hash];
  if (hash !== '#signed-in' && said === undefined) return undefined;
  if (said === undefined) localStorage.setItem(NOTE, '1');
  history.replaceState(null, '', pathname);
  return said;
}

/** Why the company's sign-in, from which this page was opened, let nobody in. */
export const signInProblem = readReturn();

/** Who is signed in. */
export function useSession() {
  const caller = useRoute('keyHolder', undefined, { enabled: localStorage.getItem(NOTE) !== null });
  const isOver = caller.error?.status === 401;
  if (isOver) localStorage.removeItem(NOTE);
  const holder = isOver ? undefined : caller.data;
  // Who is known stays known while the server does not answer, so that no form that is being filled goes away.
  return { holder, isAsking: caller.isLoading, error: isOver || holder ? null : caller.error };
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
