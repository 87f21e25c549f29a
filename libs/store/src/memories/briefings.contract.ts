import { SLACK_SOURCE, type ItemId, type MessageInput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, mentionsOf } from '@cairn/testing';
import type { Briefings } from './briefings.ts';
import type { Lifecycle } from './lifecycle.ts';

export interface BriefingsWorld {
  readonly briefings: Briefings;
  readonly lifecycle: Lifecycle;
  readonly truth: Truth;
  readonly close: () => Promise<void>;
}

const MEMORIES = { kind: 'memory' } as const;
const MESSAGES = { kind: 'message' } as const;
const { derived } = aNewMemory();

/** Runs the contract suite of `Briefings` against one adapter; `make` opens an empty store with truth and lifecycle. */
export function briefingsContract(adapter: string, make: () => Promise<BriefingsWorld>): void {
  describe(`${adapter} keeps the promises of briefings`, () => {
    let world: BriefingsWorld;
    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    const write = async (author: Principal, ...items: NewItem[]) => {
      await world.truth.write(author, items);
      return items.map(({ id }) => id);
    };
    const say = (input: Partial<MessageInput>) => aNewMessage({ content: 'hello', ...input });

    it('knows the session that the caller wrote to last, but for the present one and chats between people', async () => {
      const ada = aPrincipal();
      const bo = aColleagueOf(ada);
      await write(ada, say({ sessionKey: 's1' }), say({ sessionKey: 's2' }), say({}));
      await write(ada, say({ sessionKey: 'thread', source: SLACK_SOURCE }));
      await write(ada, say({ sessionKey: 'exported', source: 'chatgpt' }), say({ sessionKey: 's0', channel: 'ops' }));
      await write(ada, say({ sessionKey: 's3' }));
      await write(bo, say({ sessionKey: 'of bo' }));
      const last = async (who: Principal, except?: string, filter = {}) =>
        (await world.briefings.lastSession({ scope: scopeOf(who), filter: { ...MESSAGES, ...filter }, except }))
          ?.sessionKey;

      expect([await last(ada), await last(ada, 's3'), await last(bo, 'of bo')]).toEqual(['s3', 's0', undefined]);
      expect([await last(ada, 's3', { channel: 'ops' }), await last(ada, undefined, { channel: 'dev' })]).toEqual([
        's0',
        undefined,
      ]);
    });

    it('knows the last long session of some writers or of everybody whom the scope may read', async () => {
      const ada = aPrincipal();
      const [agent, other, stranger] = [aColleagueOf(ada), aColleagueOf(ada), aColleagueOf(ada)];
      const session = (sessionKey: string, count: number, more: Partial<MessageInput> = {}) =>
        Array.from({ length: count }, () => say({ sessionKey, ...more }));
      const hidden = (items: NewItem[]) => items.map((item) => ({ ...item, visibility: 'private' }) as NewItem);
      await write(agent, ...session('long of agent', 4), ...session('short of agent', 2));
      await write(other, ...session('long of other', 3, { channel: 'ops' }));
      await write(other, ...session('chat', 5, { source: SLACK_SOURCE }));
      await write(stranger, ...hidden(session('hidden', 9)));
      const last = async (who: Principal, more: object = {}) =>
        (
          await world.briefings.lastLongSession({
            ...{ scope: scopeOf(who), filter: MESSAGES, messages: 3, except: undefined, writers: undefined },
            ...more,
          })
        )?.sessionKey;

      expect(await last(ada)).toBe('long of other');
      expect(await last(ada, { writers: [agent.principalId, ada.principalId] })).toBe('long of agent');
      expect(await last(ada, { writers: [ada.principalId] })).toBeUndefined();
      expect(await last(ada, { except: 'long of other' })).toBe('long of agent');
      expect(await last(ada, { messages: 5 })).toBeUndefined();
      expect(await last(ada, { filter: { ...MESSAGES, channel: 'dev' } })).toBeUndefined();
      expect(await last(stranger)).toBe('hidden');
      expect(await last(aPrincipal())).toBeUndefined();
    });

    it('gives the newest active memories of a category, under filter and scope', async () => {
      const ada = aPrincipal();
      const goal = (title: string, timestamp: number, more = {}) =>
        aNewMemory({ category: 'goal', title, timestamp, ...more });
      const [old, young] = await write(ada, goal('old', 5), goal('young', 9), aNewMemory({ title: 'no goal' }));
      await write(ada, goal('of ops', 11, { channel: 'ops' }), goal('tagged', 4, { tags: ['atlas'] }));
      await write(ada, { ...goal('hidden', 20), visibility: 'private' } as NewItem);
      const scope = scopeOf(aColleagueOf(ada));
      const titles = async (filter = {}, limit = 9) =>
        (await world.briefings.newestOf({ scope, filter: { ...MEMORIES, ...filter }, category: 'goal', limit })).map(
          ({ title }) => title,
        );

      expect(await titles()).toEqual(['of ops', 'young', 'old', 'tagged']);
      expect(await titles({}, 2)).toEqual(['of ops', 'young']);
      expect(await titles({ channel: 'dev' })).toEqual(['young', 'old', 'tagged']);
      expect(await titles({ tags: ['atlas'] })).toEqual(['tagged']);
      const act = { scope: scopeOf(ada), author: ada, id: young as ItemId, ifVersion: 1 };
      await world.lifecycle.setState({ ...act, state: 'archived', mergeKey: undefined });
      expect(await titles({ channel: 'dev' })).toEqual(['old', 'tagged']);
      expect(old).toBeDefined();
    });

    it('gives what people said is to hold, and no other message', async () => {
      const ada = aPrincipal();
      const rule = { mentions: mentionsOf('rule') };
      const [asks, pushes] = await write(
        ada,
        aNewMessage({ content: 'always ask', timestamp: 5 }, rule),
        aNewMessage({ content: 'never push', timestamp: 9, channel: 'ops' }, rule),
        aNewMessage({ content: 'I always do', role: 'assistant' }, rule),
        aNewMessage({ content: 'hello' }),
        aNewMessage({ content: 'secret' }, { ...rule, visibility: 'private' }),
      );
      const scope = scopeOf(aColleagueOf(ada));
      const told = async (filter = {}, limit = 9) =>
        (await world.briefings.standingInstructions({ scope, filter: { ...MESSAGES, ...filter }, limit })).map(
          ({ id }) => [asks, pushes].indexOf(id),
        );

      expect(await told()).toEqual([1, 0]);
      expect(await told({ channel: 'ops' })).toEqual([1]);
      expect(await told({}, 1)).toEqual([1]);
    });

    it('tells what arrived and what was changed since a time, each once', async () => {
      const ada = aPrincipal();
      const [first, second] = await write(ada, aNewMemory({ title: 'first' }), aNewMemory({ title: 'second' }));
      const scope = scopeOf(ada);
      const change = (title: string, ifVersion: number) =>
        world.lifecycle.change({
          scope,
          author: ada,
          id: first as ItemId,
          ifVersion,
          fields: { title },
          derived: { ...derived, mergeKey: undefined },
        });
      await change('renamed', 1);
      await change('renamed again', 2);
      const arrived = async (who: Principal, since: number, limit = 9) =>
        (await world.briefings.arrivedSince({ scope: scopeOf(who), filter: MEMORIES, since, limit })).map(
          ({ id }) => id,
        );

      expect(await arrived(ada, 0)).toEqual([second, first]);
      expect(await arrived(ada, 0, 1)).toEqual([second]);
      expect(await arrived(ada, Date.now() + 1_000)).toEqual([]);
      expect(await arrived(aPrincipal(), 0)).toEqual([]);
      const changed = await world.briefings.changedSince({ scope, filter: MEMORIES, since: 0, limit: 9 });
      expect(changed.map(({ id }) => id)).toEqual([first]);
      expect(await world.briefings.changedSince({ scope, filter: MEMORIES, since: changed[0]!.at, limit: 9 })).toEqual(
        [],
      );
      expect(
        await world.briefings.changedSince({ scope: scopeOf(aPrincipal()), filter: MEMORIES, since: 0, limit: 9 }),
      ).toEqual([]);
    });

    it('tells nothing of the files of a repository but the decisions that were written down there', async () => {
      const ada = aPrincipal();
      const of = (title: string, category: 'fact' | 'decision', source = 'repository:shop') =>
        aNewMemory({ title, category, source });
      const [manifest] = await write(
        ada,
        of('package.json', 'fact'),
        of('Queues', 'decision'),
        of('Port', 'fact', 'x'),
      );
      const scope = scopeOf(ada);
      const act = { scope, author: ada, id: manifest as ItemId, ifVersion: 1 };
      await world.lifecycle.setState({ ...act, state: 'archived', mergeKey: undefined });

      const arrived = await world.briefings.arrivedSince({ scope, filter: MEMORIES, since: 0, limit: 9 });
      expect(arrived.map(({ title }) => title)).toEqual(['Port', 'Queues']);
      expect(await world.briefings.changedSince({ scope, filter: MEMORIES, since: 0, limit: 9 })).toEqual([]);
    });
  });
}
