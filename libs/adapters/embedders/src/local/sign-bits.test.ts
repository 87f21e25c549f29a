import fc from 'fast-check';
import { meanVector, signBits } from './sign-bits.ts';

describe('sign bits', () => {
  it('sets the bit of each dimension above zero', () => {
    const values = fc.array(fc.float({ noNaN: true, min: -9, max: 9 }), { minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(values, (numbers) => {
        const bits = signBits(Float32Array.from(numbers));
        const read = numbers.map((_, at) => (bits[at >>> 5]! >>> (at & 31)) & 1);
        expect(read).toEqual(numbers.map((value) => (value > 0 ? 1 : 0)));
      }),
    );
  });
});

describe('mean vector', () => {
  it('is the mean of the tokens', () => {
    expect(Array.from(meanVector(Float32Array.of(1, 2, 3, 6), 2))).toEqual([2, 4]);
  });
});
