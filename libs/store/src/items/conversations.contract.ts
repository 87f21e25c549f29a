import { limits } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { ListPlace, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import type { Conversations } from './conversations.ts';

export interface ConversationsWorld {
  readonly conversations: Conversations;
  readonly truth: Truth;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Conversations` against one adapter. */
export function conversationsContract(adapter: string, make: () => Promise<ConversationsWorld>): void {
  describe(`${adapter} keeps the promises of conversations`, () => {
    let world: ConversationsWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    it('finds as many messages as a memory can name, by either name, in the order in which they were said', async () => {
      const ada = aPrincipal();
      const said = Array.from({ length: limits.sourceIds.max }, (_, at) =>
        aNewMessage({ timestamp: 1_000 - at, source: 'chat', ...(at % 2 === 0 && { externalId: `m${at}` }) }),
      );
      await world.truth.write(ada, said);
      const names = said.map(({ id, input }) => input.externalId ?? id.toUpperCase());

      const found = await world.conversations.messagesOf({
        scope: scopeOf(ada),
        source: { source: 'chat', sourceIds: names }.source,
        sourceIds: { source: 'chat', sourceIds: names }.sourceIds,
      });

      expect(found).toEqual(said.map(({ id }) => id).reverse());
    });

    it('finds each message once, none that the scope does not see, and none that is forgotten', async () => {
      const ada = aPrincipal();
      const [said, hidden, gone] = [
        aNewMessage({ source: 'chat', externalId: 'm1' }),
        aNewMessage({}, { visibility: 'private' }),
        aNewMessage(),
      ];
      await world.truth.write(ada, [said, hidden, gone]);
      await world.truth.forget(scopeOf(ada), ada, 'message', gone.id);
      const memory = { source: 'chat', sourceIds: ['m1', said.id, hidden.id, gone.id, 'nothing'] };

      expect(
        await world.conversations.messagesOf({
          scope: scopeOf(aColleagueOf(ada)),
          source: memory.source,
          sourceIds: memory.sourceIds,
        }),
      ).toEqual([said.id]);
      expect(
        await world.conversations.messagesOf({
          scope: scopeOf(aPrincipal()),
          source: memory.source,
          sourceIds: memory.sourceIds,
        }),
      ).toEqual([]);
      expect(
        await world.conversations.messagesOf({
          scope: scopeOf(ada),
          source: { source: 'mail', sourceIds: ['m1'] }.source,
          sourceIds: { source: 'mail', sourceIds: ['m1'] }.sourceIds,
        }),
      ).toEqual([]);
      expect(
        await world.conversations.messagesOf({
          scope: scopeOf(ada),
          source: { source: 'chat', sourceIds: [] }.source,
          sourceIds: { source: 'chat', sourceIds: [] }.sourceIds,
        }),
      ).toEqual([]);
    });

    const list = (who: Principal, more: Partial<Parameters<Conversations['list']>[0]> = {}) =>
      world.conversations.list({ scope: scopeOf(who), filter: { kind: 'message' }, limit: 10, ...more });
    const keysOf = ({ conversations }: Awaited<ReturnType<typeof list>>) =>
      conversations.map(({ sessionKey }) => sessionKey);

    it('lists each conversation once, at its newest message, with its length, its begin and its writer', async () => {
      const ada = aPrincipal();
      const turn = (sessionKey: string, timestamp: number, role: 'user' | 'assistant', content: string) =>
        aNewMessage({ sessionKey, timestamp, role, content, project: 'acme/shop' });
      await world.truth.write(ada, [
        turn('old', 1_000, 'assistant', 'Hello'),
        turn('old', 2_000, 'user', 'Why is it slow?'),
        turn('new', 3_000, 'user', 'Ship it'),
        turn('old', 4_000, 'assistant', 'The index'),
        aNewMessage({ content: 'alone' }),
      ]);

      const page = await list(ada);

      expect(page.next).toBeUndefined();
      expect(page.conversations).toEqual([
        {
          ...{ sessionKey: 'old', firstText: 'Why is it slow?', messages: 3, startedAt: 1_000, endedAt: 4_000 },
          ...{ channel: null, project: 'acme/shop', source: expect.any(String), proposals: 0, memories: 0 },
          writer: { principalId: ada.principalId, name: '', kind: 'person', owner: null },
        },
        expect.objectContaining({ sessionKey: 'new', firstText: 'Ship it', messages: 1 }),
      ]);
    });

    it('gives every conversation on exactly one page, whatever the size of the pages', async () => {
      const ada = aPrincipal();
      const said = Array.from({ length: 60 }, (_, at) =>
        aNewMessage({ sessionKey: `s${(at * 7) % 11}`, timestamp: 1_000 + Math.floor(at / 3), content: `n ${at}` }),
      );
      await world.truth.write(ada, said);
      const whole = keysOf(await list(ada, { limit: 100 }));
      expect(new Set(whole).size).toBe(11);

      for (const limit of [1, 3, 10, 11]) {
        const paged: string[] = [];
        for (let after: ListPlace | undefined, more = true; more; more = after !== undefined) {
          const page = await list(ada, { limit, after });
          paged.push(...keysOf(page));
          after = page.next;
        }
        expect(paged).toEqual(whole);
      }
    });

    it('shows nothing of messages that the scope does not see, and keeps to channel, project, author and speaker', async () => {
      const ada = aPrincipal();
      const bob = aColleagueOf(ada);
      await world.truth.write(ada, [
        aNewMessage({ sessionKey: 'mixed', timestamp: 1_000, content: 'open', channel: 'ops', speaker: 'Zoe' }),
        aNewMessage({ sessionKey: 'mixed', timestamp: 9_000, content: 'secret' }, { visibility: 'private' }),
        aNewMessage({ sessionKey: 'mine', timestamp: 2_000, project: 'acme/shop' }, { visibility: 'private' }),
      ]);

      expect((await list(bob)).conversations).toMatchObject([
        { sessionKey: 'mixed', firstText: 'open', messages: 1, endedAt: 1_000 },
      ]);
      expect(keysOf(await list(aPrincipal()))).toEqual([]);
      expect(keysOf(await list(ada, { filter: { kind: 'message', project: 'acme/shop' } }))).toEqual(['mine']);
      expect(keysOf(await list(ada, { filter: { kind: 'message', channel: 'ops' } }))).toEqual(['mixed']);
      expect(keysOf(await list(ada, { filter: { kind: 'message', authors: [bob.principalId] } }))).toEqual([]);
      expect((await list(ada, { filter: { kind: 'message', speaker: 'Zoe' } })).conversations).toMatchObject([
        { sessionKey: 'mixed', firstText: 'open', messages: 2, startedAt: 1_000, endedAt: 9_000 },
      ]);
    });

    it('counts the memories that were made of a conversation, and names their messages', async () => {
      const ada = aPrincipal();
      const bob = aColleagueOf(ada);
      const [first, second] = [
        aNewMessage({ sessionKey: 'made', source: 'chat', externalId: 'x1' }),
        aNewMessage({ sessionKey: 'made' }),
      ];
      const memory = aNewMemory({ title: 'Freeze', sourceIds: [first.id, second.id], source: 'chat' });
      const byName = aNewMemory({ title: 'By name', sourceIds: ['x1'], source: 'chat' });
      const hidden = aNewMemory({ title: 'Hidden', sourceIds: [second.id] }, { visibility: 'private' });
      await world.truth.write(ada, [first, second]);
      await world.truth.write(ada, [memory, byName, hidden]);
      const of = (who: Principal) => world.conversations.memoriesFrom({ scope: scopeOf(who), sessionKey: 'made' });

      expect((await list(bob)).conversations).toMatchObject([{ memories: 2, proposals: 0 }]);
      expect((await of(ada)).map(({ title }) => title)).toEqual(['Freeze', 'By name', 'Hidden']);
      expect((await of(bob)).map(({ memoryId, messageIds }) => [memoryId, messageIds.toSorted()])).toEqual([
        [memory.id, [first.id, second.id].toSorted()],
        [byName.id, [first.id]],
      ]);
    });
  });
}
