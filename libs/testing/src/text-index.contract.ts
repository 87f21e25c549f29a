import type { Item, Memory } from '@cairn/contracts';
import { matchesFilter, scopeOf, isVisible, type Filter, type Principal, type Scope } from '@cairn/domain';
import type { Bm25, GroupCoverage, TextIndex, WordHit, WordQuery } from '@cairn/ports';
import { analyserOf, newestAnalyser } from '@cairn/text';
import fc from 'fast-check';
import { A_MONDAY, aColleagueOf, aMemory, aMessage, anOrgId, aPrincipal, aPrincipalId } from './builders.ts';
import {
  aStore,
  bruteForceCoverage,
  changesOf,
  draftedItem,
  GROUPS,
  roundCoverage,
  VOCABULARY,
} from './drafted-texts.ts';
import { indexEntriesContract } from './index-entries.contract.ts';
import { memoriesOfAllSorts, messagesOfAllSorts, notesOfAllSorts, someFilters, someScopes } from './sorts-of-items.ts';

export interface TextIndexUnderTest {
  readonly index: TextIndex;
  /** Opens another generation beside it, with this analyser, until `close`. */
  readonly beside: (analyser: string) => TextIndex;
  readonly close: () => Promise<void>;
}

const bm25: Bm25 = { k1: 0.9, b: 0.4 };
const english = analyserOf(newestAnalyser('english'));
const words = (...texts: string[]): WordQuery => english.query(texts.join(' '));
const allOf = (kind: Filter['kind']): Filter => ({ kind });

export interface TextIndexPromise {
  readonly randomStores?: number;
}

/** The contract suite of word indexes. */
export function textIndexContract(
  adapter: string,
  make: () => Promise<TextIndexUnderTest>,
  { randomStores = 25 }: TextIndexPromise = {},
): void {
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

    const talks = (content: string, sessionKey: string, more: Partial<Item> = {}) => ({
      ...says(content, more),
      sessionKey,
    });
    const coverage = (query: WordQuery, groups: readonly string[]) =>
      under.index.coverage(scope, query, 'message', groups);

    beforeAll(async () => {
      under = await make();
    });
    afterAll(() => under.close());
    beforeEach(() => {
      ada = aPrincipal({ peers: ['coach:1'], peerPrefixes: ['coach'] });
      scope = scopeOf(ada);
    });

    indexEntriesContract(
      () => under.index,
      (item) => add(item),
    );

    it('reads documents and queries by the analyser of their generation, whatever stands beside it', async () => {
      const german = under.beside('cairn-text-1-german');
      const [frozen, houses] = [says('the deployments were frozen'), says('die Häuser am Hafen')];
      await add(frozen, houses);
      await Promise.all([frozen, houses].map((item) => german.upsert(item)));
      const found = async (generation: TextIndex, text: string) => {
        const question = generation.forQuestion();
        return idsOf(await question.search(scope, question.queryOf(text), allOf('message'), 10, bm25));
      };

      expect(await found(index(), 'deploying')).toEqual([frozen.id]);
      expect(await found(index(), 'Haus')).toEqual([]);
      expect(await found(german, 'Haus')).toEqual([houses.id]);
      expect(await found(german, 'deploying')).toEqual([]);
    });

    it('refuses to read by an analyser that it does not know, says what to do, and takes away all the same', async () => {
      const unknown = under.beside('cairn-text-99');
      const item = says('zebra');
      const refusal = expect.objectContaining({
        code: 'index/unavailable',
        message: expect.stringMatching(/cairn-text-99.*cairn reindex --target words/),
      });

      expect(() => unknown.forQuestion().queryOf('zebra')).toThrow(refusal);
      await expect(unknown.upsert(item)).rejects.toEqual(refusal);
      await unknown.remove(item.orgId, 'message', item.id, 2);
      await unknown.drop();
    });

    // Behaviour 3
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

    it('counts a phrase once, however often the query quotes it', async () => {
      await add(says('we call it blue whale here'), says('blue they say is whale'));

      const once = await search(words('"blue whale"'));

      await expect(search(words('"blue whale" "blue whale"'))).resolves.toEqual(once);
    });

    // Behaviour 4
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

    it('gives the same bytes whatever a channel holds that is closed to the caller', async () => {
      const scope = scopeOf({ ...ada, closedChannels: ['deals', 'board'] });
      await add(says('zebra crossing'), says('zebra alpha'), says('alpha beta gamma delta'));
      const query = words('zebra alpha nowhere "zebra crossing"');
      const asked = async () => {
        const hits = await index().search(scope, query, { kind: 'message' }, 10, bm25);
        const ids = hits.map(({ id }) => id);
        return JSON.stringify([hits, await index().score(scope, query, 'message', ids, bm25)]);
      };
      const before = await asked();

      const inDeals = { ...says('zebra zebra nowhere crossing'), channel: 'deals' };
      const privately = {
        ...says('zebra nowhere'),
        channel: 'board',
        principalId: aPrincipalId(),
        visibility: 'private',
      };
      await add(inDeals, privately as Item, { ...says('nowhere'), channel: 'board' });

      expect(await asked()).toBe(before);
      expect(idsOf(await search(words('nowhere')))).toContain(inDeals.id);
    });

    describe('what a caller does not see', () => {
      const ofGrace = (item: Item): Item => ({ ...item, principalId: aPrincipalId(), visibility: 'private' });
      const ofAnotherPeer = (item: Item): Item => ({ ...item, visibility: 'peer', channel: 'coach:2' });

      it('says nothing of its words by the score of what is seen', async () => {
        const query = words('berlin acquisition');
        await add(says('the office in berlin'), says('lunch at two'), says('a desk'));
        const before = JSON.stringify(await search(query));

        await add(ofGrace(says('the acquisition of acme')), ofAnotherPeer(says('an acquisition, berlin berlin')));

        expect(JSON.stringify(await search(query))).toBe(before);
      });

      it('changes no byte of any answer, whatever it is and becomes', async () => {
        await fc.assert(
          fc.asyncProperty(
            aStore,
            aStore,
            fc.array(fc.constantFrom(...VOCABULARY, '"zebra lion"', 'unheardof'), { minLength: 1, maxLength: 5 }),
            async (open, hidden, asked) => {
              const writer = aPrincipal({ peers: ['coach:1'], peerPrefixes: ['coach'] });
              const others = [aColleagueOf(writer), aColleagueOf(writer)];
              const whos = [scopeOf(writer), scopeOf(writer, 'coach:1')];
              const shown = open.map((draft) => draftedItem(draft, [writer, writer]));
              const [closed, now] = [
                hidden.map((draft) => draftedItem(draft, others)),
                hidden.map((draft) => draftedItem({ ...draft, visibility: 'private' }, others)),
              ].map((items) => items.filter((item) => whos.every((who) => !isVisible(who, item)))) as [Item[], Item[]];
              await add(...shown, ...shown.flatMap((item, at) => changesOf(item, open[at]!)));
              const ask = () => answersTo(index(), whos, words(...asked), idsOf(shown) as Item['id'][]);
              const alone = await ask();

              await add(...closed, ...now);
              expect(await ask()).toBe(alone);
              await add(...closed.map((item) => ({ ...item, version: 2, state: 'archived' as const })));
              expect(await ask()).toBe(alone);
              await Promise.all(now.map(({ orgId, kind, id }) => index().remove(orgId, kind, id, 9)));
              expect(await ask()).toBe(alone);
            },
          ),
          { numRuns: randomStores },
        );
      }, 120_000);

      it('is found by those who see it, though nothing else is there to count', async () => {
        const [both, often, long] = [
          says('zebra giraffe'),
          says('zebra zebra'),
          says(`zebra ${'and so on '.repeat(40)}`),
        ].map((item) => ({ ...item, visibility: 'private' as const }));
        await add(long!, often!, both!);

        const hits = await search(words('zebra giraffe'));

        expect(idsOf(hits)).toEqual([both!.id, often!.id, long!.id]);
        expect(hits.every(({ share }) => share > 0 && share < 1)).toBe(true);
        expect(hits[0]!.share).toBeGreaterThan(0.3);
        expect(hits[0]!.covered).toBe(1);
        await expect(
          index().search(scopeOf(aColleagueOf(ada)), words('zebra'), allOf('message'), 9, bm25),
        ).resolves.toEqual([]);
      });

      it('is scored by those who see it as an open item of the same words is', async () => {
        await add(says('alpha beta'), says('gamma delta epsilon'), says('zebra crossing'));
        const [open, closed] = [says('the zebra slept'), ofGrace(says('the zebra slept'))] as const;
        await add(open, closed);
        const grace = scopeOf({ ...ada, principalId: closed.principalId });

        const hits = await index().search(grace, words('zebra slept'), allOf('message'), 5, bm25);

        const shareOfItem = (item: Item) => hits.find(({ id }) => id === item.id)?.share;
        expect(shareOfItem(closed)).toBeGreaterThan(0);
        expect(shareOfItem(closed)).toBe(shareOfItem(open));
      });

      it('takes no place among what a very long query looks for', async () => {
        const query = words(...Array.from({ length: 700 }, (_, at) => `word${at}`));
        await add(...Array.from({ length: 60 }, (_, at) => says(`word${at * 11} word${at * 7} plain`)));
        const before = JSON.stringify(await search(query));

        await add(
          ...Array.from({ length: 70 }, (_, at) =>
            ofGrace(says(Array.from({ length: 10 }, (__, n) => `word${at * 10 + n}`).join(' '))),
          ),
        );

        expect(JSON.stringify(await search(query))).toBe(before);
      });
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

    it('answers each of several questions at the same time with what it asked for alone', async () => {
      const items = [talks('zebra', 's'), talks('zebra', 't'), talks('giraffe', 'u')];
      await add(...items);
      const query = words('zebra', 'giraffe');
      const question = index().forQuestion();

      const scored = items.map(({ id }) => question.score(scope, query, 'message', [id], bm25));
      const covered = ['s', 't', 'u'].map((group) => question.coverage(scope, query, 'message', [group]));

      expect((await Promise.all(scored)).map(idsOf)).toEqual(items.map(({ id }) => [id]));
      expect((await Promise.all(covered)).map((some) => some.map(({ group }) => group))).toEqual([['s'], ['t'], ['u']]);
    });

    // Behaviour 15
    it('shows exactly what the scope sees and the filter passes', async () => {
      const grace = aColleagueOf(ada);
      const everything = [
        ...messagesOfAllSorts([ada, grace]),
        ...memoriesOfAllSorts([ada, grace]),
        ...notesOfAllSorts([ada, grace]),
      ];
      await add(...everything);

      for (const who of someScopes([ada, grace])) {
        const found = await Promise.all(
          someFilters().map(async (filter) => {
            const hits = await index().search(who, words('zebra'), filter, everything.length, bm25);
            return { filter, ids: idsOf(hits).sort() };
          }),
        );

        const expected = (filter: Filter) =>
          everything.filter((item) => isVisible(who, item) && matchesFilter(filter, item));
        expect(found).toEqual(someFilters().map((filter) => ({ filter, ids: idsOf(expected(filter)).sort() })));
      }
    });

    it('fills a page with what holds at the time, whatever was better and ceased or is yet to', async () => {
      const memory = (content: string, more: Partial<Memory> = {}) => mine(aMemory({ content, ...more }));
      const ceased = Array.from({ length: 80 }, () => memory('zebra', { validTo: A_MONDAY }));
      const toCome = Array.from({ length: 80 }, () => memory('zebra', { validFrom: A_MONDAY + 1 }));
      const holding = [{}, { validTo: A_MONDAY + 1 }, { validFrom: A_MONDAY }].map((more) =>
        memory('a zebra among many other words', more),
      );
      await add(...ceased, ...toCome, ...holding);
      const at = async (holdsAt: number) =>
        idsOf(await search(words('zebra'), { kind: 'memory', holdsAt }, holding.length)).sort();

      expect(await at(A_MONDAY)).toEqual(idsOf(holding).sort());
      expect(idsOf(ceased)).toEqual(expect.arrayContaining(await at(A_MONDAY - 1)));
      expect(idsOf(toCome)).toEqual(expect.arrayContaining(await at(A_MONDAY + 1)));
    });

    // Behaviour 5
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

    it('tells what share of the query each hit holds at all, however often', async () => {
      const [both, often, one] = [says('zebra giraffe'), says('zebra zebra zebra'), says('zebra and much else here')];
      await add(both, often, one, says('giraffe'), says('alpha'));
      const idf = (df: number) => Math.log(1 + (5 - df + 0.5) / (df + 0.5));
      const all = idf(3) + idf(2) + idf(0);

      const query = words('zebra', 'giraffe', 'unheardof');
      const hits = await search(query);
      const scored = await index().score(scope, query, 'message', [both.id, often.id], bm25);

      const covered = new Map(hits.map((hit) => [hit.id, hit.covered]));
      expect(covered.get(both.id)).toBeCloseTo((idf(3) + idf(2)) / all, 10);
      expect(covered.get(often.id)).toBeCloseTo(idf(3) / all, 10);
      expect(covered.get(one.id)).toBe(covered.get(often.id));
      expect(scored.map(({ id, covered: share }) => [id, share])).toEqual(
        expect.arrayContaining([both, often].map(({ id }) => [id, covered.get(id)])),
      );
    });

    it('covers nothing where a query holds nothing to cover', async () => {
      await add(talks('zebra', 's'));

      const [hit] = await search({ terms: [], parts: [], phrases: [['zebra', 'zebra']] });

      expect(hit).toBeUndefined();
      await expect(coverage(words(), ['s'])).resolves.toEqual([]);
      await expect(coverage(words('zebra'), [])).resolves.toEqual([]);
      await expect(coverage({ terms: [], parts: [], phrases: [['zebra', 'crossing']] }, ['s'])).resolves.toEqual([]);
    });

    describe('what a session or document holds of a query', () => {
      it('is the share of its idf that its items hold together', async () => {
        await add(
          talks('zebra', 's'),
          talks('the giraffe saw a zebra', 's'),
          talks('giraffe', 't'),
          talks('alpha', 'u'),
        );
        const idf = (df: number) => Math.log(1 + (4 - df + 0.5) / (df + 0.5));
        const all = idf(2) + idf(2) + idf(0);

        const covered = await coverage(words('zebra', 'giraffe', 'unheardof'), ['s', 't', 'u', 'unknown']);

        expect(covered.map(({ group }) => group).sort()).toEqual(['s', 't']);
        expect(shareOf(covered, 's')).toBeCloseTo((idf(2) + idf(2)) / all, 10);
        expect(shareOf(covered, 't')).toBeCloseTo(idf(2) / all, 10);
      });

      it('adds up over items that hold one word each, to 1 at most', async () => {
        await add(talks('zebra', 's'), talks('giraffe', 's'), talks('lion zebra', 's'));

        expect(await coverage(words('zebra', 'giraffe', 'lion'), ['s', 's'])).toEqual([{ group: 's', covered: 1 }]);
      });

      it('is kept by the document that a title names, and apart from a session of that name', async () => {
        const part = (title: string, content: string) => mine(aMemory({ title, content }));
        await add(part('Zoo / Cats', 'a lion'), part('Zoo / Horses / Striped', 'a zebra'), part('Zoo', 'a giraffe'));
        await add(talks('an okapi', 'Zoo'));
        const ofAll = words('lion', 'zebra', 'giraffe', 'okapi');
        const of = (query: WordQuery, kind: Filter['kind']) => index().coverage(scope, query, kind, ['Zoo']);

        expect(await of(words('lion', 'zebra'), 'memory')).toEqual([{ group: 'Zoo', covered: 1 }]);
        expect(await of(words('giraffe', 'okapi'), 'memory')).toEqual([]);
        expect(await of(words('okapi'), 'message')).toEqual([{ group: 'Zoo', covered: 1 }]);
        expect((await of(ofAll, 'memory'))[0]!.covered).toBeLessThan(1);
      });

      it('takes a group of any name', async () => {
        const names = ["it's", '"quoted"', '%', '日本', 'a\u0000b', ' '];
        await add(...names.map((name) => talks('zebra', name)));

        for (const name of names) expect(await coverage(words('zebra'), [name])).toEqual([{ group: name, covered: 1 }]);
      });

      it('counts nothing that the scope does not see', async () => {
        const grace = aColleagueOf(ada);
        const ofGrace = { ...talks('giraffe', 's', { visibility: 'private' }), principalId: grace.principalId };
        const ofPeer = talks('lion', 's', { visibility: 'peer', channel: 'coach:1' });
        const ofOtherPeer = talks('okapi', 's', { visibility: 'peer', channel: 'coach:2' });
        await add(talks('zebra', 's'), ofGrace, ofPeer, ofOtherPeer);
        const sees = async (who: Scope) => {
          const seen = await Promise.all(
            ['zebra', 'giraffe', 'lion', 'okapi'].map(async (word) => {
              const covered = await index().coverage(who, words(word), 'message', ['s']);
              return covered.length > 0 ? [word] : [];
            }),
          );
          return seen.flat();
        };

        expect(await sees(scope)).toEqual(['zebra']);
        expect(await sees(scopeOf(grace))).toEqual(['zebra', 'giraffe']);
        expect(await sees(scopeOf(ada, 'coach:1'))).toEqual(['zebra', 'lion']);
        expect(await sees(scopeOf(ada, 'coach:2'))).toEqual(['zebra']);
        expect(await sees(scopeOf(aPrincipal()))).toEqual([]);
      });

      it('gives the same bytes in whichever session hidden items stand', async () => {
        const hidden = [
          { ...talks('giraffe zebra', 's', { visibility: 'private' }), principalId: aPrincipalId() },
          talks('lion', 's', { visibility: 'peer', channel: 'coach:2' }),
        ];
        await add(talks('zebra', 's'), talks('lion', 't'), ...hidden);
        const ask = async () => JSON.stringify(await coverage(words('zebra', 'giraffe', 'lion'), ['s', 't', 'v']));
        const together = await ask();

        await add(...hidden.map((item) => ({ ...item, sessionKey: 'v', version: 2 })));

        expect(await ask()).toBe(together);
      });

      it('gives the same bytes whatever other organisations hold', async () => {
        await add(talks('zebra', 's'), talks('alpha', 's'));
        const ask = async () => JSON.stringify(await coverage(words('zebra', 'giraffe'), ['s']));
        const alone = await ask();

        const foreign = anOrgId();
        const theirs = ['zebra giraffe', 'giraffe', 'zebra'].map((content) =>
          aMessage({ orgId: foreign, content, sessionKey: 's' }),
        );
        await add(...theirs);

        expect(await ask()).toBe(alone);
      });

      it('holds nothing of a channel that is closed to the caller', async () => {
        await add(talks('zebra', 's', { channel: 'dev' }), talks('giraffe', 's', { channel: 'board' }));
        const asked = words('zebra', 'giraffe', 'lion');
        const seenBy = (closedChannels: string[]) =>
          index().coverage(scopeOf({ ...ada, closedChannels }), asked, 'message', ['s']);
        const all = shareOf(await seenBy(['elsewhere']), 's')!;

        const inPart = shareOf(await seenBy(['board']), 's')!;
        expect(inPart).toBeGreaterThan(0);
        expect(inPart).toBeLessThan(all);
        expect(await seenBy(['board', 'dev'])).toEqual([]);
      });

      it('forgets what was removed, archived, changed or moved', async () => {
        const gone = talks('giraffe', 's');
        const archived = talks('lion', 's');
        const changed = talks('okapi', 's');
        const moved = talks('alpaca', 's');
        await add(talks('zebra', 's'), talks('zebra', 's'), gone, archived, changed, moved);
        const holds = async (word: string, group = 's') => (await coverage(words(word), [group])).length > 0;
        const heldOf = async (...all: string[]) => {
          const held = await Promise.all(all.map((word) => holds(word)));
          return all.filter((_, at) => held[at]);
        };
        expect(await heldOf('zebra', 'giraffe', 'lion', 'okapi', 'alpaca')).toHaveLength(5);

        await index().remove(gone.orgId, 'message', gone.id, 2);
        await add({ ...archived, state: 'archived', version: 2 });
        await add({ ...changed, content: 'camel', version: 2 });
        await add({ ...moved, sessionKey: 't', version: 2 });

        expect(await heldOf('zebra', 'giraffe', 'lion', 'okapi', 'alpaca', 'camel')).toEqual(['zebra', 'camel']);
        expect(await holds('alpaca', 't')).toBe(true);

        await add({ ...archived, state: 'active', version: 3 });

        expect(await holds('lion')).toBe(true);
      });

      it('counts a word as long as one item holds it', async () => {
        const [first, second] = [talks('zebra', 's'), talks('zebra', 's')];
        await add(first, second);
        const holds = async () => (await coverage(words('zebra'), ['s'])).length > 0;

        await index().remove(first.orgId, 'message', first.id, 2);
        expect(await holds()).toBe(true);
        await index().remove(second.orgId, 'message', second.id, 2);
        expect(await holds()).toBe(false);
      });

      it('is what reading every item says, in any store and for any scope', async () => {
        await fc.assert(
          fc.asyncProperty(
            aStore,
            fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 4 }),
            async (drafts, asked) => {
              const writer = aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] });
              const writers = [writer, aColleagueOf(writer, { peers: ['coach:1'] })];
              const items = drafts.map((draft) => draftedItem(draft, writers));
              await add(...items);
              await add(...items.flatMap((item, at) => changesOf(item, drafts[at]!)));
              const now = items.map((item, at) => changesOf(item, drafts[at]!)[0] ?? item);
              const query = words(...asked);

              const check = async (who: Scope, kind: Item['kind']) => {
                const found = await index().coverage(who, query, kind, GROUPS);

                expect(roundCoverage(found)).toEqual(roundCoverage(bruteForceCoverage(now, who, query, kind)));
              };
              await Promise.all(someScopes(writers).flatMap((who) => [check(who, 'message'), check(who, 'memory')]));
            },
          ),
          { numRuns: randomStores },
        );
      }, 60_000);
    });
  });
}

/** All answers of an index to these scopes, as text. */
async function answersTo(
  index: TextIndex,
  whos: readonly Scope[],
  query: WordQuery,
  ids: readonly Item['id'][],
): Promise<string> {
  const kinds = ['message', 'memory'] as const;
  const asked = whos.flatMap((who) => kinds.map((kind) => ({ who, kind })));
  const answers = asked.map(({ who, kind }) =>
    Promise.all([
      index.search(who, query, { kind, includeArchived: true }, 20, bm25),
      index.score(who, query, kind, ids, bm25),
      index.coverage(who, query, kind, GROUPS),
    ]),
  );
  const sorted = (await Promise.all(answers)).map(([found, scored, covered]) => [
    found,
    ordered(scored),
    roundCoverage(covered),
  ]);
  return JSON.stringify(sorted);
}

const ordered = (hits: readonly WordHit[]): WordHit[] => hits.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const shareOf = (covered: readonly GroupCoverage[], wanted: string): number | undefined =>
  covered.find(({ group }) => group === wanted)?.covered;

const idsOf = (hits: readonly { id: string }[]): string[] => hits.map(({ id }) => id);
const byId = (hits: readonly WordHit[]) => new Map(hits.map((hit) => [hit.id, hit]));
