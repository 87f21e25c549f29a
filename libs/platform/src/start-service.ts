import { types } from 'node:util';
import { CairnError, limits } from '@cairn/contracts';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { everyRoute, serveApiDocs } from './api-docs.ts';
import type { AppName, ServerConfig } from './config.ts';
import { answerError } from './error-answer.ts';
import { EventHandlers } from './event-handlers.ts';
import { acceptJsonOnly } from './json-body.ts';
import { createLog, NestLog, type DestinationStream } from './log.ts';
import { Metrics } from './metrics.ts';
import { observeRequests, requestIdOf } from './observe-requests.ts';
import { DrainTime } from './drain.ts';
import { PlatformModule } from './platform.module.ts';
import { limitRate } from './rate-limit.ts';
import { ServiceTokens } from './service-tokens.ts';
import { exportTraces, type TraceExport } from './tracing-export.ts';

export interface ServiceOptions {
  /** What its traces are told apart by; all-in-one unless told. */
  readonly name?: AppName;
  /** Stands behind the ports; made global. It provides at least Identity and Readiness. */
  readonly backend: DynamicModule;
  /** The services of this process: one in a pod, all of them on a laptop. */
  readonly modules: readonly (Type | DynamicModule)[];
  readonly config: ServerConfig;
  /** Lets neighbours in that sign with the same secret; without them only keys open a door. */
  readonly tokens?: ServiceTokens;
  /** Its page at /docs shows every route of the platform, rather than its own. */
  readonly describesEveryRoute?: boolean;
  /** How events reach the handlers, made when the backend is there: `(app) => new EmbeddedTransport(app.get(Outbox))`. */
  readonly transport?: (app: INestApplicationContext) => CustomTransportStrategy;
  /** Every row of the event table must have its handler in this process. */
  readonly handlesEveryEvent?: boolean;
  /** Where log lines go; standard output by default. */
  readonly log?: DestinationStream;
}

export interface RunningService {
  readonly app: NestFastifyApplication;
  readonly url: string;
  /** Stops accepting, lets requests and handlers end, then closes the adapters. */
  close(): Promise<void>;
}

const HEADERS_AND_BODY_MS = 120_000;
/** A neighbour's token carries every peer channel that a key may speak for. */
const HEADER_BYTES = 131_072;

/** A deployment is a backend plus a list of modules. Resolves when requests are answered and events are handled. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const app = await createApp(options);
  try {
    await connect(app, options);
    await app.listen(options.config.port, options.config.host);
  } catch (error) {
    await app.close();
    throw explained(error, options.config);
  }
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  return { app, url: await app.getUrl(), close: () => app.close() };
}

async function createApp({
  name = 'all-in-one',
  backend,
  modules,
  config,
  tokens,
  describesEveryRoute,
  log,
}: ServiceOptions): Promise<NestFastifyApplication> {
  class Service {}
  const out = createLog(config.logLevel, log);
  const traces = config.otlpEndpoint === undefined ? undefined : await exportTraces(name, config.otlpEndpoint);
  const app = await NestFactory.create<NestFastifyApplication>(
    { module: Service, imports: [{ ...backend, global: true }, platformWith(config, { tokens, traces }), ...modules] },
    httpAdapter(),
    { logger: new NestLog(out), bodyParser: false, abortOnError: false },
  );
  const server = app.getHttpAdapter().getInstance();
  observeRequests(server, out, app.get(Metrics));
  acceptJsonOnly(server);
  await limitRate(server, config.rateLimitPerMinute, tokens);
  if (config.allowedOrigins.length > 0)
    app.enableCors({ origin: [...config.allowedOrigins], methods: ['GET', 'POST', 'DELETE'] });
  serveApiDocs(app, describesEveryRoute ? await everyRoute() : app);
  return app;
}

const platformWith = (
  config: ServerConfig,
  { tokens, traces }: { tokens: ServiceTokens | undefined; traces: TraceExport | undefined },
): DynamicModule => ({
  module: PlatformModule,
  providers: [
    { provide: DrainTime, useValue: new DrainTime(config.drainSeconds * 1000) },
    ...(tokens ? [{ provide: ServiceTokens, useValue: tokens }] : []),
    ...(traces ? [{ provide: 'cairn:traces', useValue: traces }] : []),
  ],
});

const httpAdapter = () =>
  new FastifyAdapter({
    bodyLimit: limits.bodyBytes.max,
    requestTimeout: HEADERS_AND_BODY_MS,
    http: { maxHeaderSize: HEADER_BYTES },
    genReqId: requestIdOf,
    frameworkErrors: answerError,
  });

async function connect(app: NestFastifyApplication, { transport, handlesEveryEvent }: ServiceOptions): Promise<void> {
  const handlers = app.get(EventHandlers);
  handlers.byPattern();
  if (handlesEveryEvent) handlers.requireAll();
  if (transport) app.connectMicroservice({ strategy: transport(app) });
  await app.init();
  await app.startAllMicroservices();
}

function explained(error: unknown, { host, port }: ServerConfig): unknown {
  const isTaken = types.isNativeError(error) && 'code' in error && error.code === 'EADDRINUSE';
  return isTaken
    ? new CairnError('config/invalid', `Port ${port} of ${host} is taken. Set CAIRN_PORT to a free one.`, {
        cause: error,
      })
    : error;
}
