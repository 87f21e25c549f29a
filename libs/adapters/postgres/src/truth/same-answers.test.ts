import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { listOrders, type ItemId, type ItemKind, type ListOrder } from '@cairn/contracts';
import { scopeOf, type Filter, type Principal, type Scope } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, describeWith, SettableClock } from '@cairn/testing';
import fc from 'fast-check';
import { postgresWorld } from '../postgres-world.fixture.ts';

const optional = <const Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const said = fc.record({ time: fc.boolean(), number: fc.boolean(), name: fc.boolean(), rule: fc.boolean() });
const derived = fc.record({
  questionShare: fc.constantFrom(0, 0.1, 1 / 3, 1),
  mentions: said,
  mentionedTime: optional({ from: -5, to: 86_400_000 }),
  mergeKey: optional('k1', 'k2'),
});
const common = {
  author: fc.nat(2),
  derived,
  externalId: optional('e1', 'e2', 'e3'),
  source: fc.constantFrom('api', 'chat'),
  channel: optional('ops', 'coach:1', ''),
  visibility: optional('private', 'peer', 'org'),
  timestamp: fc.constantFrom(0, 10, 20, 20),
  content: fc.constantFrom('one', 'two?', 'naïve \0 👩‍💻', '\u0010'),
};
const aMessageDraft = fc.record({
  ...common,
  kind: fc.constant('message' as const),
  role: fc.constantFrom('user', 'assistant', 'tool'),
  speaker: optional('Bo', 'bo', 'Ä', 'Z'),
  sessionKey: optional('s', 't', 'u'),
});
const aMemoryDraft = fc.record({
  ...common,
  kind: fc.constant('memory' as const),
  title: fc.constantFrom('Plan / A', 'Plan / B', 'Other'),
  tags: fc.array(fc.constantFrom('a', 'A', 'ä', '\0'), { maxLength: 3 }),
  sourceIds: fc.subarray(['e1', 'e2', 'nothing']),
  confidence: optional(0.1, 0.30000000000000004, 1),
});
const drafts = fc.array(fc.oneof(aMessageDraft, aMemoryDraft), { minLength: 1, maxLength: 40 });

const filters: readonly Filter[] = [
  { kind: 'message' },
  { kind: 'message', channel: 'ops', sinceMs: 10 },
  { kind: 'message', sessionKey: 's', includeArchived: true },
  { kind: 'memory' },
  { kind: 'memory', channel: 'ops' },
  { kind: 'memory', tags: ['A', '\0'] },
  { kind: 'memory', tags: ['a', 'ä'], tagMatch: 'all', untilMs: 20 },
];

/** Compares all answers of the two stores with each other; the contract suite checks each against the rules. */
describeWith('POSTGRES_URL', 'Postgres and SQLite', (server) => {
  let world: Awaited<ReturnType<typeof postgresWorld>>;
  let threads: SqliteThreads;
  let sqlite: Truth;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cairn-'));
    world = await postgresWorld(server);
    threads = await SqliteThreads.open({ dataDir, readers: 1, clock: new SettableClock() });
    sqlite = new SqliteTruth({ threads, clock: world.clock });
  });
  afterAll(async () => {
    await threads.close();
    await rm(dataDir, { recursive: true, force: true });
    await world.close();
  });

  it('answer every question of the same world alike', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, fc.array(fc.nat(40), { maxLength: 3 }), async (sent, forgotten) => {
        const team = aTeam();
        const items = sent.map(newItemOf);
        const history = (truth: Truth) =>
          playHistory(truth, { team, authors: sent.map(({ author }) => author), items, forgotten });

        expect(await history(world.truth)).toEqual(await history(sqlite));

        const ids = items.map(({ id }) => id);
        for (const scope of scopesOf(team)) {
          expect(await answersOf(world.truth, scope, ids)).toEqual(await answersOf(sqlite, scope, ids));
        }
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 240_000);
});

function aTeam(): Principal[] {
  const ada = aPrincipal({ peers: ['coach:1'], peerPrefixes: ['coach'] });
  return [ada, aColleagueOf(ada), aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] })];
}

const scopesOf = (team: readonly Principal[]) =>
  team.flatMap((who) => [undefined, 'coach:1'].map((channel) => scopeOf(who, channel)));

type Draft = typeof drafts extends fc.Arbitrary<(infer Value)[]> ? Value : never;

function newItemOf(draft: Draft): NewItem {
  if (draft.kind === 'message') {
    const { kind: _kind, author: _author, derived: ready, ...input } = draft;
    return aNewMessage(input, ready);
  }
  const { kind: _kind, author: _author, derived: ready, ...input } = draft;
  return aNewMemory(input, ready);
}

interface History {
  readonly team: readonly Principal[];
  readonly authors: readonly number[];
  readonly items: readonly NewItem[];
  readonly forgotten: readonly number[];
}

/** The answers to all writes and forgettings, without index states. */
async function playHistory(truth: Truth, { team, authors, items, forgotten }: History): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [place, item] of items.entries()) {
    const written = truth.write(team[authors[place] as number] as Principal, [item]);
    answers.push(
      await written.then(
        ([{ index: _index, ...receipt } = {} as never]) => receipt,
        ({ code }) => code,
      ),
    );
  }
  for (const place of forgotten) {
    const [item, who] = [items[place], team[authors[place] as number]];
    if (item && who) answers.push(await truth.forget(scopeOf(who, item.input.channel), who, item.kind, item.id));
  }
  return answers;
}

async function answersOf(truth: Truth, scope: Scope, ids: readonly ItemId[]) {
  const { index: _index, strongest: _strongest, ...stats } = await truth.stats(scope);
  const found = await Promise.all(filters.map((filter) => truth.hydrate(scope, filter, ids)));
  return {
    stats,
    found: found.map(byId),
    counts: await Promise.all(filters.map((filter) => truth.count(scope, filter, 10))),
    links: [await sourceLinkOf(truth, scope, 'message', ids), await sourceLinkOf(truth, scope, 'memory', ids)],
    features: [
      byId(await truth.candidateFeatures(scope, 'message', ids)),
      byId(await truth.candidateFeatures(scope, 'memory', ids)),
    ],
    recent: await truth.recent(scope, { kind: 'message' }, 5),
    listed: await Promise.all(listOrders.map((order) => listed(truth, scope, order))),
    speakers: [await truth.speakers(scope), await truth.speakers(scope, 'ops')],
  };
}

const listed = async (truth: Truth, scope: Scope, order: ListOrder) =>
  (await truth.list(scope, { kind: 'memory' }, { order, limit: 5 })).map(({ index: _index, ...item }) => item);

const sourceLinkOf = async (truth: Truth, scope: Scope, kind: ItemKind, ids: readonly ItemId[]) =>
  (await truth.sourceLinks(scope, kind, ids)).map((link) => JSON.stringify(link)).sort();

const byId = <Item extends { id: string }>(items: readonly Item[]) => [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
