import { freeBytes } from './free-bytes.ts';

it('frees the memory behind several views once', () => {
  const bytes = new Uint8Array(100);
  const views = [bytes.subarray(0, 40), bytes.subarray(40)];

  freeBytes(...views);

  expect(views.map(({ length }) => length)).toEqual([0, 0]);
  expect(bytes.buffer.byteLength).toBe(0);
});
