import { scopeOf, visibleTo, type Item, type Principal, type Scope } from '@cairn/contracts';
import { passes, type Bm25, type Filter, type TextIndex, type WordHit, type WordQuery } from '@cairn/ports';
import { parseQuery } from '@cairn/text';
import { aColleagueOf, aMemory, aMessage, anOrgId, aPrincipal, aPrincipalId } from './builders.ts';
import { memoriesOfAllSorts, messagesOfAllSorts, someFilters, someScopes } from './sorts-of-items.ts';

export interface TextIndexUnderTest {
  readonly index: TextIndex;
  readonly close: () => Promise<void>;
}

const bm25: Bm25 = { k1: 0.9, b: 0.4 };
const words = (...texts: string[]): WordQuery => parseQuery(texts.join(' '));
const allOf = (kind: Filter['kind']): Filter => ({ kind });

/** What every word index promises, whatever it is built on. */
export function textIndexContract(adapter: string, make: () => Promise<TextIndexUnderTest>): void {
  describe(`TextIndex: ${adapter}`, () => {
    let under: TextIndexUnderTest;
    let ada: Principal;
    let scope: Scope;
    const index = () => under.index;
    const add = (...items: Item[]) => Promise.all(items.map((item) => under.index.upsert(item)));
    const mine = <Kind extends Item>(item: Kind): Kind => ({ ...item, orgId: ada.orgId, principalId: ada.principalId });
    const says = (content: string, more: Partial<Item> = {}) => mine(aMessage({ content, ...(more as object) }));
    const search = (query: WordQuery, filter: Filter = allOf('message'), limit = 10) =>
      under.index.search(scope, query, filter, limit, bm25);

    beforeAll(async () => {
      under = await make();
    });
    afterAll(() => under.close());
    beforeEach(() => {
      ada = aPrincipal({ peers: ['coach:1'], peerPrefixes: ['coach'] });
      scope = scopeOf(ada);
    });

    it('finds what holds any of the terms, the better match first', async () => {
      const both = says('the zebra met the giraffe');
      const one = says('the zebra slept all day');
      await add(one, both, says('nothing of that sort'));

      const hits = await search(words('zebra', 'giraffe'));

      expect(idsOf(hits)).toEqual([both.id, one.id]);
      expect(hits.map(({ matched }) => matched.length)).toEqual([2, 1]);
    });

    it('scores BM25 as a share of what the query could attain, with the k1 and b of the call', async () => {
      const short = says('zebra');
      await add(short, says('alpha beta gamma'));
      const idf = (df: number) => Math.log(1 + (2 - df + 0.5) / (df + 0.5));
      const saturated = (k1: number, b: number) => (k1 + 1) / (1 + k1 * (1 - b + (b * 1) / 2));

      for (const [k1, b] of [
        [0.9, 0.4],
        [1.2, 0.75],
        [0.9, 0],
      ] as const) {
        const [hit] = await index().search(scope, words('zebra', 'unheardof'), allOf('message'), 5, { k1, b });

        expect(hit?.share).toBeCloseTo((saturated(k1, b) * idf(1)) / ((k1 + 1) * (idf(1) + idf(0))), 6);
      }
    });

    it('keeps every share between 0 and 1', async () => {
      await add(says('zebra '.repeat(200)), says('zebra'));

      const hits = await search(words('zebra'));

      expect(hits).toHaveLength(2);
      expect(hits.every(({ share }) => share > 0 && share <= 1)).toBe(true);
    });

    it('puts a phrase that stands in a row above the same words apart', async () => {
      const inRow = says('we call it blue whale here');
      const apart = says('blue they say is whale');
      await add(apart, inRow);

      const hits = await search(words('"blue whale"'));

      expect(idsOf(hits)).toEqual([inRow.id, apart.id]);
      expect((hits[0] as WordHit).share).toBeGreaterThan((hits[1] as WordHit).share);
    });

    it('finds a part of an identifier, below the word itself', async () => {
      const word = says('billing is broken');
      const identifier = says('see src/billing/rates.ts');
      await add(identifier, word);

      expect(idsOf(await search(words('billing')))).toEqual([word.id, identifier.id]);
    });

    it('orders equal shares by id and cuts to the limit', async () => {
      const same = Array.from({ length: 12 }, () => says('zebra crossing'));
      await add(...[...same].reverse());

      const hits = await search(words('zebra'), allOf('message'), 5);

      expect(idsOf(hits)).toEqual(
        same
          .map(({ id }) => id)
          .sort()
          .slice(0, 5),
      );
      expect(new Set(hits.map(({ share }) => share)).size).toBe(1);
    });

    it('answers with nothing where there is nothing to find', async () => {
      await expect(search(words('zebra'))).resolves.toEqual([]);
      await add(says('alpha'));

      await expect(search(words('zebra'))).resolves.toEqual([]);
      await expect(search(words())).resolves.toEqual([]);
      await expect(search(words('alpha'), allOf('memory'))).resolves.toEqual([]);
      await expect(index().score(scope, words('alpha'), 'message', [], bm25)).resolves.toEqual([]);
    });

    it('takes a query of any length and any signs', async () => {
      const odd = says('c++ is "quoted" * AND (NOT) {x} 日本語');
      await add(odd);
      const many = Array.from({ length: 1500 }, (_, number) => `word${number}`);

      await expect(search(words(...many))).resolves.toEqual([]);
      const signs = ['"', '*', 'NEAR(', '\u0000', 'a:b', "'", '', ' '];
      await expect(search({ terms: signs, parts: signs, phrases: [signs] })).resolves.toEqual([]);
      expect(idsOf(await search(words('c++', ...many)))).toEqual([odd.id]);
    });

    it('reads the newest version only, and nothing older changes it', async () => {
      const first = says('zebra');
      const second = { ...first, content: 'giraffe', version: 2 };
      await add(first);
      await add(second);
      await add(first);

      await expect(search(words('zebra'))).resolves.toEqual([]);
      expect(idsOf(await search(words('giraffe')))).toEqual([first.id]);
    });

    it('does not bring back what was removed, unless a newer version comes', async () => {
      const item = says('zebra');
      await add(item);
      await index().remove(item.orgId, 'message', item.id, 2);
      await add(item);

      await expect(search(words('zebra'))).resolves.toEqual([]);

      await add({ ...item, version: 3 });
      await index().remove(item.orgId, 'message', item.id, 2);

      expect(idsOf(await search(words('zebra')))).toEqual([item.id]);
    });

    it('remembers a removal that came before the item', async () => {
      const item = says('zebra');
      await index().remove(item.orgId, 'message', item.id, 2);
      await add(item);

      await expect(search(words('zebra'))).resolves.toEqual([]);
    });

    it('forgets the statistics of what was removed or replaced', async () => {
      const kept = says('zebra crossing');
      await add(kept, says('alpha beta'));
      const before = await search(words('zebra', 'alpha'));
      const passing = says('zebra zebra alpha and a long tail of other words');
      await add(passing);
      await add({ ...passing, content: 'zebra once more', version: 2 });
      await index().remove(passing.orgId, 'message', passing.id, 3);

      await expect(search(words('zebra', 'alpha'))).resolves.toEqual(before);
    });

    it('gives the same bytes whatever other organisations and the other kind hold', async () => {
      await add(says('zebra crossing'), says('zebra alpha'), says('alpha beta gamma delta'));
      const query = words('zebra alpha "zebra crossing"');
      const before = JSON.stringify(await search(query));

      const foreign = anOrgId();
      await add(...Array.from({ length: 40 }, () => aMessage({ orgId: foreign, content: 'zebra crossing alpha' })));
      await add(...Array.from({ length: 20 }, () => mine(aMemory({ content: 'zebra zebra' }))));

      expect(JSON.stringify(await search(query))).toBe(before);
    });

    it('scores given items as the search does, and leaves out what has no term or is out of scope', async () => {
      const items = [says('zebra crossing'), says('zebra'), says('nothing')];
      const hidden = { ...says('zebra'), principalId: aPrincipalId(), visibility: 'private' as const };
      await add(...items, hidden);
      const ids = [...items, hidden].map(({ id }) => id);

      const scored = await index().score(scope, words('zebra'), 'message', [...ids, ...ids, aMessage().id], bm25);

      expect(byId(scored)).toEqual(byId(await search(words('zebra'))));
      expect(scored).toHaveLength(2);
    });

    it('shows exactly what the scope sees and the filter passes', async () => {
      const grace = aColleagueOf(ada);
      const everything = [...messagesOfAllSorts([ada, grace]), ...memoriesOfAllSorts([ada, grace])];
      await add(...everything);

      for (const who of someScopes([ada, grace])) {
        for (const filter of someFilters()) {
          const expected = everything.filter((item) => visibleTo(who, item) && passes(filter, item));
          const found = await index().search(who, words('zebra'), filter, everything.length, bm25);

          expect({ filter, ids: idsOf(found).sort() }).toEqual({ filter, ids: expected.map(({ id }) => id).sort() });
        }
      }
    });

    it('applies scope and filter before it cuts', async () => {
      const better = Array.from({ length: 300 }, () => says('zebra', { channel: 'loud' }));
      const wanted = Array.from({ length: 5 }, () => says('a zebra among many other words', { channel: 'quiet' }));
      const hidden = Array.from({ length: 50 }, () => ({
        ...says('zebra', { channel: 'quiet', visibility: 'private' }),
        principalId: aPrincipalId(),
      }));
      await add(...better, ...hidden, ...wanted);

      const hits = await search(words('zebra'), { kind: 'message', channel: 'quiet' }, 5);

      expect(idsOf(hits).sort()).toEqual(wanted.map(({ id }) => id).sort());
    });
  });
}

const idsOf = (hits: readonly { id: string }[]): string[] => hits.map(({ id }) => id);
const byId = (hits: readonly WordHit[]) => new Map(hits.map((hit) => [hit.id, hit]));
