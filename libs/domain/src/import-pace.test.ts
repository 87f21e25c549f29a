import { importPace } from './import-pace.ts';

it('says how fast an import goes, and how long its rest takes at that speed', () => {
  expect(importPace({ elapsedMs: 20_000, items: 500, share: 0.25 })).toEqual({ perSecond: 25, secondsLeft: 60 });
  expect(importPace({ elapsedMs: 20_000, items: 500, share: 1 })).toEqual({ perSecond: 25, secondsLeft: 0 });
});

it('estimates nothing before the first items, and no end without a known share', () => {
  expect(importPace({ elapsedMs: 20_000, items: 0, share: 0 })).toBeNull();
  expect(importPace({ elapsedMs: 0, items: 1, share: 1 })).toBeNull();
  expect(importPace({ elapsedMs: 1_000, items: 3, share: null })).toEqual({ perSecond: 3, secondsLeft: null });
});
