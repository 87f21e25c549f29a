import type { Principal } from '@cairn/contracts';
import { callerOf, inSpan } from '@cairn/platform';
import { IngestApi, RecallApi } from '@cairn/ports';
import { toWebRequest, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import { All, Controller, Logger, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allowed } from './gateway-options.ts';
import { mcpServerFor } from './mcp-server.ts';

/** MCP over Streamable HTTP: stateless, so that any replica can answer any request of either protocol generation. */
@ApiExcludeController()
@Controller()
export class McpController implements BeforeApplicationShutdown {
  private readonly log = new Logger('Mcp');
  private readonly handler = createMcpHandler(({ authInfo }) => this.serverFor(authInfo), {
    onerror: (error) => this.log.warn({ detail: error.message }, 'a request that is no MCP'),
  });

  constructor(
    private readonly recall: RecallApi,
    private readonly ingest: IngestApi,
    private readonly allowed: Allowed,
  ) {}

  @All('mcp')
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const principal = callerOf(request);
    const { body } = request;
    const asked = await toWebRequest(request.raw as NodeIncomingMessageLike, body);
    const answer =
      this.refusalOf(asked) ?? (await this.handler.fetch(asked, { parsedBody: body, authInfo: authInfoOf(principal) }));
    await reply.send(answer);
  }

  /** Open streams would keep the HTTP server from closing. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.handler.close();
  }

  private refusalOf(asked: Request): Response | undefined {
    const badHost = this.allowed.hosts && hostHeaderValidationResponse(asked, this.allowed.hosts);
    return badHost ?? originValidationResponse(asked, this.allowed.originHosts);
  }

  private serverFor(authInfo: AuthInfo | undefined) {
    const principal = authInfo?.extra?.['principal'] as Principal | undefined;
    if (!principal) throw new Error('The guard lets nobody through without a principal.');
    const apis = { recall: this.recall, ingest: this.ingest };
    return mcpServerFor(apis, principal, {
      onFault: (error, tool) => this.log.error({ err: error, tool }, 'a tool failed'),
      around: (tool, from, call) => inSpan(`tool ${tool}`, call, { from }),
    });
  }
}

/** The SDK's way of carrying who asks; the key itself stays behind at the door. */
const authInfoOf = (principal: Principal): AuthInfo => ({
  token: '',
  clientId: principal.keyId,
  scopes: [principal.role],
  extra: { principal },
});
