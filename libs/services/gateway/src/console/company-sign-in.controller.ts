import { addressOf, cookieOf, Public, setCookie, sessionOf } from '@cairn/platform';
import { CairnError } from '@cairn/contracts';
import { Controller, Get, Header, Logger, Optional, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allowed } from '../callers/allowed.ts';
import { CompanySignIn } from './company-sign-in.ts';

const SESSION_PATH = '/console/session';
const CALLBACK_PATH = `${SESSION_PATH}/callback`;
const SIGN_IN_COOKIE = 'cairn_sign_in';
/** Time in seconds that a sign-in at the identity provider may take. */
const SIGNING_IN_S = 600;

/** Signs users in to the console with the company's identity, if it is configured. */
@Controller('console/session')
export class CompanySignInController {
  private readonly logger = new Logger(CompanySignInController.name);

  constructor(
    private readonly allowed: Allowed,
    @Optional() private readonly company?: CompanySignIn,
  ) {}

  /** Returns the available ways to sign in. */
  @Public()
  @Get()
  @Header('cache-control', 'no-store')
  ways() {
    return { company: this.company !== undefined };
  }

  @Public()
  @Get('company')
  @Header('cache-control', 'no-store')
  async begin(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.leading(reply, async (company) => {
      const { address, begun } = await company.begin(this.ownAddress(request) + CALLBACK_PATH);
      reply.header('set-cookie', this.kept(request, begun, SIGNING_IN_S));
      return address;
    });
  }

  /**
   * Handles the redirect back from the provider. The code works for one attempt, successful or not, and only in the browser
   * that began the sign-in.
   */
  @Public()
  @Get('callback')
  @Header('cache-control', 'no-store')
  async end(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.leading(reply, async (company) => {
      const forgotten = this.kept(request, '', 0);
      reply.header('set-cookie', forgotten);
      const address = new URL(request.url, this.ownAddress(request));
      const { token, seconds } = await company.end(address, cookieOf(request, SIGN_IN_COOKIE) ?? '');
      reply.header('set-cookie', sessionOf(token, request, seconds));
      return '/console/#signed-in';
    });
  }

  /** Address to which the provider redirects. A host name that only the request states is never used. */
  private ownAddress(request: FastifyRequest): string {
    const address = addressOf(request);
    const { hosts } = this.allowed;
    if (request.server.publicUrl !== undefined || hosts?.includes(new URL(address).hostname)) return address;
    throw new CairnError(
      'request/invalid',
      `${new URL(address).hostname} is no listed name of this server. Set CAIRN_PUBLIC_URL, or list it in CAIRN_ALLOWED_HOSTS.`,
    );
  }

  /** Redirects the browser even after a failure, so that the page of the console reports errors. */
  private async leading(reply: FastifyReply, way: (company: CompanySignIn) => Promise<string>): Promise<void> {
    if (!this.company) throw new CairnError('route/unknown', 'No identity provider is set for the console.');
    const to = await way(this.company).catch((error: unknown) => this.refusal(error));
    await reply.header('referrer-policy', 'no-referrer').redirect(to, 303);
  }

  private refusal(error: unknown): string {
    const isAway = error instanceof CairnError && error.code === 'sign-in/unavailable';
    this.logger.warn({ err: error }, 'a sign-in with the company identity ended without a session');
    return `/console/#sign-in-${isAway ? 'unavailable' : 'refused'}`;
  }

  /**
   * Makes the cookie that keeps the state of a sign-in. Its SameSite is Lax, since the provider redirects from another
   * site, and a browser would not send a strict cookie then.
   */
  private kept(request: FastifyRequest, value: string, seconds: number): string {
    return setCookie(request, { name: SIGN_IN_COOKIE, value, path: SESSION_PATH, sameSite: 'Lax', seconds });
  }
}
