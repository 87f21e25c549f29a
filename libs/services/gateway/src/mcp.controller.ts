import { CairnError, limits } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { addressOf, callerOf, runInSpan, OpenStreams, RateLimit } from '@cairn/platform';
import { RouteCaller, SystemClock } from '@cairn/ports';
import { toWebRequest, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
  type AuthInfo,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import { All, Controller, Logger, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { connectionOf, type Connection } from './connection.ts';
import { Allowed } from './callers/allowed.ts';
import { StepUp } from './oauth/step-up.ts';
import { mcpServerFor, namesOf, shownTools } from './mcp-server.ts';
import { skillsMark } from './skills.ts';
import { tools } from './tools/all.ts';
import { watchChanges } from './watch.ts';

const SKILLS_LOOK_MS = 10_000;

/**
 * Serves MCP over Streamable HTTP, without state, so that any replica can answer requests of both protocol generations.
 */
@Controller()
export class McpController implements BeforeApplicationShutdown {
  private readonly log = new Logger('Mcp');
  private readonly clock = new SystemClock();
  private readonly handler = this.newHandler();
  private readonly listened = new Set<McpHttpHandler>();
  /**
   * Caches the digest of each organisation's list of skills. One watch serves all streams of an organisation, since
   * everyone in it may read its skills.
   */
  private readonly skillsMarks = new LRUCache<string, string, Principal>({
    max: 1_000,
    ttl: SKILLS_LOOK_MS,
    fetchMethod: (_, __, { context }) => skillsMark(this.host, context),
  });

  constructor(
    private readonly caller: RouteCaller,
    private readonly allowed: Allowed,
    private readonly rateLimit: RateLimit,
    private readonly streams: OpenStreams,
    private readonly stepUp: StepUp,
  ) {}

  @All('mcp')
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { body } = request;
    const connection = connectionOf(new URL(request.url, 'http://cairn').searchParams, headersOf(request), tools);
    if (Array.isArray(body)) await this.countCalls(body, request, reply);
    await this.stepUp.requireScope(request, reply);
    const handler = isToListen(body) ? this.listen(request, reply, connection) : this.handler;
    const asked = await toWebRequest(request.raw as NodeIncomingMessageLike, body);
    const answer =
      this.refusalOf(asked) ??
      (await handler.fetch(asked, { parsedBody: body, authInfo: authInfoOf(request, connection) }));
    await reply.send(answer);
  }

  /**
   * Opens a stream for notifications. Each stream has a handler of its own, since a change for one caller does not
   * concern other callers. Closing the handler ends the stream. The abort signal of a web request would not end it,
   * since the request can be garbage-collected earlier, together with its listeners.
   */
  private listen(request: FastifyRequest, reply: FastifyReply, connection: Connection): McpHttpHandler {
    const principal = callerOf(request);
    const handler = this.newHandler();
    let shown = namesOf(shownTools(principal, connection));
    const signal = this.streams.open(request, reply, (caller) => {
      const now = namesOf(shownTools(caller, connection));
      if (now !== shown) handler.notify.toolsChanged();
      shown = now;
    });
    this.listened.add(handler);
    signal.addEventListener('abort', () => {
      this.listened.delete(handler);
      void handler.close();
    });
    if (connection.hasSkills && wantsResources(request.body))
      void watchChanges({
        mark: async () => (await this.skillsMarks.fetch(principal.orgId, { context: principal })) ?? '',
        changed: () => handler.notify.resourcesChanged(),
        everyMs: SKILLS_LOOK_MS,
        signal,
      });
    return handler;
  }

  /** Closes open streams, which would prevent the HTTP server from closing. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.handler, ...this.listened].map((handler) => handler.close()));
  }

  private newHandler(): McpHttpHandler {
    return createMcpHandler(({ authInfo, era }) => this.serverFor(authInfo, { tellsChanges: era === 'modern' }), {
      onerror: (error) => this.log.warn({ detail: error.message }, 'a request that is no MCP'),
    });
  }

  private get host() {
    return { caller: this.caller, clock: this.clock };
  }

  /** Counts the calls of a batch except the first call, which is already counted as the request itself. */
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

  /**
   * Makes the server for one request. A client of the 2025 protocol sends single requests, so there is no stream on which
   * to announce changes to it.
   */
  private serverFor(authInfo: AuthInfo | undefined, { tellsChanges }: { tellsChanges: boolean }) {
    const principal = authInfo?.extra?.['principal'] as Principal | undefined;
    if (!principal) throw new Error('The guard lets nobody through without a principal.');
    const host = { ...this.host, address: authInfo?.extra?.['address'] as string | undefined };
    return mcpServerFor(host, () => principal, {
      tellsChanges,
      connection: authInfo?.extra?.['connection'] as Connection | undefined,
      onFault: (error, tool) => this.log.error({ err: error, tool }, 'a tool failed'),
      around: (tool, from, call) => runInSpan(`tool ${tool}`, call, { from }),
    });
  }
}

const isToListen = (body: unknown) =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen';

const ListenForResources = z.object({
  params: z.object({ notifications: z.object({ resourcesListChanged: z.literal(true) }) }),
});
const wantsResources = (body: unknown) => ListenForResources.safeParse(body).success;

const headersOf = ({ headers }: FastifyRequest) => ({
  get(name: string): string | null {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  },
});

/** Passes the principal in the SDK's field for the caller; the key itself is not passed on. */
function authInfoOf(request: FastifyRequest, connection: Connection): AuthInfo {
  const principal = callerOf(request);
  const extra = { principal, connection, address: addressOf(request) };
  return { token: '', clientId: principal.keyId, scopes: [principal.role], extra };
}
