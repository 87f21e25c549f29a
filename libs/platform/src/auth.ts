import { CairnError, type Role } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { createParamDecorator, Injectable, Optional, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Identity } from '@cairn/store';
import type { FastifyRequest } from 'fastify';
import { AccessTokens, TokenRefusal } from './access-tokens.ts';
import { credentialOfSession } from './session.ts';
import { OperatorKey } from './operator-key.ts';
import { isServiceToken, ServiceTokens } from './service-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null until the request is authenticated. */
    principal: Principal | null;
    /** The reason why the request's access token was refused. */
    refusal: string | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Adds `detail`, a text with all faults, to the body of an error, for clients of another product. */
    errorDetail?: true;
  }
}

/** Callers that a route accepts: callers with at least this role, the operator alone, or anybody. */
export type Access = Role | 'operator' | 'public';

/** Opens a route to callers without a key. */
export const Public = () => RouteConfig({ access: 'public' } satisfies { access: Access });

/** Sets the least role that may call a route. A route without this decorator accepts any key. */
export const NeedsRole = (role: Role | 'operator', more: { readonly errorDetail?: true } = {}) =>
  RouteConfig({ access: role, ...more } satisfies { access: Access });

/** Injects the authenticated principal of the request: `@Caller() principal: Principal`. Not available on public routes. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  callerOf(context.switchToHttp().getRequest()),
);

export function callerOf(request: FastifyRequest): Principal {
  if (request.principal) return request.principal;
  throw new CairnError('auth/missing', 'This address needs a key.');
}

/** A key or token; `Token` is the scheme of mem0's clients. */
const BEARER_HEADER = /^(?:Bearer|Token) +(\S{1,110000}) *$/i;

/** The credential of a request, from its header or its console session. */
const credentialOf = (request: FastifyRequest): string =>
  BEARER_HEADER.exec(request.headers.authorization ?? '')?.[1] ?? credentialOfSession(request) ?? '';

const CAIRN_KEY = /^cairn_[A-Za-z0-9_-]{1,200}$/;

/** The API key of a request, if its credential has the form of one. */
const keyOf = (request: FastifyRequest): string | undefined => CAIRN_KEY.exec(credentialOf(request))?.[0];

const JSON_WEB_TOKEN = /^(?:[A-Za-z0-9_-]{1,100000}\.){2}[A-Za-z0-9_-]{1,2000}$/;

/** The access token of a request, if its credential has the form of one. */
const tokenOf = (request: FastifyRequest): string | undefined => JSON_WEB_TOKEN.exec(credentialOf(request))?.[0];

export interface KnownCaller {
  readonly principal: Principal;
  /**
   * Whether the caller is another service of this installation. That service has already counted its own callers, and
   * sends the requests of many callers from one address.
   */
  readonly isNeighbour: boolean;
}

/**
 * Authenticates a request by an API key, an access token of the identity provider, or the token of another service. All
 * other headers are ignored.
 */
@Injectable()
export class Callers {
  constructor(
    private readonly identity: Identity,
    @Optional() private readonly tokens?: ServiceTokens,
    @Optional() private readonly operatorKey?: OperatorKey,
    @Optional() private readonly accessTokens?: AccessTokens,
  ) {}

  async find(request: FastifyRequest): Promise<KnownCaller | undefined> {
    const key = keyOf(request);
    const token = key === undefined ? tokenOf(request) : undefined;
    const isNeighbour = token !== undefined && isServiceToken(token);
    const principal = await this.principalOf(request, { key, token, isNeighbour });
    return principal && { principal, isNeighbour };
  }

  private async principalOf(
    request: FastifyRequest,
    { key, token, isNeighbour }: { key: string | undefined; token: string | undefined; isNeighbour: boolean },
  ): Promise<Principal | undefined> {
    if (key !== undefined) return this.operatorKey?.holderOf(key) ?? this.identity.authenticate(key);
    if (token === undefined) return undefined;
    return isNeighbour ? this.fromNeighbour(token) : this.fromIssuer(token, request);
  }

  /** Reads the current principal from the store, since the principal in the token may be some seconds old. */
  private async fromNeighbour(token: string): Promise<Principal | undefined> {
    const principal = await this.tokens?.verify(token);
    return principal && this.identity.current(principal);
  }

  private async fromIssuer(token: string, request: FastifyRequest): Promise<Principal | undefined> {
    try {
      const verified = await this.accessTokens?.check(token);
      const principal = verified && (await this.identity.signIn(verified));
      if (verified && !principal) request.refusal = 'The access token is valid, but gives no access here.';
      return principal;
    } catch (error) {
      if (!(error instanceof TokenRefusal)) throw error;
      request.refusal = error.message;
      return undefined;
    }
  }
}
