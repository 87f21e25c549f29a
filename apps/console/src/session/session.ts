import { useNavigate } from '@tanstack/react-router';
import { queryClient, useRoute } from '../api/queries.ts';
import { call, join, signIn, signOut } from '../api/client.ts';
import type { Role } from '@cairn/contracts';

/** Key in local storage that records a sign-in, since scripts cannot see the cookie. It stores no identity. */
const SIGNED_IN_KEY = 'cairn:signed-in';

const roles: readonly Role[] = ['reader', 'writer', 'manager', 'admin'];

/** Messages about a company sign-in that gave no session, by the address's hash. */
const endings: Readonly<Record<string, string>> = {
  '#sign-in-refused': "The company's sign-in gave no access here. Try again, or ask an admin.",
  '#sign-in-unavailable': "The company's identity provider did not answer. A key works meanwhile.",
};

/** Reads the result of a company sign-in, which the redirect put into the address, and removes it from the address. */
function readReturn(): string | undefined {
  const { hash, pathname } = location;
  const problem = endings[hash];
  if (hash !== '#signed-in' && problem === undefined) return undefined;
  if (problem === undefined) localStorage.setItem(SIGNED_IN_KEY, '1');
  history.replaceState(null, '', pathname);
  return problem;
}

/** Reason why the company's sign-in failed, if it led to this page. */
export const signInProblem = readReturn();

/** Returns the current session: the holder of the key, and the state of the request for it. */
export function useSession() {
  const caller = useRoute('keyHolder', undefined, { enabled: localStorage.getItem(SIGNED_IN_KEY) !== null });
  const isOver = caller.error?.status === 401;
  if (isOver) localStorage.removeItem(SIGNED_IN_KEY);
  const holder = isOver ? undefined : caller.data;
  // A known holder stays while the server does not answer, so that a form in progress does not disappear.
  return { holder, isAsking: caller.isLoading, error: isOver || holder ? null : caller.error };
}

/**
 * Tells whether the signed-in principal has at least this role. The answer is only used to hide actions; the server
 * decides about access.
 */
export function useMay(role: Role): boolean {
  const { holder } = useSession();
  return holder !== undefined && roles.indexOf(holder.role) >= roles.indexOf(role);
}

export async function beginSession(key: string): Promise<void> {
  await signIn(key);
  localStorage.setItem(SIGNED_IN_KEY, '1');
  // Updates every component that shows the session.
  await queryClient.fetchQuery({ queryKey: ['keyHolder', undefined], queryFn: () => call('keyHolder', undefined) });
}

/** Accepts the invitation of a link and signs the browser in as the new person. */
export async function acceptInvitation(code: string, name: string): ReturnType<typeof join> {
  const joined = await join(code, name);
  localStorage.setItem(SIGNED_IN_KEY, '1');
  return joined;
}

export function useEndSession(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    localStorage.removeItem(SIGNED_IN_KEY);
    await navigate({ to: '/' });
    queryClient.clear();
    location.reload();
  };
}
