import { DEFAULT_ADDRESS } from '@cairn/contracts';
import type { FastifyRequest } from 'fastify';
import type { ResourceAuthority } from './resource-authority.ts';

/** The address of the metadata of protected resources (RFC 9728). */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const MCP_PATH = '/mcp';

const HOST_HEADER = /^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]{2,45}\](?::\d{1,5})?$/;

declare module 'fastify' {
  interface FastifyInstance {
    /** The public address of the server, if configured. */
    publicUrl: string | undefined;
  }
}

type CalledAddress = Pick<FastifyRequest, 'protocol' | 'host' | 'server'>;

/** The public address of the server: as configured, else as this caller addressed it if that is valid. */
export const addressOf = ({ protocol, host, server }: CalledAddress): string =>
  server.publicUrl ?? (HOST_HEADER.test(host) ? `${protocol}://${host}` : DEFAULT_ADDRESS);

/** The resource for which clients request a token: /mcp, or an audience with the same origin. */
export function resourceOf({ audiences }: ResourceAuthority, request: CalledAddress): string {
  const address = addressOf(request);
  const isHere = (audience: string) => URL.canParse(audience) && new URL(audience).origin === address;
  return audiences.find(isHere) ?? address + MCP_PATH;
}

/**
 * Builds the `WWW-Authenticate` header of a refusal. On /mcp it names the metadata only if an authorization server is
 * configured, since clients that read the metadata stop using their key.
 */
export function challengeOf(request: FastifyRequest, authority: ResourceAuthority | undefined): string {
  const parts = [
    ...(request.refusal === null
      ? []
      : ['error="invalid_token"', `error_description="${toQuotableText(request.refusal)}"`]),
    ...(authority && request.routeOptions.url === MCP_PATH ? metadataOf(request, authority.scopes) : []),
  ];
  return ['Bearer', parts.join(', ')].join(' ').trim();
}

/** Builds the `WWW-Authenticate` header for a client that needs another scope (RFC 6750, 3.1). */
export const scopeChallengeOf = (request: FastifyRequest, scope: string): string =>
  `Bearer ${['error="insufficient_scope"', ...metadataOf(request, [scope])].join(', ')}`;

function metadataOf(request: CalledAddress, scopes: readonly string[]): string[] {
  const scope = scopes.length > 0 ? [`scope="${scopes.join(' ')}"`] : [];
  return [`resource_metadata="${addressOf(request)}${RESOURCE_METADATA}${MCP_PATH}"`, ...scope];
}

const toQuotableText = (text: string) => text.replaceAll(/[^\x20-\x7E]|["\\]/g, '?');
