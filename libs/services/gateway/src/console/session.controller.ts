import { CairnError } from '@cairn/contracts';
import { clearSessionCookie, Public, sessionOf } from '@cairn/platform';
import { Controller, Delete, Get, Header, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { Identity } from '@cairn/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LINK_MINUTES, SignInLinks } from './sign-in-links.ts';
import { requireConsole } from './require-console.ts';

const SignIn = z.strictObject({ key: z.string().regex(/^cairn_[A-Za-z0-9_-]{1,200}$/) });

/** Sign-in and sign-out of the console. `GET /v1/caller` returns the signed-in user. */
@Controller('console/session')
export class SessionController {
  constructor(
    private readonly identity: Identity,
    private readonly links: SignInLinks,
  ) {}

  @Public()
  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async begin(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const { key, principal } = await this.signedIn(request);
    reply.header('set-cookie', sessionOf(key, request));
    return { name: principal.name, role: principal.role };
  }

  /** Makes a link that signs one browser in, for whoever has the key. */
  @Public()
  @Post('links')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async link(@Req() request: FastifyRequest) {
    const { key } = await this.signedIn(request);
    return { path: this.links.pathFor(key), minutes: LINK_MINUTES };
  }

  /** Serves the link that signs a browser in. Its code works once. */
  @Public()
  @Get('first')
  @Header('cache-control', 'no-store')
  async first(@Req() request: FastifyRequest, @Query('code') code: unknown, @Res() reply: FastifyReply): Promise<void> {
    const key = this.links.keyFor(String(code));
    if (key !== undefined) reply.header('set-cookie', sessionOf(key, request));
    const to = key === undefined ? '/console/' : '/console/#signed-in';
    await reply.header('referrer-policy', 'no-referrer').redirect(to, 303);
  }

  @Public()
  @Delete()
  @Header('cache-control', 'no-store')
  end(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    requireConsole(request);
    reply.header('set-cookie', clearSessionCookie(request));
    return { signedOut: true };
  }

  private async signedIn(request: FastifyRequest) {
    requireConsole(request);
    const asked = SignIn.safeParse(request.body);
    const principal = asked.success ? await this.identity.authenticate(asked.data.key) : undefined;
    if (!asked.success || !principal) throw new CairnError('auth/missing', 'This key is unknown, expired or revoked.');
    return { key: asked.data.key, principal };
  }
}
