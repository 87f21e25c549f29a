import { scopeOf, type ItemId } from '@cairn/contracts';
import type { Identity, NewPrincipal, Rulings, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aPrincipal } from './builders.ts';

export interface RulingsWorld {
  readonly rulings: Rulings;
  readonly truth: Truth;
  readonly identity: Identity;
  readonly close: () => Promise<void>;
}

/** The contract suite of the port `Rulings`: `make` opens an empty store with truth and keys beside it. */
export function rulingsContract(adapter: string, make: () => Promise<RulingsWorld>): void {
  describe(`${adapter} keeps the promises of rulings`, () => {
    let world: RulingsWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    const remember = async (author: ReturnType<typeof aPrincipal>, ...memories: ReturnType<typeof aNewMemory>[]) => {
      await world.truth.write(author, memories);
      return memories.map(({ id }) => id as ItemId);
    };

    it('gives the triggers and norms that were stored, newest first, and nothing of memories without', async () => {
      const ada = aPrincipal();
      const forbids = [{ names: ['git push --force'], within: ['main'], strength: 'must' as const }];
      const [, old, young] = await remember(
        ada,
        aNewMemory({ title: 'none', actionTriggers: [] }),
        aNewMemory({ title: 'old', actionTriggers: ['rm -rf *'] }),
        aNewMemory({ title: 'young', forbids }),
      );

      const scope = scopeOf(aColleagueOf(ada));
      expect(await world.rulings.given(scope, 10)).toEqual([
        { id: young, version: 1, triggers: [], forbids },
        { id: old, version: 1, triggers: ['rm -rf *'], forbids: [] },
      ]);
      expect(await world.rulings.given(scope, 1)).toHaveLength(1);
      expect(await world.truth.hydrate(scope, { kind: 'memory' }, [old!])).toMatchObject([
        { actionTriggers: ['rm -rf *'] },
      ]);
    });

    it('tells of no trigger that the scope does not see, or that is forgotten', async () => {
      const ada = aPrincipal();
      const [hidden, gone] = await remember(
        ada,
        aNewMemory({ title: 'hidden', actionTriggers: ['a *'] }, { visibility: 'private' }),
        aNewMemory({ title: 'gone', actionTriggers: ['b *'] }),
      );
      await world.truth.forget(scopeOf(ada), ada, 'memory', gone!);

      expect(await world.rulings.given(scopeOf(ada), 10)).toMatchObject([{ id: hidden, triggers: ['a *'] }]);
      expect(await world.rulings.given(scopeOf(aColleagueOf(ada)), 10)).toEqual([]);
      expect(await world.rulings.given(scopeOf(aPrincipal()), 10)).toEqual([]);
    });

    it('trusts what a person or a manager wrote, and no other agent', async () => {
      const { orgId } = await world.identity.firstOrganisation();
      const writerWith = async (request: Pick<NewPrincipal, 'kind' | 'role'>) => {
        const { key } = await world.identity.createKey({ orgId, name: 'somebody', peers: [], ...request });
        return (await world.identity.authenticate(key))!;
      };
      const [person, manager, agent] = await Promise.all([
        writerWith({ kind: 'person', role: 'writer' }),
        writerWith({ kind: 'agent', role: 'manager' }),
        writerWith({ kind: 'agent', role: 'writer' }),
      ]);
      const [[byPerson], [byManager], [byAgent]] = await Promise.all([
        remember(person, aNewMemory({ title: 'by a person' })),
        remember(manager, aNewMemory({ title: 'by a manager' })),
        remember(agent, aNewMemory({ title: 'by an agent' })),
      ]);
      const ids = [byPerson!, byManager!, byAgent!];

      expect((await world.rulings.trusted(scopeOf(agent), ids)).sort()).toEqual([byPerson!, byManager!].sort());
      expect(await world.rulings.trusted(scopeOf(aPrincipal()), ids)).toEqual([]);
    });
  });
}
