import { SpanKind } from '@opentelemetry/api';
import type { Written } from '@cairn/contracts';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { BaseRpcContext } from '@nestjs/microservices';
import type { Delivery } from '@cairn/ports';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Metrics } from './metrics.ts';
import { inSpan } from './tracing.ts';

/**
 * Leaves one measure and one span an attempt at an event. The span goes on in the trace of the write that the event tells
 * of; one that tells of none begins a trace, and not in that of whoever woke the bus.
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
    const { orgId, id, version, trace } = rpc.getData<Written>();
    const facts = {
      'cairn.org_id': orgId,
      'cairn.item_id': id,
      'cairn.version': version,
      'cairn.attempt': attempts + 1,
    };
    const place = { kind: SpanKind.CONSUMER, from: trace, root: trace === undefined };
    return from(inSpan(pattern, () => this.timed(pattern, next), { ...place, facts }));
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
