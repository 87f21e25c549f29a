import type {
  EntityType,
  GraphReader,
  GraphRelation,
  ItemId,
  Mention,
  RuleStatement,
  Statement,
  Statements,
} from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { buildGraph, canonicalKey, GraphInMemory, ownersOfName, resolveEntity } from '@cairn/graph';
import type { Outbox, Truth } from '@cairn/ports';
import fc from 'fast-check';
import { A_MONDAY, aColleagueOf, aNewMemory, aPrincipal } from '@cairn/testing';
import type { Aliases } from './aliases.ts';
import type { Lifecycle } from '../memories/lifecycle.ts';
import type { GraphCorrections } from './graph-corrections.ts';
import type { Graphs } from './graph.ts';
import { graphReader } from './graph-reader.ts';

export interface GraphsWorld {
  readonly graphs: Graphs;
  readonly aliases: Aliases;
  readonly corrections: GraphCorrections;
  readonly truth: Truth;
  readonly lifecycle: Lifecycle;
  readonly outbox: Outbox;
  readonly close: () => Promise<void>;
}

const NOW = A_MONDAY + 10_000;
const PUBLIC = { visibility: 'org' } as const;
const PRIVATE = { visibility: 'private' } as const;

const mention = (written: string): Mention => {
  const [type, name = ''] = written.split(/:(.*)/su);
  return { type: type as EntityType, name, ...(type === 'path' ? { repository: 'acme/shop' } : {}) };
};

/** Makes a statement from a sentence such as `team:pay owns package:ledger`, with further fields. */
const said = (sentence: string, more: Partial<Statement> = {}): Statement => {
  const [from = '', type = '', to = ''] = sentence.split(' ');
  const ends = { from: mention(from), type, to: mention(to) };
  return { ...ends, says: 'holds', confidence: 1, saidAt: 0, evidence: { memoryId: '' }, ...more };
};

const ruled = (pattern: string, order: number, owners: readonly string[]): RuleStatement => ({
  tool: 'codeowners',
  repository: 'acme/shop',
  pattern,
  order,
  owners: owners.map(mention),
  confidence: 1,
  evidence: { memoryId: '', path: 'CODEOWNERS', line: order },
});

/** Runs the contract suite of `Graphs` against one adapter; `make` opens an empty store and its truth. */
export function graphsContract(adapter: string, make: () => Promise<GraphsWorld>): void {
  describe(`${adapter} keeps the promises of graphs`, () => {
    let world: GraphsWorld;
    let graphs: Graphs;

    beforeAll(async () => {
      world = await make();
      ({ graphs } = world);
    });
    afterAll(() => world.close());

    const keep = (author: Principal, id: ItemId, what: Partial<Statements>, version = 1) =>
      graphs.keep({ orgId: author.orgId, kind: 'memory', id, version, said: { statements: [], rules: [], ...what } });

    /** Stores a memory, then passes the statements `what` of this memory to the graph. Returns the id of the memory. */
    async function heard(
      author: Principal,
      what: Partial<Statements>,
      ready: Parameters<typeof aNewMemory>[1] = PUBLIC,
    ) {
      const memory = aNewMemory({ title: `of ${author.name}` }, ready);
      await world.truth.write(author, [memory]);
      expect(await keep(author, memory.id, what)).toBe(true);
      return memory.id;
    }

    const readerOf = (principal: Principal) => graphReader(graphs, scopeOf(principal));
    const act = (author: Principal, id: ItemId) => ({ scope: scopeOf(author), author, id, ifVersion: 1 });

    /** Lists the relations around an entity as `from-key type to-key confidence`, without ids. */
    async function around(reader: GraphReader, written: string, direction: 'out' | 'in' | 'both' = 'both') {
      const [entity] = await reader.findByKeys([canonicalKey(mention(written))]);
      if (!entity) return undefined;
      const query = { entities: [entity.id], direction, asOf: NOW, limitPerEntity: 100 } as const;
      return told(reader, (await reader.neighbours(query)).relations);
    }

    async function told(reader: GraphReader, relations: readonly GraphRelation[]) {
      const entities = await reader.load([...new Set(relations.flatMap(({ from, to }) => [from, to]))]);
      const keys = new Map(entities.map((entity) => [entity.id, canonicalKey(entity)]));
      return relations
        .map(({ from, to, type, confidence }) => `${keys.get(from)} ${type} ${keys.get(to)} ${confidence}`)
        .sort();
    }

    it('gives back what was said, with its evidence', async () => {
      const ada = aPrincipal();
      const evidence = { memoryId: '', repository: 'acme/shop', path: 'team.yml', line: 3 };
      const id = await heard(ada, {
        statements: [said('team:pay owns service:ledger', { evidence, confidence: 0.8 })],
      });
      const reader = readerOf(ada);

      const [team] = await reader.findByName('pay', 5);
      const { relations } = await reader.neighbours({
        entities: [team?.id ?? ''],
        direction: 'out',
        asOf: NOW,
        limitPerEntity: 5,
      });

      expect(team).toMatchObject({ type: 'team', name: 'pay' });
      expect(relations).toMatchObject([{ type: 'owns', confidence: 0.8, evidence: [{ ...evidence, memoryId: id }] }]);
    });

    it('answers as the graph in memory does, whatever is said by whom and in whatever order it is heard, or how often', async () => {
      const names = ['team:pay', 'team:ord', 'person:ana', 'service:pay', 'unknown:ana', 'unknown:ord', 'path:src/a'];
      // Few names, so that statements often concern the same pair.
      const statementsOf = (some: readonly string[]) =>
        fc.record({
          from: fc.constantFrom(...some),
          to: fc.constantFrom(...some),
          type: fc.constantFrom('owns', 'depends_on', 'member_of'),
          says: fc.constantFrom('holds' as const, 'holds' as const, 'ends' as const, 'denies' as const),
          confidence: fc.constantFrom(0.5, 0.8, 1),
          saidAt: fc.constantFrom(0, 100, 200, 300),
        });
      const items = fc
        .shuffledSubarray(names, { minLength: 2 })
        .chain((some) =>
          fc.array(fc.array(statementsOf(some), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        );
      const orders = fc.array(fc.nat(3), { maxLength: 6 });

      const property = fc.asyncProperty(items, orders, async (sayings, again) => {
        const ada = aPrincipal();
        const memories = sayings.map(() => aNewMemory({}, PUBLIC));
        await world.truth.write(ada, memories);
        const all = sayings.map((rows, at) =>
          rows.map(({ from, to, type, ...more }) =>
            said(`${from} ${type} ${to}`, { ...more, evidence: { memoryId: memories[at]!.id } }),
          ),
        );
        for (const at of [...again.filter((index) => index < all.length), ...all.keys()])
          await keep(ada, memories[at]!.id, { statements: all[at]! });
        const inMemory = new GraphInMemory(buildGraph({ statements: all.flat(), rules: [] }));
        const stored = readerOf(ada);

        for (const name of names) {
          const expected = await around(inMemory, name);
          // A mention without a type is found under the entity that it stands for.
          if (expected !== undefined || !name.startsWith('unknown:'))
            expect(await around(stored, name)).toEqual(expected);
          const plain = mention(name).name;
          const keysOf = async (reader: GraphReader) => (await reader.findByName(plain, 10)).map(canonicalKey);
          expect(await keysOf(stored)).toEqual(await keysOf(inMemory));
        }
      });

      await fc.assert(property, { numRuns: 40 });
    }, 60_000);

    it('ends what was said of a name without a type by what is said later of the entity that it stands for, and the other way', async () => {
      const ada = aPrincipal();
      const [typed, untyped] = ['team:pay owns service:ledger', 'team:pay owns unknown:ledger'];
      await heard(ada, { statements: [said(untyped, { saidAt: 100 })] });
      expect(await around(readerOf(ada), 'team:pay')).toEqual(['team:pay owns unknown:ledger 1']);
      await heard(ada, { statements: [said(typed, { saidAt: 150 })] });
      await heard(ada, { statements: [said(typed, { saidAt: 200, says: 'denies' })] });
      for (const written of ['team:pay', 'service:ledger']) expect(await around(readerOf(ada), written)).toEqual([]);

      await heard(ada, { statements: [said(typed, { saidAt: 300 })] });
      for (const written of ['team:pay', 'service:ledger'])
        expect(await around(readerOf(ada), written)).toEqual(['team:pay owns service:ledger 1']);
      await heard(ada, { statements: [said(untyped, { saidAt: 400, says: 'ends' })] });
      for (const written of ['team:pay', 'service:ledger']) expect(await around(readerOf(ada), written)).toEqual([]);
    });

    // Behaviour 16
    it('does not have for a caller what only the private memories of another say: relations, names, rules', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      await heard(ada, { statements: [said('team:pay owns service:ledger')] });
      const rules = [ruled('*', 1, ['team:hidden'])];
      await heard(ada, { statements: [said('person:secret leads team:pay', { confidence: 0.9 })], rules }, PRIVATE);

      expect(await around(readerOf(grace), 'team:pay')).toEqual(['team:pay owns service:ledger 1']);
      for (const name of ['person:secret', 'team:hidden'])
        expect(await resolveEntity(readerOf(grace), name)).toEqual({ type: 'unknown', near: [] });
      expect(await readerOf(grace).findByTokens(['secret'], 5)).toEqual([]);
      expect(await readerOf(grace).ruledRepositories(5)).toEqual([]);
      expect(await readerOf(grace).rules({ repository: 'acme/shop', path: 'a' }, NOW)).toEqual([]);

      expect(await around(readerOf(ada), 'team:pay')).toHaveLength(2);
      expect(await readerOf(ada).ruledRepositories(5)).toEqual(['acme/shop']);
      expect(await around(readerOf(aPrincipal()), 'team:pay')).toBeUndefined();
    });

    it('lets a private memory end for its writer alone what all are told', async () => {
      const ada = aPrincipal();
      await heard(ada, { statements: [said('team:pay owns service:ledger', { saidAt: 100 })] });
      await heard(ada, { statements: [said('team:pay owns service:ledger', { saidAt: 200, says: 'ends' })] }, PRIVATE);

      expect(await around(readerOf(ada), 'team:pay')).toEqual([]);
      expect(await around(readerOf(aColleagueOf(ada)), 'team:pay')).toEqual(['team:pay owns service:ledger 1']);
    });

    it.each([
      [
        'superseded',
        (author: Principal, id: ItemId) => world.lifecycle.supersede({ ...act(author, id), successor: aNewMemory() }),
      ],
      [
        'archived',
        (author: Principal, id: ItemId) =>
          world.lifecycle.setState({ ...act(author, id), state: 'archived', mergeKey: undefined }),
      ],
      ['forgotten', (author: Principal, id: ItemId) => world.truth.forget(scopeOf(author), author, 'memory', id)],
    ] as const)(
      'has nothing of a memory from the moment that it is %s, and loses it when it hears of that',
      async (_how, end) => {
        const ada = aPrincipal();
        const statements = [said('team:pay owns service:ledger'), said('person:ana owns path:src/a')];
        const id = await heard(ada, { statements, rules: [ruled('*', 1, ['team:pay'])] });
        const nothing = async () => {
          const reader = readerOf(ada);
          expect(await reader.findByName('pay', 5)).toEqual([]);
          expect(await reader.findByTokens(['ledger'], 5)).toEqual([]);
          expect(await reader.ruledRepositories(5)).toEqual([]);
          expect(await around(reader, 'service:ledger')).toBeUndefined();
        };
        await end(ada, id);
        await nothing();

        expect(await keep(ada, id, { statements }, 2)).toBe(true);
        await nothing();
      },
    );

    it('adds up what a memory declares, and says so when it is sent again with more', async () => {
      const ada = aPrincipal();
      const owns = (to: string) => ({ from: 'team:pay', type: 'owns', to: `service:${to}` });
      const memory = aNewMemory({ externalId: 'm', relations: [owns('ledger')], validTo: NOW + 1 });
      const send = async (more: object) => {
        const again = { ...memory, id: aNewMemory().id, input: { ...memory.input, ...more } };
        return (await world.truth.write(ada, [again]))[0];
      };
      const heardOf = async () => {
        const delivered = await world.outbox.claim(['memory.written.vectors'], 500, 60_000);
        return delivered.filter(({ payload }) => payload.orgId === ada.orgId).length;
      };
      const first = await send({});
      const id = first!.id as ItemId;
      expect(await keep(ada, id, { statements: [said('team:pay leads team:ord')] })).toBe(true);
      expect(await heardOf()).toBe(1);

      expect(await send({ relations: [owns('ledger')] })).toMatchObject({ id, created: false });
      expect(await heardOf()).toBe(0);
      const entities = [{ name: 'lone', type: 'concept' as const }];
      expect(await send({ relations: [owns('cash')], entities })).toMatchObject({ id, created: false, version: 1 });
      expect(await heardOf()).toBe(1);

      await keep(ada, id, {});
      const reader = readerOf(ada);
      expect(await around(reader, 'team:pay')).toEqual([
        'team:pay owns service:cash 1',
        'team:pay owns service:ledger 1',
      ]);
      expect(await reader.findByName('lone', 5)).toMatchObject([{ type: 'concept' }]);
      await world.truth.forget(scopeOf(ada), ada, 'memory', id);
      await keep(ada, id, {}, 2);
      expect(await around(reader, 'team:pay')).toBeUndefined();
    });

    it('decides by the rules that a memory declares, until it is archived', async () => {
      const ada = aPrincipal();
      const evidence = (line: number) => ({ repository: 'acme/shop', path: 'CODEOWNERS', line });
      const rule = (pattern: string, owner: string, line: number) => ({
        tool: 'codeowners' as const,
        pattern,
        owners: [owner],
        evidence: evidence(line),
      });
      const memory = aNewMemory({ rules: [rule('*', 'team:all', 1), rule('/pay/', 'person:ana', 2)] });
      await world.truth.write(ada, [memory]);
      await keep(ada, memory.id, {});
      const rules = () => readerOf(ada).rules({ repository: 'acme/shop', path: 'pay/a.ts' }, NOW);
      expect((await rules()).map(({ pattern, order, evidence: [said] }) => [pattern, order, said])).toEqual([
        ['*', 1, { memoryId: memory.id, ...evidence(1) }],
        ['/pay/', 2, { memoryId: memory.id, ...evidence(2) }],
      ]);
      expect(await readerOf(ada).findByName('ana', 5)).toMatchObject([{ type: 'person' }]);
      await world.lifecycle.setState({ ...act(ada, memory.id), state: 'archived', mergeKey: undefined });

      expect(await rules()).toEqual([]);
    });

    it('has what the successor of a memory declares, in place of what that did', async () => {
      const ada = aPrincipal();
      const declaring = (to: string) =>
        aNewMemory({ content: to, relations: [{ from: 'team:pay', type: 'owns', to }] });
      const [old, successor] = [declaring('service:ledger'), declaring('service:cash')];
      await world.truth.write(ada, [old]);
      await keep(ada, old.id, {});
      await world.lifecycle.supersede({ ...act(ada, old.id), successor });
      await keep(ada, successor.id, {});

      expect(await around(readerOf(ada), 'team:pay')).toEqual(['team:pay owns service:cash 1']);
    });

    it('keeps a relation until its last evidence is gone', async () => {
      const ada = aPrincipal();
      const statements = [said('team:pay owns service:ledger')];
      const [first, second] = [await heard(ada, { statements }), await heard(ada, { statements })];

      await keep(ada, first, {});
      expect(await around(readerOf(ada), 'team:pay')).toHaveLength(1);
      await keep(ada, second, {});
      expect(await around(readerOf(ada), 'team:pay')).toBeUndefined();
    });

    it('keeps nothing that was read in another version than the present one', async () => {
      const ada = aPrincipal();
      const id = await heard(ada, {});

      expect(await keep(ada, id, { statements: [said('team:pay owns service:ledger')] }, 2)).toBe(false);
      expect(await around(readerOf(ada), 'team:pay')).toBeUndefined();
    });

    it('counts the newest 200 statements of a relation, and all of those beside it', async () => {
      const ada = aPrincipal();
      const often = (saidAt: number, times: number) =>
        Array.from({ length: times }, (_, line) =>
          said('service:api depends_on package:core', { saidAt, evidence: { memoryId: '', path: 'deps', line } }),
        );
      await heard(ada, { statements: often(1, 20) });
      const newest = await heard(ada, { statements: often(2, 200) });
      await heard(ada, { statements: [said('service:api depends_on package:log')] });
      const reader = readerOf(ada);
      const [api] = await reader.findByName('api', 5);
      const query = { entities: [api?.id ?? ''], direction: 'out', asOf: NOW, limitPerEntity: 10 } as const;

      const { relations } = await reader.neighbours(query);
      const told = relations.map(({ evidence }) => [...new Set(evidence.map(({ memoryId }) => memoryId))]);
      expect(told).toHaveLength(2);
      expect(told).toContainEqual([newest]);
    });

    it('gives the most confident relations of a hub, and says that there are more', async () => {
      const ada = aPrincipal();
      const uses = (at: number) => said(`service:s${at} depends_on package:core`, { confidence: (at + 1) / 1000 });
      for (let start = 0; start < 600; start += 200)
        await heard(ada, { statements: Array.from({ length: 200 }, (_, at) => uses(start + at)) });
      const reader = readerOf(ada);
      const [core] = await reader.findByName('core', 5);
      const query = { entities: [core?.id ?? ''], direction: 'in', asOf: NOW, limitPerEntity: 500 } as const;

      for (const types of [undefined, ['depends_on']]) {
        const { relations, truncated } = await reader.neighbours({ ...query, ...(types && { types }) });
        expect(relations).toHaveLength(500);
        expect([relations.at(0)?.confidence, relations.at(-1)?.confidence]).toEqual([0.6, 0.101]);
        expect(truncated).toEqual([core?.id]);
      }
      expect((await reader.neighbours({ ...query, types: ['owns'] })).relations).toEqual([]);
    });

    it('gives the most confident relations of an entity with some more than asked for, in whatever audience they are', async () => {
      const ada = aPrincipal();
      const uses = (at: number, confidence: number) => said(`service:s${at} depends_on package:core`, { confidence });
      const some = (from: number, confidenceOf: (at: number) => number) => ({
        statements: Array.from({ length: 20 }, (_, at) => uses(from + at, confidenceOf(from + at))),
      });
      // A relation that both audiences have counts by its higher confidence, which here is never the private one.
      await heard(
        ada,
        some(0, (at) => (at < 10 ? (at + 1) / 100 : 0.001 * (at + 1))),
        PRIVATE,
      );
      await heard(
        ada,
        some(10, (at) => (at + 1) / 100),
      );
      const reader = readerOf(ada);
      const [core] = await reader.findByName('core', 5);

      const read = { entities: [core?.id ?? ''], direction: 'in', asOf: NOW, limitPerEntity: 12 } as const;
      const { relations, truncated } = await reader.neighbours(read);

      expect(relations.map(({ confidence }) => Math.round(confidence * 100))).toEqual(
        Array.from({ length: 12 }, (_, at) => 30 - at),
      );
      expect(truncated).toEqual([core?.id]);
    });

    it('finds relations unproven at once, and proves those that hold', async () => {
      const ada = aPrincipal({ role: 'manager' });
      const kept = await heard(ada, { statements: [said('team:pay owns service:ledger', { confidence: 0.7 })] });
      const gone = await heard(ada, { statements: [said('team:pay owns service:till')] });
      await world.lifecycle.setState({ ...act(ada, gone), state: 'archived', mergeKey: undefined });
      const reader = readerOf(ada);
      const [team] = await reader.findByName('pay', 5);
      const query = { entities: [team?.id ?? ''], direction: 'out', asOf: NOW, limitPerEntity: 5 } as const;

      const { relations } = await reader.neighbours({ ...query, isUnproven: true });
      const proven = await reader.proven(relations, NOW);

      expect(relations).toMatchObject([{ confidence: 1 }, { confidence: 0.7, evidence: [] }]);
      expect(proven).toEqual((await reader.neighbours(query)).relations);
      expect(proven).toMatchObject([{ type: 'owns', confidence: 0.7, evidence: [{ memoryId: kept }] }]);
    });

    it('links memories through an entity of which little is said, for those who see both', async () => {
      const ada = aPrincipal();
      const first = await heard(ada, { statements: [said('team:pay owns service:ledger')] });
      const second = await heard(ada, { statements: [said('service:shop depends_on service:ledger')] });
      const hidden = await heard(ada, { statements: [said('service:ledger uses tool:redis')] }, PRIVATE);
      const many = Array.from({ length: 6 }, (_, at) => said(`service:s${at} uses tool:hub`));
      const hubs = [await heard(ada, { statements: many }), await heard(ada, { statements: many })];
      const linked = async (asker: Principal, ids: readonly ItemId[]) =>
        (await graphs.linked({ scope: scopeOf(asker), ids, asOf: NOW })).map(
          ({ otherId, entity, relationType }) => `${otherId} ${entity} ${relationType}`,
        );

      expect(await linked(aColleagueOf(ada), [first])).toEqual([`${second} ledger depends_on`]);
      expect((await linked(ada, [first])).sort()).toEqual(
        [`${second} ledger depends_on`, `${hidden} ledger uses`].sort(),
      );
      const owner = aColleagueOf(ada, { agents: [ada.principalId] });
      expect((await linked(owner, [first])).sort()).toEqual((await linked(ada, [first])).sort());
      expect((await linked(ada, hubs)).filter((link) => link.includes(' hub '))).toEqual([]);
      expect(await linked(ada, [])).toEqual([]);
    });

    it('answers for paths by files, by word and by what is said of folders', async () => {
      const ada = aPrincipal();
      const rules = [ruled('/src', 1, ['team:src']), ruled('/src/x', 2, ['team:x'])];
      await heard(ada, { rules });
      await heard(ada, {
        statements: [
          said('team:docs owns path:docs'),
          said('team:readme owns path:*.md'),
          said('package:ui located_in path:lib/ui'),
          said('team:ui owns package:ui'),
        ],
      });
      const ownersOf = async (name: string) => {
        const { ownership } = await ownersOfName(readerOf(ada), { name, asOf: NOW });
        return ownership?.owners.map(({ entity, how }) => `${entity.name} ${how}`);
      };

      expect(await ownersOf('acme/shop:src/y/a.ts')).toEqual(['src rule']);
      expect(await ownersOf('acme/shop:docs/deep/a.txt')).toEqual(['docs rule']);
      expect(await ownersOf('acme/shop:lib/ui/a.ts')).toEqual(['ui rule']);
      expect(await ownersOf('acme/shop:readme.md')).toEqual(['readme rule']);
      const below = await ownersOfName(readerOf(ada), { name: 'acme/shop:src', asOf: NOW });
      expect(below.ownership?.below).toMatchObject([{ pattern: '/src/x', owners: [{ name: 'x' }] }]);
    });

    describe('has what managers say of entities', () => {
      const correct = async (
        ada: Principal,
        action: 'merge' | 'rename' | 'split' | 'apart',
        { from, to, memoryIds = [] }: { from: string; to: string; memoryIds?: readonly ItemId[] },
      ) => {
        const id = aNewMemory().id;
        const [entity] = await readerOf(ada).findByKeys([canonicalKey(mention(from))]);
        await world.corrections.add({
          author: ada,
          correction: { id, action, from: entity!, to: mention(to), memoryIds },
        });
        return id;
      };
      const keysNamed = async (ada: Principal, name: string) =>
        (await readerOf(ada).findByName(name, 5)).map(canonicalKey);

      it('that two are one: in relations, names, tokens, rules and lists, until that is taken back', async () => {
        const ada = aPrincipal();
        const rules = [ruled('*', 1, ['team:billing'])];
        await heard(ada, {
          statements: [said('team:billing owns service:ledger'), said('person:ana leads team:pay')],
          rules,
        });
        const id = await correct(ada, 'merge', { from: 'team:billing', to: 'team:pay' });
        const all = ['person:ana leads team:pay 1', 'team:pay owns service:ledger 1'];
        for (const name of ['team:pay', 'team:billing']) expect(await around(readerOf(ada), name)).toEqual(all);
        expect(await keysNamed(ada, 'billing')).toEqual(['team:pay']);
        const { ownership } = await ownersOfName(readerOf(ada), { name: 'acme/shop:a.ts', asOf: NOW });
        expect(ownership?.owners.map(({ entity, how }) => `${entity.name} ${how}`)).toEqual(['pay rule', 'ana chain']);
        const page = await graphs.entities({ scope: scopeOf(ada), limit: 10 });
        expect(page.entities.map(canonicalKey)).toEqual(['person:ana', 'service:ledger', 'team:pay']);
        await expect(correct(ada, 'merge', { from: 'team:pay', to: 'team:billing' })).rejects.toMatchObject({
          code: 'graph/correction',
        });
        expect(await keysNamed(aColleagueOf(aPrincipal()), 'billing')).toEqual([]);

        expect(await world.corrections.list({ orgId: ada.orgId })).toMatchObject([
          { id, action: 'merge', by: ada.principalId },
        ]);
        expect(await world.corrections.remove({ author: ada, id })).toMatchObject({ id });
        expect(await world.corrections.remove({ author: ada, id })).toBeUndefined();
        expect(await around(readerOf(ada), 'team:pay')).toEqual(['person:ana leads team:pay 1']);
      });

      it('that one is called otherwise, and still finds it by its other names', async () => {
        const ada = aPrincipal();
        await heard(ada, {
          statements: [said('team:billing owns service:ledger'), said('unknown:money uses tool:git')],
        });
        await correct(ada, 'rename', { from: 'team:billing', to: 'team:money' });
        for (const name of ['money', 'billing']) expect(await keysNamed(ada, name)).toEqual(['team:money']);
        const all = ['team:money owns service:ledger 1', 'team:money uses tool:git 1'];
        for (const name of ['team:money', 'team:billing']) expect(await around(readerOf(ada), name)).toEqual(all);
        expect((await readerOf(ada).findByTokens(['money'], 5)).map(canonicalKey)).toEqual(['team:money']);
        const page = await graphs.entities({ scope: scopeOf(ada), limit: 10, type: 'team' });
        expect(page.entities.map(canonicalKey)).toEqual(['team:money']);
      });

      it('that two are apart, also when one of them is joined to a third, until that is taken back', async () => {
        const ada = aPrincipal();
        await heard(ada, {
          statements: [said('person:ana owns service:ledger'), said('person:@ana owns service:cash')],
          mentions: [mention('person:nana')],
        });
        const [ana, handle, nana] = await Promise.all(
          ['person:ana', 'person:@ana', 'person:nana'].map(
            async (key) => (await readerOf(ada).findByKeys([canonicalKey(mention(key))]))[0]!,
          ),
        );
        const settled = (one = ana!, other = handle!) =>
          world.corrections.settled({ orgId: ada.orgId, pairs: [[one, other]] });
        expect(await settled()).toEqual([false]);
        const id = await correct(ada, 'apart', { from: 'person:ana', to: 'person:@ana' });

        expect(await settled()).toEqual([true]);
        expect(await settled(handle, ana)).toEqual([true]);
        expect(await keysNamed(ada, '@ana')).toEqual(['person:@ana']);
        await expect(correct(ada, 'apart', { from: 'person:@ana', to: 'person:ana' })).rejects.toMatchObject({
          code: 'graph/correction',
        });
        await correct(ada, 'merge', { from: 'person:ana', to: 'person:nana' });
        expect(await settled(nana)).toEqual([true]);
        await world.corrections.remove({ author: ada, id });
        expect(await settled(nana)).toEqual([false]);
        expect(await settled(ana, nana)).toEqual([true]);
      });

      it('of people who are one, by which each name stands for the others in recall', async () => {
        const ada = aPrincipal();
        await heard(ada, {
          statements: [said('person:ana owns service:ledger'), said('team:pay owns service:cash')],
          mentions: [mention('team:billing')],
        });
        await correct(ada, 'merge', { from: 'team:billing', to: 'team:pay' });
        const id = aNewMemory().id;
        const [to] = await readerOf(ada).findByKeys(['person:ana']);
        const speaker = { type: 'person', name: '@asilva' } as const;
        await world.corrections.add({
          author: ada,
          correction: { id, action: 'merge', from: speaker, to: to!, memoryIds: [] },
        });
        const merged = { origin: 'merged', sightings: 0 };
        await world.aliases.declare({ author: ada, declaration: { key: 'nana', alias: 'Nana', speakers: ['ana'] } });

        expect(await world.aliases.all(scopeOf(ada))).toEqual([
          { ...merged, alias: 'ana', speakers: ['@asilva'] },
          { ...merged, alias: '@asilva', speakers: ['ana'] },
          expect.objectContaining({ alias: 'Nana', origin: 'declared' }),
        ]);
        expect(await world.corrections.settled({ orgId: ada.orgId, pairs: [[speaker, to!]] })).toEqual([true]);
        await world.corrections.remove({ author: ada, id });
        expect(await world.aliases.all(scopeOf(ada))).toHaveLength(1);
      });

      it('that some memories mean another, also when they are read anew', async () => {
        const ada = aPrincipal();
        const statements = [said('person:ana owns service:ledger')];
        const other = [said('person:ana owns service:cash')];
        const [first, second] = [await heard(ada, { statements }), await heard(ada, { statements: other })];
        const id = await correct(ada, 'split', { from: 'person:ana', to: 'person:ana-2', memoryIds: [second] });
        const delivered = await world.outbox.claim(['memory.written.graph'], 500, 60_000);
        expect(delivered.some(({ payload }) => (payload as { id?: string }).id === second)).toBe(true);
        await keep(ada, first, { statements });
        await keep(ada, second, { statements: other });
        expect(await around(readerOf(ada), 'person:ana')).toEqual(['person:ana owns service:ledger 1']);
        expect(await around(readerOf(ada), 'person:ana-2')).toEqual(['person:ana-2 owns service:cash 1']);

        await world.corrections.remove({ author: ada, id });
        await keep(ada, second, { statements: other });
        expect(await around(readerOf(ada), 'person:ana')).toHaveLength(2);
      });
    });

    it('finds names by some of their words, the fullest first', async () => {
      const ada = aPrincipal();
      const statements = [said('team:Ledger-Core-Team owns service:Ledger'), said('team:x owns service:ledger-core')];
      await heard(ada, { statements });

      const found = await readerOf(ada).findByTokens(['ledger', 'core'], 5);

      expect(found.map(({ name }) => name)).toEqual(['ledger-core', 'Ledger-Core-Team', 'Ledger']);
    });
  });
}
