import { CairnError } from '@cairn/contracts';
import { traceCollector, until } from '@cairn/testing';
import { context, trace } from '@opentelemetry/api';
import { createLog } from './log.ts';
import { exportTraces } from './tracing-export.ts';
import { runInSpan, traceHeaders, currentTraceparent } from './tracing.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const FAR_AWAY = `00-${TRACE_ID}-b7ad6b7169203331-01`;

function logged(): { log: ReturnType<typeof createLog>; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  return { log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }), lines };
}

it('does the work and nothing else while nobody collects', async () => {
  const { log, lines } = logged();

  const answer = await runInSpan(
    'work',
    async () => {
      log.info('at work');
      return [currentTraceparent(), traceHeaders()];
    },
    { from: FAR_AWAY },
  );

  expect(answer).toEqual([undefined, {}]);
  expect(lines[0]).not.toHaveProperty('traceId');
});

it('goes on where a message came from, names failures by their code, and leaves its place in log lines', async () => {
  const collector = await traceCollector();
  const traces = await exportTraces('recall-api', `${collector.url}/`);
  const { log, lines } = logged();
  const secret = 'the vault opens at dawn';

  const place = await runInSpan(
    'outer',
    () =>
      runInSpan('inner', async () => {
        log.info('at work');
        return currentTraceparent();
      }),
    { from: FAR_AWAY, facts: { 'cairn.items': 3 } },
  );
  const failing = runInSpan(
    'failing',
    async () => {
      throw new CairnError('index/unavailable', secret);
    },
    { from: 'no traceparent' },
  );
  await expect(failing).rejects.toThrow(secret);
  await traces.onApplicationShutdown();
  await until(async () => collector.spans.length === 3);
  await collector.close();
  trace.disable();
  context.disable();

  const [inner, outer, failed] = collector.spans;
  expect(outer).toMatchObject({ name: 'outer', traceId: TRACE_ID, parentSpanId: 'b7ad6b7169203331' });
  expect(inner).toMatchObject({ name: 'inner', traceId: TRACE_ID, parentSpanId: outer?.spanId });
  expect(place).toBe(`00-${TRACE_ID}-${inner?.spanId}-01`);
  expect(failed).toMatchObject({ name: 'failing', status: { code: 2, message: 'index/unavailable' } });
  expect(failed?.traceId).not.toBe(TRACE_ID);
  expect(lines[0]).toMatchObject({ traceId: TRACE_ID });
  expect(collector.received.join()).toContain('recall-api');
  expect(collector.received.join()).not.toContain(secret);
});
