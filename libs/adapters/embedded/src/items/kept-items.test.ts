import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ItemKind } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { CandidateFeatures } from '@cairn/ports';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { embeddedWorld } from '../ports/embedded-world.fixture.ts';
import { Database } from '../sqlite/database.ts';
import { readStore } from '../store/sqlite-transaction.ts';
import { CHANGES_KEPT } from './item-change-tables.ts';
import { readKept } from './kept-commands.ts';
import { KeptItems } from './kept-items.ts';

const ada = aPrincipal();
const scope = scopeOf(ada);
const memory = aNewMemory({ title: 'Freeze', content: 'The freeze begins on Friday.' });
const [asked, answered] = ['Who rolls back?', 'Grace does.'].map((content) =>
  aNewMessage({ content, sessionKey: 's' }),
);
const idsOf = { memory: [memory.id], message: [asked!.id, answered!.id], note: [] };

let world: Awaited<ReturnType<typeof embeddedWorld>>;
let db: Database;

beforeAll(async () => {
  world = await embeddedWorld();
  await world.truth.write(ada, [memory, asked!, answered!]);
  db = new Database(join(world.dataDir, 'cairn.db'), 'reader');
});

afterAll(async () => {
  db.close();
  await world.close();
});

type Asking = readonly [kept: KeptItems, kind: ItemKind];

async function featuresOf([kept, kind]: Asking): Promise<readonly [CandidateFeatures[], CandidateFeatures[]]> {
  const call = {
    command: 'items.candidateFeatures',
    input: { scope, kind, ids: idsOf[kind] },
    context: { now: 0 },
  };
  const [here, rows] = [await readKept(kept, db, call), await readStore(db, call)];
  return [here, rows] as [CandidateFeatures[], CandidateFeatures[]];
}

const ofMemory = `from item where id = '${memory.id}'`;

it.each([
  ['a new text', 'memory', `update item set length = 7 where id = '${memory.id}'`],
  ['a first strength after feedback', 'memory', `insert into memory_strength select org_id, id, .75 ${ofMemory}`],
  ['a later strength', 'memory', 'update memory_strength set strength = .5'],
  ['the strength as it was written', 'memory', 'delete from memory_strength'],
  ['features by newer rules', 'message', 'update text_features set question_share = .5'],
  ['an assistant', 'message', `update item set role = 'assistant' where id = '${answered!.id}'`],
  [
    'private items of others',
    'message',
    `update item set visibility = 'private', principal_id = '${memory.id}'
    where id = '${asked!.id}'`,
  ],
  ['removed rows', 'memory', "pragma foreign_keys = off; delete from item where kind = 'memory'"],
] as const)('follows %s', async (_what, kind, statement) => {
  const kept = new KeptItems();
  const before = await featuresOf([kept, kind]);
  await world.tamper(statement);
  const after = await featuresOf([kept, kind]);

  expect(before[0]).toEqual(before[1]);
  expect(after[0]).toEqual(after[1]);
  expect(after[0]).not.toEqual(before[0]);
});

it('reads everything anew after more changes than are recorded', async () => {
  const kept = new KeptItems();
  await featuresOf([kept, 'message']);
  await world.tamper(`update item set length = 5; with recursive n (i) as (select 1 union all select i + 1 from n limit ${CHANGES_KEPT})
    insert into item_change (item_seq) select 0 from n`);
  const [here, rows] = await featuresOf([kept, 'message']);

  expect(here).toEqual(rows);
  expect(here.every(({ length }) => length === 5)).toBe(true);
  expect(db.value('select count(*) from item_change')).toBe(CHANGES_KEPT);
});

it('keeps nothing of a store with more items than the bound', async () => {
  const kept = new KeptItems(1);
  const [here, rows] = await featuresOf([kept, 'message']);

  expect(kept.of(db)).toBeUndefined();
  expect(here).toEqual(rows);
});
