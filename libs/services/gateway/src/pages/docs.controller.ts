import { CairnError } from '@cairn/contracts';
import { Public } from '@cairn/platform';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocsFiles } from './docs-files.ts';
import { sendFile } from './static-files.ts';

/** Pages need no script and load nothing from another server. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the docs that this build brings, the same for everybody. */
@Controller()
export class DocsController {
  constructor(private readonly files: DocsFiles) {}

  @Public()
  @Get(['docs', 'docs/*'])
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = new URL(request.url, 'http://cairn').pathname.replace(/^\/docs\/?/, '');
    const file = await this.files.find(path);
    if (!file) throw new CairnError('route/unknown', await this.absence());
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-cache');
    await sendFile(request, reply, file);
  }

  private async absence(): Promise<string> {
    const isBuilt = (await this.files.pages()).length > 0;
    return isBuilt ? 'The docs have no such page; /docs lists all.' : 'The docs are not built: run `npm run build`.';
  }
}
