import { IMPORT_ID, type ItemId, type MemoryId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aNewMemory, type SettableClock } from '@cairn/testing';
import { v7 as uuidv7 } from 'uuid';
import type { Identity } from '../access/identity.ts';
import type { Keys } from '../access/keys.ts';
import type { Organisations } from '../organisations/organisations.ts';
import type { Feeds } from './feeds.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { NewProposal } from './propose.ts';
import type { Proposals } from './proposals.ts';

export interface FeedsWorld {
  readonly feeds: Feeds;
  readonly truth: Truth;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly lifecycle: Lifecycle;
  readonly organisations: Organisations;
  readonly proposals: Proposals;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `feeds` against one adapter; `make` opens an empty store with truth and keys. */
export function feedsContract(adapter: string, make: () => Promise<FeedsWorld>): void {
  describe(`${adapter} keeps the promises of feeds`, () => {
    let world: FeedsWorld;
    let ada: Principal;
    let agent: Principal;
    let bob: Principal;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());
    beforeEach(async () => {
      const { orgId } = await world.organisations.create({ name: `Feed ${uuidv7()}`, limits: {} });
      const come = async (name: string, ownerId?: Principal['principalId']) => {
        const kind = ownerId ? ('agent' as const) : ('person' as const);
        const { key } = await world.keys.create({ orgId, name, kind, role: 'writer', peers: [], ownerId });
        return (await world.identity.authenticate(key))!;
      };
      ada = await come('Ada');
      agent = await come('claude-code', ada.principalId);
      bob = await come('Bob');
      world.clock.advance(10_000);
    });

    async function aMemory(writer: Principal, fields: Parameters<typeof aNewMemory>[0] = {}) {
      const memory = aNewMemory(fields);
      await world.truth.write(writer, [memory]);
      return memory.id as ItemId;
    }

    const feedOf = (asker: Principal, more: Partial<Parameters<Feeds['page']>[0]> = {}) =>
      world.feeds.page({
        ...{ scope: scopeOf(asker), filter: { kind: 'memory', includeProposed: true }, limit: 9, ...more },
      });
    const titlesOf = async (...asked: Parameters<typeof feedOf>) => (await feedOf(...asked)).map(({ title }) => title);

    it('lists what was stored, the newest first, with its writer and the owner of an agent', async () => {
      await aMemory(bob, { title: 'First', timestamp: world.clock.now() });
      await aMemory(agent, { title: 'Said long ago', timestamp: 1, provenance: { [IMPORT_ID]: 'import-1' } });

      const { principalId } = ada;
      expect(await feedOf(bob)).toMatchObject([
        {
          ...{ title: 'Said long ago', state: 'active', importId: 'import-1' },
          by: { name: 'claude-code', kind: 'agent', owner: { principalId, name: 'Ada' } },
        },
        { title: 'First', by: { name: 'Bob', kind: 'person', owner: null } },
      ]);
    });

    it('goes on after the last entry of a page, and keeps to a writer, a category and a project', async () => {
      for (const title of ['One', 'Two', 'Three']) await aMemory(bob, { title, category: 'fact' });
      await aMemory(agent, { title: 'Rule', category: 'rule', project: 'billing', source: 'cursor' });
      const [, second] = await feedOf(bob);

      expect(await titlesOf(bob, { after: second!.memoryId })).toEqual(['Two', 'One']);
      expect(await titlesOf(bob, { writer: agent.principalId })).toEqual(['Rule']);
      expect(await titlesOf(bob, { source: 'cursor' })).toEqual(['Rule']);
      expect(await titlesOf(bob, { filter: { kind: 'memory', categories: ['rule'] } })).toEqual(['Rule']);
      expect(await titlesOf(bob, { filter: { kind: 'memory', project: 'billing' } })).toEqual(['Rule']);
    });

    it('shows a waiting proposal to its owner alone, as written by its proposer', async () => {
      const proposal = (title: string): NewProposal => ({
        item: aNewMemory({ title, content: title }, { mergeKey: title }),
        ...{ kind: 'decision', certainty: 0.6, quotes: [], isOwnWords: false },
      });
      const [waiting, rejected] = [proposal('Waiting'), proposal('Rejected')];
      const proposed = { ownerId: ada.principalId, proposals: [waiting, rejected] };
      await world.proposals.propose({ scope: scopeOf(agent), author: agent, ...proposed });
      await world.proposals.decide({ scope: scopeOf(ada), reviewer: ada, act: 'reject', id: rejected.item.id });

      expect(await feedOf(ada)).toMatchObject([
        { title: 'Waiting', state: 'proposed', proposal: { kind: 'decision' }, by: { name: 'claude-code' } },
      ]);
      expect(await feedOf(bob)).toEqual([]);
    });

    it('names the memory that a new one superseded, and leaves that out', async () => {
      const id = await aMemory(ada, { title: 'We use Jenkins' });
      const act = { scope: scopeOf(ada), author: ada, id, ifVersion: 1 };
      await world.lifecycle.supersede({ ...act, successor: aNewMemory({ title: 'We use Actions' }) });

      expect(await feedOf(ada)).toMatchObject([
        { title: 'We use Actions', replaces: { memoryId: id as string as MemoryId, title: 'We use Jenkins' } },
      ]);
    });

    it('shows nothing that the asker does not see, and no file of a repository', async () => {
      await aMemory(ada, { title: 'Of Ada', visibility: 'private' });
      await aMemory(ada, { title: 'src/main.ts', category: 'fact', source: 'repository:acme/shop' });

      expect(await titlesOf(ada)).toEqual(['Of Ada']);
      expect(await titlesOf(bob)).toEqual([]);
    });

    it('remembers for each principal until when they have seen everything, whichever device looks', async () => {
      const look = (author: Principal, seenUntil?: number) => world.feeds.recordVisit({ author, seenUntil });
      const first = world.clock.now();
      expect([await look(ada), await look(ada)]).toEqual([0, 0]);

      world.clock.advance(3_600_000);

      expect([await look(ada), await look(ada), await look(bob)]).toEqual([first, first, 0]);
      expect([await look(ada, first + 5), await look(ada)]).toEqual([first + 5, first + 5]);
    });
  });
}
