import { usualScopes } from '@cairn/contracts';
import type { ServerConfig } from './config.ts';

/** The authorization server whose tokens open /mcp, as the metadata of the resource names it (RFC 9728). */
export class ResourceAuthority {
  readonly issuer: string;
  /** Scopes that clients request. */
  readonly scopes: readonly string[];
  /** Audiences of its tokens; none if tokens are always for this server. */
  readonly audiences: readonly string[];
  /** Whether this server itself is the authorization server. */
  readonly isOwn: boolean;

  constructor({ issuer, scopes, audiences, isOwn }: Omit<ResourceAuthority, never>) {
    this.issuer = issuer;
    this.scopes = scopes;
    this.audiences = audiences;
    this.isOwn = isOwn;
  }
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether tokens may be sent to an address: over https, or to this machine. */
const isSafe = ({ protocol, hostname }: URL) => protocol === 'https:' || LOOPBACK_HOST.test(hostname);

/**
 * Decides who issues tokens: the identity provider if one is set, otherwise this server under its public address.
 * Returns undefined if there are keys alone.
 */
export function resourceAuthorityOf({
  oidc,
  publicUrl,
  isOauthOn,
}: Pick<ServerConfig, 'oidc' | 'publicUrl' | 'isOauthOn'>): ResourceAuthority | undefined {
  if (oidc) return new ResourceAuthority({ ...oidc, isOwn: false });
  if (!isOauthOn || publicUrl === undefined || !isSafe(new URL(publicUrl))) return undefined;
  return new ResourceAuthority({ issuer: publicUrl, scopes: usualScopes, audiences: [], isOwn: true });
}
