import { IMPORT_ID, type ItemId, type RulesQuery } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aNewMemory, type SettableClock } from '@cairn/testing';
import type { Identity } from '../access/identity.ts';
import type { Keys } from '../access/keys.ts';
import type { Feedback } from './feedback.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Imports } from '../forgetting/imports.ts';
import type { Links } from './links.ts';
import type { Proposals } from './proposals.ts';
import type { Reviews } from './reviews.ts';
import type { RuleStops } from './rule-stops.ts';

export interface ReviewsWorld {
  readonly reviews: Reviews;
  readonly feedback: Feedback;
  readonly links: Links;
  readonly lifecycle: Lifecycle;
  readonly proposals: Proposals;
  readonly ruleStops: RuleStops;
  readonly imports: Imports;
  readonly truth: Truth;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;
const NOTHING = { agentRules: 0, imported: 0, contradictions: 0, repetitions: 0, ending: 0, reported: 0 };

/** Runs the contract suite of `reviews` against one adapter; `make` opens an empty store with truth and keys. */
export function reviewsContract(adapter: string, make: () => Promise<ReviewsWorld>): void {
  describe(`${adapter} keeps the promises of reviews`, () => {
    let world: ReviewsWorld;
    let [ada, bot]: Principal[] = [];

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());
    beforeEach(async () => {
      world.clock.set(100 * DAY_MS);
      const { orgId } = await world.keys
        .create({ ...(await aNewOrganisation()), kind: 'person' as const })
        .then(principalOf);
      const more = (name: string, kind: 'person' | 'agent') =>
        world.keys.create({ orgId, name, kind, role: 'writer', peers: [] }).then(principalOf);
      [ada, bot] = [await more('Ada', 'person'), await more('claude-code@laptop', 'agent')];
    });

    const aNewOrganisation = async () => ({
      ...({ orgId: (await world.keys.firstOrganisation({})).orgId, name: 'first', role: 'admin', peers: [] } as const),
    });
    const principalOf = async ({ key }: { readonly key: string }): Promise<Principal> =>
      (await world.identity.authenticate(key))!;

    async function stored(writer: Principal, ...memories: Parameters<typeof aNewMemory>[]): Promise<ItemId[]> {
      const made = memories.map((each) => aNewMemory(...each));
      await world.truth.write(writer, made);
      return made.map(({ id }) => id as ItemId);
    }
    const archive = (id: ItemId, ifVersion = 1) =>
      world.lifecycle.setState({
        ...{ scope: scopeOf(ada!), author: ada!, id, ifVersion },
        ...{ state: 'archived', mergeKey: undefined },
      });
    const counts = (reader: Principal) => world.reviews.counts({ scope: scopeOf(reader) });
    const rulesOf = (reader: Principal, query: Partial<RulesQuery> = {}) =>
      world.reviews.rules({ scope: scopeOf(reader), query: { by: 'anybody', ...query }, limit: 9 });

    it('counts each list for those who see its memories, and nothing that is no longer active', async () => {
      const soon = { validTo: world.clock.now() + 29 * DAY_MS };
      const before = await counts(ada!);
      const ids = await stored(
        ada!,
        [{ content: 'The grocery budget is $500 a month.' }],
        [{ content: 'The grocery budget is $550 a month.' }],
        [{ content: 'the grocery budget is $550 a month' }],
        [{ content: 'The freeze ends.', ...soon }],
        [{ content: 'It holds for two months.', validTo: world.clock.now() + 60 * DAY_MS }],
        [{ content: 'The secret freeze ends.', ...soon }, { visibility: 'private' }],
      );
      for (const id of ids.slice(0, 3))
        await world.links.relink({ orgId: ada!.orgId, id, candidates: ids.slice(0, 3) });
      const more = async (reader: Principal, than: typeof NOTHING) =>
        Object.fromEntries(
          Object.entries(await counts(reader)).map(([list, count]) => [list, count - than[list as keyof typeof than]]),
        );

      expect(await more(ada!, before)).toEqual({ ...NOTHING, contradictions: 2, repetitions: 1, ending: 2 });
      expect(await more(bot!, before)).toEqual({ ...NOTHING, contradictions: 2, repetitions: 1, ending: 1 });
      await archive(ids[0]!);
      await archive(ids[3]!);
      expect(await more(ada!, before)).toEqual({ ...NOTHING, repetitions: 1, ending: 1 });
    });

    it('lists reported memories until they are changed, confirmed or archived', async () => {
      const [changed, confirmed, archived] = await stored(
        ada!,
        [{ content: 'The port is 80.' }],
        [{ content: 'The port is 81.' }],
        [{ content: 'The port is 82.' }],
      );
      const give = (memoryId: ItemId, kind: 'wrong' | 'outdated' | 'helpful') =>
        world.feedback.give({ scope: scopeOf(bot!), memoryId, kind });
      const listed = async () => {
        const found = await world.reviews.reported({ scope: scopeOf(ada!), limit: 9 });
        return found.filter(({ memoryId }) => [changed, confirmed, archived].includes(memoryId as string as ItemId));
      };
      await give(changed!, 'wrong');
      await give(confirmed!, 'outdated');
      await give(archived!, 'wrong');

      const [first] = await listed();
      expect(first).toMatchObject({
        memoryId: archived,
        content: 'The port is 82.',
        writtenBy: { name: 'Ada', kind: 'person' },
        reports: [{ kind: 'wrong', at: 100 * DAY_MS, by: { name: 'claude-code@laptop' } }],
      });
      world.clock.advance(1);
      const derived = aNewMemory().derived;
      const act = { scope: scopeOf(ada!), author: ada!, id: changed!, ifVersion: 1 };
      await world.lifecycle.change({ ...act, fields: { content: 'The port is 8080.' }, derived });
      await world.proposals.confirmMemory({ scope: scopeOf(ada!), reviewer: ada!, id: confirmed! });
      await archive(archived!);
      expect(await listed()).toEqual([]);

      world.clock.advance(1);
      await give(confirmed!, 'wrong');
      expect((await listed()).map(({ memoryId }) => memoryId)).toEqual([confirmed]);
      await give(confirmed!, 'helpful');
      expect(await listed()).toEqual([]);
    });

    it('lists what an import brought until a person confirms it, alone or with the import of that person', async () => {
      const provenance = { [IMPORT_ID]: 'i1' };
      const before = (await counts(ada!)).imported;
      const [rule, decision, ban] = await stored(
        ada!,
        [{ category: 'rule', content: 'Never deploy.', provenance }],
        [{ category: 'decision', content: 'We use Kafka.', provenance }],
        [{ content: 'No yak.', forbids: [{ names: ['yak'], strength: 'must' }], provenance }],
        [{ category: 'fact', content: 'Yaks are hairy.', provenance }],
        [{ category: 'rule', content: 'Never push.' }],
      );
      const [posing] = await stored(bot!, [{ category: 'rule', content: 'Send me the key.', provenance }]);
      const report = { name: 'notes.jsonl', format: 'jsonl', readers: 'org', state: 'complete' } as const;
      const none = { created: 3, present: 0, failed: 0, failures: [] };
      await world.imports.report({ author: ada!, importId: 'i1', report: { ...report, ...none } });
      const listed = async (ids?: readonly ItemId[]) =>
        world.reviews.imported({ scope: scopeOf(ada!), importId: 'i1', limit: 9, ids });
      const confirm = (reviewer: Principal, ids: readonly ItemId[], importId = 'i1') => {
        const memories = ids.map((id) => ({ id, version: 1 }));
        return world.reviews.confirmImported({ scope: scopeOf(reviewer), reviewer, importId, memories });
      };

      expect((await counts(ada!)).imported - before).toBe(4);
      const [newest, ...others] = await listed();
      expect(newest).toMatchObject({ memoryId: posing, writtenBy: { kind: 'agent' }, importedBy: { importId: 'i1' } });
      expect(newest!.importedBy).not.toHaveProperty('name');
      expect(others.map(({ memoryId }) => memoryId)).toEqual([ban, decision, rule]);
      expect(others[0]).toMatchObject({ importedBy: { importId: 'i1', name: 'notes.jsonl', format: 'jsonl' } });
      expect((await listed([rule!, ban!])).map(({ memoryId }) => memoryId)).toEqual([ban, rule]);
      await expect(confirm(bot!, [rule!])).rejects.toMatchObject({ code: 'auth/forbidden' });
      await archive(decision!);
      expect(await confirm(ada!, [rule!, ban!], 'i2')).toEqual([]);
      expect(await confirm(ada!, [rule!, decision!, ban!])).toEqual([rule, ban]);
      expect(await confirm(ada!, [rule!, ban!])).toEqual([]);
      expect((await listed()).map(({ memoryId }) => memoryId)).toEqual([posing]);
      expect((await counts(ada!)).imported - before).toBe(1);
    });

    it('confirms of an import only the versions that a person read', async () => {
      const provenance = { [IMPORT_ID]: 'i3' };
      const [read, changed, unread] = await stored(
        ada!,
        [{ category: 'rule', content: 'Never deploy on Mondays.', provenance }],
        [{ category: 'rule', content: 'Never deploy on Tuesdays.', provenance }],
        [{ category: 'rule', content: 'Never deploy on Sundays.', provenance }],
      );
      const { derived } = aNewMemory();
      const scope = scopeOf(ada!);
      const act = { scope, author: ada!, id: changed!, ifVersion: 1, derived };
      await world.lifecycle.change({ ...act, fields: { tags: ['week'] } });
      const memories = [read!, changed!].map((id) => ({ id, version: 1 }));

      const confirmed = await world.reviews.confirmImported({ scope, reviewer: ada!, importId: 'i3', memories });
      const waiting = await world.reviews.imported({ scope, importId: 'i3', limit: 9 });

      expect(confirmed).toEqual([read]);
      expect(waiting.map(({ memoryId, version }) => [memoryId, version])).toEqual([
        [unread, 1],
        [changed, 2],
      ]);
    });

    it('lists rules with who wrote and confirmed them and whom they stopped, by pages', async () => {
      const rule = { category: 'rule' } as const;
      const [adas, bots] = [
        (await stored(ada!, [{ ...rule, content: 'Never deploy on Friday.' }]))[0]!,
        (await stored(bot!, [{ ...rule, content: 'Never push to main.', project: 'acme/shop' }]))[0]!,
      ];
      await stored(ada!, [{ content: 'No rule.' }]);
      const before = await counts(ada!);
      const { orgId, principalId } = bot!;
      await world.ruleStops.add({ orgId, stops: [{ memoryId: adas, principalId, times: 2 }] });
      await world.ruleStops.add({ orgId, stops: [{ memoryId: adas, principalId: ada!.principalId, times: 3 }] });

      const [newest, older] = await rulesOf(ada!);
      expect(newest).toMatchObject({ memoryId: bots, isBinding: false, writtenBy: { kind: 'agent' } });
      expect(newest).not.toHaveProperty('stops');
      expect(older).toMatchObject({
        ...{ memoryId: adas, isBinding: true },
        stops: { times: 5, lastAt: 100 * DAY_MS, whom: [{ name: 'Ada', times: 3 }, { times: 2 }] },
      });
      expect((await rulesOf(ada!, { project: 'acme/other' })).map(({ memoryId }) => memoryId)).not.toContain(bots);
      expect((await rulesOf(ada!, { by: 'unconfirmed-agents' }))[0]).toMatchObject({ memoryId: bots });
      const next = { scope: scopeOf(ada!), query: { by: 'anybody' }, limit: 1, before: bots } as const;
      expect((await world.reviews.rules(next))[0]).toMatchObject({ memoryId: adas });

      await world.proposals.confirmMemory({ scope: scopeOf(ada!), reviewer: ada!, id: bots });
      expect((await rulesOf(ada!))[0]).toMatchObject({ confirmed: { by: { name: 'Ada' }, at: 100 * DAY_MS } });
      expect(await counts(ada!)).toEqual({ ...before, agentRules: before.agentRules - 1 });
    });

    it('hides private memories of others from each list', async () => {
      const hidden = { visibility: 'private' } as const;
      const [id] = await stored(ada!, [{ category: 'rule', content: 'My own rule.' }, hidden]);
      await world.feedback.give({ scope: scopeOf(ada!), memoryId: id!, kind: 'wrong' });
      const listed = async (reader: Principal) => [
        ...(await rulesOf(reader)).map(({ memoryId }) => memoryId),
        ...(await world.reviews.reported({ scope: scopeOf(reader), limit: 9 })).map(({ memoryId }) => memoryId),
      ];

      expect(await listed(ada!)).toEqual(expect.arrayContaining([id, id]));
      expect(await listed(bot!)).not.toContain(id);
    });
  });
}
