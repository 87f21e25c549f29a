import { z } from 'zod';
import type { Role } from './vocabulary.ts';

/** Scopes of OAuth clients, each including those before it. */
export const oauthScopes = ['read', 'write', 'admin'] as const;
export const OauthScope = z.enum(oauthScopes);
export type OauthScope = z.infer<typeof OauthScope>;

/** Scopes that a client gets if it asks for none. `admin` is only given to a client that asks for it. */
export const usualScopes: readonly OauthScope[] = ['read', 'write'];

/** The scope that includes all the others among these; undefined if there is none. */
export const highestScope = (scopes: readonly OauthScope[]): OauthScope | undefined =>
  oauthScopes.findLast((scope) => scopes.includes(scope));

/** The text of a scope with the scopes that it includes, as tokens state it. */
export const scopeText = (highest: OauthScope): string =>
  oauthScopes.slice(0, oauthScopes.indexOf(highest) + 1).join(' ');

/** Scopes that a person with this role can give. */
export const scopesOfRole = (role: Role): readonly OauthScope[] =>
  oauthScopes.slice(0, role === 'reader' ? 1 : role === 'writer' ? 2 : 3);

/** The role of a client with this scope, connected by a person with the role `own`. */
export function roleOfScope(scope: OauthScope, own: Role): Role {
  if (scope === 'admin') return own;
  return scope === 'write' && own !== 'reader' ? 'writer' : 'reader';
}

/** The scope that a client needs to do what a role may do. */
export function scopeForRole(role: Role): OauthScope {
  if (role === 'reader') return 'read';
  return role === 'writer' ? 'write' : 'admin';
}

const REQUEST_CHARS_MAX = 8_000;

/** An authorization request as the console passes it on: the parameters of its address, base64url. */
const request = z.string().max(REQUEST_CHARS_MAX);
export const ConsentPreviewRequest = z.strictObject({ request });

/** Decision of a person about an authorization request; without a scope, they refuse it. */
export const ConsentRequest = z.strictObject({ request, scope: OauthScope.optional() });

/** Text about a client that a person reads before they decide. */
export interface ConsentPreview {
  readonly clientName: string;
  /** The host that vouches for the name, since it serves the description of the client; null: nobody does. */
  readonly clientHost: string | null;
  /** The place that gets the permission: a host, `this machine`, or the name of an app. */
  readonly destination: string;
  /** Scopes that the person can give. */
  readonly scopes: readonly OauthScope[];
  /** The highest scope that the client asks for and the person can give. */
  readonly asked: OauthScope;
}
