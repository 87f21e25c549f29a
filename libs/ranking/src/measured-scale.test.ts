import { measuredScale } from './measured-scale.ts';

const DIMS = 24;

/** Seeded generator, so that each run uses the same texts. */
function texts(count: number): Float32Array[] {
  let seed = 7;
  const next = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.4;
  return Array.from({ length: count }, () => unit(Array.from({ length: DIMS }, next)));
}

const unit = (values: readonly number[]): Float32Array =>
  Float32Array.from(values, (value) => value / Math.hypot(...values));

/** The same texts in a model that raises every cosine between two of them by `floor`, which leaves less range above. */
const squeezed = (vectors: readonly Float32Array[], floor: number) =>
  vectors.map((vector) => Float32Array.of(...vector.map((value) => value * Math.sqrt(1 - floor)), Math.sqrt(floor)));

it('goes with the model: where all cosines are squeezed, so is the scale, and answers stay as they are', () => {
  const vectors = texts(60);
  const plain = measuredScale(vectors, vectors)!;
  const narrow = measuredScale(squeezed(vectors, 0.7), squeezed(vectors, 0.7))!;

  expect(plain.cosineFull).toBeGreaterThan(plain.cosineNone + plain.cosineSpread);
  expect(narrow.cosineNone).toBeCloseTo(0.7 + 0.3 * plain.cosineNone, 5);
  expect(narrow.cosineFull).toBeCloseTo(0.7 + 0.3 * plain.cosineFull, 5);
  expect(narrow.cosineSpread).toBeCloseTo(0.3 * plain.cosineSpread, 5);
});

it('takes no text for its own neighbour, and none twice for a near one', () => {
  const apart = Array.from({ length: DIMS }, (_, at) => unit(Array.from({ length: DIMS }, (_, d) => Number(d === at))));

  expect(measuredScale(apart, apart)).toBeUndefined();

  const [first, second, ...rest] = apart;
  const near = unit(Array.from({ length: DIMS }, (_, d) => (d === 0 ? 0.8 : d === 1 ? 0.6 : 0)));
  const pairs = [first!, near, second!, ...rest.slice(0, 2)];
  expect(measuredScale(pairs, pairs)).toMatchObject({ cosineNone: 0, cosineFull: expect.closeTo(0.6, 5) });
});

it('says nothing of a model that puts all texts at one place, and of no texts', () => {
  const same = Array.from({ length: 5 }, () => unit(Array.from({ length: DIMS }, () => 1)));

  expect(measuredScale(same, same)).toBeUndefined();
  expect(measuredScale([], [])).toBeUndefined();
});
