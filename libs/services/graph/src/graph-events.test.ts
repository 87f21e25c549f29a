import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteOutbox, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { lifecycle, callsOf, graphs as graphFeature, graphReader } from '@cairn/store';
import { CairnError, type ItemId, type Written } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aNewMemory, aPrincipal, SettableClock } from '@cairn/testing';
import fc from 'fast-check';
import { GraphEvents } from './graph-events.controller.ts';
import { MemoryTexts } from './memory-texts.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-graph-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folder = () => mkdtempSync(join(root, 'data-'));

/** A service that reads memories into the graph of a folder. */
async function open(dataDir: string) {
  const clock = new SettableClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  const store = new SqliteStore({ threads, clock });
  const truth = new SqliteTruth({ threads, clock });
  const graphs = callsOf(graphFeature, store);
  return {
    truth,
    graphs,
    lifecycle: callsOf(lifecycle, store),
    outbox: new SqliteOutbox({ threads, clock }),
    events: new GraphEvents(truth, graphs, new MemoryTexts()),
    close: () => threads.close(),
  };
}

type Service = Awaited<ReturnType<typeof open>>;

async function eventsOf({ outbox }: Service): Promise<Written[]> {
  const claimed = await outbox.claim(['memory.written.graph'], 500, 60_000);
  return claimed.map(({ payload }) => payload as Written);
}

const names = async (service: Service, ada: Principal, name: string) =>
  (await graphReader(service.graphs, scopeOf(ada)).findByName(name, 5)).map(
    (entity) => `${entity.type}:${entity.name}`,
  );

it('reads what a memory declares and what its sentences say, and keeps no row of one that is forgotten', async () => {
  const dataDir = folder();
  const service = await open(dataDir);
  const ada = aPrincipal();
  const memory = aNewMemory({
    content: 'The Payments team owns the ledger service.',
    channel: 'acme/shop',
    relations: [{ from: 'person:Ana', type: 'leads', to: 'team:Payments' }],
  });
  await service.truth.write(ada, [memory]);
  for (const written of await eventsOf(service)) await service.events.memoryWritten(written);

  expect(await names(service, ada, 'ana')).toEqual(['person:Ana']);
  expect(await names(service, ada, 'payments')).toEqual(['team:Payments']);
  expect(await names(service, ada, 'ledger')).toEqual(['service:ledger']);

  await service.truth.forget(scopeOf(ada), ada, 'memory', memory.id);
  for (const written of await eventsOf(service)) await service.events.memoryWritten(written);
  expect(await names(service, ada, 'ledger')).toEqual([]);
  await service.close();
  expect(rowsIn(dataDir).flat()).toEqual([]);
});

const tables = ['statement', 'relation', 'mention', 'name', 'token', 'rule', 'declared'];

/** Every row of the graph, byte for byte, in the order of the keys. */
function rowsIn(dataDir: string): unknown[] {
  const db = new DatabaseSync(join(dataDir, 'cairn.db'), { readOnly: true });
  const rows = tables.map((table) => db.prepare(`select * from graph_${table}`).all());
  db.close();
  return rows;
}

/** The graph as it was before it heard of anything. */
function emptied(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'cairn.db'), { timeout: 5000 });
  for (const table of tables) if (table !== 'declared') db.exec(`delete from graph_${table}`);
  db.close();
}

const sentences = [
  'The Payments team owns the ledger service.',
  'The Payments team no longer owns the ledger service.',
  'Ana leads the Payments team.',
  'The ledger service depends on the vault service.',
  'It rains.',
];

it('comes to the same bytes, whether events come twice, late or out of order', async () => {
  const memory = fc.record({
    text: fc.constantFrom(...sentences),
    then: fc.constantFrom('stays', 'changes', 'is archived', 'is superseded', 'is forgotten'),
    next: fc.constantFrom(...sentences),
    timestamp: fc.constantFrom(0, 1000, 2000),
  });
  const dataDir = folder();
  const service = await open(dataDir);
  const handle = async (events: readonly Written[]) => {
    for (const event of events) await service.events.memoryWritten(event);
  };
  const property = fc.asyncProperty(
    fc.array(memory, { minLength: 1, maxLength: 5 }),
    fc.array(fc.nat(), { maxLength: 20 }),
    async (memories, order) => {
      emptied(dataDir);
      const written = await history(service, memories);
      await handle(written);
      const inOrder = rowsIn(dataDir);
      emptied(dataDir);
      await handle([...order.map((at) => written[at % written.length]!), ...written.toReversed()]);

      expect(rowsIn(dataDir)).toEqual(inOrder);
    },
  );
  await fc.assert(property, { numRuns: 8, endOnFailure: true });
  await service.close();
}, 60_000);

it('corrects, by reading the memories again, every row that older rules derived otherwise', async () => {
  const dataDir = folder();
  const service = await open(dataDir);
  const ada = aPrincipal();
  const memories = sentences.map((content) => aNewMemory({ content }));
  await service.truth.write(ada, memories);
  const events = await eventsOf(service);
  const handleAll = async () => {
    for (const event of events) await service.events.memoryWritten(event);
  };
  await handleAll();
  const fresh = rowsIn(dataDir);
  const db = new DatabaseSync(join(dataDir, 'cairn.db'), { timeout: 5000 });
  db.exec(`update graph_statement set confidence = .1; update graph_relation set confidence = .1;
    update graph_name set normal = 'other'; update graph_token set size = 9; delete from graph_mention`);
  db.exec(`insert into graph_token select org_id, 'stale', entity_id, reader, ref, size from graph_token limit 1`);
  db.close();

  await handleAll();

  expect(rowsIn(dataDir)).toEqual(fresh);
  await service.close();
});

interface Told {
  readonly text: string;
  readonly then: string;
  readonly next: string;
  readonly timestamp: number;
}

/** Writes memories and what becomes of them; the graph has heard of the first half while that went on. */
async function history(service: Service, memories: readonly Told[]): Promise<Written[]> {
  const ada = aPrincipal();
  const made = memories.map(({ text, timestamp }) =>
    aNewMemory({ content: text, timestamp, relations: [{ from: 'team:Payments', type: 'uses', to: text }] }),
  );
  await service.truth.write(ada, made);
  const early = await eventsOf(service);
  for (const event of early.slice(0, early.length / 2)) await service.events.memoryWritten(event);
  for (const [at, { then, next }] of memories.entries())
    await become(service, ada, made[at]!.id, { then, next }).catch(unlessForgotten);
  const late = await eventsOf(service);
  return [...early, ...late];
}

/** A text that was forgotten before is refused, and the memory stays as it was. */
function unlessForgotten(error: unknown): void {
  if (!(error instanceof CairnError && error.code === 'item/forgotten')) throw error;
}

async function become(
  { truth, lifecycle }: Service,
  ada: Principal,
  id: ItemId,
  { then, next }: Pick<Told, 'then' | 'next'>,
) {
  const act = { scope: scopeOf(ada), author: ada, id, ifVersion: 1 };
  const successor = aNewMemory({ content: next });
  if (then === 'changes') await lifecycle.change({ ...act, fields: { content: next }, derived: successor.derived });
  if (then === 'is archived') await lifecycle.setState({ ...act, state: 'archived', mergeKey: undefined });
  if (then === 'is superseded') await lifecycle.supersede({ ...act, successor });
  if (then === 'is forgotten') await truth.forget(scopeOf(ada), ada, 'memory', id);
}
