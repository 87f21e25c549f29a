import { CairnError, limits, type Principal } from '@cairn/contracts';
import { callerOf, inSpan, OpenStreams, RateLimit } from '@cairn/platform';
import { RouteCaller, SystemClock } from '@cairn/ports';
import { toWebRequest, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import { All, Controller, Logger, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { connectionOf, type Connection } from './connection.ts';
import { Allowed } from './gateway-options.ts';
import { mcpServerFor } from './mcp-server.ts';
import { tools } from './tools/all.ts';

/** MCP over Streamable HTTP: stateless, so that any replica can answer any request of either protocol generation. */
@Controller()
export class McpController implements BeforeApplicationShutdown {
  private readonly log = new Logger('Mcp');
  private readonly clock = new SystemClock();
  private readonly handler = createMcpHandler(({ authInfo }) => this.serverFor(authInfo), {
    onerror: (error) => this.log.warn({ detail: error.message }, 'a request that is no MCP'),
  });

  constructor(
    private readonly caller: RouteCaller,
    private readonly allowed: Allowed,
    private readonly rateLimit: RateLimit,
    private readonly streams: OpenStreams,
  ) {}

  @All('mcp')
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const principal = callerOf(request);
    const { body } = request;
    const connection = connectionOf(new URL(request.url, 'http://cairn').searchParams, headersOf(request), tools);
    if (Array.isArray(body)) await this.countCalls(body, request, reply);
    const signal = isToListen(body) ? this.streams.open(request, reply) : undefined;
    const asked = await toWebRequest(request.raw as NodeIncomingMessageLike, body, { ...(signal && { signal }) });
    const answer =
      this.refusalOf(asked) ??
      (await this.handler.fetch(asked, { parsedBody: body, authInfo: authInfoOf(principal, connection) }));
    await reply.send(answer);
  }

  /** Open streams would keep the HTTP server from closing. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.handler.close();
  }

  /** The request itself is counted already, as one. */
  private async countCalls(calls: readonly unknown[], request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { min, max, unit } = limits.mcpBatch;
    if (calls.length > max) {
      const issue = {
        field: 'body',
        message: 'holds too many calls',
        value: calls.length,
        allowed: `${min} to ${max} ${unit}`,
      };
      throw new CairnError('request/invalid', `A batch has ${issue.allowed}.`, { issues: [issue] });
    }
    await this.rateLimit.count(request, reply, calls.length - 1);
  }

  private refusalOf(asked: Request): Response | undefined {
    const badHost = this.allowed.hosts && hostHeaderValidationResponse(asked, this.allowed.hosts);
    return badHost ?? originValidationResponse(asked, this.allowed.originHosts);
  }

  private serverFor(authInfo: AuthInfo | undefined) {
    const principal = authInfo?.extra?.['principal'] as Principal | undefined;
    if (!principal) throw new Error('The guard lets nobody through without a principal.');
    return mcpServerFor({ caller: this.caller, clock: this.clock }, principal, {
      connection: authInfo?.extra?.['connection'] as Connection | undefined,
      onFault: (error, tool) => this.log.error({ err: error, tool }, 'a tool failed'),
      around: (tool, from, call) => inSpan(`tool ${tool}`, call, { from }),
    });
  }
}

const isToListen = (body: unknown) =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen';

const headersOf = ({ headers }: FastifyRequest) => ({
  get(name: string): string | null {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  },
});

/** The SDK's way of carrying who asks; the key itself stays behind at the door. */
const authInfoOf = (principal: Principal, connection: Connection): AuthInfo => ({
  token: '',
  clientId: principal.keyId,
  scopes: [principal.role],
  extra: { principal, connection },
});
