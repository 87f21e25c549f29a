import { Public, RESOURCE_METADATA, ResourceAuthority, resourceOf } from '@cairn/platform';
import { Controller, Get, Header, NotFoundException, Optional, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/**
 * Serves the metadata that names the authorization server (RFC 9728). If there are keys alone, the address does not exist.
 */
@Controller()
export class ResourceMetadataController {
  constructor(@Optional() private readonly authority?: ResourceAuthority) {}

  @Public()
  @Get([RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp`])
  @Header('access-control-allow-origin', '*')
  metadata(@Req() request: FastifyRequest) {
    if (!this.authority) throw new NotFoundException();
    const { issuer, scopes } = this.authority;
    return {
      resource: resourceOf(this.authority, request),
      authorization_servers: [issuer],
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
      resource_name: 'Cairn',
    };
  }
}
