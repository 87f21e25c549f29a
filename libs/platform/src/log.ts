import { types } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';

import { traceIdOf } from './tracing.ts';

export type { DestinationStream, Logger } from 'pino';

const secrets = ['key', 'authorization', 'password', 'token', 'content', 'query', 'body', 'title'];

/** JSON lines with a time, a level and a message. Keys and stored text are cut out, should a caller log them after all. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      mixin: placeInTrace,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    destination ?? process.stdout,
  );

/** Finds the lines of a trace, and the trace of a line. */
function placeInTrace(): { traceId?: string } {
  const traceId = traceIdOf();
  return traceId === undefined ? {} : { traceId };
}

/** What Nest says while it wires modules is worth a line only to somebody who debugs that. */
const wiring = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'NestMicroservice',
]);

/** Nest's loggers (`new Logger('Ingest')`) write through pino: `logger.warn({ id }, 'text')` or `logger.warn('text')`. */
export class NestLog implements LoggerService {
  constructor(private readonly out: Logger) {}

  log = (message: unknown, ...rest: unknown[]) =>
    this.write(wiring.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  /** Nest appends the context, the name of who speaks, as the last argument. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const text = rest.slice(0, -1).find((part) => typeof part === 'string');
    if (types.isNativeError(message)) this.out[level]({ context, err: message }, message.message);
    else if (typeof message === 'object') this.out[level]({ context, ...message }, text as string | undefined);
    else this.out[level]({ context, ...(text !== undefined && { detail: text }) }, String(message));
  }
}
