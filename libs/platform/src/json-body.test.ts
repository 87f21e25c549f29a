import fc from 'fast-check';
import { measureJson } from './json-body.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const small = fc.jsonValue({ maxDepth: 8 });

it('reads the depth that the parsed value has', () => {
  fc.assert(
    fc.property(small, fc.boolean(), (value, isSpaced) => {
      const text = JSON.stringify(value, null, isSpaced ? 2 : 0);
      expect(measureJson(Buffer.from(text)).depth).toBe(depthOf(JSON.parse(text)));
    }),
  );
});

it('is not misled by punctuation in strings', () => {
  fc.assert(
    fc.property(fc.string(), (text) =>
      expect(measureJson(Buffer.from(JSON.stringify(text)))).toEqual({ depth: 0, values: 1 }),
    ),
  );
  expect(measureJson(Buffer.from('["\\\\",[1]]')).depth).toBe(2);
  expect(measureJson(Buffer.from('["a\\"[[[["]')).depth).toBe(1);
});

it('stops at the limits, however long the text', () => {
  expect(measureJson(Buffer.from('['.repeat(5_000_000))).depth).toBe(33);
  expect(measureJson(Buffer.from('1,'.repeat(5_000_000))).values).toBe(200_001);
});
