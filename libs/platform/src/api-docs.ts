import { errorCatalog, inputParts, routes, type ErrorCode, type Route, type RouteName } from '@cairn/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { ErrorBody } from './error-answer.ts';

/**
 * Serves a page at /docs/api and the OpenAPI document at /docs-json. With `isWhole`, they show all routes of the platform,
 * otherwise the routes of this process. The document is built at the first request.
 */
export function serveApiDocs(app: NestFastifyApplication, { isWhole }: { isWhole: boolean }): void {
  const server = app.getHttpAdapter().getInstance();
  const isShown = ({ method, path }: Route) => isWhole || server.hasRoute({ method, url: path });
  const document = () => apiDocument(isShown) as unknown as OpenAPIObject;
  SwaggerModule.setup('docs/api', app, document, {
    raw: ['json'],
    jsonDocumentUrl: 'docs-json',
    customSiteTitle: 'Cairn API',
  });
}

/** Builds the OpenAPI document of the selected routes. */
export function apiDocument(isShown: (route: Route) => boolean) {
  const shown = Object.entries<Route>(routes).filter(([, route]) => isShown(route)) as [RouteName, Route][];
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      description: 'A team memory for AI agents. Calls need a key, unless they say otherwise.',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A key of the form cairn_...' } },
    },
    paths: { ...probes, ...pathsOf(shown) },
  });
}

function pathsOf(shown: readonly [RouteName, Route][]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, route] of shown) {
    const path = (paths[route.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    path[route.method.toLowerCase()] = operationOf(name, route);
  }
  return paths;
}

function operationOf(name: RouteName, route: Route): ZodOpenApiOperationObject {
  const { status = 200, role, summary, output } = route;
  return {
    operationId: name,
    summary,
    description: `Needs the role ${role}.`,
    ...inputOf(route),
    responses: {
      [`${status}`]: { description: 'Done', content: { 'application/json': { schema: output } } },
      ...refusalsOf(route),
      default: { description: 'Failed', content: { 'application/json': { schema: ErrorBody } } },
    },
  };
}

function inputOf({
  params,
  query,
  headers,
  body,
}: Route): Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> {
  return {
    requestParams: { ...(params && { path: params }), ...(query && { query }), ...(headers && { header: headers }) },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
  };
}

const takesBody = ({ method }: Route) => method === 'POST' || method === 'PUT';

/** Errors that a route can answer, grouped by status. */
function refusalsOf(route: Route) {
  const codes: ErrorCode[] = [
    ...(inputParts.some((part) => route[part]) ? (['request/invalid'] as const) : []),
    'auth/missing',
    ...(route.role === 'reader' ? [] : (['auth/forbidden'] as const)),
    ...(route.params ? (['item/unknown'] as const) : []),
    ...(takesBody(route) ? (['request/slow', 'request/too-large', 'request/media-type'] as const) : []),
    ...(route.errors ?? []),
    'rate/limited',
  ];
  const byStatus = Map.groupBy(codes, (code) => `${errorCatalog[code].http}`);
  return Object.fromEntries([...byStatus].map(([status, each]) => [status, refusalResponse(each)]));
}

const refusalResponse = (codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${errorCatalog[code].meaning}`).join(' '),
  content: { 'application/json': { schema: ErrorBody } },
});

const probeOperation = (operationId: string, summary: string, body: z.ZodType) => ({
  get: {
    operationId,
    summary,
    security: [],
    responses: { '200': { description: 'Yes', content: { 'application/json': { schema: body } } } },
  },
});

const Ready = z.object({ ready: z.boolean(), parts: z.array(z.looseObject({ name: z.string() })).optional() });
const isReady = probeOperation(
  'readyz',
  'Whether the process reaches what it needs; an admin key is told part by part',
  Ready,
);

/** Routes for probes, which are open to anybody. */
const probes = {
  '/healthz': probeOperation('healthz', 'Whether the process lives', z.object({ status: z.literal('ok') })),
  '/readyz': {
    get: {
      ...isReady.get,
      responses: {
        ...isReady.get.responses,
        '503': { description: 'No', content: { 'application/json': { schema: Ready } } },
      },
    },
  },
} as const;
