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

/** Attributes of a span beside its name and times: ids, counts and our own words, never a caller's text. */
type Facts = Readonly<Record<`cairn.${string}` | `http.${string}`, string | number>>;

export interface SpanOptions {
  readonly facts?: Facts;
  /** A W3C traceparent that came with a message; if valid, the span continues that trace. */
  readonly from?: unknown;
  readonly kind?: SpanKind;
  /** Begins a new trace, whatever the current one is. */
  readonly root?: boolean;
}

/** Makes spans without effect until an SDK is started. */
export const tracer = trace.getTracer('cairn');

/** Runs work as a span of the current trace. A failure is recorded by its code, since its text may quote stored content. */
export function inSpan<Result>(
  name: string,
  work: () => Promise<Result> | Result,
  { facts = {}, from, ...options }: SpanOptions = {},
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes: facts, ...options }, contextOf(from), async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The context of a traceparent; the current one if it is invalid. */
export function contextOf(traceparent: unknown): Context {
  if (typeof traceparent !== 'string') return context.active();
  const there = propagation.extract(ROOT_CONTEXT, { traceparent });
  return trace.getSpanContext(there) ? there : context.active();
}

/** The current trace as W3C traceparent, for a message that is sent; undefined without tracing. */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** The current trace as headers of a request. */
export function traceHeaders(): Record<string, string> {
  const place = traceparent();
  return place === undefined ? {} : { traceparent: place };
}

/** The id of the current trace, for log lines. */
export function traceIdOf(where: Context = context.active()): string | undefined {
  const place = trace.getSpanContext(where);
  return place && isSpanContextValid(place) ? place.traceId : undefined;
}

function fail(span: Span, error: unknown): void {
  const message = error instanceof CairnError ? error.code : error instanceof Error ? error.name : 'unknown';
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}
