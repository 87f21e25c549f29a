import { requestOf, type RouteRequest, type SentParts } from '@cairn/client';
import type {
  ConsentPreview,
  InvitationPreview,
  JoinedPerson,
  OauthScope,
  RouteInput,
  RouteName,
  RouteOutput,
} from '@cairn/contracts';
import { routeTable } from 'virtual:routes';

interface Issue {
  readonly field: string;
  readonly message: string;
  readonly allowed?: string;
}

/** Error response of the server: status, code and message. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestId: string | undefined,
    readonly issues: readonly Issue[],
    /** The action that failed, as a verb with its object. */
    readonly attempt: string,
  ) {
    super(message);
  }

  /** True when a later retry may succeed, since the server was unreachable, overloaded or failing. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Input of a route; may be undefined for a route that needs no input. */
export type InputOf<Name extends RouteName> =
  Record<string, never> extends RouteInput<Name> ? RouteInput<Name> | undefined : RouteInput<Name>;

/** Calls a route of the server from which this page was loaded. Throws a `Refusal`. */
export function call<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  signal?: AbortSignal,
): Promise<RouteOutput<Name>> {
  const { query, ...parts } = (input ?? {}) as SentParts;
  const { does, ...route } = routeTable[name];
  return ask(does, requestOf(route, location.origin, { ...parts, query: dropEmpty(query) }), signal);
}

/** Removes empty fields, since an empty field of a form is no filter. */
const dropEmpty = (query: SentParts['query'] = {}) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

const session = (method: string, body?: unknown, path = '') =>
  requestOf({ method, path: `/console/session${path}` }, location.origin, { body });

export const signIn = (key: string): Promise<{ name: string; role: string }> =>
  ask('sign in', session('POST', { key }));

/** Requests the text of an invitation. Throws for a link that works no more. */
export const openInvitation = (code: string): Promise<InvitationPreview> =>
  ask('open the invitation', session('POST', { code }, '/invitation'));

/** Accepts an invitation: makes the person and signs the browser in. The key is shown this once. */
export const join = (code: string, name: string): Promise<JoinedPerson> =>
  ask('accept the invitation', session('POST', { code, name }, '/join'));

const oauth = (path: string, body: unknown) =>
  requestOf({ method: 'POST', path: `/v1/oauth/${path}` }, location.origin, { body });

/** Requests the text about a client that asks for permission. */
export const openAuthorization = (request: string): Promise<ConsentPreview> =>
  ask('read the request of the client', oauth('request', { request }));

/** Decides about a client; without a scope, refuses it. Returns the address that tells the client. */
export const decideAuthorization = (request: string, scope: OauthScope | undefined): Promise<{ address: string }> =>
  ask('answer the client', oauth('consent', { request, ...(scope && { scope }) }));

/** Requests which ways to sign in the server offers, such as the company's identity provider. */
export const signInMethods = (): Promise<{ company: boolean }> => ask('list the ways to sign in', session('GET'));

/** Address that starts the company's sign-in. */
export const COMPANY_SIGN_IN = '/console/session/company';

export const signOut = (): Promise<unknown> => ask('sign out', session('DELETE'));

async function ask<Answer>(
  attempt: string,
  { address, method, headers, body }: RouteRequest,
  signal?: AbortSignal,
): Promise<Answer> {
  const answer = await fetch(address, {
    method,
    // This header marks requests of the server's own page. Browsers do not let pages of other origins send it.
    headers: { 'x-cairn-console': '1', ...headers },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Refusal(0, 'console/offline', 'The server does not answer. Is it running?', undefined, [], attempt);
  });
  const content: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return content as Answer;
  throw refusalOf(attempt, answer.status, content);
}

function refusalOf(attempt: string, status: number, content: unknown): Refusal {
  const error = (content as { error?: Partial<Refusal> } | undefined)?.error;
  const message = error?.message ?? `The server answered with ${status}.`;
  const code = error?.code ?? 'console/unreadable';
  return new Refusal(status, code, message, error?.requestId, error?.issues ?? [], attempt);
}
