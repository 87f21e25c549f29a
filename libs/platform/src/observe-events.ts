import { SpanKind } from '@opentelemetry/api';
import { itemOfEvent, type EventName, type EventPattern, type Payload } from '@cairn/contracts';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { BaseRpcContext } from '@nestjs/microservices';
import type { Delivery } from '@cairn/ports';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Metrics } from './metrics.ts';
import { runInSpan } from './tracing.ts';

/**
 * Records a metric and a span for each attempt at an event. The span continues the trace of the write that caused the
 * event. If the event has no such trace, the span begins a new trace, since the current trace belongs to the code that
 * woke the bus.
 */
@Injectable()
export class ObserveEvents implements NestInterceptor {
  private readonly seconds;

  constructor(metrics: Metrics) {
    this.seconds = metrics.histogram({
      name: 'cairn_event_seconds',
      help: 'How long attempts at an event took; one that failed is tried again or given up.',
      labels: ['queue', 'outcome'],
    });
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const rpc = context.switchToRpc();
    const [{ pattern, attempts }] = rpc.getContext<BaseRpcContext<[Delivery]>>().getArgs();
    const payload = rpc.getData<Payload<EventName>>();
    const { orgId, trace } = payload;
    const facts = {
      'cairn.org_id': orgId,
      ...itemFactsOf(pattern, payload),
      'cairn.attempt': attempts + 1,
    };
    const place = { kind: SpanKind.CONSUMER, from: trace, root: trace === undefined };
    return from(runInSpan(pattern, () => this.timed(pattern, next), { ...place, facts }));
  }

  private async timed(queue: string, next: CallHandler): Promise<unknown> {
    const end = this.seconds.startTimer({ queue });
    try {
      const result = await lastValueFrom(next.handle(), { defaultValue: undefined });
      end({ outcome: 'done' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  }
}

/** Span attributes for the item that the event is about. */
function itemFactsOf(pattern: EventPattern, payload: Payload<EventName>): Record<string, string | number> {
  const item = itemOfEvent(pattern.slice(0, pattern.lastIndexOf('.')) as EventName);
  const fields: Readonly<Record<string, unknown>> = payload;
  const facts = { 'cairn.item_id': item && fields[item.field], 'cairn.version': fields['version'] };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)) as Record<string, string>;
}
