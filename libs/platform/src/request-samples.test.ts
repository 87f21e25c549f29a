import { HEALTH_SLOT_MS, HEALTH_SLOTS } from '@cairn/contracts';
import { SettableClock } from '@cairn/testing';
import { RequestSamples } from './request-samples.ts';

const START = HEALTH_SLOT_MS * 1_000;
const write = { kind: 'write', tookMs: 1, isLate: false } as const;
const recall = (tookMs: number, isLate = false) => ({ kind: 'recall', tookMs, isLate }) as const;

it('counts writes, recalls with their 95th percentile, late hooks and the most that waited, by five minutes', () => {
  const clock = new SettableClock(START);
  const samples = new RequestSamples(clock);

  for (let ms = 1; ms <= 100; ms++) samples.note(recall(ms, ms > 98));
  samples.note(write);
  samples.note({ kind: 'other', tookMs: 9, isLate: false });
  clock.advance(HEALTH_SLOT_MS);
  samples.noteWaiting(3);
  samples.noteWaiting(1);

  expect(samples.read()).toEqual([
    { at: START, writes: 1, recalls: 100, recallP95Ms: 95, lateHooks: 2, waiting: null },
    { at: START + HEALTH_SLOT_MS, writes: 0, recalls: 0, recallP95Ms: null, lateHooks: 0, waiting: 3 },
  ]);
});

it('keeps 24 hours', () => {
  const clock = new SettableClock(START);
  const samples = new RequestSamples(clock);
  for (let slot = 0; slot < HEALTH_SLOTS + 20; slot++) {
    samples.note(write);
    clock.advance(HEALTH_SLOT_MS);
  }

  expect(samples.read()).toHaveLength(HEALTH_SLOTS);
});
