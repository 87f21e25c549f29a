import { AccessTokens, Public, RESOURCE_METADATA, resourceOf } from '@cairn/platform';
import { Controller, Get, Header, NotFoundException, Optional, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/**
 * Serves the metadata that names the identity provider (RFC 9728). Without an identity provider the address does not exist.
 */
@Controller()
export class ResourceMetadataController {
  constructor(@Optional() private readonly tokens?: AccessTokens) {}

  @Public()
  @Get([RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp`])
  @Header('access-control-allow-origin', '*')
  metadata(@Req() request: FastifyRequest) {
    if (!this.tokens) throw new NotFoundException();
    const { config } = this.tokens;
    return {
      resource: resourceOf(config, request),
      authorization_servers: [config.issuer],
      ...(config.scopes.length > 0 && { scopes_supported: config.scopes }),
      bearer_methods_supported: ['header'],
      resource_name: 'Cairn',
    };
  }
}
