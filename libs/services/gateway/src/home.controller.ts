import { addressOf, Public } from '@cairn/platform';
import { Controller, Get, Header, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { llmsText } from './guide.ts';
import { homePage, homePolicy } from './home-page.ts';
import { tools } from './tools/all.ts';

/**
 * Serves the page at the root, which says what the server is and how to connect to it. The page is public and contains
 * no stored content.
 */
@Controller()
export class HomeController {
  @Public()
  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', homePolicy)
  @Header('x-content-type-options', 'nosniff')
  @Header('referrer-policy', 'no-referrer')
  @Header('cache-control', 'no-store')
  home(@Req() request: FastifyRequest): string {
    return homePage(addressOf(request));
  }

  /** Serves the content of the page for models (https://llmstxt.org). */
  @Public()
  @Get('llms.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('x-content-type-options', 'nosniff')
  llms(@Req() request: FastifyRequest): string {
    return llmsText(addressOf(request), tools);
  }
}
