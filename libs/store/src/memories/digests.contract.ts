import type { ItemId, PrincipalId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aNewMemory, aPrincipal, type SettableClock } from '@cairn/testing';
import type { ClosedChannels } from '../access/closed-channels.ts';
import type { Digests } from './digests.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { NewProposal } from './propose.ts';
import type { Proposals } from './proposals.ts';
import type { RuleStops } from './rule-stops.ts';
import type { Identity } from '../access/identity.ts';
import type { Keys } from '../access/keys.ts';

export interface DigestsWorld {
  readonly digests: Digests;
  readonly truth: Truth;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly lifecycle: Lifecycle;
  readonly proposals: Proposals;
  readonly ruleStops: RuleStops;
  readonly channels: ClosedChannels;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;

/** Runs the contract suite of `digests` against one adapter; `make` opens an empty store with truth and keys. */
export function digestsContract(adapter: string, make: () => Promise<DigestsWorld>): void {
  describe(`${adapter} keeps the promises of digests`, () => {
    let world: DigestsWorld;
    let ada: Principal;
    let bob: Principal;
    let keys: Record<'ada' | 'bob', string>;

    /** Returns the current principal of a key. */
    const present = async (who: keyof typeof keys) => {
      world.clock.advance(10_000);
      return (await world.identity.authenticate(keys[who]))!;
    };

    beforeAll(async () => {
      world = await make();
      const { orgId } = await world.keys.firstOrganisation({});
      const keyOf = async (name: string) => {
        const someone = { orgId, name, kind: 'person', role: 'manager', peers: [] } as const;
        return (await world.keys.create(someone)).key;
      };
      keys = { ada: await keyOf('Ada'), bob: await keyOf('Bob') };
      [ada, bob] = [await present('ada'), await present('bob')];
    });
    afterAll(() => world.close());
    beforeEach(() => world.clock.advance(2 * DAY_MS));

    async function aMemory(writer: Principal, fields: Parameters<typeof aNewMemory>[0] = {}) {
      const memory = aNewMemory(fields);
      await world.truth.write(writer, [memory]);
      return memory.id as ItemId;
    }

    /** Lists the acts since `since` in a short form. */
    async function told(asker: Principal, fields: { since: number; isShared?: boolean; project?: string }) {
      const { since, isShared = false, project } = fields;
      const filter = { kind: 'memory', includeArchived: true, ...(project && { project }) } as const;
      const { acts, isComplete } = await world.digests.acts({ scope: scopeOf(asker), filter, since, isShared });
      expect(isComplete).toBe(true);
      return acts.map(({ act, name, title, times, successor }) => [act, name, title, times, successor]);
    }

    it('tells what was stored since then, by whom, the newest first', async () => {
      await aMemory(ada, { title: 'Before' });
      world.clock.advance(1_000);
      const since = world.clock.now();
      await aMemory(ada, { title: 'First' });
      world.clock.advance(1);
      await aMemory(bob, { title: 'Second', project: 'billing' });

      expect(await told(bob, { since })).toEqual([
        ['stored', 'Bob', 'Second', 1, null],
        ['stored', 'Ada', 'First', 1, null],
      ]);
      expect(await told(bob, { since, project: 'billing' })).toEqual([['stored', 'Bob', 'Second', 1, null]]);
      expect(await told(aPrincipal(), { since })).toEqual([]);
    });

    it('tells what was superseded by whom, and by what', async () => {
      const before = world.clock.now();
      const id = await aMemory(ada, { title: 'We use Jenkins' });
      world.clock.advance(DAY_MS);
      const since = world.clock.now();
      const act = { scope: scopeOf(bob), author: bob, id, ifVersion: 1 };
      await world.lifecycle.supersede({ ...act, successor: aNewMemory({ title: 'We use Actions' }) });

      expect(await told(ada, { since: before })).toEqual(await told(ada, { since }));
      expect(await told(ada, { since })).toEqual([
        ['stored', 'Bob', 'We use Actions', 1, null],
        ['superseded', 'Bob', 'We use Jenkins', 1, 'We use Actions'],
      ]);
    });

    it('tells what a person confirmed, and neither what waits for review nor what was rejected', async () => {
      const id = await aMemory(ada, { title: 'We bill in euros' });
      world.clock.advance(DAY_MS);
      const since = world.clock.now();
      const review = { scope: scopeOf(bob), reviewer: bob };
      const proposal = (title: string): NewProposal => ({
        item: aNewMemory({ title, content: title }, { mergeKey: title }),
        ...{ kind: 'decision', certainty: 0.6, quotes: [], isOwnWords: false },
      });
      const [waiting, rejected] = [proposal('Waiting'), proposal('Rejected')];
      const { scope } = review;
      await world.proposals.propose({ scope, author: bob, ownerId: bob.principalId, proposals: [waiting, rejected] });
      await world.proposals.decide({ ...review, act: 'reject', id: rejected.item.id });
      await world.proposals.confirmMemory({ ...review, id });

      expect(await told(bob, { since })).toEqual([['confirmed', 'Bob', 'We bill in euros', 1, null]]);
    });

    it('tells whom a rule stopped, how often and on which day', async () => {
      const memoryId = await aMemory(ada, { title: 'Never force-push' });
      world.clock.advance(DAY_MS);
      const { orgId, principalId } = bob;
      await world.ruleStops.add({ orgId, stops: [{ memoryId, principalId, times: 3 }] });

      expect(await told(ada, { since: world.clock.now() - 1_000 })).toEqual([
        ['stopped', 'Bob', 'Never force-push', 3, null],
      ]);
      expect(await told(ada, { since: world.clock.now() + DAY_MS })).toEqual([]);
    });

    it('tells nothing that the asker does not see, and shared only what everyone reads', async () => {
      const since = world.clock.now();
      const memoryId = await aMemory(ada, { title: 'Of Ada', visibility: 'private' });
      await aMemory(ada, { title: 'Of deals', channel: 'deals' });
      await aMemory(ada, { title: 'Of all' });
      const { orgId, principalId } = ada;
      await world.ruleStops.add({ orgId, stops: [{ memoryId, principalId, times: 1 }] });
      const members = { channel: 'deals', principals: [principalId as PrincipalId], teams: [] };
      await world.channels.close({ author: ada, request: members });
      const titles = async (asker: Principal, isShared: boolean) =>
        (await told(asker, { since, isShared })).map(([act, , title]) => `${act} ${title}`);

      expect((await titles(ada, false)).sort()).toEqual([
        ...['stopped Of Ada', 'stored Of Ada', 'stored Of all', 'stored Of deals'],
      ]);
      expect(await titles(ada, true)).toEqual(['stored Of all']);
      expect(await titles(await present('bob'), false)).toEqual(['stored Of all']);
      expect(await titles(bob, true)).toEqual(['stored Of all']);
    });
  });
}
