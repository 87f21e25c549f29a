import { randomBytes } from 'node:crypto';
import { CairnError } from '@cairn/contracts';
import { Public } from '@cairn/platform';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../pages/static-files.ts';
import { ConsoleFiles } from './console-files.ts';

/** Placeholder of the nonce in the built page. */
const NONCE_PLACEHOLDER = /CAIRN_NONCE/g;
const A_YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves the web console, which is one page, the same for everybody, and its files. Neither the page nor its files
 * contain stored content.
 */
@Controller()
export class ConsoleController {
  constructor(private readonly files: ConsoleFiles) {}

  @Public()
  @Get(['console', 'console/*'])
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = new URL(request.url, 'http://cairn').pathname.replace(/^\/console\/?/, '');
    const file = await this.files.find(path);
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    if (file) return sendFile(request, reply.header('cache-control', A_YEAR), file);
    // Serves the page for every address without a file extension, since the page shows all screens. An address with a
    // file extension names a missing file.
    if (/\.\w+$/.test(path)) throw new CairnError('route/unknown', 'The console has no such file.');
    await this.sendPage(reply);
  }

  private async sendPage(reply: FastifyReply): Promise<void> {
    const page = await this.files.page();
    if (page === undefined) throw new CairnError('route/unknown', 'The console is not built: run `npm run build`.');
    const nonce = randomBytes(16).toString('base64');
    await reply
      .header('content-security-policy', policyWith(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace(NONCE_PLACEHOLDER, nonce));
  }
}

/**
 * Returns the content security policy. It allows no other origin, and only scripts and styles that are files or carry
 * the nonce of this answer.
 */
const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
