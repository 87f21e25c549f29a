import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { SqlGraphs, SqlGraphMaintenance, itemScan, callsOf } from '@cairn/store';
import { scopeOf } from '@cairn/domain';
import { aNewMemory, aPrincipal, SettableClock } from '@cairn/testing';
import { GraphBuilding } from './graph-building.ts';
import { GraphEvents } from './graph-events.controller.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cairn-graph-building-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const ada = aPrincipal();

/** A graph that has heard of some memories, in a folder of its own. */
async function aGraphOf(contents: readonly string[]) {
  const folder = mkdtempSync(join(dataDir, 'store-'));
  const clock = new SettableClock();
  const threads = await SqliteThreads.open({ dataDir: folder, readers: 1, clock });
  const store = new SqliteStore({ threads, clock });
  const truth = new SqliteTruth({ threads, clock });
  const graphs = new SqlGraphs(store);
  const maintenance = new SqlGraphMaintenance(store);
  const building = () => new GraphBuilding(truth, graphs, maintenance, callsOf(itemScan, store));
  const write = async (...some: readonly string[]) => {
    const memories = some.map((content) => aNewMemory({ content }, { visibility: 'org' }));
    await truth.write(ada, memories);
    for (const { id } of memories)
      await new GraphEvents(truth, graphs).memoryWritten({ v: 1, outboxId: id, orgId: ada.orgId, id, version: 1 });
    return memories;
  };
  return { folder, threads, graphs, maintenance, building, write, memories: await write(...contents) };
}

const soundOf = (stored: number) => ({
  ...{ orgId: ada.orgId, next: null, stored, missing: 0, phantom: 0, stale: 0, pending: 0 },
});

it('goes on with a building that was killed, and has what was written meanwhile', async () => {
  const { folder, threads, maintenance, building, write } = await aGraphOf(['Ana leads the Payments team.']);
  const [read] = await maintenance.memories(ada.orgId, { time: 0, place: 0 }, 1);
  await maintenance.begin(ada, ada.orgId);
  await maintenance.fill(ada.orgId, { id: read!.id, version: 1, said: { statements: [], rules: [] } });
  await write('The Payments team owns the ledger service.');

  expect(await building().rebuild(ada, {})).toMatchObject({ generation: 2, filled: 2, isLive: true });
  expect(await building().verify({ repair: false })).toMatchObject(soundOf(2));
  const db = new DatabaseSync(join(folder, 'cairn.db'), { readOnly: true });
  expect(db.prepare('select distinct generation from graph_name').all()).toEqual([{ generation: 2 }]);
  db.close();
  await threads.close();
});

it('finds and mends what is missing, phantom and stale, and builds the same anew', async () => {
  const contents = ['Ana leads the Payments team.', 'The Payments team owns the ledger service.', 'It rains.'];
  const { folder, threads, graphs, building: newBuilding, memories } = await aGraphOf(contents);
  const building = newBuilding();
  const sound = soundOf(3);
  expect(await building.verify({ repair: false })).toMatchObject(sound);

  const db = new DatabaseSync(join(folder, 'cairn.db'));
  db.exec(`pragma busy_timeout = 5000`);
  for (const table of ['statement', 'mention'])
    db.exec(`delete from graph_${table} where item_id = '${memories[0]!.id}'`);
  db.exec(`update graph_statement set confidence = .1 where item_id = '${memories[1]!.id}'`);
  db.exec(
    `insert into graph_mention select org_id, '${memories[2]!.id}', entity_id, ref, reader, generation from graph_mention limit 1`,
  );
  // Beside the memory: the relation that was only missing its statement, and the name.
  const broken = {
    ...sound,
    missing: 1,
    stale: 1,
    phantom: 3,
    examples: [{ is: 'missing' }, { is: 'stale' }, { is: 'phantom' }],
  };
  expect(await building.verify({ repair: true })).toMatchObject(broken);
  expect(await building.verify({ repair: false })).toMatchObject(sound);

  expect(await building.rebuild(ada, {})).toMatchObject({ generation: 2, filled: 3, isLive: true, next: null });
  expect(await building.verify({ repair: false })).toMatchObject(sound);
  expect(db.prepare('select distinct generation from graph_name').all()).toEqual([{ generation: 2 }]);
  expect((await graphs.reader(scopeOf(ada)).findByName('ledger', 5)).length).toBe(1);
  db.close();
  await threads.close();
});
