import type { ItemId, TeamId } from '@cairn/contracts';
import { mayReachBase, requireReachedBase, scopeOf, teamWordOf, asBaseMember, type Principal } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aPrincipal } from '@cairn/testing';
import { type KnowledgeBases, type NewBase, type BaseChange, archiveFormer } from './knowledge-bases.ts';

export interface KnowledgeBasesWorld {
  readonly knowledgeBases: KnowledgeBases;
  readonly truth: Truth;
  readonly close: () => Promise<void>;
}

const aBase = (base: Partial<NewBase> = {}): NewBase => ({
  ...{ name: 'Handbook', description: null, scope: null, peerScopePolicy: 'strict', agentIds: [], sourceType: null },
  ...base,
});

/** Runs the contract suite of `KnowledgeBases` against one adapter; `make` opens an empty store. */
export function knowledgeBasesContract(adapter: string, make: () => Promise<KnowledgeBasesWorld>): void {
  describe(`${adapter} keeps the promises of knowledge bases`, () => {
    let world: KnowledgeBasesWorld;
    let ada: Principal;
    beforeAll(async () => {
      world = await make();
    });
    beforeEach(() => {
      ada = aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] });
    });
    afterAll(() => world.close());

    it('keeps bases by name, apart for each organisation, and their changes', async () => {
      const { knowledgeBases } = world;
      const told = { description: 'How we work', scope: 'dev', agentIds: [ada.principalId], sourceType: 'docs' };
      const base = await knowledgeBases.create({ author: ada, base: aBase(told) });
      const other = await knowledgeBases.create({
        author: ada,
        base: aBase({ name: 'A', peerScopePolicy: 'permissive' }),
      });
      const stranger = aPrincipal();

      expect(base).toMatchObject({ ...told, name: 'Handbook', isActive: true, createdBy: ada.principalId });
      expect(await knowledgeBases.list({ orgId: ada.orgId })).toEqual([other, base]);
      expect(await knowledgeBases.list({ orgId: stranger.orgId })).toEqual([]);
      expect(
        await knowledgeBases.change({ author: stranger, id: base.knowledgeBaseId, change: { name: 'Theirs' } }),
      ).toBeUndefined();
      expect(await knowledgeBases.remove({ author: stranger, id: base.knowledgeBaseId })).toBe(false);
      const change: BaseChange = { scope: null, agentIds: [], isActive: false, peerScopePolicy: 'permissive' };
      const changed = await knowledgeBases.change({ author: ada, id: base.knowledgeBaseId, change });
      expect(changed).toMatchObject({ ...change, name: 'Handbook', description: 'How we work' });
      expect(await knowledgeBases.list({ orgId: ada.orgId })).toContainEqual(changed);
      expect(await knowledgeBases.remove({ author: ada, id: base.knowledgeBaseId })).toBe(true);
      expect(await knowledgeBases.list({ orgId: ada.orgId })).toEqual([other]);
    });

    it('refuses a name that another base of the scope has, if its author reaches that one', async () => {
      const { knowledgeBases } = world;
      const ofPeer = { scope: 'coach:1' };
      const base = await knowledgeBases.create({ author: ada, base: aBase(ofPeer) });
      const taken = { code: 'knowledge-base/conflict' };
      const other = await knowledgeBases.create({ author: ada, base: aBase() });

      await expect(knowledgeBases.create({ author: ada, base: aBase(ofPeer) })).rejects.toMatchObject(taken);
      await expect(
        knowledgeBases.change({ author: ada, id: other.knowledgeBaseId, change: ofPeer }),
      ).rejects.toMatchObject(taken);
      await knowledgeBases.change({
        author: ada,
        id: base.knowledgeBaseId,
        change: { agentIds: [aPrincipal().principalId] },
      });
      await knowledgeBases.create({ author: ada, base: aBase(ofPeer) });
    });

    it('shows chunks to calls for their base alone, and counts them', async () => {
      const { knowledgeBases, truth } = world;
      const [base, other] = [
        await knowledgeBases.create({ author: ada, base: aBase() }),
        await knowledgeBases.create({ author: ada, base: aBase({ name: 'B' }) }),
      ];
      const { knowledgeBaseId: id } = base;
      const visibility = teamWordOf(id as string as TeamId);
      const chunk: NewItem = {
        ...aNewMemory({ content: 'Deploys are on Monday.' }, { visibility }),
        knowledgeBase: id,
      };
      await truth.write(ada, [chunk, aNewMemory({ content: 'Ours.' })]);
      const seenBy = async (who: Principal) =>
        (await truth.list(scopeOf(who), { kind: 'memory', knowledgeBases: [id] }, { order: 'stored', limit: 9 }))
          .length;

      expect(await seenBy(ada)).toBe(0);
      expect(await seenBy(asBaseMember(ada, other.knowledgeBaseId))).toBe(0);
      expect(await seenBy(asBaseMember(aPrincipal({ orgId: ada.orgId }), id))).toBe(1);
      expect(await seenBy(asBaseMember(aPrincipal(), id))).toBe(0);
      expect(await knowledgeBases.sizes({ orgId: ada.orgId })).toEqual([
        { knowledgeBaseId: id, memoryCount: 1, totalChars: 22 },
      ]);
      await truth.forget(scopeOf(asBaseMember(ada, id)), ada, 'memory', chunk.id);
      expect(await knowledgeBases.sizes({ orgId: ada.orgId })).toEqual([]);
    });

    it('stores no chunk in a base that was removed, however late the writer hears of it', async () => {
      const { knowledgeBases, truth } = world;
      const { knowledgeBaseId } = await knowledgeBases.create({ author: ada, base: aBase() });
      const visibility = teamWordOf(knowledgeBaseId as string as TeamId);
      await knowledgeBases.remove({ author: ada, id: knowledgeBaseId });

      const late = truth.write(ada, [{ ...aNewMemory({}, { visibility }), knowledgeBase: knowledgeBaseId }]);

      await expect(late).rejects.toMatchObject({ code: 'knowledge-base/unknown' });
    });

    it('archives the former chunks of a document alone, and only those that the author may change', async () => {
      const { knowledgeBases, truth } = world;
      const [{ knowledgeBaseId: id }, { knowledgeBaseId: other }] = [
        await knowledgeBases.create({ author: ada, base: aBase() }),
        await knowledgeBases.create({ author: ada, base: aBase({ name: 'B' }) }),
      ];
      const grace = aColleagueOf(ada, { role: 'writer' });
      const chunk = async (
        author: Principal,
        knowledgeBase = id,
        provenance: Record<string, string> = { sourceUrl: 'a"%' },
      ) => {
        const visibility = teamWordOf(knowledgeBase as string as TeamId);
        const item = { ...aNewMemory({ provenance }, { visibility }), knowledgeBase };
        await truth.write(author, [item]);
        return item.id;
      };
      const activeIn = async (base = id) => {
        const filter = { kind: 'memory', knowledgeBases: [base] } as const;
        const listed = await truth.list(scopeOf(asBaseMember(ada, base)), filter, { order: 'stored', limit: 20 });
        return listed.map((item) => item.id).sort();
      };
      const archive = (author: Principal, ...chunks: ItemId[]) =>
        archiveFormer(knowledgeBases, { author, document: { knowledgeBaseId: id, sourceUrl: 'a"%', chunks } });
      const [hers, his] = [await chunk(ada), await chunk(grace)];
      const elsewhere = await chunk(ada, other);
      const others = [
        await chunk(ada, id, { sourceUrl: 'a"%b' }),
        await chunk(ada, id, { sourceUrl: 'b', sourceType: 'a"%' }),
        await chunk(ada, id, {}),
      ];
      const fresh = await chunk(grace);

      expect(await archive(grace, fresh, elsewhere)).toBe(0);
      expect(await archive(aPrincipal({ role: 'admin' }), fresh)).toBe(0);
      expect(await archive(grace, fresh)).toBe(1);
      expect(await activeIn()).toEqual([hers, ...others, fresh].sort());
      expect(await archive(grace, his)).toBe(0);
      expect(await archive({ ...grace, role: 'manager' }, fresh)).toBe(1);
      expect(await archive({ ...grace, role: 'manager' }, fresh)).toBe(0);
      expect(await activeIn()).toEqual([...others, fresh].sort());
      expect(await activeIn(other)).toEqual([elsewhere]);
    });

    it('archives however many former chunks; of two new versions at once, one stays whole', async () => {
      const { knowledgeBases, truth } = world;
      const { knowledgeBaseId: id } = await knowledgeBases.create({
        author: ada,
        base: aBase({ name: 'Of many chunks' }),
      });
      const visibility = teamWordOf(id as string as TeamId);
      const version = async (many: number) => {
        const items = Array.from({ length: many }, (_, at) => ({
          ...aNewMemory({ content: `chunk ${at}`, provenance: { sourceUrl: 'long' } }, { visibility }),
          knowledgeBase: id,
        }));
        await truth.write(ada, items);
        return items.map((item) => item.id);
      };
      const former = 230;
      await version(former);
      const versions = [await version(60), await version(60)];

      const archived = await Promise.all(
        versions.map((chunks) =>
          archiveFormer(knowledgeBases, { author: ada, document: { knowledgeBaseId: id, sourceUrl: 'long', chunks } }),
        ),
      );

      const filter = { kind: 'memory', knowledgeBases: [id] } as const;
      const left = await truth.list(scopeOf(asBaseMember(ada, id)), filter, { order: 'stored', limit: 400 });
      const whole = versions.map((chunks) => chunks.every((chunk) => left.some((item) => item.id === chunk)));
      expect(archived.reduce((sum, some) => sum + some)).toBe(former + 60);
      expect(left).toHaveLength(60);
      expect(whole.filter(Boolean)).toHaveLength(1);
    });

    it('finds a base by name as the call reaches it, that of the own channel first', async () => {
      const { knowledgeBases } = world;
      const shared = { scope: 'coach:main', peerScopePolicy: 'permissive' } as const;
      const room = await knowledgeBases.create({ author: ada, base: aBase(shared) });
      const own = await knowledgeBases.create({ author: ada, base: aBase({ scope: 'coach:1' }) });
      const open = await knowledgeBases.create({ author: ada, base: aBase({ peerScopePolicy: 'permissive' }) });
      const bases = await knowledgeBases.list({ orgId: ada.orgId });
      const named = (channel?: string) => requireReachedBase(bases, ada, { knowledgeBaseName: 'Handbook', channel });

      expect(named('coach:1')).toEqual(own);
      expect(named('coach:main')).toEqual(room);
      expect(named()).toEqual(open);
      expect(() => named('coach:2')).toThrow(expect.objectContaining({ code: 'knowledge-base/conflict' }));
      expect(() => named('coach:')).toThrow(expect.objectContaining({ code: 'knowledge-base/unknown' }));
      expect(() => named('coach:')).toThrow(/"coach:" reaches no knowledge base "Handbook": name the channel/);
      expect(() => requireReachedBase([own], ada, { knowledgeBaseName: 'Handbook' })).toThrow(
        /names no channel .*: name the channel/,
      );
      expect(bases.filter((base) => mayReachBase(ada, base, 'coach:2'))).toHaveLength(2);
    });
  });
}
