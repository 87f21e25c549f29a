import { addressOf, Public } from '@cairn/platform';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { llmsText } from './guide.ts';
import { homeText } from './home-text.ts';
import { DocsFiles } from './pages/docs-files.ts';
import { tools } from './tools/all.ts';

/** Serves the root of the server. Its answers are public and contain no stored content. */
@Controller()
export class HomeController {
  constructor(private readonly docs: DocsFiles) {}

  /** Sends a browser to the console, and tells every other client where things are. */
  @Public()
  @Get()
  async home(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    reply.header('vary', 'accept').header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const isBrowser = /\btext\/html\b/.test(request.headers.accept ?? '');
    await (isBrowser
      ? reply.redirect('/console/', 303)
      : reply.type('text/plain; charset=utf-8').send(homeText(addressOf(request))));
  }

  /** Serves a description of the server for models (https://llmstxt.org). */
  @Public()
  @Get('llms.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('x-content-type-options', 'nosniff')
  async llms(@Req() request: FastifyRequest): Promise<string> {
    return llmsText(addressOf(request), tools, await this.docs.pages());
  }
}
