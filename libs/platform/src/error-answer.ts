import { CairnError, errorCatalog, type ErrorCode } from '@cairn/contracts';
import { HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The body of every failed request. */
export const ErrorBody = z
  .object({
    error: z.object({
      code: z.string().describe('From the error catalog'),
      message: z.string(),
      requestId: z.string().describe('Finds the request in the logs; also in the x-request-id header'),
      issues: z
        .array(
          z.object({
            field: z.string(),
            message: z.string(),
            value: z.unknown().optional(),
            allowed: z.string().optional(),
          }),
        )
        .optional()
        .describe('The faults, field by field'),
    }),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof ErrorBody>;

const logger = new Logger('Request');

/**
 * Answers an error in the common form. An error of the catalog is answered with its status and code. Any other error
 * becomes `internal`, and its text is only logged.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toCairnError(error);
  if (failure.http >= 500) logFailure(failure, error, request);
  if (reply.sent || reply.raw.headersSent) return;
  if (failure.code === 'auth/missing' && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer');
  if (failure.http === 429 && !reply.hasHeader('retry-after'))
    reply.header('retry-after', retryAfterSecondsOf(failure));
  reply
    .code(failure.http)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send({
      ...bodyOf(failure, request.id),
      ...(request.routeOptions.config.errorDetail && { detail: detailOf(failure) }),
    });
}

const HOUR_S = 3600;

/** Number of seconds after which a retry makes sense. Hourly limits reset with the hour. */
const retryAfterSecondsOf = ({ code }: CairnError): number =>
  code === 'limit/embedding' ? HOUR_S - (Math.floor(Date.now() / 1000) % HOUR_S) : 1;

/**
 * Logs an internal fault with its cause, so that repetitions are only counted. While a dependency fails, all requests
 * fail.
 */
function logFailure(failure: CairnError, error: unknown, request: FastifyRequest): void {
  const { code, message } = failure;
  const bound = code === 'internal' ? {} : { cause: `${code}: ${message}` };
  logger.error({ err: error, requestId: request.id, code, ...bound }, 'request failed');
}

const bodyOf = ({ code, message, issues }: CairnError, requestId: string) => ({
  error: { code, message, requestId, ...(issues.length > 0 && { issues }) },
});

/** Describes all faults in one text. */
const detailOf = ({ message, issues }: CairnError): string =>
  issues.length === 0
    ? message
    : issues
        .map(({ field, message: fault, allowed }) => `${field} ${fault}${allowed ? ` (allowed: ${allowed})` : ''}`)
        .join('; ');

const codesByStatus: Record<number, ErrorCode> = {
  401: 'auth/missing',
  403: 'auth/forbidden',
  404: 'route/unknown',
  405: 'route/method',
  408: 'request/slow',
  413: 'request/too-large',
  415: 'request/media-type',
  429: 'rate/limited',
};

/** Maps errors of the framework to the catalog by status. Replaces their messages, which can quote the request. */
function toCairnError(error: unknown): CairnError {
  if (error instanceof CairnError) return error;
  const status = statusOf(error);
  const code = codesByStatus[status] ?? (status >= 400 && status < 500 ? 'request/invalid' : 'internal');
  return new CairnError(code, messageOf(error, code), { cause: error });
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = propertyOf(error, 'statusCode');
  return typeof status === 'number' ? status : 500;
}

const jsonMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is no JSON, or has a key such as __proto__.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is shorter or longer than its Content-Length.',
  FST_ERR_BAD_URL: 'The address is not well formed.',
};

function messageOf(error: unknown, code: ErrorCode): string {
  const origin = error instanceof HttpException ? error.cause : error;
  return jsonMessages[String(propertyOf(origin, 'code'))] ?? errorCatalog[code].meaning;
}

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
