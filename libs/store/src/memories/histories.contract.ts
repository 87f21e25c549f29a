import type { ItemId, Memory, MemoryId, MessageId, ProposalHistory, RestoreHistoryRequest } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import type { Histories } from './histories.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Proposals } from './proposals.ts';

export interface HistoriesWorld {
  readonly histories: Histories;
  readonly lifecycle: Lifecycle;
  readonly proposals: Proposals;
  readonly truth: Truth;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Histories` against one adapter; `make` opens an empty store and its truth. */
export function historiesContract(adapter: string, make: () => Promise<HistoriesWorld>): void {
  describe(`${adapter} keeps the promises of histories`, () => {
    let world: HistoriesWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    const idOf = ({ id }: NewItem) => id as MemoryId;
    const none = { supersedes: [], activeFrom: null, activeTo: null, revisions: [], feedback: [] };

    it('gives a memory elsewhere the history that it has here, once', async () => {
      const [ada, eve] = [aPrincipal({ role: 'manager' }), aPrincipal({ role: 'manager' })];
      const entities = [{ name: 'Payments', type: 'team' as const, aliases: ['pay'] }];
      const relations = [{ from: 'Payments', type: 'owns', to: 'acme/shop:src/a.ts' }];
      const old = aNewMemory({ content: 'It is 5432.', subject: 'db', attribute: 'port', entities, relations });
      await world.truth.write(ada, [old]);
      const act = { scope: scopeOf(ada), author: ada, id: old.id, ifVersion: 1, reason: 'moved' };
      await world.lifecycle.change({
        ...act,
        fields: { content: 'It is 5433.' },
        derived: { ...old.derived, mergeKey: undefined },
      });
      const newer = aNewMemory({ content: 'It is 5434.', subject: 'db', attribute: 'port' });
      await world.lifecycle.supersede({ ...act, ifVersion: 2, successor: newer });
      const [ofOld, ofNewer] = await world.histories.of({ scope: scopeOf(ada), ids: [idOf(old), idOf(newer)] });

      const [oldThere, newerThere] = [aNewMemory({ content: 'It is 5433.' }), aNewMemory({ content: 'It is 5434.' })];
      await world.truth.write(eve, [oldThere]);
      const feedback = [{ by: ada.principalId, day: 20_000, kind: 'helpful' as const }];
      const restore = (memory: NewItem, history: RestoreHistoryRequest) =>
        world.histories.restore({ scope: scopeOf(eve), author: eve, id: memory.id, history });
      const history = { ...none, version: 3, state: 'superseded', activeTo: 9, feedback } as const;
      expect(await restore(oldThere, { ...history, revisions: ofOld!.revisions })).toBe(true);
      await world.truth.write(eve, [newerThere]);
      await restore(newerThere, { ...none, version: 1, state: 'active', supersedes: [idOf(oldThere)] });

      expect(ofOld!.revisions).toMatchObject([
        { version: 1, content: 'It is 5432.', reason: 'moved' },
        { version: 2, state: 'active' },
      ]);
      expect(ofNewer).toMatchObject({ supersedes: [old.id], feedback: [] });
      expect(ofOld!.entities).toEqual([{ name: 'Payments', type: 'team', aliases: ['pay'] }]);
      expect(ofOld!.relations).toEqual([{ from: 'team:Payments', type: 'owns', to: 'path:acme/shop:src/a.ts' }]);
      const there = await world.histories.of({ scope: scopeOf(eve), ids: [idOf(oldThere), idOf(newerThere)] });
      expect(there[0]).toMatchObject({ revisions: ofOld!.revisions, feedback });
      expect(there[1]).toMatchObject({ supersedes: [oldThere.id] });
      expect(await world.truth.find(scopeOf(eve), 'memory', oldThere.id as ItemId)).toMatchObject({
        version: 3,
        state: 'superseded',
        activeTo: 9,
      });
      expect(await restore(oldThere, { ...none, version: 7, state: 'archived' })).toBe(false);
    });

    it('gives a memory elsewhere the proposal, the rejection and the confirmation that it has here', async () => {
      const content = 'We deploy on Tuesdays only.';
      const aStore = async (name: string) => {
        const who = aPrincipal({ role: 'manager', kind: 'person' });
        const message = aNewMessage({ content: `${name}: ${content}` }, { visibility: 'private' });
        await world.truth.write(who, [message]);
        const start = name.length + 2;
        return {
          who,
          scope: scopeOf(who),
          quote: { messageId: message.id as MessageId, start, end: start + content.length },
        };
      };
      const [here, there] = [await aStore('Ada'), await aStore('Ada')];
      const waiting = aNewMemory({ content, project: 'acme/shop' });
      const rejected = aNewMemory({ content: 'We deploy on Mondays.' }, { visibility: 'private' });
      const kept = aNewMemory({ content: 'We deploy from main.' });
      const proposals = [waiting, rejected, kept].map((item) => ({
        ...{
          item,
          kind: 'decision' as const,
          certainty: 0.6,
          quotes: [here.quote],
          isOwnWords: false,
          sessionKey: 's',
        },
        saidBy: { role: 'user' as const, speaker: 'Ada' },
      }));
      const author = here.who;
      await world.proposals.propose({ scope: here.scope, author, ownerId: author.principalId, proposals });
      const review = { scope: here.scope, reviewer: author };
      await world.proposals.decide({ ...review, id: rejected.id, act: 'reject', reason: 'No.' });
      await world.proposals.decide({ ...review, id: kept.id, act: 'keep', derived: kept.derived });

      const ids = [waiting, rejected, kept].map(idOf);
      for (const { id, proposal } of await world.histories.of({ scope: here.scope, ids })) {
        const found = (await world.truth.find(here.scope, 'memory', id as ItemId)) as Memory;
        const { version, state, content: text, project } = found;
        const copy = aNewMemory({ content: text, project }, { visibility: found.visibility });
        await world.truth.write(there.who, [copy]);
        const sightings = proposal!.sightings.map((each) => ({ ...each, quotes: [there.quote] }));
        const history = { ...none, version, state, proposal: { ...proposal!, sightings } };
        const command = {
          scope: there.scope,
          author: there.who,
          id: copy.id,
          history: history as RestoreHistoryRequest,
        };
        expect(await world.histories.restore(command)).toBe(true);
      }

      const seen = async ({ who, scope, quote }: typeof here) => {
        const lists = await Promise.all(
          (['waiting', 'rejected', 'kept'] as const).map((status) =>
            world.proposals.list({ scope, reviewer: who, query: { status }, limit: 9 }),
          ),
        );
        return lists.map(({ proposals: all }) =>
          all.map(
            ({ memoryId: _, owner: __, proposedBy: ___, createdAt: ____, sourceIds: _____, decision, ...each }) => ({
              ...each,
              reason: decision?.reason,
              quotes: each.quotes.map(({ messageId, ...words }) => ({
                ...words,
                isOwn: messageId === quote.messageId,
              })),
            }),
          ),
        );
      };
      const restored = await seen(there);
      expect(restored).toEqual(await seen(here));
      expect(restored[0]).toMatchObject([
        { content, project: 'acme/shop', visibility: 'org', quotes: [{ text: content, isOwn: true }] },
      ]);
      const [active] = (await world.truth.list(
        there.scope,
        { kind: 'memory' },
        { order: 'stored', limit: 9 },
      )) as Memory[];
      expect(active).toMatchObject({ content: 'We deploy from main.' });
      expect(active).not.toHaveProperty('confirmedBy');

      const atOnce = aNewMemory({ content: 'A proposal that was kept at once.' });
      await world.truth.write(there.who, [atOnce]);
      const proposal: ProposalHistory = {
        kind: 'fact',
        status: 'kept',
        certainty: 0.5,
        visibility: 'org',
        sightings: [],
      };
      const command = {
        ...{ scope: there.scope, author: there.who, id: atOnce.id },
        history: { ...none, version: 1, state: 'active', proposal } as RestoreHistoryRequest,
      };
      expect([await world.histories.restore(command), await world.histories.restore(command)]).toEqual([true, false]);
    });

    it('puts no memory in the place of one that others read, unless they read both', async () => {
      const ada = aPrincipal({ role: 'manager' });
      const old = aNewMemory({ content: 'It is 5433.' });
      const [hers, everyones] = [
        aNewMemory({ content: 'mine' }, { visibility: 'private' }),
        aNewMemory({ content: 'new' }),
      ];
      await world.truth.write(ada, [old, hers, everyones]);
      const restore = ({ id }: NewItem, history: Partial<RestoreHistoryRequest>) =>
        world.histories.restore({
          scope: scopeOf(ada),
          author: ada,
          id,
          history: { ...none, version: 1, state: 'active', ...history },
        });
      const successionOfOld = async () =>
        (await world.lifecycle.successions({ scope: scopeOf(ada), ids: [old.id] }))[0];
      await restore(old, { version: 2, state: 'superseded' });

      await restore(hers, { supersedes: [idOf(old)] });
      expect(await successionOfOld()).toBeUndefined();

      await restore(everyones, { supersedes: [idOf(old)] });
      expect(await successionOfOld()).toEqual({ id: old.id, supersededBy: everyones.id });
    });

    it('neither shows nor changes what the scope does not see', async () => {
      const ada = aPrincipal();
      const hers = aNewMemory({}, { visibility: 'private' });
      await world.truth.write(ada, [hers]);

      for (const other of [aColleagueOf(ada, { role: 'manager' }), aPrincipal({ role: 'admin' })]) {
        const history = { ...none, version: 2, state: 'archived' } as const;
        expect(await world.histories.of({ scope: scopeOf(other), ids: [idOf(hers)] })).toEqual([]);
        expect(
          await world.histories.restore({ scope: scopeOf(other), author: other, id: hers.id, history }),
        ).toBeUndefined();
      }
      expect(await world.truth.find(scopeOf(ada), 'memory', hers.id as ItemId)).toMatchObject({ state: 'active' });
    });
  });
}
