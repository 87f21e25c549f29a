import { CairnError, routes, type RouteInput, type RouteName, type RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Neighbours, RouteCaller, type CallOptions } from '@cairn/ports';
import { Injectable, Optional } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { ServiceName } from './config.ts';
import { DeniedCallCounts } from './denied-calls.ts';
import { FullIds } from './full-ids.ts';
import { maskInput } from './mask-input.ts';
import { parseInput } from './parse-input.ts';
import { SERVED_ROUTE, type RouteHandler } from './serves.ts';
import { AgentCallRecorder } from './agent-call-recorder.ts';
import { UseCounter } from './use-counter.ts';

interface Found {
  readonly name: RouteName;
  /** Class and method of the handler. */
  readonly place: string;
  readonly handle: RouteHandler<RouteName>;
}

/**
 * The handlers of this process by route. A call of a route without a handler here goes to another service, if the
 * process knows one.
 */
@Injectable()
export class ServedRoutes extends RouteCaller {
  private readonly scanner = new MetadataScanner();
  private handlers: ReadonlyMap<RouteName, Found> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly fullIds: FullIds,
    private readonly uses: UseCounter,
    private readonly agentCalls: AgentCallRecorder,
    private readonly denied: DeniedCallCounts,
    @Optional() private readonly neighbours?: Neighbours,
  ) {
    super();
  }

  async call<Name extends RouteName>(
    name: Name,
    principal: Principal,
    input: RouteInput<Name>,
    options?: CallOptions,
  ): Promise<RouteOutput<Name>> {
    const here = (this.handlers ??= this.found()).get(name);
    if (!here) return this.elsewhere.call(name, principal, input, options);
    // Each handler was type-checked against its route at its declaration, which TypeScript cannot infer through the map.
    const handle = here.handle as unknown as RouteHandler<Name>;
    const masked = await maskInput(name, principal, parseInput(name, input));
    const from = performance.now();
    const answer = await this.counted(name, principal, async () =>
      handle(principal, await this.fullIds.of(name, principal, masked)),
    );
    this.uses.countAnswer(name, principal, answer);
    this.agentCalls.record(name, principal, { input: masked, answer, tookMs: performance.now() - from });
    return answer;
  }

  /** Runs a handler and counts what it refuses because it was forgotten. */
  private async counted<Answer>(name: RouteName, principal: Principal, run: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await run();
      this.denied.countForgotten(name, principal, answer);
      return answer;
    } catch (error) {
      this.denied.countForgotten(name, principal, error);
      throw error;
    }
  }

  /**
   * Throws unless every route of a service (or of all services) has a handler: otherwise a documented route would be
   * missing.
   */
  requireOf(app: ServiceName): void {
    const handled = this.found();
    const own = (Object.keys(routes) as RouteName[]).filter(
      (name) => app === 'all-in-one' || routes[name].service === app,
    );
    const missing = own.filter((name) => !handled.has(name));
    if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')}, though the route table has them.`);
  }

  private get elsewhere(): RouteCaller {
    if (this.neighbours) return this.neighbours;
    throw new CairnError('service/unavailable', 'No service that this process reaches answers that.');
  }

  private found(): Map<RouteName, Found> {
    const handlers = new Map<RouteName, Found>();
    for (const { instance } of this.discovery.getControllers())
      for (const found of instance ? this.handlersOf(instance) : []) {
        const other = handlers.get(found.name);
        if (other) throw new Error(`${found.name} has two handlers, ${other.place} and ${found.place}.`);
        handlers.set(found.name, found);
      }
    return handlers;
  }

  private handlersOf(controller: Readonly<Record<string, RouteHandler<RouteName>>>): Found[] {
    const prototype = Object.getPrototypeOf(controller);
    return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
      const name: RouteName | undefined = Reflect.getMetadata(SERVED_ROUTE, prototype[method]);
      if (name === undefined) return [];
      const handle: RouteHandler<RouteName> = (principal, input) => controller[method]!(principal, input);
      return [{ name, place: `${controller.constructor.name}.${method}`, handle }];
    });
  }
}
