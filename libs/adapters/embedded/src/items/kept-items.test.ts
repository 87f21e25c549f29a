import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { scopeOf } from '@cairn/domain';
import { keepChunks, passagesOf, type EmbeddingStore } from '@cairn/store';
import { aChunk } from '@cairn/store/contract';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { embeddedWorld } from '../ports/embedded-world.fixture.ts';
import { Database } from '../sqlite/database.ts';
import { readStore } from '../store/sqlite-transaction.ts';
import { CHANGES_KEPT } from './item-change-tables.ts';
import { readKept } from './kept-commands.ts';
import { KeptItems } from './kept-items.ts';

const ada = aPrincipal();
const scope = scopeOf(ada);
const memory = aNewMemory({ source: 'tests', title: 'Freeze', content: 'The freeze begins on Friday.' });
const restated = aNewMemory({
  title: 'Freeze',
  content: 'Friday is the freeze.',
  externalId: 'early',
  source: 'tests',
});
const [asked, answered] = ['Who rolls back?', 'Grace does.'].map((content) =>
  aNewMessage({ content, sessionKey: 's' }),
);
const A_MODEL = 'a-model';
const kinds = ['memory', 'message'] as const;
const idsOf = { memory: [memory.id, restated.id], message: [asked!.id, answered!.id] };

let world: Awaited<ReturnType<typeof embeddedWorld>>;
let db: Database;

beforeAll(async () => {
  world = await embeddedWorld();
  await world.truth.write(ada, [memory, restated, asked!, answered!]);
  await keepChunks(world.store, {
    pointer: { orgId: ada.orgId, kind: 'memory', id: memory.id },
    ...{ modelId: A_MODEL, contentHash: 'a hash', chunks: [aChunk(1)] },
  });
  await world.tamper(`pragma foreign_keys = off; insert into principal (id, org_id, name, kind, created_at)
    values ('${ada.principalId}', '${ada.orgId}', 'Ada', 'person', 0)`);
  db = new Database(join(world.dataDir, 'cairn.db'), 'reader');
});

afterAll(async () => {
  db.close();
  await world.close();
});

/** Answers of every command that items in memory answer, from memory and from rows. */
async function answersOf(kept: KeptItems): Promise<readonly [unknown[], unknown[]]> {
  const calls = kinds.flatMap((kind) => [
    { command: 'items.candidateFeatures', input: { scope, kind, ids: idsOf[kind] } },
    { command: 'items.hydrate', input: { scope, filter: { kind, includeArchived: true }, ids: idsOf[kind] } },
    { command: 'items.sourceLinks', input: { scope, kind, ids: idsOf[kind] } },
    { command: 'links.of', input: { scope, ids: idsOf[kind] } },
    {
      command: 'embeddings.passages',
      input: { scope, kind, modelId: A_MODEL, wanted: idsOf[kind].map((id) => ({ id, chunk: 0 })) },
    },
  ]);
  const [here, rows]: [unknown[], unknown[]] = [[], []];
  for (const { command, input: asked } of calls) {
    const read = (input: unknown) => readStore(db, { command, input, context: { now: 0 } });
    here.push(await unpacked(command, await readKept(kept, db, { command, input: asked, read })));
    rows.push(await unpacked(command, await read(asked)));
  }
  return [here, rows];
}

/** Passages as `passagesOf` unpacks them, since only those of rows are packed. */
const unpacked = async (command: string, answer: unknown): Promise<unknown> =>
  command === 'embeddings.passages'
    ? passagesOf(
        { passages: () => Promise.resolve(answer) } as unknown as EmbeddingStore,
        {} as Parameters<typeof passagesOf>[1],
      )
    : answer;

const ofMemory = `from item where id = '${memory.id}'`;

it.each([
  ['a new text', `update item set length = 7, content = 'Monday.' where id = '${memory.id}'`],
  ['a first strength after feedback', `insert into memory_strength select org_id, id, .75 ${ofMemory}`],
  ['a later strength', 'update memory_strength set strength = .5'],
  ['the strength as it was written', 'delete from memory_strength'],
  ['a share of questions by newer rules', 'update text_features set question_share = .5'],
  ...['says_time', 'says_number', 'says_name', 'says_rule'].map((column) => [
    `${column} by newer rules`,
    `update text_features set ${column} = 1 - ${column}`,
  ]),
  ['a told time by newer rules', 'update text_features set told_from = 7, told_to = 9'],
  ['an assistant', `update item set role = 'assistant' where id = '${answered!.id}'`],
  [
    'passages that are there no longer',
    `update item_embedding set first_seq = null where item_seq = (select seq ${ofMemory})`,
  ],
  ['passages that came later', `update item_embedding set first_seq = (select min(seq) from passage)`],
  ['the new name of a writer', `update principal set name = 'Augusta'`],
  [
    'private items of others',
    `update item set visibility = 'private', principal_id = '${memory.id}' where id = '${asked!.id}'`,
  ],
  ['a link', `insert into memory_link select org_id, id, '${restated.id}', 'restates' ${ofMemory}`],
  ['a link that was removed', 'delete from memory_link'],
  [
    'a source by its id',
    `insert into origin select org_id, id, source, '${answered!.id}', '${answered!.id}', 0 ${ofMemory}`,
  ],
  ['a source by its external id', `insert into origin select org_id, id, source, 'early', null, 0 ${ofMemory}`],
  ['removed rows', `pragma foreign_keys = off; delete from item where kind = 'memory'`],
])('follows %s', async (_what, statement) => {
  const kept = new KeptItems();
  const before = await answersOf(kept);
  await world.tamper(statement);
  const after = await answersOf(kept);

  expect(before[0]).toEqual(before[1]);
  expect(after[0]).toEqual(after[1]);
  expect(after[0]).not.toEqual(before[0]);
});

it('records as many changes for the hundredth item of a text as for the second', async () => {
  const same = Array.from({ length: 100 }, (_, at) => aNewMessage({ content: 'ok', sessionKey: `ok ${at}` }));
  await world.truth.write(ada, same);
  const newest = () => db.value<number>('select max(number) from item_change');
  const changes: number[] = [];
  for (const { id } of same) {
    const before = newest();
    await keepChunks(world.store, {
      pointer: { orgId: ada.orgId, kind: 'message', id },
      ...{ modelId: A_MODEL, contentHash: 'hash of ok', chunks: [aChunk(2), aChunk(3)] },
    });
    changes.push(newest() - before);
  }

  expect(changes[99]).toBe(changes[1]);
  expect(db.value(`select count(distinct first_seq) from item_embedding where content_hash = 'hash of ok'`)).toBe(1);
  expect(db.value(`select count(first_seq) from item_embedding where content_hash = 'hash of ok'`)).toBe(100);
});

it.each([
  ...['question_share', 'says_time', 'says_number', 'says_name', 'says_rule', 'told_from', 'told_to'].map((column) => [
    column,
    1,
  ]),
  ...['rules', 'norms'].map((column) => [column, 0]),
])('records of a text feature that changes in %s alone %i change', async (column, changes) => {
  const newest = () => db.value<number>('select max(number) from item_change');
  const before = newest();

  await world.tamper(`update text_features set ${column} = 5 where item_id = '${asked!.id}'`);

  expect(newest() - before).toBe(changes);
});

it('reads everything anew after more changes than are recorded', async () => {
  const kept = new KeptItems();
  const before = await answersOf(kept);
  await world.tamper(`update item set length = 5;
    with recursive n (i) as (select 1 union all select i + 1 from n limit ${CHANGES_KEPT})
    insert into item_change (item_seq) select 0 from n`);
  const [here, rows] = await answersOf(kept);

  expect(here).toEqual(rows);
  expect(here).not.toEqual(before[0]);
  expect(db.value('select count(*) from item_change')).toBe(CHANGES_KEPT);
});

it('keeps nothing of a store with more items than the bound', async () => {
  const kept = new KeptItems(1);
  const [here, rows] = await answersOf(kept);

  expect(kept.of(db)).toBeUndefined();
  expect(here).toEqual(rows);
});
