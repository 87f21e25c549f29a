import type { MessageInput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMessage, aPrincipal, type SettableClock } from '@cairn/testing';
import { QUIET_CONVERSATION_MS, type ClaimedConversation, type Extractions } from './extractions.ts';

export interface ExtractionsWorld {
  readonly extractions: Extractions;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

const MESSAGES = { kind: 'message' } as const;
const LEASE_MS = 1_000;

/** Runs the contract suite of `extractions` against one adapter; `make` opens an empty store with the truth. */
export function extractionsContract(adapter: string, make: () => Promise<ExtractionsWorld>): void {
  describe(`${adapter} keeps the promises of extractions`, () => {
    let world: ExtractionsWorld;
    let extractions: Extractions;
    beforeAll(async () => {
      world = await make();
      ({ extractions } = world);
      world.clock.set(1_000_000);
    });
    afterAll(() => world.close());

    const say = (sessionKey: string | undefined, more: Partial<MessageInput> = {}) =>
      aNewMessage({ sessionKey, ...more });
    const write = async (author: Principal, ...items: NewItem[]) => {
      await world.truth.write(author, items);
      return items.map(({ id }) => id);
    };
    const later = (ms: number) => world.clock.set(world.clock.now() + ms);
    /**
     * Claims all conversations that are due and returns those of one organisation; conversations of other tests are
     * claimed too.
     */
    const claimed = async ({ orgId }: Principal): Promise<ClaimedConversation[]> => {
      const all = await extractions.claim({ limit: 100, leaseMs: LEASE_MS });
      return all.filter((one) => one.orgId === orgId);
    };
    const read = async ({ orgId, itemId, since }: ClaimedConversation) => {
      const found = await extractions.turnsSince({ orgId, itemId, since });
      if (!found) return [];
      return (await extractions.turns({ orgId, itemId, from: found.first, to: found.last + 1 })).map(({ id }) => id);
    };

    it('gives a conversation once it was quiet for two minutes, to one process at a time', async () => {
      const ada = aPrincipal();
      const first = await write(ada, say('s'), say('s'), say(undefined));
      later(QUIET_CONVERSATION_MS - 1);
      const second = await write(ada, say('s'));
      later(QUIET_CONVERSATION_MS - 1);
      expect(await claimed(ada)).toEqual([]);

      later(1);
      const [conversation, ...others] = await claimed(ada);

      expect(others).toEqual([]);
      expect(await read(conversation!)).toEqual([...first.slice(0, 2), ...second]);
      expect(await claimed(ada)).toEqual([]);
      later(LEASE_MS);
      expect(await claimed(ada)).toHaveLength(1);
      await extractions.release({ ...conversation!, isRead: true });
      later(LEASE_MS);
      expect(await claimed(ada)).toEqual([]);
    });

    it('reads what the same people may read, and nothing of other readers or forgotten', async () => {
      const ada = aPrincipal();
      const bo = aColleagueOf(ada);
      const hidden = { ...say('s'), visibility: 'private' } as NewItem;
      const [open, secret, gone] = await write(ada, say('s'), hidden, say('s'));
      const [other] = await write(bo, say('s'));
      await world.truth.forget(scopeOf(ada), ada, 'message', gone!);
      later(QUIET_CONVERSATION_MS);

      const found = [];
      for (const one of await claimed(ada)) found.push(await read(one));

      expect(found.toSorted((one, two) => one.length - two.length)).toEqual([[secret], [open, other]]);
    });

    it('keeps a conversation that got a message while it was read, from the place that was reached', async () => {
      const ada = aPrincipal();
      await write(ada, say('s'), say('s'));
      later(QUIET_CONVERSATION_MS);
      const [conversation] = await claimed(ada);
      const { orgId, key } = conversation!;
      await write(ada, say('s'));
      const window = { orgId, key, number: 0, contentHash: 'h', version: '1' };
      await extractions.record({ ...window, nextTurn: 2 });
      await extractions.release({ ...conversation!, isRead: true });
      expect(await claimed(ada)).toEqual([]);

      later(QUIET_CONVERSATION_MS);

      expect(await claimed(ada)).toMatchObject([{ key, fromTurn: 2 }]);
      expect(await extractions.readWindow({ orgId, key, number: 0 })).toEqual({ contentHash: 'h', version: '1' });
      expect(await extractions.readWindow({ orgId, key, number: 1 })).toBeUndefined();
    });

    it('gives a failed conversation again after a pause that grows', async () => {
      const ada = aPrincipal();
      await write(ada, say('s'));
      later(QUIET_CONVERSATION_MS);
      const [conversation] = await claimed(ada);
      await extractions.retry(conversation!);
      later(4_999);
      expect(await claimed(ada)).toEqual([]);
      later(1);
      const [again] = await claimed(ada);
      await extractions.retry(again!);
      later(9_999);
      expect(await claimed(ada)).toEqual([]);
      later(1);
      expect(await claimed(ada)).toMatchObject([{ attempts: 2 }]);
    });

    it('leaves out imported messages until somebody asks, and then finds only what they may read', async () => {
      const ada = aPrincipal();
      const bo = aColleagueOf(ada);
      const imported = { provenance: { importId: 'i-1' } };
      const hidden = { ...say('private', imported), visibility: 'private' } as NewItem;
      await write(ada, say('s', imported), say('s', imported), say('t', { ...imported, channel: 'ops' }), hidden);
      later(QUIET_CONVERSATION_MS);
      expect(await claimed(ada)).toEqual([]);
      const query = { scope: scopeOf(bo), filter: MESSAGES, limit: 10 };

      expect(await extractions.find(query)).toHaveLength(2);
      expect(await extractions.request({ ...query, sessionKeys: ['s', 'private'] })).toMatchObject({ number: 1 });
      expect(await claimed(ada)).toMatchObject([{ fromTurn: null }]);
      expect(await extractions.request({ ...query, filter: { ...MESSAGES, channel: 'ops' } })).toMatchObject({
        number: 1,
      });
      expect(await extractions.request({ ...query, scope: scopeOf(aPrincipal()) })).toEqual({ number: 0, id: null });
      expect(await extractions.request({ ...query, scope: scopeOf(ada) })).toMatchObject({ number: 3 });
      const pages = { ...query, scope: scopeOf(ada), importId: 'i-1', limit: 2 };
      const first = await extractions.request(pages);
      const second = await extractions.request({ ...pages, after: first.id! });
      expect([first.number, second.number]).toEqual([2, 1]);
      expect(await extractions.request({ ...pages, importId: 'i-2' })).toMatchObject({ number: 0 });
    });

    it('counts the conversations that are due or failed, of one import or of all, for those who may read them', async () => {
      const ada = aPrincipal();
      const bo = aColleagueOf(ada);
      const imported = { provenance: { importId: 'i-9' } };
      const hidden = { ...say('private', imported), visibility: 'private' } as NewItem;
      await write(ada, say('s', imported), hidden, say('t'));
      await extractions.request({ scope: scopeOf(ada), filter: MESSAGES, limit: 10 });
      const due = (who: Principal, importId?: string) =>
        extractions.countDue({ scope: scopeOf(who), importId, limit: 10 });

      expect([await due(ada), await due(bo), await due(aPrincipal())]).toEqual([3, 2, 0]);
      expect([await due(ada, 'i-9'), await due(bo, 'i-9'), await due(ada, 'i-8')]).toEqual([2, 1, 0]);
      expect(await extractions.countDue({ scope: scopeOf(ada), limit: 2 })).toBe(2);
      const [first, failed] = await claimed(ada);
      await extractions.release({ ...first!, isRead: true });
      expect(await due(ada)).toBe(2);
      await extractions.retry(failed!);
      expect(await due(ada)).toBe(2);
    });

    it('lists the channels that are not read, each decision audited once', async () => {
      const ada = aPrincipal();
      const { orgId } = ada;
      const decide = (channel: string, isRead: boolean) => extractions.setChannel({ author: ada, channel, isRead });
      await decide('hr', false);
      await decide('hr', false);
      await decide('legal', false);
      await decide('legal', true);

      expect(await extractions.unreadChannels({ orgId })).toEqual(['hr']);
      expect(await extractions.unreadChannels({ orgId: aPrincipal().orgId })).toEqual([]);
    });
  });
}
