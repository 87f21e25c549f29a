import fc from 'fast-check';
import { requireEmbeddings } from './checked-embeddings.ts';

describe('checked embeddings', () => {
  it('brings every sound vector to unit length', () => {
    const vectors = fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(
        vectors.filter((vector) => vector.some((value) => Math.abs(value) > 1e-3)),
        (vector) => {
          const [unit] = requireEmbeddings(1, 3, [vector]);
          expect(Math.hypot(...unit!)).toBeCloseTo(1, 5);
        },
      ),
    );
  });

  it.each([
    ['too few', [[1, 0]]],
    [
      'too many',
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ],
    [
      'other dimensions',
      [
        [1, 0],
        [1, 0, 0],
      ],
    ],
    [
      'NaN',
      [
        [1, 0],
        [NaN, 1],
      ],
    ],
    [
      'infinity',
      [
        [1, 0],
        [Infinity, 1],
      ],
    ],
    [
      'a zero vector',
      [
        [1, 0],
        [0, 0],
      ],
    ],
  ])('refuses %s', (_, vectors) => {
    expect(() => requireEmbeddings(2, 2, vectors)).toThrow(expect.objectContaining({ code: 'embedder/broken-answer' }));
  });
});
