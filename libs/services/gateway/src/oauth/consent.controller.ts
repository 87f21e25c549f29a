import {
  CairnError,
  ConsentPreviewRequest,
  ConsentRequest,
  highestScope,
  roleOfScope,
  scopesOfRole,
  scopeText,
  type ConsentPreview,
  type OauthScope,
} from '@cairn/contracts';
import { callerOf, NeedsRole, parseBody, ResourceAuthority, Uses } from '@cairn/platform';
import { oauthGrants, type OauthGrants } from '@cairn/store';
import { Controller, Header, HttpCode, NotFoundException, Optional, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  AuthorizationFault,
  decodeRequest,
  readAuthorizationRequest,
  resourceAt,
  UnknownClient,
  type AuthorizationRequest,
} from './authorization-request.ts';
import { Clients } from './clients.ts';
import { destinationOf, redirectWith } from './redirect-uris.ts';

/**
 * Lets a person decide about the request of a client. The console calls it: its session works only with a header that
 * pages of other origins cannot send, and no page may show the console in a frame.
 */
@Controller('v1/oauth')
export class ConsentController {
  constructor(
    @Uses(oauthGrants) private readonly grants: OauthGrants,
    private readonly clients: Clients,
    @Optional() private readonly authority?: ResourceAuthority,
  ) {}

  /** Returns the text of a request. It is no GET, since a request does not fit into every address. */
  @NeedsRole('reader')
  @Post('request')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async preview(@Req() request: FastifyRequest): Promise<ConsentPreview> {
    const { role } = callerOf(request);
    const { client, redirectUri, scope } = await this.read(parseBody(ConsentPreviewRequest, request.body).request);
    const scopes = scopesOfRole(role);
    return {
      clientName: client.name,
      clientHost: client.host ?? null,
      destination: destinationOf(redirectUri),
      scopes,
      asked: scopes.includes(scope) ? scope : highestScope(scopes)!,
    };
  }

  /** Gives the permission or refuses it, and returns the address that tells the client. */
  @NeedsRole('reader')
  @Post('consent')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async decide(@Req() request: FastifyRequest): Promise<{ address: string }> {
    const author = callerOf(request);
    const decision = parseBody(ConsentRequest, request.body);
    const asked = await this.read(decision.request);
    const { redirectUri, state, client, challenge } = asked;
    const iss = this.requireIssuer();
    if (decision.scope === undefined)
      return { address: redirectWith(redirectUri, { error: 'access_denied', state, iss }) };
    requireOwnScope(decision.scope, scopesOfRole(author.role));
    const { code } = await this.grants.allow({
      author,
      client: { id: client.id, agentName: `${client.name} (${client.host ?? destinationOf(redirectUri)})` },
      ...{ redirectUri, challenge, scope: scopeText(decision.scope) },
      role: roleOfScope(decision.scope, author.role),
    });
    return { address: redirectWith(redirectUri, { code, state, iss }) };
  }

  private async read(request: string): Promise<AuthorizationRequest> {
    const issuer = this.requireIssuer();
    try {
      const here = { clients: this.clients, issuer, resource: resourceAt(issuer) };
      return await readAuthorizationRequest(decodeRequest(request), here);
    } catch (error) {
      if (!(error instanceof AuthorizationFault || error instanceof UnknownClient)) throw error;
      throw new CairnError('request/invalid', `This client cannot be connected. ${error.message}`, { cause: error });
    }
  }

  private requireIssuer(): string {
    if (!this.authority?.isOwn) throw new NotFoundException();
    return this.authority.issuer;
  }
}

function requireOwnScope(scope: OauthScope, own: readonly OauthScope[]): void {
  if (own.includes(scope)) return;
  const issues = [{ field: 'scope', message: 'is more than your role', value: scope, allowed: own.join(', ') }];
  throw new CairnError('auth/forbidden', 'Nobody gives more than their own role.', { issues });
}
