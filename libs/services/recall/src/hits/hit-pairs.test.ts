import { describe, expect, it } from '@jest/globals';
import { aMemory } from '@cairn/testing';
import { HitPairs } from './hit-pairs.ts';

describe('one memory renews another', () => {
  const pairs = new HitPairs('What is the rate limit of the public API?');
  const told = (content: string, day: number, declared: Parameters<typeof aMemory>[0]) => ({
    item: aMemory({ title: 'Rate limit', content, timestamp: Date.UTC(2026, 4, day), channel: null, ...declared }),
  });
  const older = (declared: Parameters<typeof aMemory>[0] = {}) =>
    told('The rate limit of the public API is 50 requests a second.', 1, declared);
  const newer = (declared: Parameters<typeof aMemory>[0] = {}) =>
    told('The rate limit of the public API is 80 requests a second.', 2, declared);

  it('with another value of the same, and only the newer the older', () => {
    expect(pairs.certaintyOf(newer(), older())).toBeGreaterThan(0);
    expect(pairs.certaintyOf(older(), newer())).toBe(0);
  });

  it('but not where an import brought the newer one and only that one waits for a person', () => {
    const decision = { category: 'decision' as const };
    const unread = { ...decision, provenance: { importId: 'web' } };

    expect(pairs.certaintyOf(newer(unread), older(decision))).toBe(0);
    expect(pairs.certaintyOf(newer({ ...unread, confirmedAt: 1 }), older(decision))).toBeGreaterThan(0);
    expect(pairs.certaintyOf(newer(unread), older(unread))).toBeGreaterThan(0);
    expect(pairs.certaintyOf(newer(decision), older(unread))).toBeGreaterThan(0);
  });

  it('but not where their subjects or attributes are different ones', () => {
    const [api, partner] = [{ subject: 'public API' }, { subject: 'partner API' }];
    expect(pairs.certaintyOf(newer(partner), older(api))).toBe(0);
    expect(pairs.certaintyOf(newer({ ...api, attribute: 'burst' }), older({ ...api, attribute: 'limit' }))).toBe(0);
    expect(pairs.certaintyOf(newer({ subject: 'Public api' }), older(api))).toBeGreaterThan(0);
    expect(pairs.certaintyOf(newer(), older(api))).toBeGreaterThan(0);
  });
});

it('two hits whose stored link says so contradict each other, whatever their texts say', () => {
  const [one, other] = ['Ask Petrel first.', 'Heron answers for all of it.'].map((content) => ({
    item: aMemory({ content }),
  }));
  const links = new Map([[one!.item.id, [{ id: one!.item.id, other: other!.item.id, kind: 'contradicts' as const }]]]);
  const flagged = (known?: typeof links) => new HitPairs('Whom do I ask?', [], known).contradictions([one!, other!]);

  expect(flagged(links)).toEqual([{ code: 'contradiction', ids: [one!.item.id, other!.item.id] }]);
  expect(flagged()).toEqual([]);
});
