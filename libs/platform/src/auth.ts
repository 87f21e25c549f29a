import { CairnError, type Principal, type Role } from '@cairn/contracts';
import { Identity } from '@cairn/ports';
import { createParamDecorator, Injectable, Optional, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { keyOfSession } from './session.ts';
import { OperatorKey } from './operator-key.ts';
import { ServiceTokens } from './service-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once the key is known. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Who may call a route: the least role, the operator alone, or anybody. */
export type Access = Role | 'operator' | 'public';

/** Opens a route to callers without a key. */
export const Public = () => RouteConfig({ access: 'public' } satisfies { access: Access });

/** The least role that may call a route. Without it, any key will do. */
export const NeedsRole = (role: Role | 'operator') => RouteConfig({ access: role } satisfies { access: Access });

/** The principal whose key the request carries: `@Caller() principal: Principal`. Not for public routes. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  callerOf(context.switchToHttp().getRequest()),
);

export function callerOf(request: FastifyRequest): Principal {
  if (request.principal) return request.principal;
  throw new CairnError('auth/missing', 'This address needs a key.');
}

const BEARER = /^Bearer +(cairn_[A-Za-z0-9_-]{1,200}) *$/i;

/** The key of a request, if it has the form of one. */
export const keyOf = (request: FastifyRequest): string | undefined =>
  BEARER.exec(request.headers.authorization ?? '')?.[1] ?? keyOfSession(request);

const TOKEN = /^Bearer +((?:[A-Za-z0-9_-]{1,100000}\.){2}[A-Za-z0-9_-]{1,200}) *$/i;

/** The service token of a request, if it has the form of one. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  TOKEN.exec(request.headers.authorization ?? '')?.[1];

export interface KnownCaller {
  readonly principal: Principal;
  /** A service of ours, that has counted its own caller and speaks for many from one address. */
  readonly isNeighbour: boolean;
}

/** Who sends a request, by a key or by the token of a neighbour. No other header says who asks. */
@Injectable()
export class Callers {
  constructor(
    private readonly identity: Identity,
    @Optional() private readonly tokens?: ServiceTokens,
    @Optional() private readonly operatorKey?: OperatorKey,
  ) {}

  async find(request: FastifyRequest): Promise<KnownCaller | undefined> {
    const key = keyOf(request);
    const isNeighbour = key === undefined;
    const principal = isNeighbour ? await this.fromNeighbour(request) : await this.byKey(key);
    return principal && { principal, isNeighbour };
  }

  private async byKey(key: string): Promise<Principal | undefined> {
    return this.operatorKey?.holderOf(key) ?? this.identity.authenticate(key);
  }

  private async fromNeighbour(request: FastifyRequest): Promise<Principal | undefined> {
    const token = this.tokens && tokenOf(request);
    return token === undefined ? undefined : this.tokens?.verify(token);
  }
}
