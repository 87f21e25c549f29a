import { Metrics } from '@cairn/platform';
import { SettableClock } from '@cairn/testing';
import { IndexMeasures } from './index-measures.ts';

const clock = new SettableClock();
let metrics: Metrics;
let measures: IndexMeasures;

beforeEach(() => {
  metrics = new Metrics();
  measures = new IndexMeasures(metrics, clock);
});

it('measures the lag of an index from the commit of a write, or of its undoing', async () => {
  measures.indexed('words', { createdAt: clock.now() - 2_500 });
  measures.indexed('words', { deletedAt: clock.now() - 500 });
  measures.indexed('vectors', { createdAt: clock.now() + 40 });

  const text = await metrics.text();
  expect(text).toContain('cairn_index_lag_seconds_sum{target="words"} 3');
  expect(text).toContain('cairn_index_lag_seconds_count{target="words"} 2');
  expect(text).toContain('cairn_index_lag_seconds_sum{target="vectors"} 0');
});

it('counts what is at the model until it is back or has failed', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const embedding = measures.embedded(3, () => promise);

  expect(await metrics.text()).toContain('cairn_embed_waiting 3');
  reject(new Error('the model is away'));
  await expect(embedding).rejects.toThrow('the model is away');
  expect(await metrics.text()).toContain('cairn_embed_waiting 0');
  expect(await metrics.text()).toContain('cairn_embed_seconds_count 1');
});
