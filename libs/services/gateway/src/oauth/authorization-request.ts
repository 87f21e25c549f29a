import { highestScope, OauthScope, usualScopes } from '@cairn/contracts';
import { ClientDocumentError } from './client-documents.ts';
import { CLIENT_ID_CHARS_MAX, type Clients, type OauthClient } from './clients.ts';
import { isOwnRedirect, redirectWith } from './redirect-uris.ts';

/** A valid request of a client for the permission of a person. */
export interface AuthorizationRequest {
  readonly client: OauthClient;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly state: string | undefined;
  /** The highest scope that the client asks for. */
  readonly scope: OauthScope;
}

/** A request that must not lead back to its redirect address, since nobody proved that the client has this address. */
export class UnknownClient extends Error {
  override readonly name = 'UnknownClient';
}

/** A request of a known client with a fault; the address reports it to the client. */
export class AuthorizationFault extends Error {
  override readonly name = 'AuthorizationFault';

  constructor(
    readonly address: string,
    message: string,
  ) {
    super(message);
  }
}

/** Parameters that the console passes on. */
const parameterNames = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method', 'resource'],
];
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const STATE_CHARS_MAX = 2_000;

interface Here {
  readonly clients: Clients;
  readonly issuer: string;
  /** The resource that tokens are for: the address of /mcp. */
  readonly resource: string;
}

/**
 * Validates the parameters of an authorization request. Throws an `UnknownClient` or an `AuthorizationFault`.
 */
export async function readAuthorizationRequest(query: URLSearchParams, here: Here): Promise<AuthorizationRequest> {
  const client = await requireClient(query.get('client_id') ?? '', here.clients);
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!isOwnRedirect(client.redirectUris, redirectUri))
    throw new UnknownClient('The redirect address is none of those that the client names.');
  const state = query.get('state') ?? undefined;
  const refuse = (error: string, error_description: string): never => {
    const answer = { error, error_description, iss: here.issuer, state: state?.slice(0, STATE_CHARS_MAX) };
    throw new AuthorizationFault(redirectWith(redirectUri, answer), error_description);
  };
  const repeated = parameterNames.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) refuse('invalid_request', `${repeated} is there more than once`);
  if (query.get('response_type') !== 'code') refuse('unsupported_response_type', 'response_type must be code');
  if (query.get('code_challenge_method') !== 'S256') refuse('invalid_request', 'code_challenge_method must be S256');
  const challenge = query.get('code_challenge') ?? '';
  if (!CHALLENGE.test(challenge)) refuse('invalid_request', 'code_challenge must be a SHA-256, base64url');
  if ((state?.length ?? 0) > STATE_CHARS_MAX)
    refuse('invalid_request', `state has at most ${STATE_CHARS_MAX} characters`);
  if (!isThisResource(query.get('resource'), here.resource))
    refuse('invalid_target', `resource must be ${here.resource}`);
  const scope = scopeOf(query.get('scope'));
  return {
    client,
    redirectUri,
    challenge,
    state,
    scope: scope ?? refuse('invalid_scope', 'scope must be of: read write admin'),
  };
}

async function requireClient(id: string, clients: Clients): Promise<OauthClient> {
  try {
    const client = id.length <= CLIENT_ID_CHARS_MAX ? await clients.find(id) : undefined;
    if (client) return client;
  } catch (error) {
    if (!(error instanceof ClientDocumentError)) throw error;
    throw new UnknownClient(error.message, { cause: error });
  }
  throw new UnknownClient(
    'The client is unknown: its id is no https address of its description, and nothing registered here.',
  );
}

/** The highest known scope of a list; unknown ones, such as `offline_access`, are ignored as long as one is known. */
function scopeOf(text: string | null): OauthScope | undefined {
  const asked = (text ?? '').split(' ').filter((name) => name !== '');
  if (asked.length === 0) return highestScope(usualScopes);
  return highestScope(asked.flatMap((name) => OauthScope.safeParse(name).data ?? []));
}

/** The resource that tokens are for. */
export const resourceAt = (issuer: string): string => `${issuer}/mcp`;

/** Whether a token may be asked for this resource. The address with a closing slash is the same resource. */
export const isThisResource = (asked: string | null, resource: string): boolean =>
  asked === null || asked.replace(/\/$/, '') === resource || asked.replace(/\/$/, '') === new URL(resource).origin;

/** Encodes the parameters of a request for the address of the console. */
export function encodeRequest(query: URLSearchParams): string {
  const known = parameterNames.flatMap((name) => query.getAll(name).map((value): [string, string] => [name, value]));
  return Buffer.from(new URLSearchParams(known).toString()).toString('base64url');
}

export const decodeRequest = (text: string): URLSearchParams =>
  new URLSearchParams(Buffer.from(text, 'base64url').toString());
