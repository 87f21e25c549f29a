import { createHash } from 'node:crypto';
import { oauthScopes } from '@cairn/contracts';
import { Public, PublicForm, ResourceAuthority, Uses } from '@cairn/platform';
import { oauthGrants, type OauthGrants, type Tokens } from '@cairn/store';
import { Controller, Get, NotFoundException, Optional, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AuthorizationFault,
  encodeRequest,
  isThisResource,
  readAuthorizationRequest,
  resourceAt,
  UnknownClient,
} from './authorization-request.ts';
import { ClientMetadata } from './client-metadata.ts';
import { Clients, registeredIdOf } from './clients.ts';

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** A refusal in the form of OAuth (RFC 6749, 5.2). */
class OauthFault extends Error {
  constructor(
    readonly error: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The authorization server for organisations without an identity provider: OAuth 2.1 with PKCE, for public clients. All
 * addresses answer as unknown if another server issues the tokens, or none.
 */
@Controller()
export class OauthController {
  constructor(
    @Uses(oauthGrants) private readonly grants: OauthGrants,
    private readonly clients: Clients,
    @Optional() private readonly authority?: ResourceAuthority,
  ) {}

  /** Metadata of the authorization server (RFC 8414). */
  @Public()
  @Get('.well-known/oauth-authorization-server')
  metadata(@Res({ passthrough: true }) reply: FastifyReply) {
    const issuer = this.requireIssuer();
    reply.header('access-control-allow-origin', '*');
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      scopes_supported: oauthScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** Validates the request of a client, and leads to the console, where a person decides about it. */
  @Public()
  @Get('oauth/authorize')
  async authorize(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const issuer = this.requireIssuer();
    const query = new URL(request.url, issuer).searchParams;
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    try {
      await readAuthorizationRequest(query, { clients: this.clients, issuer, resource: resourceAt(issuer) });
      await reply.redirect(`/console/authorize?request=${encodeRequest(query)}`, 303);
    } catch (error) {
      if (error instanceof AuthorizationFault) await reply.redirect(error.address, 303);
      else if (error instanceof UnknownClient) await showFault(reply, error.message);
      else throw error;
    }
  }

  /** Gives tokens for a code, or for a refresh token. */
  @PublicForm()
  @Post('oauth/token')
  async token(@Req() { body }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const resource = resourceAt(this.requireIssuer());
    await answerOauth(reply, async () => {
      const form = requireForm(body);
      if (!isThisResource(form('resource') ?? null, resource))
        throw new OauthFault('invalid_target', `resource must be ${resource}`);
      const tokens = await this.tokensFor(form);
      if (!tokens)
        throw new OauthFault('invalid_grant', 'The code or token is unknown, used, ended or of another client.');
      return {
        access_token: tokens.access,
        token_type: 'Bearer',
        expires_in: tokens.secondsLeft,
        refresh_token: tokens.refresh,
        scope: tokens.scope,
      };
    });
  }

  private async tokensFor(form: Form): Promise<Tokens | undefined> {
    const clientId = requireField(form, 'client_id');
    const type = form('grant_type');
    if (type === 'refresh_token') return this.grants.refresh({ token: requireField(form, 'refresh_token'), clientId });
    if (type !== 'authorization_code')
      throw new OauthFault('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
    const verifier = requireField(form, 'code_verifier');
    if (!VERIFIER.test(verifier)) throw new OauthFault('invalid_request', 'code_verifier has 43 to 128 characters');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const [code, redirectUri] = [requireField(form, 'code'), requireField(form, 'redirect_uri')];
    return this.grants.exchange({ code, clientId, redirectUri, challenge });
  }

  /** Registers a client that has no description of its own at an address (RFC 7591). Nothing is stored. */
  @Public()
  @Post('oauth/register')
  async register(@Req() { body }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.requireIssuer();
    await answerOauth(
      reply,
      async () => {
        const metadata = ClientMetadata.safeParse(body);
        if (!metadata.success) {
          const [{ path = [], message = '' } = {}] = metadata.error.issues;
          const field = path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
          throw new OauthFault(field, `${path.join('.')} ${message}`);
        }
        const id = registeredIdOf(metadata.data);
        if (id === undefined)
          throw new OauthFault('invalid_client_metadata', 'name and redirect addresses are too long');
        return {
          client_id: id,
          ...metadata.data,
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
        };
      },
      201,
    );
  }

  /** Ends what a client got (RFC 7009). An unknown token gets the same answer. */
  @PublicForm()
  @Post('oauth/revoke')
  async revoke(@Req() { body }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.requireIssuer();
    await answerOauth(reply, async () => {
      const form = requireForm(body);
      await this.grants.revoke({ token: requireField(form, 'token'), clientId: requireField(form, 'client_id') });
      return {};
    });
  }

  private requireIssuer(): string {
    if (!this.authority?.isOwn) throw new NotFoundException();
    return this.authority.issuer;
  }
}

/** Shows a person why the request of their client goes no further. */
const showFault = (reply: FastifyReply, message: string) =>
  reply
    .status(400)
    .header('x-content-type-options', 'nosniff')
    .type('text/plain; charset=utf-8')
    .send(`This client cannot be connected.\n\n${message}\n`);

async function answerOauth(reply: FastifyReply, work: () => Promise<object>, status = 200): Promise<void> {
  reply.headers({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
  try {
    const answer = await work();
    await reply.status(status).send(answer);
  } catch (fault) {
    if (!(fault instanceof OauthFault)) throw fault;
    await reply.status(400).send({ error: fault.error, error_description: fault.message });
  }
}

type Form = (name: string) => string | undefined;

function requireForm(body: unknown): Form {
  if (!(body instanceof URLSearchParams))
    throw new OauthFault('invalid_request', 'Send a form: Content-Type: application/x-www-form-urlencoded');
  const repeated = [...body.keys()].find((name) => body.getAll(name).length > 1);
  if (repeated !== undefined) throw new OauthFault('invalid_request', 'a parameter is there more than once');
  return (name) => body.get(name) ?? undefined;
}

function requireField(form: Form, name: string): string {
  const value = form(name);
  if (value) return value;
  throw new OauthFault('invalid_request', `${name} is missing`);
}
