import fc from 'fast-check';
import type { EntityType, Mention, NeighbourQuery, Neighbours, RuleStatement, Statement } from '@cairn/contracts';
import { buildGraph } from './build-graph.ts';
import { explainConnection } from './connection.ts';
import { DEPENDENCIES_MAX, dependencyChain } from './dependencies.ts';
import { canonicalKey } from './entity.ts';
import { findNeighbourhood } from './neighbourhood.ts';
import { GraphInMemory } from './graph-in-memory.ts';
import { findOwnedNamesakes } from './owned-namesakes.ts';
import { ownersOfName } from './owners-of-name.ts';
import { resolveEntity } from './resolve-entity.ts';

const asOf = 1000;
const mention = (written: string): Mention => {
  const [type, name = ''] = written.split(/:(.*)/su);
  return { type: type as EntityType, name, ...(type === 'path' ? { repository: 'acme/shop' } : {}) };
};

/** `team:pay owns package:ledger`, with what else matters. */
const said = (sentence: string, more: Partial<Statement> = {}): Statement => {
  const [from = '', type = '', to = ''] = sentence.split(' ');
  const evidence = { memoryId: sentence };
  const ends = { from: mention(from), type, to: mention(to) };
  return { ...ends, says: 'holds', confidence: 1, saidAt: 0, evidence, ...more };
};

const aGraph = (statements: readonly Statement[], rules: readonly RuleStatement[] = []) =>
  new GraphInMemory(buildGraph({ statements, rules }));

const idOf = (written: string) => canonicalKey(mention(written));

/** Counts the relations that questions read. */
class Counting extends GraphInMemory {
  read = 0;

  reset(): void {
    this.read = 0;
  }

  override async neighbours(query: NeighbourQuery): Promise<Neighbours> {
    const found = await super.neighbours(query);
    this.read += found.relations.length;
    return found;
  }
}

describe('resolveEntity', () => {
  const graph = aGraph([
    said('team:payments owns service:Rapid-API'),
    said('team:orders owns repository:orders'),
    said('team:api-guild owns package:@acme/api'),
  ]);

  it.each([
    ['team:orders', 'team:orders'],
    ['orders (repository)', 'repository:orders'],
    ['PAYMENTS', 'team:payments'],
    ['rapid', 'service:rapid-api'],
  ])('finds %s', async (name, id) => {
    expect(await resolveEntity(graph, name)).toMatchObject({ type: 'found', entity: { id } });
  });

  // Behaviour 17
  it('names the candidates where several fit, and guesses none', async () => {
    const resolution = await resolveEntity(graph, 'orders');

    expect(resolution).toMatchObject({ type: 'ambiguous', candidates: [{ type: 'repository' }, { type: 'team' }] });
  });

  it('never takes a part of a word for a name, and says what is near', async () => {
    expect(await resolveEntity(graph, 'pay')).toEqual({ type: 'unknown', near: [] });
    expect(await resolveEntity(graph, 'rapid billing')).toMatchObject({
      type: 'unknown',
      near: [{ name: 'Rapid-API' }],
    });
  });
});

it('tells who owns things of a like name', async () => {
  const graph = aGraph([
    said('service:billing depends_on service:redis'),
    said('person:ana owns package:billing-api'),
    said('person:bo owns service:bill'),
  ]);

  const namesakes = await findOwnedNamesakes(graph, { name: 'billing', asOf });

  expect(namesakes).toMatchObject([{ entity: { name: 'billing-api' }, owners: [{ name: 'ana' }] }]);
});

it('asks once which repositories have rules, however many things have a like name', async () => {
  const graph = aGraph(['api', 'web', 'pdf'].map((part) => said(`person:ana owns package:billing-${part}`)));
  let asked = 0;
  const ruledRepositories = (limit: number) => graph.ruledRepositories((asked += 1) && limit);

  const namesakes = await findOwnedNamesakes(Object.assign(Object.create(graph), { ruledRepositories }), {
    name: 'billing',
    asOf,
  });

  expect([namesakes.length, asked]).toEqual([3, 1]);
});

describe('ownersOfName', () => {
  const ownersOf = async (graph: GraphInMemory, name: string) =>
    (await ownersOfName(graph, { name, asOf })).ownership?.owners.map(
      ({ entity, how, via, confidence }) => `${entity.name} ${how} ${via ?? ''} ${confidence.toFixed(2)}`,
    );

  // Behaviour 18
  it('gives owners first and who answers for them as a chain', async () => {
    const graph = aGraph([
      said('team:pay owns service:ledger'),
      said('person:ana leads team:pay'),
      said('person:bo member_of team:pay'),
    ]);

    expect(await ownersOf(graph, 'ledger')).toEqual(['pay direct  1.00', 'ana chain pay 0.70', 'bo chain pay 0.40']);
  });

  it('leaves out what ended, and shows it as of then', async () => {
    const graph = aGraph([
      said('person:ana owns service:ledger', { saidAt: 100 }),
      said('person:ana owns service:ledger', { saidAt: 500, says: 'ends' }),
    ]);
    const then = await ownersOfName(graph, { name: 'ledger', asOf: 300 });

    expect(await ownersOf(graph, 'ledger')).toEqual([]);
    expect(then.ownership?.owners).toMatchObject([{ entity: { name: 'ana' } }]);
  });

  const rule = (pattern: string, order: number, owners: readonly string[]): RuleStatement => ({
    tool: 'codeowners',
    repository: 'acme/shop',
    pattern,
    order,
    owners: owners.map(mention),
    confidence: 1,
    evidence: { memoryId: pattern, path: 'CODEOWNERS', line: order },
  });

  it('answers about a path that nobody listed, and about a folder with what differs below it', async () => {
    const graph = aGraph(
      [],
      [rule('*', 1, ['team:all']), rule('/src', 2, ['team:src']), rule('/src/x', 3, ['team:x'])],
    );
    const { ownership } = await ownersOfName(graph, { name: 'acme/shop:src', asOf });

    expect(await ownersOf(graph, 'lib/a.ts')).toEqual(['all rule * 0.30']);
    expect(await ownersOf(graph, 'src/y/a.ts')).toEqual(['src rule /src 0.95']);
    expect(ownership?.below).toMatchObject([{ pattern: '/src/x', owners: [{ name: 'x' }] }]);
  });

  it.each(['nosuchthing', 'Postgres', 'onboarding emails', 'who pays'])(
    'gives %s to no rule of a repository, since it is no path',
    async (name) => {
      const graph = aGraph([], [rule('*', 1, ['team:all'])]);

      const { resolution, ownership } = await ownersOfName(graph, { name, asOf });

      expect([resolution.type, ownership?.owners]).toEqual(['unknown', []]);
    },
  );

  it('finds the one repository of several whose rules own a path, and a repository by any name', async () => {
    const graph = aGraph(
      [],
      [
        { ...rule('*', 1, ['team:all']), repository: 'gh' },
        { ...rule('/services/billing/', 2, ['team:bill']), repository: 'gh' },
        { ...rule('*', 1, ['team:other']), repository: 'acme/other' },
      ],
    );

    expect(await ownersOf(graph, 'services/billing/b.ts')).toEqual(['bill rule /services/billing/ 0.95']);
    expect(await ownersOf(graph, 'gh:services/billing/b.ts')).toEqual(['bill rule /services/billing/ 0.95']);
    expect(await ownersOf(graph, 'gh:README.md')).toEqual(['all rule * 0.30']);
    expect(await ownersOf(graph, 'README.md')).toBeUndefined();
  });

  it.each(['lib/a.ts', '.github', 'README.md', 'acme/shop:Makefile'])('rules %s as a path', async (name) => {
    const graph = aGraph([], [rule('*', 1, ['team:all'])]);

    expect((await ownersOfName(graph, { name, asOf })).ownership?.owners).toMatchObject([
      { confidence: 0.3, via: '*' },
    ]);
  });

  it('does not take the word of a file whose later rule ends it', async () => {
    const file = { evidence: { memoryId: 'm', path: 'CODEOWNERS', line: 1 } };
    const graph = aGraph([said('team:src owns path:/src', file)], [rule('/src', 1, ['team:src']), rule('/src', 2, [])]);

    expect(await ownersOf(graph, '/src')).toEqual([]);
  });

  it('says that a name is unknown where no rule can be asked', async () => {
    expect(await ownersOfName(aGraph([]), { name: 'ledger', asOf })).toEqual({
      resolution: { type: 'unknown', near: [] },
    });
  });
});

describe('explainConnection', () => {
  const explain = (graph: GraphInMemory, a: string, b: string) =>
    explainConnection(graph, { a: idOf(a), b: idOf(b), asOf });

  // Behaviour 19
  it('finds a shared dependency, with directions and a score', async () => {
    const graph = aGraph([
      said('package:a depends_on package:x', { confidence: 0.5 }),
      said('package:b depends_on package:x'),
    ]);
    const { outcome, paths } = await explain(graph, 'package:a', 'package:b');

    expect(outcome).toBe('connected');
    expect(paths.map(({ hops, score }) => [hops.map(({ forward }) => forward), score])).toEqual([[[true, false], 0.4]]);
  });

  // Behaviour 19
  it('puts the shortest first and shows paths that are one hop longer, no more', async () => {
    const graph = aGraph([
      said('team:a knows team:b'),
      said('team:a knows team:c'),
      said('team:c knows team:b'),
      said('team:c knows team:d'),
      said('team:d knows team:b'),
    ]);
    const { paths } = await explain(graph, 'team:a', 'team:b');

    expect(paths.map(({ hops }) => hops.length)).toEqual([1, 2]);
  });

  it('tells what is not connected from what is too far', async () => {
    const line = [...'abcdefgh'].slice(1).map((to, index) => said(`team:${'abcdefgh'[index]} knows team:${to}`));
    const graph = aGraph([...line, said('team:y knows team:z')]);

    expect(await explain(graph, 'team:a', 'team:g')).toMatchObject({ outcome: 'connected' });
    expect(await explain(graph, 'team:a', 'team:h')).toMatchObject({ outcome: 'beyond', paths: [] });
    expect(await explain(graph, 'team:a', 'team:z')).toMatchObject({ outcome: 'apart', paths: [] });
  });

  it('meets at a hub without reading all of it', async () => {
    const spokes = Array.from({ length: 3000 }, (_, index) => said(`person:p${index} member_of team:hub`));
    const { paths } = await explain(aGraph(spokes), 'person:p1', 'person:p2999');

    expect(paths).toHaveLength(1);
    expect(paths[0]?.hops.map(({ to }) => to)).toEqual(['team:hub', 'person:p2999']);
  });

  it('finds a path as short as any, on any graph', async () => {
    const edge = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
    await fc.assert(
      fc.asyncProperty(fc.array(edge, { maxLength: 20 }), async (edges) => {
        const graph = aGraph([
          said('team:0 knows team:0'),
          ...edges.map(([a, b]) => said(`team:${a} knows team:${b}`)),
        ]);
        const { paths } = await explain(graph, 'team:0', 'team:9');
        const distance = distanceIn(edges);

        expect(paths[0]?.hops.length).toBe(distance !== undefined && distance <= 6 ? distance : undefined);
        for (const { hops } of paths) expect(new Set(hops.map(({ to }) => to)).size).toBe(hops.length);
      }),
    );
  });
});

it('explains the same connection whatever is found that holds no longer', async () => {
  const edge = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }));
  const knows = ([a, b]: readonly [number, number]) => said(`team:${a} knows team:${b}`);
  const edges = fc.array(edge, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(edges, edges, async (standing, stale) => {
      const all = [knows([0, 0]), knows([5, 5])];
      const holding = aGraph([...all, ...standing.map(knows)]);
      const graph = new WithStale(aGraph([...all, ...standing.map(knows), ...stale.map(knows)]), holding);
      const question = { a: idOf('team:0'), b: idOf('team:5'), asOf };

      const [found, right] = [await explainConnection(graph, question), await explainConnection(holding, question)];

      expect(found.paths).toEqual(right.paths);
    }),
  );
});

/** Finds more than holds, until a proof is asked for. */
class WithStale extends GraphInMemory {
  private readonly all: GraphInMemory;

  constructor(all: GraphInMemory, holding: GraphInMemory) {
    super(holding.graph);
    this.all = all;
  }

  override neighbours(query: NeighbourQuery): Promise<Neighbours> {
    return query.isUnproven ? this.all.neighbours(query) : super.neighbours(query);
  }
}

describe('a hub of 20,000 relations', () => {
  const SPOKES = 20_000;
  /** Everybody depends on the hub, which depends on itself and on everybody. */
  const hub = new Counting(
    aGraph([
      said('package:hub depends_on package:hub'),
      ...Array.from({ length: SPOKES }, (_, at) => said(`package:p${at} depends_on package:hub`)),
      ...Array.from({ length: SPOKES }, (_, at) => said(`package:hub depends_on package:p${at}`)),
    ]).graph,
  );
  beforeEach(() => hub.reset());

  it('gives dependencies of any depth that are bounded, as is what is read for them', async () => {
    for (const direction of ['depends_on', 'needed_by'] as const) {
      const question = { entityId: idOf('package:hub'), direction, maxDepth: 5, asOf };
      const { nodes, cycles, truncated } = await dependencyChain(hub, question);

      expect(nodes.length).toBeLessThanOrEqual(500);
      expect(cycles.length).toBeLessThanOrEqual(20);
      expect(cycles).toContainEqual([idOf('package:hub')]);
      expect(truncated?.atLeast).toBeGreaterThan(0);
    }
    expect(hub.read).toBeLessThan(3_000);
  });

  it('is walked through and stood around within bounds', async () => {
    const { paths } = await explainConnection(hub, { a: idOf('package:p1'), b: idOf('package:p19999'), asOf });
    const around = await findNeighbourhood(hub, { entityId: idOf('package:hub'), depth: 3, limit: 200, asOf });

    expect(paths[0]?.hops.map(({ to }) => to)).toEqual([idOf('package:hub'), idOf('package:p19999')]);
    expect(paths.length).toBeLessThanOrEqual(20);
    expect(around.nodes.length).toBeLessThanOrEqual(200);
    expect(around.truncated).toBe(true);
    expect(hub.read).toBeLessThan(6_000);
  });
});

/** From 0 to 9 in either direction, by trying every way. */
function distanceIn(edges: readonly (readonly [number, number])[]): number | undefined {
  let reached = new Set([0]);
  for (let hops = 0; hops < 10; hops++) {
    if (reached.has(9)) return hops;
    reached = new Set([
      ...reached,
      ...edges.flatMap(([a, b]) => [...(reached.has(a) ? [b] : []), ...(reached.has(b) ? [a] : [])]),
    ]);
  }
  return undefined;
}

describe('dependencyChain', () => {
  const chain = async (graph: GraphInMemory, written: string, more: object = {}) => {
    const question = { entityId: idOf(written), direction: 'depends_on', maxDepth: 3, asOf, ...more } as const;
    const { nodes, ...rest } = await dependencyChain(graph, question);
    return { ...rest, nodes: nodes.map(({ entityId, depth, parentId }) => `${depth} ${entityId} < ${parentId}`) };
  };
  const graph = aGraph([
    said('package:a depends_on package:b'),
    said('package:b depends_on package:c'),
    said('package:a depends_on package:c'),
    said('package:c depends_on package:b'),
    said('package:c depends_on package:d'),
    said('package:d depends_on package:e'),
    said('team:t owns package:a'),
  ]);

  // Behaviour 20
  it('puts each at its shortest depth below its parent, and reports the cycle', async () => {
    expect(await chain(graph, 'package:a')).toEqual({
      nodes: [
        '1 package:b < package:a',
        '1 package:c < package:a',
        '2 package:d < package:c',
        '3 package:e < package:d',
      ],
      cycles: [['package:b', 'package:c']],
    });
  });

  it('goes the other way, and says what stands deeper than asked', async () => {
    expect(await chain(graph, 'package:d', { direction: 'needed_by', maxDepth: 1 })).toMatchObject({
      nodes: ['1 package:c < package:d'],
      truncated: { reason: 'depth', atLeast: 2 },
    });
  });

  it('reports a thing that depends on itself, and follows other types only when asked', async () => {
    const self = aGraph([said('package:a depends_on package:a'), said('package:a uses package:b')]);

    expect(await chain(self, 'package:a')).toEqual({ nodes: [], cycles: [['package:a']] });
    expect((await chain(self, 'package:a', { types: ['uses'] })).nodes).toEqual(['1 package:b < package:a']);
  });

  it('stops at a bound and says so', async () => {
    const wide = aGraph(Array.from({ length: 1500 }, (_, index) => said(`package:a depends_on package:p${index}`)));
    const { nodes, truncated } = await chain(wide, 'package:a');

    expect(nodes).toHaveLength(DEPENDENCIES_MAX);
    expect(truncated).toEqual({ reason: 'relations', atLeast: 1 });
  });
});

describe('findNeighbourhood', () => {
  it('reads no further once it has as many entities as were asked for, and says so', async () => {
    const statements = Array.from({ length: 30 }, (_, at) => said(`service:s${at} depends_on service:s${at + 1}`));
    const reader = new GraphInMemory(buildGraph({ statements, rules: [] }));
    let reads = 0;
    const counting = Object.assign(Object.create(reader) as GraphInMemory, {
      neighbours: (query: NeighbourQuery) => {
        reads++;
        return reader.neighbours(query);
      },
    });
    const asked = { entityId: 'service:s10', depth: 3, asOf };

    expect(await findNeighbourhood(counting, { ...asked, limit: 3 })).toMatchObject({
      nodes: { length: 3 },
      truncated: true,
    });
    expect(reads).toBe(1);
    expect((await findNeighbourhood(counting, { ...asked, limit: 1 })).truncated).toBe(true);
    expect(await findNeighbourhood(counting, { ...asked, limit: 50 })).toMatchObject({
      nodes: { length: 7 },
      truncated: false,
    });
  });
});

describe('buildGraph', () => {
  it('is the same in whatever order things were said', () => {
    const statements = [
      said('team:a owns package:x', { saidAt: 10 }),
      said('team:a owns package:x', { saidAt: 20, says: 'ends', evidence: { memoryId: 'e' } }),
      said('team:a owns package:x', { saidAt: 30, evidence: { memoryId: 'again' } }),
      said('unknown:x depends_on unknown:y', { saidAt: 5 }),
      said('team:b owns package:x', { says: 'denies' }),
      said('team:b owns package:x', { evidence: { memoryId: 'yes' } }),
    ];
    const graph = buildGraph({ statements, rules: [] });

    fc.assert(
      fc.property(fc.shuffledSubarray(statements, { minLength: statements.length }), (shuffled) => {
        expect(buildGraph({ statements: shuffled, rules: [] })).toEqual(graph);
      }),
    );
    expect(graph.relations).toMatchObject([
      { from: 'package:x', type: 'depends_on', to: 'unknown:y' },
      { from: 'team:a', validFrom: 10, validTo: 20 },
      { from: 'team:a', validFrom: 30 },
      { from: 'team:b', contradicted: true },
    ]);
  });

  it('names owners with their times and what is contradicted, and leaves out who was one', async () => {
    const statements = [
      said('team:a owns package:x', { saidAt: 10, validTo: 90 }),
      said('team:b owns package:x'),
      said('team:b owns package:x', { says: 'denies' }),
      said('team:c owns package:x', { saidAt: 10 }),
      said('team:c owns package:x', { saidAt: 20, says: 'ends' }),
    ];
    const reader = new GraphInMemory(buildGraph({ statements, rules: [] }));
    const { ownership } = await ownersOfName(reader, { name: 'package:x', asOf: 50 });

    expect(ownership?.owners).toMatchObject([
      { entity: { name: 'a' }, validFrom: 10, validTo: 90 },
      { entity: { name: 'b' }, contradicted: true },
    ]);
  });
});
