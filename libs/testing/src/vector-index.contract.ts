import type { Item, Memory } from '@cairn/contracts';
import { matchesFilter, scopeOf, isVisible, type Filter, type Principal, type Scope } from '@cairn/domain';
import type { VectorHit, VectorIndex } from '@cairn/ports';
import { A_MONDAY, aColleagueOf, aMemory, aMessage, anOrgId, aPrincipal, aPrincipalId } from './builders.ts';
import { indexEntriesContract } from './index-entries.contract.ts';
import { memoriesOfAllSorts, messagesOfAllSorts, notesOfAllSorts, someFilters, someScopes } from './sorts-of-items.ts';

export interface VectorIndexUnderTest {
  /** An index for vectors of `CONTRACT_DIMS` dimensions. */
  readonly index: VectorIndex;
  /** The model of its vectors. */
  readonly modelId: string;
  readonly close: () => Promise<void>;
}

export const CONTRACT_DIMS = 48;

const allOf = (kind: Filter['kind']): Filter => ({ kind });

/** The contract suite of vector indexes. */
export function vectorIndexContract(adapter: string, make: () => Promise<VectorIndexUnderTest>): void {
  describe(`VectorIndex: ${adapter}`, () => {
    let under: VectorIndexUnderTest;
    let ada: Principal;
    let scope: Scope;
    const index = () => under.index;
    const by = (vector: Float32Array) => ({ modelId: under.modelId, vector });
    const add = (item: Item, ...chunks: Float32Array[]) => under.index.upsert(item, chunks);
    const mine = (more: Partial<Item> = {}) =>
      aMessage({ orgId: ada.orgId, principalId: ada.principalId, ...(more as object) });
    const search = (vector: Float32Array, filter: Filter = allOf('message'), limit = 10) =>
      under.index.search(scope, by(vector), filter, limit);

    beforeAll(async () => {
      under = await make();
    });
    afterAll(() => under.close());
    beforeEach(() => {
      ada = aPrincipal({ peers: ['coach:1'], peerPrefixes: ['coach'] });
      scope = scopeOf(ada);
    });

    it('finds the nearest items, nearest first, with their cosines', async () => {
      const vectors = manyVectors(200);
      const items = vectors.map(() => mine());
      await Promise.all(items.map((item, at) => add(item, vectors[at] as Float32Array)));

      for (const query of manyVectors(10, 99)) {
        const expected = items
          .map((item, at) => ({ id: item.id, cosine: dot(vectors[at] as Float32Array, query) }))
          .sort((a, b) => b.cosine - a.cosine);

        const hits = await search(query, allOf('message'), 20);

        expect(idsOf(hits)).toEqual(expected.slice(0, 20).map(({ id }) => id));
        hits.forEach((hit, at) => expect(hit.cosine).toBeCloseTo(expected[at]?.cosine as number, 5));
      }
    });

    it('ranks an item by its best chunk, once', async () => {
      const [query, near, far, other] = manyVectors(4) as [Float32Array, Float32Array, Float32Array, Float32Array];
      const long = mine();
      const short = mine();
      await add(long, far, towards(near, query, 0.9), other);
      await add(short, towards(near, query, 0.5));

      const hits = await search(query);

      expect(hits.map(({ id, chunk }) => ({ id, chunk }))).toEqual([
        { id: long.id, chunk: 1 },
        { id: short.id, chunk: 0 },
      ]);
    });

    it('fills the limit with items, however many chunks the best of them has', async () => {
      const [query, other] = manyVectors(2) as [Float32Array, Float32Array];
      const long = mine();
      const short = mine();
      await add(long, ...Array.from({ length: 600 }, () => query));
      await add(short, towards(other, query, 0.5));

      expect(idsOf(await search(query, allOf('message'), 2))).toEqual([long.id, short.id]);
    });

    it('orders equal cosines by id and cuts to the limit', async () => {
      const [vector] = manyVectors(1) as [Float32Array];
      const same = Array.from({ length: 12 }, () => mine());
      await Promise.all([...same].reverse().map((item) => add(item, vector)));

      const hits = await search(vector, allOf('message'), 5);

      expect(idsOf(hits)).toEqual(
        same
          .map(({ id }) => id)
          .sort()
          .slice(0, 5),
      );
    });

    it('answers with nothing where there is nothing to find', async () => {
      const [vector] = manyVectors(1) as [Float32Array];
      await expect(search(vector)).resolves.toEqual([]);
      const withoutVector = mine();
      await add(withoutVector);

      await expect(search(vector)).resolves.toEqual([]);
      await expect(search(vector, allOf('memory'))).resolves.toEqual([]);
      await expect(index().score(scope, by(vector), 'message', [withoutVector.id])).resolves.toEqual([]);
      await expect(index().score(scope, by(vector), 'message', [])).resolves.toEqual([]);
    });

    it('reads the newest version only, and nothing older changes it', async () => {
      const [first, second] = manyVectors(2) as [Float32Array, Float32Array];
      const item = mine();
      await add(item, first, first);
      await add({ ...item, version: 2 }, second);
      await add(item, first);

      const [hit, ...more] = await search(second);

      expect(hit?.cosine).toBeCloseTo(1, 5);
      expect(more).toEqual([]);
    });

    it('does not bring back what was removed, unless a newer version comes', async () => {
      const [vector] = manyVectors(1) as [Float32Array];
      const item = mine();
      await add(item, vector);
      await index().remove(item.orgId, 'message', item.id, 2);
      await add(item, vector);

      await expect(search(vector)).resolves.toEqual([]);

      await add({ ...item, version: 3 }, vector);
      await index().remove(item.orgId, 'message', item.id, 2);

      expect(idsOf(await search(vector))).toEqual([item.id]);
    });

    it('remembers a removal that came before the item', async () => {
      const [vector] = manyVectors(1) as [Float32Array];
      const item = mine();
      await index().remove(item.orgId, 'message', item.id, 2);
      await add(item, vector);

      await expect(search(vector)).resolves.toEqual([]);
    });

    it('keeps the right vectors through many changes', async () => {
      const vectors = manyVectors(300, 5);
      const present = new Map<string, Float32Array[]>();
      const items = Array.from({ length: 40 }, () => mine());
      for (let step = 0; step < 300; step++) {
        const item = items[(step * 7) % items.length] as Item;
        const version = step + 2;
        if (step % 3 === 2) {
          await index().remove(item.orgId, 'message', item.id, version);
          present.delete(item.id);
        } else {
          const chunks = vectors.slice(step, step + 1 + (step % 4));
          await add({ ...item, version }, ...chunks);
          present.set(item.id, chunks);
        }
      }

      const query = vectors[0] as Float32Array;
      const hits = await search(query, allOf('message'), 100);

      const best = [...present].map(
        ([id, chunks]) => [id, Math.max(...chunks.map((chunk) => dot(chunk, query)))] as const,
      );
      expect(hits).toHaveLength(present.size);
      for (const [id, cosine] of best) expect(hits.find((hit) => hit.id === id)?.cosine).toBeCloseTo(cosine, 5);
    });

    it('gives the same bytes whatever other organisations and the other kind hold', async () => {
      const vectors = manyVectors(30);
      await Promise.all(vectors.map((vector) => add(mine(), vector)));
      const query = vectors[3] as Float32Array;
      const before = JSON.stringify(await search(query));

      const foreign = anOrgId();
      await Promise.all(vectors.map((vector) => add(aMessage({ orgId: foreign }), vector)));
      await Promise.all(vectors.map((vector) => add(aMemory({ orgId: ada.orgId }), vector)));

      expect(JSON.stringify(await search(query))).toBe(before);
    });

    it('scores given items as the search does, and leaves out what has no vector or is out of scope', async () => {
      const [vector, ...more] = manyVectors(4) as [Float32Array, ...Float32Array[]];
      const items = more.map(() => mine());
      await Promise.all(items.map((item, at) => add(item, more[at] as Float32Array)));
      const hidden = { ...mine({ visibility: 'private' }), principalId: aPrincipalId() };
      await add(hidden, vector);
      const ids = [...items, hidden].map(({ id }) => id);

      const scored = await index().score(scope, by(vector), 'message', [...ids, ...ids, aMessage().id]);

      expect(byId(scored)).toEqual(byId(await search(vector)));
      expect(scored).toHaveLength(3);
    });

    it('shows exactly what the scope sees and the filter passes', async () => {
      const grace = aColleagueOf(ada);
      const everything = [
        ...messagesOfAllSorts([ada, grace]),
        ...memoriesOfAllSorts([ada, grace]),
        ...notesOfAllSorts([ada, grace]),
      ];
      const vectors = manyVectors(everything.length);
      await Promise.all(everything.map((item, at) => add(item, vectors[at] as Float32Array)));

      for (const who of someScopes([ada, grace])) {
        for (const filter of someFilters()) {
          const expected = everything.filter((item) => isVisible(who, item) && matchesFilter(filter, item));
          const found = await index().search(who, by(vectors[0] as Float32Array), filter, everything.length);

          expect({ filter, ids: idsOf(found).sort() }).toEqual({ filter, ids: idsOf(expected).sort() });
        }
      }
    });

    it('fills a page with what holds at the time, whatever was nearer and ceased or is yet to', async () => {
      const [query, ...others] = manyVectors(60) as [Float32Array, ...Float32Array[]];
      const memory = (more: Partial<Memory> = {}) =>
        aMemory({ orgId: ada.orgId, principalId: ada.principalId, ...more });
      const ceased = others.slice(0, 20).map(() => memory({ validTo: A_MONDAY }));
      const toCome = others.slice(0, 20).map(() => memory({ validFrom: A_MONDAY + 1 }));
      const holding = others.slice(0, 5).map((_, at) => memory(at % 2 ? { validTo: A_MONDAY + 1 } : {}));
      await Promise.all([...ceased, ...toCome].map((item, at) => add(item, towards(others[at]!, query, 0.9))));
      await Promise.all(holding.map((item, at) => add(item, others[at]!)));
      const at = async (holdsAt: number) => idsOf(await search(query, { kind: 'memory', holdsAt }, 5)).sort();

      for (let looks = 0; looks < 2; looks++) {
        expect(await at(A_MONDAY)).toEqual(holding.map(({ id }) => id).sort());
        expect(ceased.map(({ id }) => id as string)).toEqual(expect.arrayContaining(await at(A_MONDAY - 1)));
        expect(toCome.map(({ id }) => id as string)).toEqual(expect.arrayContaining(await at(A_MONDAY + 1)));
      }
    });

    it('applies scope and filter before it cuts', async () => {
      const [query, ...others] = manyVectors(60) as [Float32Array, ...Float32Array[]];
      const wanted = others.slice(0, 5).map(() => mine({ channel: 'quiet' }));
      await Promise.all(
        others.map((_, at) => add(mine({ channel: 'loud' }), towards(others[at] as Float32Array, query, 0.9))),
      );
      await Promise.all(
        others.map(() =>
          add({ ...mine({ channel: 'quiet', visibility: 'private' }), principalId: aPrincipalId() }, query),
        ),
      );
      await Promise.all(wanted.map((item, at) => add(item, others[at] as Float32Array)));

      const hits = await search(query, { kind: 'message', channel: 'quiet' }, 5);

      expect(idsOf(hits).sort()).toEqual(wanted.map(({ id }) => id).sort());
    });

    it('refuses a vector of other dimensions, and one that is not finite', async () => {
      const [vector] = manyVectors(1) as [Float32Array];
      const broken = Float32Array.from(vector).fill(NaN, 3, 4);

      await expect(add(mine(), vector.slice(1))).rejects.toThrow(/dimensions|finite/);
      await expect(add(mine(), vector, broken)).rejects.toThrow(/dimensions|finite/);
      await expect(search(vector.slice(1))).rejects.toThrow(/dimensions|finite/);
      await expect(search(vector)).resolves.toEqual([]);
    });

    it('refuses a query by another model, of however many dimensions', async () => {
      const [vector] = manyVectors(1) as [Float32Array];
      const item = mine();
      await add(item, vector);
      const stranger = { modelId: `${under.modelId}-2`, vector };

      const refusal = { code: 'index/unavailable', message: expect.stringContaining(stranger.modelId) as string };
      await expect(index().search(scope, stranger, allOf('message'), 5)).rejects.toMatchObject(refusal);
      await expect(index().score(scope, stranger, 'message', [item.id])).rejects.toMatchObject(refusal);
    });

    indexEntriesContract(
      () => under.index,
      (item) => add(item, ...manyVectors(2)),
    );
  });
}

/** Unit vectors that depend only on the seed. */
export function manyVectors(count: number, seed = 1, dims = CONTRACT_DIMS): Float32Array[] {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.5;
  return Array.from({ length: count }, () => unit(Float32Array.from({ length: dims }, random)));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

const towards = (from: Float32Array, to: Float32Array, share: number): Float32Array =>
  unit(from.map((value, at) => value * (1 - share) + (to[at] as number) * share));

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
const idsOf = (hits: readonly { id: string }[]): string[] => hits.map(({ id }) => id);
const byId = (hits: readonly VectorHit[]) => new Map(hits.map((hit) => [hit.id, hit]));
