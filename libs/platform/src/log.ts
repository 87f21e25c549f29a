import { types } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';

import { RepeatedCauses } from './repeated-causes.ts';
import { traceIdOf } from './tracing.ts';

export type { DestinationStream, Logger } from 'pino';

const secretFieldNames = ['key', 'authorization', 'password', 'token', 'content', 'query', 'body', 'title'];

/**
 * Makes a logger of JSON lines with time, level and message. It removes keys and stored texts, in case a caller passes them
 * by mistake.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      mixin: placeInTrace,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretFieldNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    destination ?? process.stdout,
  );

/** Adds the id of the current trace to each line, which links lines to traces. */
function placeInTrace(): { traceId?: string } {
  const traceId = traceIdOf();
  return traceId === undefined ? {} : { traceId };
}

/** Names of the loggers of Nest's wiring. Their lines help only in debugging the wiring. */
const WIRING_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'NestMicroservice',
]);

const SUMMARY_INTERVAL_MS = 30_000;

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * Passes Nest's loggers (`new Logger('Ingest')`) to pino: `logger.warn({ id }, 'text')` or `logger.warn('text')`. A
 * failure that may repeat while a dependency fails names its cause: `logger.warn({ cause }, 'text')`. The first line of
 * a cause is written at once, repetitions only at level debug. Every half minute, a line counts the repetitions, and a
 * last line says that they have ended.
 */
export class NestLog implements LoggerService {
  private readonly causes: RepeatedCauses;

  constructor(
    private readonly out: Logger,
    summaryMs = SUMMARY_INTERVAL_MS,
  ) {
    this.causes = new RepeatedCauses(summaryMs);
  }

  log = (message: unknown, ...rest: unknown[]) =>
    this.write(WIRING_CONTEXTS.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  /**
   * Lowers errors of Nest's wiring to debug. These errors are also thrown, and the code that catches them logs a
   * sentence.
   */
  error = (message: unknown, ...rest: unknown[]) =>
    this.write(WIRING_CONTEXTS.has(String(rest.at(-1))) ? 'debug' : 'error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  /** Nest appends the context, the name of the logger, as the last argument. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const last = rest.at(-1);
    const context = typeof last === 'string' ? last : undefined;
    const text = rest.slice(0, -1).find((part): part is string => typeof part === 'string');
    if (types.isNativeError(message)) this.out[level]({ context, err: message }, message.message);
    else if (typeof message === 'object')
      this.out[this.boundedBy(message, { level, context, text: text ?? '' })]({ context, ...message }, text);
    else this.out[level]({ context, ...(text !== undefined && { detail: text }) }, String(message));
  }

  /** Level of a line: `debug` if its cause was logged before. */
  private boundedBy(facts: object | null, { level, context, text }: Line): Level {
    const cause = facts && 'cause' in facts ? String(facts.cause) : undefined;
    if (cause === undefined) return level;
    const isNew = this.causes.isNew(`${level} ${context}: ${cause}`, {
      logRepetitions: (repetitions) =>
        this.out[level]({ context, cause, repetitions }, `${text} (and ${repetitions} times more since)`),
      logEnd: () => this.out.info({ context, cause, hasEnded: true }, `no more: ${text}`),
    });
    return isNew ? level : 'debug';
  }
}

interface Line {
  readonly level: Level;
  readonly context: string | undefined;
  readonly text: string;
}
