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
import { authGuard } from './auth-guard.ts';
import { answerError } from './error-answer.ts';
import { EventHandlers } from './event-handlers.ts';
import { acceptForms } from './form-body.ts';
import { acceptJsonOnly } from './json-body.ts';
import { createLog, NestLog, type DestinationStream } from './log.ts';
import { Metrics } from './metrics.ts';
import { DeniedCallCounts } from './denied-calls.ts';
import { observeRequests, requestIdOf } from './observe-requests.ts';
import { Drain, DrainTimes } from './drain.ts';
import { OperatorServer } from './operator-server.ts';
import { OperatorKey } from './operator-key.ts';
import { PlatformModule } from './platform.module.ts';
import { RateLimit } from './rate-limit.ts';
import { ResourceAuthority, resourceAuthorityOf } from './resource-authority.ts';
import { ServedRoutes } from './served-routes.ts';
import { ServiceTokens } from './service-tokens.ts';
import { watchCertificateFiles, readKeyPair } from './tls.ts';
import { exportTraces, type TraceExport } from './tracing-export.ts';

export interface ServiceOptions {
  /** The service name in traces; all-in-one by default. */
  readonly name?: ServiceName;
  /** Global module with the ports; it must provide at least Identity and Readiness. */
  readonly backend: DynamicModule;
  /** Modules of the services in this process: one service in a pod, all services on a laptop. */
  readonly modules: readonly (Type | DynamicModule)[];
  readonly config: ServerConfig;
  /** Accepts calls of other services that sign with the same secret; absent: only keys are accepted. */
  readonly tokens?: ServiceTokens;
  /** The operator's key; absent: organisations cannot be created or removed through this process. */
  readonly operatorKey?: string | undefined;
  /** Whether the page at /docs shows all routes of the platform instead of only the routes of this process. */
  readonly describesEveryRoute?: boolean;
  /** Makes the event transport once the backend exists, such as `(app) => new EmbeddedTransport(app.get(Outbox))`. */
  readonly transport?: (app: INestApplicationContext) => CustomTransportStrategy;
  /**
   * Whether the start fails if an event of the service has no handler. Without `name`, the events of all services are
   * checked.
   */
  readonly handlesItsEvents?: boolean;
  /**
   * Whether the start fails if a route of the service has no handler. Without `name`, the routes of all services are
   * checked.
   */
  readonly handlesItsRoutes?: boolean;
  /** The destination of log lines; standard output by default. */
  readonly log?: DestinationStream;
}

export interface RunningService {
  readonly app: NestFastifyApplication;
  readonly url: string;
  /** Stops accepting connections, waits for requests and handlers to end, then closes the adapters. */
  close(): Promise<void>;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const MEGABYTE = 1024 * 1024;
const HEADERS_AND_BODY_MS = 120_000;
/**
 * Greatest size of headers in bytes. It is large, since the token of another service contains every peer channel that a
 * key may use.
 */
const HEADER_BYTES = 131_072;

/** Starts a process with a backend and modules. Resolves once requests are answered and events are handled. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const app = await createApp(options);
  try {
    await connectService(app, options);
    await listenOnPort(app, options.config);
  } catch (error) {
    await app.close();
    throw error;
  }
  app.enableShutdownHooks([...STOP_SIGNALS], { useProcessExit: true });
  app.get(Drain).limitStopsBy(STOP_SIGNALS);
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
    // Tells Nest that the address begins with https; the adapter itself has the certificate.
    { logger: new NestLog(out), bodyParser: false, abortOnError: false, ...(config.tls && { httpsOptions: {} }) },
  );
  const server = app.getHttpAdapter().getInstance();
  if (config.tls) watchCertificateFiles(server.server as unknown as Server, config.tls);
  observeRequests(server, out, app.get(Metrics));
  app.get(DeniedCallCounts).watch(server);
  endConnections(server, app.get(Drain));
  acceptJsonOnly(server);
  acceptForms(server);
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
  authGuard(server, {
    callers: app.get(Callers),
    rateLimit,
    bodies,
    bodyMs: config.bodySeconds * 1000,
    authority: resourceAuthorityOf(config),
  });
}

const methodsOf = (table: Readonly<Record<string, Route>>) => [
  ...new Set(Object.values(table).map(({ method }) => method)),
];

/**
 * Tells the client, in the answer, that the connection will end while the process drains, so that the client opens its
 * next connection to another process.
 */
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
  authority = resourceAuthorityOf(config),
): DynamicModule => ({
  module: PlatformModule,
  providers: [
    ...(authority ? [{ provide: ResourceAuthority, useValue: authority }] : []),
    { provide: DrainTimes, useValue: new DrainTimes(config.drainSeconds * 1000) },
    ...(config.oidc ? [{ provide: AccessTokens, useValue: new AccessTokens(config.oidc) }] : []),
    ...(tokens ? [{ provide: ServiceTokens, useValue: tokens }] : []),
    ...(operatorKey === undefined ? [] : [{ provide: OperatorKey, useValue: new OperatorKey(operatorKey) }]),
    ...(traces ? [{ provide: 'cairn:traces', useValue: traces }] : []),
  ],
  exports: [...(authority ? [ResourceAuthority] : []), ...(config.oidc ? [AccessTokens] : [])],
});

const httpAdapter = ({ trustedProxies, tls }: ServerConfig) =>
  new FastifyAdapter({
    ...(trustedProxies.length > 0 && { trustProxy: [...trustedProxies] }),
    bodyLimit: limits.bodyBytes.max,
    requestTimeout: HEADERS_AND_BODY_MS,
    // Answers requests on open connections while the server closes; nothing behind it is closed yet.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    ...(tls
      ? // Fastify makes a server of the same interface either way, but its type differs.
        { https: { ...readKeyPair(tls), maxHeaderSize: HEADER_BYTES } as never }
      : { http: { maxHeaderSize: HEADER_BYTES } }),
    genReqId: requestIdOf,
    frameworkErrors: answerError,
  });

async function connectService(app: NestFastifyApplication, options: ServiceOptions): Promise<void> {
  const { name = 'all-in-one', transport, handlesItsEvents, handlesItsRoutes } = options;
  const handlers = app.get(EventHandlers);
  handlers.byPattern();
  if (handlesItsEvents) handlers.requireOf(name);
  if (handlesItsRoutes) app.get(ServedRoutes).requireOf(name);
  if (transport) app.connectMicroservice({ strategy: transport(app) });
  await app.init();
  await app.startAllMicroservices();
}

async function listenOnPort(app: NestFastifyApplication, config: ServerConfig): Promise<void> {
  const { host, port, metricsHost, metricsPort } = config;
  await app.listen(port, host).catch((error: unknown) => refuseStart(error, { host, port, setting: 'CAIRN_PORT' }));
  if (metricsPort === undefined) return;
  const place = { host: metricsHost, port: metricsPort, setting: 'CAIRN_METRICS_PORT' };
  await app
    .get(OperatorServer)
    .listen(metricsHost, metricsPort)
    .catch((error: unknown) => refuseStart(error, place));
}

function refuseStart(error: unknown, place: { host: string; port: number; setting: string }): never {
  const code = types.isNativeError(error) && 'code' in error ? String(error.code) : '';
  const sentence = refusalByErrorCode[code]?.(place);
  if (sentence === undefined) throw error;
  throw new CairnError('config/invalid', sentence, { cause: error });
}

type Refusal = (place: { readonly host: string; readonly port: number; readonly setting: string }) => string;

const hostOf = (setting: string) => setting.replace(/PORT$/, 'HOST');
const explainNoAddress: Refusal = ({ host, setting }) =>
  `${hostOf(setting)} ${host} is no address of this machine. Set it to 127.0.0.1 (this machine alone asks) or 0.0.0.0 (the network may).`;

/** Maps an error code of the system to the sentence that explains why the port cannot be opened. */
const refusalByErrorCode: Readonly<Record<string, Refusal>> = {
  EADDRINUSE: ({ host, port, setting }) => `Port ${port} of ${host} is taken. Set ${setting} to a free one.`,
  EADDRNOTAVAIL: explainNoAddress,
  ENOTFOUND: explainNoAddress,
  EAI_AGAIN: explainNoAddress,
  EACCES: ({ port, setting }) => `This user may not listen on port ${port}. Set ${setting} to one of 1024 or more.`,
};
