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

/** What a span may say beside its name and times: ids, counts and words of ours, never a caller's text. */
export type Facts = Readonly<Record<`cairn.${string}` | `http.${string}`, string | number>>;

export interface SpanOptions {
  readonly facts?: Facts;
  /** A W3C traceparent that came along with a message: the span goes on there, if it is one. */
  readonly from?: unknown;
  readonly kind?: SpanKind;
  /** Begins a trace, whatever is under way. */
  readonly root?: boolean;
}

/** Until somebody starts an SDK, it makes spans that nobody keeps. */
export const tracer = trace.getTracer('cairn');

/** Runs a piece of work as a part of the trace under way. Of a failure the span says the code, as its text may quote what was stored. */
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

/** Where a traceparent leads; what is none leads on from here. */
export function contextOf(traceparent: unknown): Context {
  if (typeof traceparent !== 'string') return context.active();
  const there = propagation.extract(ROOT_CONTEXT, { traceparent });
  return trace.getSpanContext(there) ? there : context.active();
}

/** The place in the trace under way, for a message that leaves: W3C traceparent, or nothing when no traces are made. */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** The same as headers of a request. */
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
