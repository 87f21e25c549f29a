import { CairnError } from '@cairn/contracts';
import { clearSessionCookie, Public, sessionOf } from '@cairn/platform';
import { Controller, Delete, Get, Header, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { Identity } from '@cairn/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FirstVisit } from './first-visit.ts';
import { requireConsole } from './require-console.ts';

const SignIn = z.strictObject({ key: z.string().regex(/^cairn_[A-Za-z0-9_-]{1,200}$/) });

/** Sign-in and sign-out of the console. `GET /v1/caller` returns the signed-in user. */
@Controller('console/session')
export class SessionController {
  constructor(
    private readonly identity: Identity,
    private readonly firstVisit: FirstVisit,
  ) {}

  @Public()
  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async begin(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    requireConsole(request);
    const asked = SignIn.safeParse(request.body);
    const principal = asked.success ? await this.identity.authenticate(asked.data.key) : undefined;
    if (!asked.success || !principal) throw new CairnError('auth/missing', 'This key is unknown, expired or revoked.');
    reply.header('set-cookie', sessionOf(asked.data.key, request));
    return { name: principal.name, role: principal.role };
  }

  /** Serves the address that the server opens in a browser at its first start. The code in the address works once. */
  @Public()
  @Get('first')
  @Header('cache-control', 'no-store')
  async first(@Req() request: FastifyRequest, @Query('code') code: unknown, @Res() reply: FastifyReply): Promise<void> {
    const key = this.firstVisit.keyFor(String(code));
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
}
