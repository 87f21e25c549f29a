import type { Written } from '@cairn/contracts';
import { A_TRACE, traceCollector, until } from '@cairn/testing';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { of, throwError } from 'rxjs';
import { Metrics } from './metrics.ts';
import { ObserveEvents } from './observe-events.ts';
import { exportTraces } from './tracing-export.ts';
import { runInSpan } from './tracing.ts';

const ID = '0190a000-0000-7000-8000-000000000001';

/** Calls the interceptor as Nest does for a delivery of a bus. */
function attempt(observe: ObserveEvents, next: CallHandler, trace?: string): Promise<unknown> {
  const written = { v: 1, outboxId: ID, orgId: ID, id: ID, version: 1, ...(trace && { trace }) } as Written;
  const delivery = { id: 'd1', pattern: 'memory.written.words', payload: written, attempts: 2 };
  const rpc = { getContext: () => ({ getArgs: () => [delivery] }), getData: () => written };
  const context = { switchToRpc: () => rpc } as unknown as ExecutionContext;
  return new Promise((resolve, reject) => observe.intercept(context, next).subscribe({ next: resolve, error: reject }));
}

const done: CallHandler = { handle: () => of(undefined) };
const failing: CallHandler = { handle: () => throwError(() => new Error('the index is away')) };

it('counts attempts by queue and outcome, and passes the failure on', async () => {
  const metrics = new Metrics();
  const observe = new ObserveEvents(metrics);

  await attempt(observe, done);
  await expect(attempt(observe, failing)).rejects.toThrow('the index is away');

  const text = await metrics.text();
  expect(text).toContain('cairn_event_seconds_count{queue="memory.written.words",outcome="done"} 1');
  expect(text).toContain('cairn_event_seconds_count{queue="memory.written.words",outcome="failed"} 1');
});

it('goes on in the trace of the write, and begins one for an event that tells of none', async () => {
  const collector = await traceCollector();
  const traces = await exportTraces('embedding-worker', collector.url);
  const observe = new ObserveEvents(new Metrics());

  await runInSpan('somebody who woke the bus', async () => {
    await attempt(observe, done, A_TRACE);
    await attempt(observe, done);
  });
  await traces.onApplicationShutdown();
  await until(async () => collector.spans.length === 3);
  await collector.close();

  const [ofWrite, ofNone, waker] = collector.spans;
  expect(ofWrite?.traceId).toBe(A_TRACE.split('-')[1]);
  expect(ofNone?.parentSpanId ?? '').toBe('');
  expect(ofNone?.traceId).not.toBe(waker?.traceId);
  expect(collector.received.join()).toContain('cairn.attempt');
});
