import type { Server } from 'node:https';
import { types } from 'node:util';
import { CairnError, limits, routes, type Route } from '@cairn/contracts';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AccessTokens } from './access-tokens.ts';
import { serveApiDocs } from './api-docs.ts';
import { Callers } from './auth.ts';
import { BodiesInFlight } from './bodies-in-flight.ts';
import type { ServerConfig, ServiceName } from './config.ts';
import { guardDoor } from './door.ts';
import { answerError } from './error-answer.ts';
import { EventHandlers } from './event-handlers.ts';
import { acceptJsonOnly } from './json-body.ts';
import { createLog, NestLog, type DestinationStream } from './log.ts';
import { Metrics } from './metrics.ts';
import { DeniedCallCounts } from './denied-calls.ts';
import { observeRequests, requestIdOf } from './observe-requests.ts';
import { Drain, DrainTime } from './drain.ts';
import { OperatorDoor } from './operator-door.ts';
import { OperatorKey } from './operator-key.ts';
import { PlatformModule } from './platform.module.ts';
import { RateLimit } from './rate-limit.ts';
import { ServedRoutes } from './served-routes.ts';
import { ServiceTokens } from './service-tokens.ts';
import { followFiles, readPair } from './tls.ts';
import { exportTraces, type TraceExport } from './tracing-export.ts';

export interface ServiceOptions {
  /** What its traces are told apart by; all-in-one unless told. */
  readonly name?: ServiceName;
  /** Stands behind the ports; made global. It provides at least Identity and Readiness. */
  readonly backend: DynamicModule;
  /** The services of this process: one in a pod, all of them on a laptop. */
  readonly modules: readonly (Type | DynamicModule)[];
  readonly config: ServerConfig;
  /** Lets neighbours in that sign with the same secret; without them only keys open a door. */
  readonly tokens?: ServiceTokens;
  /** The operator's key. Without it, nobody makes or removes organisations here. */
  readonly operatorKey?: string | undefined;
  /** Its page at /docs shows every route of the platform, rather than its own. */
  readonly describesEveryRoute?: boolean;
  /** How events reach the handlers, made when the backend is there: `(app) => new EmbeddedTransport(app.get(Outbox))`. */
  readonly transport?: (app: INestApplicationContext) => CustomTransportStrategy;
  /** The handlers of its service must all be in this process; in one without a name, those of every service. */
  readonly handlesItsEvents?: boolean;
  /** The same of the route table. */
  readonly handlesItsRoutes?: boolean;
  /** Where log lines go; standard output by default. */
  readonly log?: DestinationStream;
}

export interface RunningService {
  readonly app: NestFastifyApplication;
  readonly url: string;
  /** Stops accepting, lets requests and handlers end, then closes the adapters. */
  close(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;
const HEADERS_AND_BODY_MS = 120_000;
/** A neighbour's token carries every peer channel that a key may speak for. */
const HEADER_BYTES = 131_072;

/** A deployment is a backend plus a list of modules. Resolves when requests are answered and events are handled. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const app = await createApp(options);
  try {
    await connect(app, options);
    await listen(app, options.config);
  } catch (error) {
    await app.close();
    throw error;
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
  operatorKey,
  describesEveryRoute,
  log,
}: ServiceOptions): Promise<NestFastifyApplication> {
  class Service {}
  const out = createLog(config.logLevel, log);
  const traces = config.otlpEndpoint === undefined ? undefined : await exportTraces(name, config.otlpEndpoint);
  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: Service,
      imports: [{ ...backend, global: true }, platformWith(config, { tokens, operatorKey, traces }), ...modules],
    },
    httpAdapter(config),
    // The adapter has the certificate; this is only how Nest knows what its address begins with.
    { logger: new NestLog(out), bodyParser: false, abortOnError: false, ...(config.tls && { httpsOptions: {} }) },
  );
  const server = app.getHttpAdapter().getInstance();
  if (config.tls) followFiles(server.server as unknown as Server, config.tls);
  observeRequests(server, out, app.get(Metrics));
  app.get(DeniedCallCounts).watch(server);
  endConnections(server, app.get(Drain));
  acceptJsonOnly(server);
  server.decorate('publicUrl', config.publicUrl);
  await openDoor(app, config);
  if (config.allowedOrigins.length > 0)
    app.enableCors({ origin: [...config.allowedOrigins], methods: methodsOf(routes) });
  serveApiDocs(app, { isWhole: describesEveryRoute === true });
  return app;
}

async function openDoor(app: NestFastifyApplication, config: ServerConfig): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  const rateLimit = app.get(RateLimit);
  await rateLimit.open(server, config.rateLimitPerMinute);
  const bodies = new BodiesInFlight(config.bodiesMb * MEGABYTE);
  app
    .get(Metrics)
    .gauge(
      { name: 'cairn_http_body_bytes', help: 'Bytes of request bodies that are held now.' },
      async () => bodies.bytes,
    );
  guardDoor(server, {
    callers: app.get(Callers),
    rateLimit,
    bodies,
    bodyMs: config.bodySeconds * 1000,
    oidc: config.oidc,
  });
}

const methodsOf = (table: Readonly<Record<string, Route>>) => [
  ...new Set(Object.values(table).map(({ method }) => method)),
];

/** Told with its answer that the connection ends, a caller makes the next one elsewhere. */
function endConnections(server: FastifyInstance, drain: Drain): void {
  server.addHook('onSend', async (_, reply) => {
    if (drain.isStopping) reply.header('connection', 'close');
  });
}

const platformWith = (
  config: ServerConfig,
  {
    tokens,
    operatorKey,
    traces,
  }: {
    readonly tokens: ServiceTokens | undefined;
    readonly operatorKey: string | undefined;
    readonly traces: TraceExport | undefined;
  },
): DynamicModule => ({
  module: PlatformModule,
  providers: [
    { provide: DrainTime, useValue: new DrainTime(config.drainSeconds * 1000) },
    ...(config.oidc ? [{ provide: AccessTokens, useValue: new AccessTokens(config.oidc) }] : []),
    ...(tokens ? [{ provide: ServiceTokens, useValue: tokens }] : []),
    ...(operatorKey === undefined ? [] : [{ provide: OperatorKey, useValue: new OperatorKey(operatorKey) }]),
    ...(traces ? [{ provide: 'cairn:traces', useValue: traces }] : []),
  ],
  exports: config.oidc ? [AccessTokens] : [],
});

const httpAdapter = ({ trustedProxies, tls }: ServerConfig) =>
  new FastifyAdapter({
    ...(trustedProxies.length > 0 && { trustProxy: [...trustedProxies] }),
    bodyLimit: limits.bodyBytes.max,
    requestTimeout: HEADERS_AND_BODY_MS,
    // What comes on a kept connection while the doors close is answered; nothing behind them is closed yet.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    ...(tls
      ? // What Fastify makes of it is a server of the same interface; its type says which of the two.
        { https: { ...readPair(tls), maxHeaderSize: HEADER_BYTES } as never }
      : { http: { maxHeaderSize: HEADER_BYTES } }),
    genReqId: requestIdOf,
    frameworkErrors: answerError,
  });

async function connect(app: NestFastifyApplication, options: ServiceOptions): Promise<void> {
  const { name = 'all-in-one', transport, handlesItsEvents, handlesItsRoutes } = options;
  const handlers = app.get(EventHandlers);
  handlers.byPattern();
  if (handlesItsEvents) handlers.requireOf(name);
  if (handlesItsRoutes) app.get(ServedRoutes).requireOf(name);
  if (transport) app.connectMicroservice({ strategy: transport(app) });
  await app.init();
  await app.startAllMicroservices();
}

async function listen(app: NestFastifyApplication, config: ServerConfig): Promise<void> {
  const { host, port, metricsHost, metricsPort } = config;
  await app.listen(port, host).catch((error: unknown) => refuse(error, { host, port, setting: 'CAIRN_PORT' }));
  if (metricsPort === undefined) return;
  const place = { host: metricsHost, port: metricsPort, setting: 'CAIRN_METRICS_PORT' };
  await app
    .get(OperatorDoor)
    .listen(metricsHost, metricsPort)
    .catch((error: unknown) => refuse(error, place));
}

function refuse(error: unknown, place: { host: string; port: number; setting: string }): never {
  const code = types.isNativeError(error) && 'code' in error ? String(error.code) : '';
  const sentence = refusals[code]?.(place);
  if (sentence === undefined) throw error;
  throw new CairnError('config/invalid', sentence, { cause: error });
}

type Refusal = (place: { readonly host: string; readonly port: number; readonly setting: string }) => string;

const hostOf = (setting: string) => setting.replace(/PORT$/, 'HOST');
const noAddress: Refusal = ({ host, setting }) =>
  `${hostOf(setting)} ${host} is no address of this machine. Set it to 127.0.0.1 (this machine alone asks) or 0.0.0.0 (the network may).`;

/** Why a port cannot be listened on, by the system's code. */
const refusals: Readonly<Record<string, Refusal>> = {
  EADDRINUSE: ({ host, port, setting }) => `Port ${port} of ${host} is taken. Set ${setting} to a free one.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
  EACCES: ({ port, setting }) => `This user may not listen on port ${port}. Set ${setting} to one of 1024 or more.`,
};
