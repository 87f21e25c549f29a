import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { conversations, callsOf, histories, rulings, evidence, useCounts } from '@cairn/store';
import type { MemoryId } from '@cairn/contracts';
import { SystemClock } from '@cairn/ports';
import { aColleagueOf, aMemoryId, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { Confidences } from './items/confidences.ts';
import { ReadBack } from './items/read-back.ts';
import { TraceController } from './trace.controller.ts';

let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;
let store: SqliteStore;
let trace: TraceController;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-trace-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const clock = new SystemClock();
  truth = new SqliteTruth({ threads, clock });
  store = new SqliteStore({ threads, clock });
  const confidences = new Confidences(callsOf(evidence, store), clock);
  const readBack = new ReadBack(callsOf(histories, store), callsOf(rulings, store));
  const uses = callsOf(useCounts, store);
  trace = new TraceController(truth, callsOf(conversations, store), uses, confidences, readBack);
});
afterAll(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

const of = (who: Parameters<TraceController['trace']>[0], id: string) =>
  trace.trace(who, { params: { id: id as MemoryId }, query: {} });

async function aMemoryOf(messages: number) {
  const ada = aPrincipal();
  const said = Array.from({ length: messages }, (_, at) => aNewMessage({ content: `line ${at}`, timestamp: at + 1 }));
  const memory = aNewMemory({ sourceIds: said.map(({ id }) => id) });
  await truth.write(ada, [...said, memory]);
  return { ada, memory };
}

it.each([
  [3, 3, 0],
  [20, 20, 0],
  [25, 20, 5],
])('shows of %i messages the first and the last ten, and how many stand between', async (all, shown, omitted) => {
  const { ada, memory } = await aMemoryOf(all);

  const { snapshot } = await of(ada, memory.id);

  expect(snapshot).toMatchObject({ messageCount: all, omittedCount: omitted, reason: 'sources' });
  expect(snapshot?.messages).toHaveLength(shown);
  expect(snapshot?.messages[0]?.content).toBe('line 0');
  expect(snapshot?.messages.at(-1)?.content).toBe(`line ${all - 1}`);
});

it('has no conversation for a memory without sources, and no memory that the caller does not see', async () => {
  const ada = aPrincipal();
  const [plain, secret] = [aNewMemory(), aNewMemory({}, { visibility: 'private' })];
  await truth.write(ada, [plain, secret]);

  expect(await of(ada, plain.id)).toMatchObject({ memory: { id: plain.id }, snapshot: null });
  await expect(of(aColleagueOf(ada), secret.id)).rejects.toMatchObject({ code: 'item/unknown' });
  await expect(of(ada, aMemoryId())).rejects.toMatchObject({ code: 'item/unknown' });
});

it('says what is understood of a memory: given rules and relations, and what its text says', async () => {
  const ada = aPrincipal();
  const memory = aNewMemory({
    ...{ category: 'rule', title: 'Ledger', content: 'Petrel owns zither-service.' },
    forbids: [{ names: ['terraform apply'], environments: ['production'], strength: 'must' }],
    entities: [{ name: 'Ops', type: 'team' }],
    relations: [{ from: 'team:Ops', type: 'owns', to: 'ledger' }],
  });
  await truth.write(ada, [memory]);

  expect((await of(ada, memory.id)).understood).toEqual([
    'rule: forbids terraform apply | in production | stops: no, not written or confirmed here by a person or manager (given)',
    'graph: Ops owns ledger (given)',
    'graph: Petrel owns zither-service (read from English, .8)',
  ]);
});

it('says how often answers returned a memory, and nothing before the first', async () => {
  const ada = aPrincipal();
  const memory = aNewMemory();
  await truth.write(ada, [memory]);

  expect(await of(ada, memory.id)).not.toHaveProperty('uses');
  const counted = { memoryId: memory.id, kind: 'recall', times: 3 } as const;
  await callsOf(useCounts, store).add({ orgId: ada.orgId, uses: [counted] });

  expect((await of(ada, memory.id)).uses).toMatchObject({ times: 3, by: { recall: 3 } });
});
