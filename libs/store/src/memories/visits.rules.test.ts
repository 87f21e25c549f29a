import { describe, expect, it } from '@jest/globals';
import { visitsAfter } from './visits.rules.ts';

const MINUTE_MS = 60_000;
const noon = Date.UTC(2026, 10, 25, 12);

describe('visits', () => {
  it('keep the end of the visit before while somebody goes on looking, and move it after a pause', () => {
    const first = visitsAfter(undefined, noon);
    const next = visitsAfter(first, noon + 10 * MINUTE_MS);
    const later = visitsAfter(next, noon + 50 * MINUTE_MS);

    expect(first).toEqual({ seenUntil: 0, at: noon });
    expect(next).toEqual({ seenUntil: 0, at: noon + 10 * MINUTE_MS });
    expect(later).toEqual({ seenUntil: noon + 10 * MINUTE_MS, at: noon + 50 * MINUTE_MS });
    expect(visitsAfter(later, noon + 55 * MINUTE_MS).seenUntil).toBe(noon + 10 * MINUTE_MS);
  });
});
