import fc from 'fast-check';
import { hammingFor, PlainHamming, WasmHamming } from './hamming.ts';

const tokens = (most: number) =>
  fc
    .array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 12, maxLength: 12 * most })
    .map((words) => Uint32Array.from(words.slice(0, words.length - (words.length % 12))));

it('counts the same in WebAssembly as in JavaScript', () => {
  const wasm = new WasmHamming();
  const plain = new PlainHamming();
  fc.assert(
    fc.property(tokens(6), tokens(20), (query, text) => {
      expect([...wasm.least(query, text, 384)]).toEqual([...plain.least(query, text, 384)]);
    }),
  );
});

it('grows its memory for a long text', () => {
  const text = new Uint32Array(12 * 20_000).fill(0xffffffff);
  text.fill(0, text.length - 12);

  expect([...new WasmHamming().least(new Uint32Array(12), text, 384)]).toEqual([0]);
});

it('takes JavaScript for dimensions that the kernel cannot step through', () => {
  expect(hammingFor(64)).toBeInstanceOf(PlainHamming);
  expect(hammingFor(384)).toBeInstanceOf(WasmHamming);
});
