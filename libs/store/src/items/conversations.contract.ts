import { limits } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aColleagueOf, aNewMessage, aPrincipal } from '@cairn/testing';
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
  });
}
