import { manyVectors } from '@cairn/testing';
import { ROW_HEADER } from './kernel.ts';
import { packedSizesOf, packVectors } from './packed-vectors.ts';

it('keeps with each vector how far its high bytes alone are from it, and its length', () => {
  const dims = 40;
  const vectors = manyVectors(300, 5, dims).map((vector, at) => vector.map((value) => value * (1 + at)));
  const { stride } = packedSizesOf(dims);

  const packed = packVectors(vectors, dims);

  const view = new DataView(packed.buffer);
  for (const [at, vector] of vectors.entries()) {
    const row = at * stride;
    const [scale, error, norm] = [0, 8, 12].map((place) => view.getFloat32(row + place, true)) as [
      number,
      number,
      number,
    ];
    const off = Math.hypot(...vector.map((value, dim) => value - scale * view.getInt8(row + ROW_HEADER + dim)));
    // The two low bytes leave out less than a part in 65,536 of the error.
    expect(error / off).toBeGreaterThan(0.999);
    expect(error / off).toBeLessThan(1.001);
    expect(norm / Math.hypot(...vector)).toBeCloseTo(1, 4);
  }
});
