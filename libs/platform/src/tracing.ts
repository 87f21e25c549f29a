import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';
import { CairnError } from '@cairn/contracts';

/** Attributes of a span, besides its name and times: ids, counts and fixed words, never a caller's text. */
type Facts = Readonly<Record<`cairn.${string}` | `http.${string}`, string | number>>;

export interface SpanOptions {
  readonly facts?: Facts;
  /** W3C traceparent of a received message; if valid, the span continues its trace. */
  readonly from?: unknown;
  readonly kind?: SpanKind;
  /** Whether to begin a new trace, whatever the current one is. */
  readonly root?: boolean;
}

/** Makes spans; they have no effect until an SDK is started. */
export const tracer = trace.getTracer('cairn');

/** Runs `work` as a span of the current trace. Records a failure by its code, since its text may quote stored content. */
export function runInSpan<Result>(
  name: string,
  work: () => Promise<Result> | Result,
  { facts = {}, from, ...options }: SpanOptions = {},
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes: facts, ...options }, contextOf(from), async (span) => {
    try {
      return await work();
    } catch (error) {
      recordFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Context of a traceparent; the current context if the traceparent is invalid. */
export function contextOf(traceparent: unknown): Context {
  if (typeof traceparent !== 'string') return context.active();
  const there = propagation.extract(ROOT_CONTEXT, { traceparent });
  return trace.getSpanContext(there) ? there : context.active();
}

/** W3C traceparent of the current trace, for a message to send; undefined without tracing. */
export function currentTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Headers that continue the current trace in a request. */
export function traceHeaders(): Record<string, string> {
  const place = currentTraceparent();
  return place === undefined ? {} : { traceparent: place };
}

/** Id of the current trace, for log lines. */
export function traceIdOf(where: Context = context.active()): string | undefined {
  const place = trace.getSpanContext(where);
  return place && isSpanContextValid(place) ? place.traceId : undefined;
}

function recordFailure(span: Span, error: unknown): void {
  const message = error instanceof CairnError ? error.code : error instanceof Error ? error.name : 'unknown';
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}
