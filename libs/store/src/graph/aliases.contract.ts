import { limits, type ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import { aColleagueOf, aMessageId, aNewMessage, aPrincipal } from '@cairn/testing';
import type { Aliases, Call } from './aliases.ts';

/** The number of declarations that a test makes concurrently: a store need not queue more of them. */
const AT_ONCE = 10;
/** Timeout for declaring as many aliases as an organisation may have, on a busy disk. */
const FULL_MS = 90_000;

export interface AliasesWorld {
  readonly aliases: Aliases;
  readonly truth: Truth;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Aliases` against one adapter; `make` opens an empty store and its truth. */
export function aliasesContract(adapter: string, make: () => Promise<AliasesWorld>): void {
  describe(`${adapter} keep the promises of aliases`, () => {
    let world: AliasesWorld;
    let aliases: Aliases;
    let truth: Truth;

    beforeAll(async () => {
      world = await make();
      ({ aliases, truth } = world);
    });
    afterAll(() => world.close());

    const bob = { key: 'bob', alias: 'Bob', speakers: ['Robert Kim'] };

    describe('declared', () => {
      const declared = { alias: 'Bob', speakers: ['Robert Kim'], origin: 'declared', sightings: 0 };

      it('are there at once, by their keys', async () => {
        const ada = aPrincipal();
        await aliases.declare({ author: ada, declaration: bob });
        await aliases.declare({
          author: ada,
          declaration: { key: 'ann', alias: '@ann', speakers: ['Anna', 'Joanna'] },
        });

        expect(await aliases.all(scopeOf(ada))).toEqual([
          { ...declared, alias: '@ann', speakers: ['Anna', 'Joanna'] },
          declared,
        ]);
      });

      it('mean what was said last, and can mean nobody', async () => {
        const ada = aPrincipal();
        await aliases.declare({ author: ada, declaration: bob });
        await aliases.declare({ author: ada, declaration: { ...bob, alias: 'BOB', speakers: ['Bo'] } });

        expect(await aliases.all(scopeOf(ada))).toEqual([{ ...declared, alias: 'BOB', speakers: ['Bo'] }]);
        await aliases.declare({ author: ada, declaration: { ...bob, speakers: [] } });
        expect(await aliases.all(scopeOf(ada))).toEqual([{ ...declared, speakers: [] }]);
      });

      it('are gone when they are withdrawn, and only then', async () => {
        const ada = aPrincipal();
        await aliases.declare({ author: ada, declaration: bob });

        expect(await aliases.withdraw({ author: ada, key: 'rob' })).toBe(false);
        expect(await aliases.withdraw({ author: aPrincipal(), key: 'bob' })).toBe(false);
        expect(await aliases.all(scopeOf(ada))).toHaveLength(1);
        expect(await aliases.withdraw({ author: ada, key: 'bob' })).toBe(true);
        expect(await aliases.withdraw({ author: ada, key: 'bob' })).toBe(false);
        expect(await aliases.all(scopeOf(ada))).toEqual([]);
      });

      it("are one organisation's own", async () => {
        const [ada, eve] = [aPrincipal(), aPrincipal()];
        await aliases.declare({ author: ada, declaration: bob });
        await aliases.declare({ author: eve, declaration: { ...bob, speakers: ['Bobby Tables'] } });

        expect(await aliases.all(scopeOf(ada))).toEqual([declared]);
        expect(await aliases.all(scopeOf(eve))).toEqual([{ ...declared, speakers: ['Bobby Tables'] }]);
      });

      it(
        'are refused when there are too many, though what is there can still be changed',
        async () => {
          const ada = aPrincipal();
          const aNumber = (at: number) => ({ key: `a${at}`, alias: `a${at}`, speakers: ['Ada'] });
          for (let at = 0; at < limits.aliases.max; at += AT_ONCE)
            await Promise.all(
              Array.from({ length: AT_ONCE }, (_, offset) =>
                aliases.declare({ author: ada, declaration: aNumber(at + offset) }),
              ),
            );

          await expect(aliases.declare({ author: ada, declaration: bob })).rejects.toMatchObject({
            code: 'request/invalid',
            issues: [{ field: 'alias', value: 'Bob' }],
          });
          await aliases.declare({ author: ada, declaration: { ...aNumber(7), speakers: ['Grace'] } });
          expect((await aliases.all(scopeOf(ada))).find(({ alias }) => alias === 'a7')?.speakers).toEqual(['Grace']);
        },
        FULL_MS,
      );
    });

    describe('learned', () => {
      /** A message, and the names by which it calls people. */
      interface Said {
        readonly item: NewItem;
        readonly names: readonly Call[];
      }
      const calling = (name: string, who: Call['who'] = 'listener') => [{ name, who }];
      const say = (speaker: string, call?: string, input: object = {}, ready: object = {}): Said => ({
        item: aNewMessage({ speaker, sessionKey: 's', content: `Hey ${call}!`, ...input }, ready),
        names: call === undefined ? [] : calling(call),
      });
      /** Stores all messages, then learns aliases from each of them, as the subscriber does. */
      const write = async (author: Principal, ...said: Said[]): Promise<ItemId[]> => {
        const items = said.map(({ item }) => item);
        const ids = (await truth.write(author, items)).map(({ id }) => id as ItemId);
        for (const [at, id] of ids.entries())
          await aliases.hear({ orgId: author.orgId, id, calls: { rules: 1, names: said[at]!.names } });
        return ids;
      };
      const mel = { alias: 'Mel', speakers: ['Melanie'], origin: 'learned', sightings: 2 };

      it('hold from the second message on, in one batch or in two', async () => {
        const ada = aPrincipal();
        await write(ada, say('Melanie'), say('Caroline', 'Mel'));
        expect(await aliases.all(scopeOf(ada))).toEqual([]);

        await write(ada, say('Caroline', 'mel'));
        expect(await aliases.all(scopeOf(ada))).toEqual([{ ...mel, alias: expect.stringMatching(/^mel$/i) }]);
        await write(ada, say('Caroline', 'Mel'));
        expect(await aliases.all(scopeOf(ada))).toMatchObject([{ sightings: 3 }]);
      });

      it('count no call in a channel that is closed to whoever asks, and no speaker of another channel', async () => {
        const ada = aPrincipal();
        const outside = scopeOf(aColleagueOf(ada, { closedChannels: ['deals'] }));
        await write(ada, say('Melanie', undefined, { channel: 'deals' }));
        await write(ada, say('Caroline', 'Mel', { channel: 'deals' }), say('Caroline', 'Mel', { channel: 'deals' }));
        await write(ada, say('Caroline', 'Mel', { channel: 'open' }), say('Caroline', 'Mel', { channel: 'open' }));

        expect(await aliases.all(scopeOf(ada))).toEqual([mel]);
        expect(await aliases.all(outside)).toEqual([]);
        await write(ada, say('Melanie', undefined, { channel: 'open' }));
        await write(ada, say('Caroline', 'Mel', { channel: 'open' }), say('Caroline', 'Mel', { channel: 'open' }));
        expect(await aliases.all(scopeOf(ada))).toEqual([{ ...mel, sightings: 4 }]);
        expect(await aliases.all(outside)).toEqual([mel]);
      });

      it('hold at once when people name themselves, in no session too', async () => {
        const ada = aPrincipal();
        await write(ada, { item: aNewMessage({ speaker: 'Robert Kim' }), names: calling('Bob', 'self') });

        expect(await aliases.all(scopeOf(ada))).toEqual([{ ...mel, alias: 'Bob', speakers: ['Robert Kim'] }]);
      });

      it('come only from those who speak in the same session, as lately as 50 turns ago', async () => {
        const ada = aPrincipal();
        await write(
          ada,
          say('Melanie', undefined, { sessionKey: 'other' }),
          say('Caroline', 'Mel'),
          say('Caroline', 'Mel'),
        );
        await write(ada, say('Robert'), ...Array.from({ length: 50 }, () => say('Ilse')));
        await write(ada, say('Caroline', 'Rob'), say('Caroline', 'Rob'));

        expect(await aliases.all(scopeOf(ada))).toEqual([]);
      });

      it('can mean two people, each called so often enough', async () => {
        const ada = aPrincipal();
        for (const speaker of ['Melanie', 'Melissa', 'Melinda'])
          await write(ada, say(speaker, undefined, { sessionKey: speaker }));
        for (const sessionKey of ['Melissa', 'Melanie', 'Melissa', 'Melanie', 'Melinda'])
          await write(ada, say('Bo', 'Mel', { sessionKey }));

        expect(await aliases.all(scopeOf(ada))).toEqual([{ ...mel, speakers: ['Melanie', 'Melissa'], sightings: 4 }]);
      });

      it('are heard in no message that not everyone may see, and mean nobody who speaks only there', async () => {
        const ada = aPrincipal({ peerPrefixes: ['coach'], peers: ['*'] });
        for (const visibility of ['private', 'peer'] as const) {
          const place = { sessionKey: visibility, channel: 'coach:1' };
          await write(ada, say('Melanie', undefined, place));
          await write(ada, ...['Mel', 'Mel'].map((name) => say('Caroline', name, place, { visibility })));
          await write(ada, say('Robert', undefined, place, { visibility }));
          await write(ada, say('Caroline', 'Rob', place), say('Caroline', 'Rob', place));
        }

        expect(await aliases.all(scopeOf(ada))).toEqual([]);
      });

      it('never cross to another organisation', async () => {
        const [ada, eve] = [aPrincipal(), aPrincipal()];
        await write(eve, say('Melanie'));
        await write(ada, say('Caroline', 'Mel'), say('Caroline', 'Mel'));
        expect(await aliases.all(scopeOf(ada))).toEqual([]);

        await write(eve, say('Caroline', 'Mel'), say('Caroline', 'Mel'));
        expect(await aliases.all(scopeOf(ada))).toEqual([]);
        expect(await aliases.all(scopeOf(eve))).toEqual([mel]);
      });

      it('are forgotten with the messages that told of them', async () => {
        const ada = aPrincipal();
        const [, first] = await write(ada, say('Melanie'), say('Caroline', 'Mel'), say('Caroline', 'Mel'));
        expect(await aliases.all(scopeOf(ada))).toEqual([mel]);

        await truth.forget(scopeOf(ada), ada, 'message', first!);
        expect(await aliases.all(scopeOf(ada))).toEqual([]);
      });

      it('are forgotten with the last message of the one they mean', async () => {
        const ada = aPrincipal();
        const [hers, also] = await write(ada, say('Melanie'), say('Melanie'), say('Caroline', 'Mel'), say('Bo', 'Mel'));

        await truth.forget(scopeOf(ada), ada, 'message', hers!);
        expect(await aliases.all(scopeOf(ada))).toEqual([mel]);
        await truth.forget(scopeOf(ada), ada, 'message', also!);
        expect(await aliases.all(scopeOf(ada))).toEqual([]);
        await write(ada, say('Melanie', undefined, { content: 'Back again.' }));
        expect(await aliases.all(scopeOf(ada))).toEqual([]);
      });

      it('are forgotten with the last message that everyone may read, whatever is hidden', async () => {
        const ada = aPrincipal();
        const [hers] = await write(ada, say('Melanie'), say('Caroline', 'Mel'), say('Bo', 'Mel'));
        await write(aColleagueOf(ada), say('Melanie', undefined, {}, { visibility: 'private' }));

        await truth.forget(scopeOf(ada), ada, 'message', hers!);

        expect(await aliases.all(scopeOf(ada))).toEqual([]);
      });

      it('are counted once for a message that is sent twice', async () => {
        const ada = aPrincipal();
        const again = { externalId: 'x1' };
        await write(ada, say('Melanie'), say('Caroline', 'Mel', again));
        await write(ada, say('Caroline', 'Mel', again));

        expect(await aliases.all(scopeOf(ada))).toEqual([]);
      });

      it('are counted once for a message that is heard twice, and as it is heard last', async () => {
        const ada = aPrincipal();
        const [, , id] = await write(ada, say('Melanie'), say('Caroline', 'Mel'), say('Caroline', 'Mel'));
        await aliases.hear({ orgId: ada.orgId, id: id!, calls: { rules: 1, names: calling('Mel') } });
        expect(await aliases.all(scopeOf(ada))).toEqual([mel]);

        await aliases.hear({ orgId: ada.orgId, id: id!, calls: { rules: 2, names: [] } });
        expect(await aliases.all(scopeOf(ada))).toEqual([]);
      });

      it('are not learned of a message that is forgotten, unknown, or of another organisation', async () => {
        const [ada, eve] = [aPrincipal(), aPrincipal()];
        const [, gone, kept] = await write(ada, say('Melanie'), say('Caroline'), say('Caroline'));
        await truth.forget(scopeOf(ada), ada, 'message', gone!);
        const call = { rules: 1, names: calling('Mel') };

        await aliases.hear({ orgId: ada.orgId, id: gone!, calls: call });
        await aliases.hear({ orgId: ada.orgId, id: aMessageId(), calls: call });
        await aliases.hear({ orgId: eve.orgId, id: kept!, calls: call });
        await aliases.hear({ orgId: ada.orgId, id: kept!, calls: call });

        expect(await aliases.all(scopeOf(ada))).toEqual([]);
        expect(await aliases.all(scopeOf(eve))).toEqual([]);
      });

      it('give way to what is declared, until that is withdrawn', async () => {
        const ada = aPrincipal();
        await write(ada, say('Melanie'), say('Caroline', 'Mel'), say('Caroline', 'Mel'));

        await aliases.declare({ author: aColleagueOf(ada), declaration: { key: 'mel', alias: 'Mel', speakers: [] } });
        expect(await aliases.all(scopeOf(ada))).toEqual([
          { alias: 'Mel', speakers: [], origin: 'declared', sightings: 0 },
        ]);
        await aliases.withdraw({ author: ada, key: 'mel' });
        expect(await aliases.all(scopeOf(ada))).toEqual([mel]);
      });
    });
  });
}
