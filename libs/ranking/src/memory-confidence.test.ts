import { stores } from '@cairn/contracts';
import fc from 'fast-check';
import { combineConfidence, trustOf } from './memory-confidence.ts';

const memories = fc.record({
  store: fc.constantFrom(...stores),
  declaredConfidence: fc.double({ min: 0, max: 1, noNaN: true }),
  ageMs: fc.integer({ min: -1e12, max: 1e13 }),
  isTrusted: fc.boolean(),
  senders: fc.nat({ max: 50 }),
  contradictions: fc.nat({ max: 50 }),
});

type Believed = typeof memories extends fc.Arbitrary<infer Each> ? Each : never;

const NOW = 1e14;
const weighed = ({ store, declaredConfidence, ageMs, ...evidence }: Believed) =>
  combineConfidence(ratedOf({ store, declaredConfidence, ageMs }), NOW, evidence);
const ratedOf = (
  { store, declaredConfidence, ageMs }: Pick<Believed, 'store' | 'declaredConfidence' | 'ageMs'>,
  more: { readonly state?: 'active' | 'proposed'; readonly confirmedAt?: number } = {},
) => ({ store, declaredConfidence, timestamp: NOW - ageMs, createdAt: 0, state: 'active' as const, ...more });

const aged = new Set<string>(['episodic', 'sensory', 'prospective']);

it('is 0-1, never lowered by another sender, always lowered by an open contradiction, and aged only where a memory ages', () => {
  fc.assert(
    fc.property(memories, (one) => {
      const { confidence, ageShare } = weighed(one);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(weighed({ ...one, senders: one.senders + 1 }).confidence).toBeGreaterThanOrEqual(confidence);
      expect(weighed({ ...one, isTrusted: true }).confidence).toBeGreaterThanOrEqual(confidence);
      const disputed = weighed({ ...one, contradictions: one.contradictions + 1 }).confidence;
      if (confidence > 1e-300) expect(disputed).toBeLessThan(confidence);
      expect(weighed({ ...one, ageMs: one.ageMs + 1e9 }).confidence).toBeLessThanOrEqual(confidence);
      if (!aged.has(one.store) || one.ageMs <= 0) expect(ageShare).toBe(1);
      else expect(ageShare).toBeLessThan(1);
    }),
  );
});

it('begins where a trusted writer says', () => {
  const fresh = {
    store: 'semantic',
    declaredConfidence: 0.8,
    ageMs: 0,
    isTrusted: true,
    senders: 0,
    contradictions: 0,
  } as const satisfies Believed;
  expect(weighed(fresh).confidence).toBeCloseTo(0.8, 10);
  expect(weighed({ ...fresh, senders: 1 }).confidence).toBeCloseTo(0.86, 10);
  expect(weighed({ ...fresh, contradictions: 1 }).confidence).toBeCloseTo(0.48, 10);
});

it('is more where a person confirmed the memory, less where it is proposed, and 0-1 either way', () => {
  fc.assert(
    fc.property(memories, (one) => {
      const { store, declaredConfidence, ageMs, ...evidence } = one;
      const { confidence } = weighed(one);
      const of = (more: Parameters<typeof ratedOf>[1]) =>
        combineConfidence(ratedOf({ store, declaredConfidence, ageMs }, more), NOW, evidence).confidence;
      expect(of({ confirmedAt: 5 })).toBeGreaterThanOrEqual(confidence);
      expect(of({ confirmedAt: 5 })).toBeLessThanOrEqual(1);
      expect(of({ state: 'proposed' })).toBeLessThanOrEqual(confidence);
    }),
  );
  const fresh = { store: 'semantic', declaredConfidence: 0.8, ageMs: 0 } as const;
  const evidence = { isTrusted: true, senders: 0, contradictions: 0 };
  expect(combineConfidence(ratedOf(fresh, { confirmedAt: 5 }), NOW, evidence).confidence).toBeCloseTo(0.9, 10);
  expect(combineConfidence(ratedOf(fresh, { state: 'proposed' }), NOW, evidence).confidence).toBeCloseTo(0.64, 10);
});

it('says trust in one word, and none where a writer states it and nothing speaks for or against it', () => {
  expect(trustOf({ state: 'active' })).toBeUndefined();
  expect(trustOf({ state: 'active', confirmedAt: 5 })).toBe('confirmed');
  expect(trustOf({ state: 'active', confirmedAt: 5 }, 1)).toBe('disputed');
  expect(trustOf({ state: 'active', isUnconfirmed: true }, 1)).toBe('unconfirmed');
  expect(trustOf({ state: 'active', isSuspect: true, isUnconfirmed: true }, 1)).toBe('suspect');
  expect(trustOf({ state: 'proposed' }, 1)).toBe('proposed');
});
