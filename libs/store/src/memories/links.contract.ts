import type { ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aPrincipal } from '@cairn/testing';
import type { Lifecycle } from './lifecycle.ts';
import type { Links } from './links.ts';

export interface LinksWorld {
  readonly links: Links;
  readonly lifecycle: Lifecycle;
  readonly truth: Truth;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Links` against one adapter; `make` opens an empty store and its truth. */
export function linksContract(adapter: string, make: () => Promise<LinksWorld>): void {
  describe(`${adapter} keeps the promises of links`, () => {
    let world: LinksWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    async function stored(author: Principal, contents: readonly string[], visibility: 'org' | 'private' = 'org') {
      const memories = contents.map((content) => aNewMemory({ content }, { visibility }));
      await world.truth.write(author, memories);
      return memories.map(({ id }) => id);
    }
    const relinkAll = async (author: Principal, ids: readonly ItemId[]) => {
      for (const id of ids) await world.links.relink({ orgId: author.orgId, id, candidates: ids });
    };
    const found = async (author: Principal, ids: readonly ItemId[]) =>
      (await world.links.of({ scope: scopeOf(author), ids })).map(
        ({ id, other, kind }) => `${kind} ${ids.indexOf(id)}-${ids.indexOf(other)}`,
      );
    const budgets = [
      'The grocery budget is $500 a month.',
      'The grocery budget is $550 a month.',
      'the grocery budget is $550 a month',
    ];

    it('links what restates and what contradicts, from both ends, however often it is done', async () => {
      const ada = aPrincipal();
      const ids = await stored(ada, [...budgets, 'Grace owns billing.']);
      await relinkAll(ada, ids);
      await Promise.all(ids.map((id) => world.links.relink({ orgId: ada.orgId, id, candidates: ids })));

      expect((await found(ada, ids)).sort()).toEqual(
        [
          'contradicts 0-1',
          'contradicts 0-2',
          'contradicts 1-0',
          'contradicts 2-0',
          'restates 1-2',
          'restates 2-1',
        ].sort(),
      );
      expect(await found(aPrincipal(), ids)).toEqual([]);
    });

    it('links memories whose given relations cannot both hold, whatever their texts say', async () => {
      const ada = aPrincipal();
      const owned = (content: string, by: string, says?: 'denies') =>
        aNewMemory({
          content,
          relations: [{ from: `team:${by}`, type: 'owns', to: 'service:ledger', ...(says && { says }) }],
        });
      const memories = [
        owned('Ask Petrel first.', 'Petrel'),
        owned('Heron answers for all of it.', 'Heron'),
        owned('Not a word to Petrel.', 'petrel', 'denies'),
      ];
      await world.truth.write(ada, memories);
      const ids = memories.map(({ id }) => id);
      await relinkAll(ada, ids);

      expect((await found(ada, ids)).filter((link) => / [01]-[12]$/.test(link)).sort()).toEqual([
        'contradicts 0-1',
        'contradicts 0-2',
      ]);
    });

    it('lists pairs in pages, and shows none of which the caller does not see both', async () => {
      const ada = aPrincipal();
      const open = await stored(ada, budgets.slice(0, 2));
      const own = await stored(ada, budgets.slice(1, 2), 'private');
      await relinkAll(ada, [...open, ...own]);
      const pages = async (who: Principal, kind?: 'contradicts' | 'restates') => {
        const first = await world.links.list({ scope: scopeOf(who), kind, limit: 2 });
        const last = first.at(-1);
        const after = last && ([last.newer.id, last.older.id] as const);
        const next = after ? await world.links.list({ scope: scopeOf(who), kind, limit: 2, after }) : [];
        return [...first, ...next].map(({ kind: of, newer, older }) => [of, newer.id, older.id]);
      };

      expect(await pages(ada)).toHaveLength(3);
      expect(await pages(ada, 'restates')).toHaveLength(1);
      expect(await pages(aColleagueOf(ada))).toEqual([['contradicts', open[1], open[0]]]);
      expect(await found(aColleagueOf(ada), [...open, ...own])).toEqual(['contradicts 1-0', 'contradicts 0-1']);
      expect(await pages(aPrincipal())).toEqual([]);
    });

    it('takes the links of what is changed, archived or forgotten', async () => {
      const ada = aPrincipal();
      const ids = await stored(ada, budgets);
      await relinkAll(ada, ids);
      const act = (id: ItemId, ifVersion = 1) => ({ scope: scopeOf(ada), author: ada, id, ifVersion });
      const { derived } = aNewMemory();

      await world.lifecycle.change({
        ...act(ids[0]!),
        fields: { content: 'Something else.' },
        derived: { ...derived, mergeKey: undefined },
      });
      await world.links.relink({ orgId: ada.orgId, id: ids[0]!, candidates: ids });
      expect((await found(ada, ids)).sort()).toEqual(['restates 1-2', 'restates 2-1']);

      await world.lifecycle.setState({ ...act(ids[1]!), state: 'archived', mergeKey: undefined });
      expect(await found(ada, ids)).toEqual([]);
      await world.lifecycle.setState({ ...act(ids[1]!, 2), state: 'active', mergeKey: undefined });
      expect(await found(ada, ids)).toHaveLength(2);
      await world.truth.forget(scopeOf(ada), ada, 'memory', ids[1]!);
      expect(await world.links.list({ scope: scopeOf(ada), limit: 9 })).toEqual([]);
    });
  });
}
