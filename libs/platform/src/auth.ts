import { CairnError, hasRole, type Principal, type Role } from '@cairn/contracts';
import { Identity } from '@cairn/ports';
import {
  createParamDecorator,
  Injectable,
  Optional,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ServiceTokens } from './service-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once the key is known. */
    principal: Principal | null;
  }
}

const PUBLIC = 'cairn:public';
const NEEDED_ROLE = 'cairn:role';

/** Opens a route, or every route of a controller, to callers without a key. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The least role that may call a route. Without it, any key will do. */
export const NeedsRole = (role: Role) => SetMetadata(NEEDED_ROLE, role);

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
  BEARER.exec(request.headers.authorization ?? '')?.[1];

const TOKEN = /^Bearer +((?:[A-Za-z0-9_-]{1,100000}\.){2}[A-Za-z0-9_-]{1,200}) *$/i;

/** The service token of a request, if it has the form of one. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  TOKEN.exec(request.headers.authorization ?? '')?.[1];

/** At every door: a known key or the token of a neighbour, unless the route is public, and a role that suffices. No other header says who asks. */
@Injectable()
export class KeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly identity: Identity,
    @Optional() private readonly tokens?: ServiceTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, places)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.principal = await this.authenticate(request);
    const needed = this.reflector.getAllAndOverride<Role | undefined>(NEEDED_ROLE, places) ?? 'reader';
    if (hasRole(request.principal.role, needed)) return true;
    throw new CairnError(
      'auth/forbidden',
      `This needs the role ${needed}; the key has the role ${request.principal.role}.`,
    );
  }

  private async authenticate(request: FastifyRequest): Promise<Principal> {
    const key = keyOf(request);
    const principal = key === undefined ? await this.fromNeighbour(request) : await this.identity.authenticate(key);
    if (principal) return principal;
    throw new CairnError('auth/missing', 'Send a valid key: Authorization: Bearer cairn_...');
  }

  private async fromNeighbour(request: FastifyRequest): Promise<Principal | undefined> {
    const token = this.tokens && tokenOf(request);
    return token === undefined ? undefined : this.tokens?.verify(token);
  }
}
