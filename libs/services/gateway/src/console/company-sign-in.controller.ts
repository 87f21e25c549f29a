import { addressOf, cookieOf, Public, setCookie, sessionOf } from '@cairn/platform';
import { CairnError } from '@cairn/contracts';
import { Controller, Get, Header, Logger, Optional, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allowed } from '../callers/allowed.ts';
import { CompanySignIn } from './company-sign-in.ts';

const FOLDER = '/console/session';
const CALLBACK = `${FOLDER}/callback`;
const COOKIE = 'cairn_sign_in';
/** How long somebody may take at the identity provider. */
const SIGNING_IN_S = 600;

/** Signing in to the console with the company's identity, where it is set. */
@Controller('console/session')
export class CompanySignInController {
  private readonly logger = new Logger(CompanySignInController.name);

  constructor(
    private readonly allowed: Allowed,
    @Optional() private readonly company?: CompanySignIn,
  ) {}

  /** Tells the page which ways to sign in exist. */
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
      const { address, begun } = await company.begin(this.ownAddress(request) + CALLBACK);
      reply.header('set-cookie', this.kept(request, begun, SIGNING_IN_S));
      return address;
    });
  }

  /** The code is good for one try, whatever comes of it, and only in the browser that began. */
  @Public()
  @Get('callback')
  @Header('cache-control', 'no-store')
  async end(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.leading(reply, async (company) => {
      const forgotten = this.kept(request, '', 0);
      reply.header('set-cookie', forgotten);
      const address = new URL(request.url, this.ownAddress(request));
      const { token, seconds } = await company.end(address, cookieOf(request, COOKIE) ?? '');
      reply.header('set-cookie', sessionOf(token, request, seconds));
      return '/console/#signed-in';
    });
  }

  /** Where the provider leads back to: never a name that only the request says. */
  private ownAddress(request: FastifyRequest): string {
    const address = addressOf(request);
    const { hosts } = this.allowed;
    if (request.server.publicUrl !== undefined || hosts?.includes(new URL(address).hostname)) return address;
    throw new CairnError(
      'request/invalid',
      `${new URL(address).hostname} is no listed name of this server. Set CAIRN_PUBLIC_URL, or list it in CAIRN_ALLOWED_HOSTS.`,
    );
  }

  /** A browser is on its way, so that what goes wrong is for the page to tell. */
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

  /** The provider leads back from another site, so it may not be strict. */
  private kept(request: FastifyRequest, value: string, seconds: number): string {
    return setCookie(request, { name: COOKIE, value, path: FOLDER, sameSite: 'Lax', seconds });
  }
}
