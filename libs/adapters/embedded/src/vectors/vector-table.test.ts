import { jest } from '@jest/globals';
import type { Message, MessageId, OrgId } from '@cairn/contracts';
import { EVERYONE, matchesFilter, readerOf, scopeOf } from '@cairn/domain';
import { aMemory, aMessage, aPrincipal, manyVectors } from '@cairn/testing';
import { Arena } from './arena.ts';
import { packVectors } from './packed-vectors.ts';
import { entryOf } from './vector-entry.ts';
import { atGreatestShare, newVectorMemory } from './vector-memory.ts';
import { VectorTable } from './vector-table.ts';

describe('VectorTable', () => {
  const ada = aPrincipal();
  const scope = scopeOf(ada);

  it.each([5, 32, 100, 384])('finds the same as comparing all %i-dimensional vectors does', (dims) => {
    const vectors = manyVectors(3000, dims, dims);
    const table = new VectorTable(dims);
    const items = vectors.map((vector) => {
      const item = aMessage({ orgId: ada.orgId });
      table.upsert(entryOf(item, packed(vector)));
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

  it('finds the same in what a filter leaves of long items, before and after each change', () => {
    const colleague = aPrincipal({ orgId: ada.orgId });
    const peer = scopeOf({ ...ada, peers: ['coach:1'], peerPrefixes: ['coach'] }, 'coach:1');
    const vectors = manyVectors(4000, 6, 32);
    const table = new VectorTable(32);
    const sorts = [{ visibility: 'private' }, { visibility: 'peer', channel: 'coach:1' }, {}] as const;
    const items = Array.from({ length: 900 }, (_, at) => {
      const item = aMessage({
        orgId: ada.orgId,
        principalId: ada.principalId,
        channel: `c${at % 11}`,
        ...sorts[at % 7],
      });
      table.upsert(entryOf(item, packed(...vectors.slice(at * 4, at * 4 + (at % 5)))));
      return item;
    });
    const query = vectors[3999] as Float32Array;
    const filters = [{}, { channel: 'c1' }, { channel: 'c2' }, { sinceMs: 1 }] as const;

    for (const [at, item] of items.slice(0, 40).entries()) {
      for (const who of [scope, peer, scopeOf(colleague)]) {
        const all = table.score(who, query, 'message', idsOf(items));
        for (const filter of filters) {
          const passing = new Set(idsOf(items.filter((each) => matchesFilter({ kind: 'message', ...filter }, each))));
          const expected = all.filter(({ id }) => passing.has(id as MessageId)).slice(0, 30);
          expect(table.search(who, query, { kind: 'message', ...filter }, 30)).toEqual(expected);
        }
      }
      if (at % 2) table.remove({ orgId: ada.orgId, kind: 'message', id: item.id, version: 9, removedAt: 1 });
      else
        table.upsert({
          ...entryOf(item, packed(query)),
          version: 2,
          reader: at % 4 ? readerOf({ ...item, visibility: 'private' }) : EVERYONE,
        });
    }
  });

  it('keeps out what was removed until the removal is forgotten', () => {
    const [vector] = manyVectors(1, 8, 32) as [Float32Array];
    const table = new VectorTable(32);
    const item = aMessage({ orgId: ada.orgId });
    const found = () => table.search(scope, vector, { kind: 'message' }, 5).map(({ id }) => id);
    table.remove({ orgId: ada.orgId, kind: 'message', id: item.id, version: 2, removedAt: 1000 });

    table.forgetRemovals(1000);
    table.upsert(entryOf(item, packed(vector)));
    const remembered = found();
    table.forgetRemovals(1001);
    table.upsert(entryOf(item, packed(vector)));

    expect([remembered, found()]).toEqual([[], [item.id]]);
  });

  it('makes do with fewer addresses than it would like to reserve', () => {
    const tried: number[] = [];
    const make = (share: number) => {
      tried.push(share);
      if (share > 1 / 16) throw new RangeError('Array buffer allocation failed');
      return share;
    };

    expect(atGreatestShare(make)).toBe(1 / 16);
    expect(tried).toEqual([1, 1 / 4, 1 / 16]);
  });

  it('keeps all that it has, and says why, where there is no room for more', () => {
    const table = withFewAddresses(() => new VectorTable(32));
    const vectors = manyVectors(4000, 6, 32);
    const items = vectors.map(() => aMessage({ orgId: ada.orgId }));
    const put = (at: number, version = 1) => table.upsert({ ...entryOf(items[at]!, packed(vectors[at]!)), version });
    const nearest = (at: number) => table.search(scope, vectors[at]!, { kind: 'message' }, 1)[0]?.id;
    const scored = () => table.score(scope, vectors[0]!, 'message', idsOf(items)).length;
    const until = (): [number, unknown] => {
      for (let at = 0; at < items.length; at++)
        try {
          put(at);
        } catch (error) {
          return [at, error];
        }
      return [items.length, undefined];
    };

    const [stored, refusal] = until();

    expect(refusal).toMatchObject({
      code: 'index/unavailable',
      message: expect.stringMatching(/\d+ bytes.* limit is \d+/),
    });
    expect([table.stats().items, scored(), nearest(5), nearest(stored - 1)]).toEqual([
      stored,
      stored,
      items[5]!.id,
      items[stored - 1]!.id,
    ]);
    table.upsert({ ...entryOf(items[5]!, packed(vectors[stored]!)), version: 2 });
    table.remove({ orgId: ada.orgId, kind: 'message', id: items[6]!.id, version: 2, removedAt: 1 });
    put(stored + 1);
    expect([nearest(stored), nearest(stored + 1), scored()]).toEqual([items[5]!.id, items[stored + 1]!.id, stored]);
    expect(() => put(stored + 2)).toThrow('no room');
    expect([scored(), nearest(stored + 1)]).toEqual([stored, items[stored + 1]!.id]);
  });

  it('looks only at the sets of tags that an organisation has', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const table = new VectorTable(32);
    const [vector] = manyVectors(1, 8, 32) as [Float32Array];
    const write = (orgId: OrgId, tags: string[]) => table.upsert(entryOf(aMemory({ orgId, tags }), packed(vector)));
    for (let at = 0; at < 50; at++) write(aPrincipal().orgId, [`ticket-${at}`, 'plan']);
    for (const tags of [['plan'], ['plan', 'mine'], ['mine']]) write(ada.orgId, tags);
    parse.mockClear();

    const found = table.search(scope, vector, { kind: 'memory', tags: ['plan'] }, 9);

    expect(found).toHaveLength(2);
    expect(parse).toHaveBeenCalledTimes(3);
    parse.mockRestore();
  });

  it('takes memory for the rows of a known number of items at once', () => {
    const vectors = manyVectors(3000, 4, 32);
    const table = new VectorTable(32);
    table.reserve(ada.orgId, 'message', vectors.length);
    const bytes = table.memory.rows.byteLength;

    for (const vector of vectors) table.upsert(entryOf(aMessage({ orgId: ada.orgId }), packed(vector)));

    expect(table.memory.rows.byteLength).toBe(bytes);
    expect(table.stats().items).toBe(3000);
  });

  it('keeps equal vectors once, and as long as one item has them', () => {
    const [shared, changed] = manyVectors(2, 5, 32) as [Float32Array, Float32Array];
    const arena = new Arena(newVectorMemory(32));
    const [first, second, longer] = [
      arena.add(packed(shared)),
      arena.add(packed(shared)),
      arena.add(packed(shared, changed)),
    ];

    arena.free(first, 1);
    const other = arena.add(packed(changed));

    expect(second).toBe(first);
    expect(new Set([first, longer, longer + 1, other]).size).toBe(4);
    expect(arena.cosine(second, shared)).toBeCloseTo(1);
    arena.free(second, 1);
    expect(arena.add(packed(changed))).toBe(other);
    expect(arena.add(packed(shared))).toBe(first);
  });

  it('estimates to the bit the same without SIMD', () => {
    const vectors = manyVectors(100, 3, 100);
    const compiled = new Arena(newVectorMemory(100));
    const plain = new Arena(newVectorMemory(100), { usePlainKernel: true });
    const slots = Uint32Array.from(vectors, (vector) => compiled.add(packed(vector)));
    vectors.forEach((vector) => plain.add(packed(vector)));
    const scattered = slots.filter((slot) => slot % 3 > 0);

    for (const query of manyVectors(20, 9, 100)) {
      for (const which of [slots, scattered, { first: 5, count: 90 }, { first: 99, count: 1 }]) {
        const [fromPlain, fromCompiled] = [plain.estimate(which, query), compiled.estimate(which, query)];
        expect(fromPlain.estimates.slice(0, 100)).toEqual(fromCompiled.estimates.slice(0, 100));
      }
    }
  });

  it('computes cosines as exactly as floats do', () => {
    const vectors = manyVectors(500, 4, 384);
    const arena = new Arena(newVectorMemory(384));
    const slots = vectors.map((vector) => arena.add(packed(vector)));

    for (const query of manyVectors(20, 8, 384)) {
      const errors = vectors.map((vector, at) => Math.abs(arena.cosine(slots[at]!, query) - dot(vector, query)));
      expect(Math.max(...errors)).toBeLessThan(1e-7);
    }
  });

  it('keeps each estimate within the error it states', () => {
    const vectors = manyVectors(500, 4, 384);
    const arena = new Arena(newVectorMemory(384));
    const slots = Uint32Array.from(vectors, (vector) => arena.add(packed(vector)));

    for (const query of manyVectors(20, 8, 384)) {
      const { estimates, errorMost } = arena.estimate(slots, query);

      const errors = [...slots].map((slot, at) => Math.abs(arena.cosine(slot, query) - (estimates[at] as number)));
      expect(Math.max(...errors)).toBeLessThan(errorMost);
      expect(errorMost).toBeLessThan(0.1);
    }
  });
});

/** Makes something while shared memory can grow to a small part only of what was asked for. */
function withFewAddresses<Made>(make: () => Made): Made {
  const whole = globalThis.SharedArrayBuffer;
  globalThis.SharedArrayBuffer = class extends whole {
    constructor(bytes = 0, options?: { maxByteLength?: number }) {
      super(
        bytes,
        options?.maxByteLength ? { maxByteLength: Math.max(bytes, options.maxByteLength / 16_384) } : undefined,
      );
    }
  };
  try {
    return make();
  } finally {
    globalThis.SharedArrayBuffer = whole;
  }
}

const dot = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, at) => sum + value * other[at]!, 0);

const idsOf = (items: readonly Message[]) => items.map(({ id }) => id);

const packed = (...vectors: readonly Float32Array[]) => packVectors(vectors, vectors[0]?.length ?? 32);
