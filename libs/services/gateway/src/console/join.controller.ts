import { JoinRequest, type InvitationPreview, type JoinedPerson } from '@cairn/contracts';
import { parseBody, Public, sessionOf, Uses } from '@cairn/platform';
import { invitations, type Invitations } from '@cairn/store';
import { Controller, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireConsole } from './require-console.ts';

const OpenRequest = JoinRequest.pick({ code: true });

/** Lets the person in who opens the link of an invitation. Requests are counted by address, as those of the sign-in. */
@Controller('console/session')
export class JoinController {
  constructor(@Uses(invitations) private readonly invitations: Invitations) {}

  /** Returns the text of an invitation. It is no GET, so that no log and no history contains the code. */
  @Public()
  @Post('invitation')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  open(@Req() request: FastifyRequest): Promise<InvitationPreview> {
    requireConsole(request);
    return this.invitations.open(parseBody(OpenRequest, request.body));
  }

  /** Accepts an invitation: makes the person, signs the browser in, and shows the person's key this once. */
  @Public()
  @Post('join')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async join(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<JoinedPerson> {
    requireConsole(request);
    const { key, summary } = await this.invitations.accept(parseBody(JoinRequest, request.body));
    reply.header('set-cookie', sessionOf(key, request));
    return { key, name: summary.name, role: summary.role };
  }
}
