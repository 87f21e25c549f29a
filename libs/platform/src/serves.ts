import {
  routes,
  TIME_ZONE_HEADER,
  type ParsedInput,
  type Route,
  type RouteName,
  type RouteOutput,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  Injectable,
  RequestMapping,
  RequestMethod,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type PipeTransform,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { tap, type Observable } from 'rxjs';
import { Caller, callerOf, NeedsRole } from './auth.ts';
import { DeniedCallCounts } from './denied-calls.ts';
import { FullIds } from './full-ids.ts';
import { maskInput } from './mask-input.ts';
import { parseInput } from './parse-input.ts';
import { AgentCallRecorder, hookHeaderName } from './agent-call-recorder.ts';
import { UseCounter } from './use-counter.ts';

/** Handles a route: receives the principal and the parsed parts of the request. Fails with `CairnError`s. */
export type RouteHandler<Name extends RouteName> = (
  principal: Principal,
  input: ParsedInput<Name>,
) => RouteOutput<Name> | Promise<RouteOutput<Name>>;

/** Metadata key under which a method stores the route that it handles. */
export const SERVED_ROUTE = 'cairn:served-route';

/**
 * Makes a controller's method the handler of a route. The method handles the route over HTTP, with the address, role
 * and schemas of the route's row, and for `RouteCaller` within this process. TypeScript checks the method against the
 * row.
 */
export const Serves =
  <Name extends RouteName>(name: Name) =>
  <Handler extends RouteHandler<Name>>(
    target: object,
    method: string | symbol,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => {
    const { path, method: verb, role, status }: Route = routes[name];
    Caller()(target, method, 0);
    Input(name, WithFullIds)(target, method, 1);
    applyDecorators(
      RequestMapping({ path, method: RequestMethod[verb] }),
      HttpCode(status ?? 200),
      NeedsRole(role),
      UseInterceptors(RecordsAnswers),
    )(target, method, descriptor);
    Reflect.defineMetadata(SERVED_ROUTE, name, descriptor.value as object);
  };

const Input = createParamDecorator(async (name: RouteName, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { params, query, headers, body } = request;
  const timeZone = headers[TIME_ZONE_HEADER.toLowerCase()];
  const sent = { params, query, headers: takeKnownHeaders(routes[name], headers), body };
  const caller = callerOf(request);
  const input = parseInput(name, sent, typeof timeZone === 'string' ? timeZone : undefined);
  return { name, caller, input: await maskInput(name, caller, input) } satisfies Read;
});

/** A parsed request in which short ids are not replaced yet. */
interface Read {
  readonly name: RouteName;
  readonly caller: Principal;
  readonly input: ParsedInput<RouteName>;
}

/** Replaces short ids. It is a pipe, since a decorator cannot inject providers. */
@Injectable()
class WithFullIds implements PipeTransform<Read> {
  constructor(private readonly fullIds: FullIds) {}

  transform({ name, caller, input }: Read): Promise<ParsedInput<RouteName>> {
    return this.fullIds.of(name, caller, input);
  }
}

/**
 * Counts the memories in an answer over HTTP, and records the questions of agents. `ServedRoutes` does both for an answer
 * within this process.
 */
@Injectable()
class RecordsAnswers implements NestInterceptor {
  constructor(
    private readonly uses: UseCounter,
    private readonly agentCalls: AgentCallRecorder,
    private readonly denied: DeniedCallCounts,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const name: RouteName = Reflect.getMetadata(SERVED_ROUTE, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { query, body, headers } = request;
    const caller = callerOf(request);
    const hookHeader = headers[hookHeaderName];
    const hook = typeof hookHeader === 'string' ? { hookHeader } : {};
    const from = performance.now();
    return next.handle().pipe(
      tap({
        error: (error: unknown) => this.denied.countForgotten(name, caller, error),
        next: (answer: unknown) => {
          this.denied.countForgotten(name, caller, answer);
          this.uses.countAnswer(name, caller, answer);
          this.agentCalls.record(name, caller, {
            ...{ input: { query, body }, answer, tookMs: performance.now() - from },
            ...hook,
          });
        },
      }),
    );
  }
}

/**
 * Selects the headers that the schema has. Their names get the spelling of the schema instead of HTTP's lower case, so
 * that errors name the headers as the docs do.
 */
const takeKnownHeaders = ({ headers }: Route, sent: FastifyRequest['headers']) =>
  Object.fromEntries(Object.keys(headers?.shape ?? {}).map((name) => [name, sent[name.toLowerCase()]]));
