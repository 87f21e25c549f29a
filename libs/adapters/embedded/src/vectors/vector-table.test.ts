import { scopeOf } from '@cairn/contracts';
import { aMessage, aPrincipal, manyVectors } from '@cairn/testing';
import { Arena } from './arena.ts';
import { entryOf } from './vector-entry.ts';
import { VectorTable } from './vector-table.ts';

describe('VectorTable', () => {
  const ada = aPrincipal();
  const scope = scopeOf(ada);

  it.each([5, 32, 100, 384])('finds the same as comparing all %i-dimensional vectors does', (dims) => {
    const vectors = manyVectors(3000, dims, dims);
    const table = new VectorTable(dims);
    const items = vectors.map((vector) => {
      const item = aMessage({ orgId: ada.orgId });
      table.upsert(entryOf(item, vector));
      return item;
    });

    for (const query of manyVectors(20, 77, dims)) {
      const found = table.search(scope, query, { kind: 'message' }, 50);

      const all = table.score(
        scope,
        query,
        'message',
        items.map(({ id }) => id),
      );
      expect(found).toEqual(all.slice(0, 50));
    }
  });

  it('estimates to the bit the same without SIMD', () => {
    const vectors = manyVectors(100, 3, 100);
    const compiled = new Arena(100);
    const plain = new Arena(100, { usePlainKernel: true });
    const slots = Uint32Array.from(vectors, (vector) => compiled.add(vector));
    vectors.forEach((vector) => plain.add(vector));
    const [fromCompiled, fromPlain] = [new Float32Array(100), new Float32Array(100)];

    for (const query of manyVectors(20, 9, 100)) {
      compiled.estimate(slots, query, fromCompiled);
      plain.estimate(slots, query, fromPlain);

      expect(fromPlain).toEqual(fromCompiled);
    }
  });

  it('keeps each estimate within the error it states', () => {
    const vectors = manyVectors(500, 4, 384);
    const arena = new Arena(384);
    const slots = Uint32Array.from(vectors, (vector) => arena.add(vector));
    const estimates = new Float32Array(500);

    for (const query of manyVectors(20, 8, 384)) {
      const { errorMost } = arena.estimate(slots, query, estimates);

      const errors = [...slots].map((slot, at) => Math.abs(arena.cosine(slot, query) - (estimates[at] as number)));
      expect(Math.max(...errors)).toBeLessThan(errorMost);
      expect(errorMost).toBeLessThan(0.1);
    }
  });
});
