import type { DriftKind, OrgId, Statements } from '@cairn/contracts';
import type { GraphDrift, ReadMemory } from '@cairn/ports';
import { sql } from 'kysely';
import { ofDialect } from '../kit/dialect.ts';
import { type GivenColumns } from '../kit/given-rows.ts';
import { forEachGiven } from '../kit/for-each-given.ts';
import { prepared } from '../kit/prepared.ts';
import { generationsOf } from './generation.ts';
import { distinct, nameKey, pairOf, relationsSaid } from './keep-item.ts';
import { rowQueries, type NameKey } from './row-queries.ts';
import { rowsNow } from './rows-now.ts';
import type { SaidRows } from './said-rows.ts';
import type { OfGeneration, RelationRow } from './tables.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

type OfItem = OfGeneration & { readonly id: string };

/** Tables with derived rows, each with the SQL condition for rows whose statement or mention no longer exists. */
const strays = [
  ['graph_statement', 'not exists (select 1 from item where item.id = stray.item_id)'],
  ['graph_mention', 'not exists (select 1 from item where item.id = stray.item_id)'],
  ['graph_rule', 'not exists (select 1 from item where item.id = stray.item_id)'],
  [
    'graph_relation',
    `not exists (select 1 from graph_statement as said where said.org_id = stray.org_id and said.generation = stray.generation
      and said.from_id = stray.from_id and said.to_id = stray.to_id and said.type = stray.type and said.reader = stray.reader)`,
  ],
  [
    'graph_name',
    `not exists (select 1 from graph_mention as named where named.org_id = stray.org_id and named.generation = stray.generation
      and named.entity_id = stray.entity_id and named.reader = stray.reader and named.ref = stray.ref)`,
  ],
  [
    'graph_token',
    `not exists (select 1 from graph_name as named where named.org_id = stray.org_id and named.generation = stray.generation
      and named.entity_id = stray.entity_id and named.reader = stray.reader and named.ref = stray.ref)`,
  ],
] as const;

const strayIn = (table: string, missing: string, { orgId, generation }: { orgId: string; generation: unknown }) =>
  sql`from ${sql.table(table)} as stray where stray.org_id = ${orgId} and stray.generation = ${generation} and ${sql.raw(missing)}`;

const queriesOf = ofDialect((dialect) => {
  const { queries } = dialect;
  const rowsOf = (table: 'graph_statement' | 'graph_mention' | 'graph_rule') =>
    prepared<OfItem>()((place) =>
      queries
        .selectFrom(table)
        .selectAll()
        .where('org_id', '=', place('orgId'))
        .where('generation', '=', place('generation'))
        .where('item_id', '=', place('id')),
    );
  return {
    statements: rowsOf('graph_statement'),
    mentions: rowsOf('graph_mention'),
    rules: rowsOf('graph_rule'),
    heard: prepared<{ id: string }>()((place) =>
      queries
        .selectFrom('index_state')
        .innerJoin('item', 'item.seq', 'index_state.item_seq')
        .select(['index_state.version', 'index_state.status'])
        .where('item.id', '=', place('id'))
        .where('index_state.target', '=', sql.lit('graph')),
    ),
    relations: forEachGiven<OfGeneration, RelationRow>(dialect, {
      columns: { from_id: 'text', type: 'text', to_id: 'text', reader: 'text' } satisfies GivenColumns,
      rows: (place, given) => sql`select * from graph_relation where org_id = ${place('orgId')}
        and generation = ${place('generation')} and from_id = ${given('from_id')} and type = ${given('type')}
        and to_id = ${given('to_id')} and reader = ${given('reader')}`,
    }),
    names: forEachGiven<OfGeneration, NameKey>(dialect, {
      columns: { entity_id: 'text', reader: 'text', ref: 'text' } satisfies GivenColumns,
      rows: (place, given) => sql`select entity_id, reader, ref from graph_name where org_id = ${place('orgId')}
        and generation = ${place('generation')} and entity_id = ${given('entity_id')} and reader = ${given('reader')}
        and ref = ${given('ref')}`,
    }),
    countStrays: strays.map(([table, missing]) =>
      prepared<OfGeneration>()((place) => {
        const where = strayIn(table, missing, { orgId: place('orgId'), generation: place('generation') });
        const built = sql<{ number: number }>`select count(*) as number ${where}`;
        return { compile: () => built.compile(queries) };
      }),
    ),
    removeStrays: strays.map(([table, missing]) =>
      prepared<OfGeneration>()((place) => {
        const where = strayIn(table, missing, { orgId: place('orgId'), generation: place('generation') });
        return { compile: () => sql`delete ${where}`.compile(queries) };
      }),
    ),
  };
});

interface DriftQuery {
  readonly orgId: OrgId;
  readonly memories: readonly ReadMemory[];
}

/** Selects the memories whose stored graph rows differ from the statements in their text. */
export async function drift(tx: ReadTransaction, { orgId, memories }: DriftQuery): Promise<GraphDrift[]> {
  const { live: generation } = await generationsOf(tx, orgId);
  const found: GraphDrift[] = [];
  for (const { id, version, said } of memories) {
    const is = await driftOf(tx, { orgId, generation, id }, { version, said });
    if (is) found.push({ is, id, version, isPending: !(await isProcessed(tx, id, version)) });
  }
  return found;
}

interface Read {
  readonly version: number;
  readonly said: Statements;
}

async function driftOf(tx: ReadTransaction, of: OfItem, { version, said }: Read): Promise<DriftKind | undefined> {
  const { orgId, id } = of;
  const item = await tx.get(rowQueries(tx.dialect).item, { orgId: orgId as OrgId, id, kind: 'memory' });
  if (item?.version !== version) return undefined;
  const due = await rowsNow(tx, item, said);
  const queries = queriesOf(tx.dialect);
  const lists: readonly (readonly [readonly object[], readonly object[]])[] = [
    [due.statements, await tx.all(queries.statements, of)],
    [due.mentions, await tx.all(queries.mentions, of)],
    [due.rules, await tx.all(queries.rules, of)],
  ];
  const dueRows = lists.flatMap(([mine]) => mine).length;
  const keptRows = lists.flatMap(([, kept]) => kept).length;
  if (dueRows === 0) return keptRows === 0 ? undefined : 'phantom';
  if (keptRows === 0) return 'missing';
  const isSame = lists.every(([mine, kept]) => textOf(mine) === textOf(kept)) && (await hasDerivedRows(tx, of, due));
  return isSame ? undefined : 'stale';
}

/** Whether the rows derived from statements exist: relations, and names of entities. */
async function hasDerivedRows(
  tx: ReadTransaction,
  of: OfGeneration,
  { statements, names }: SaidRows,
): Promise<boolean> {
  const queries = queriesOf(tx.dialect);
  const pairs = distinct(statements.map(pairOf));
  const kept = await queries.relations(tx, of, [...pairs]);
  if (textOf(kept) !== textOf(await relationsSaid(tx, of, pairs))) return false;
  return (await queries.names(tx, of, names.map(nameKey))).length === names.length;
}

async function isProcessed(tx: ReadTransaction, id: string, version: number): Promise<boolean> {
  const state = await tx.get(queriesOf(tx.dialect).heard, { id });
  return state?.status === 'indexed' && state.version >= version;
}

/**
 * Renders rows as text that does not depend on the order of rows and columns, nor on whether a time is a number or a string
 * of digits.
 */
const textOf = (rows: readonly object[]): string => rows.map(rowText).sort().join('\n');

const rowText = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name]) => name !== 'generation')
      .map(([name, value]) => [name, value === null ? null : String(value)])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

interface OfOrganisation {
  readonly orgId: OrgId;
}

/** Counts rows that were derived from statements which no longer exist. */
export async function countStrays(tx: ReadTransaction, { orgId }: OfOrganisation): Promise<number> {
  const { live: generation } = await generationsOf(tx, orgId);
  let number = 0;
  for (const query of queriesOf(tx.dialect).countStrays)
    number += Number((await tx.get(query, { orgId, generation }))?.number ?? 0);
  return number;
}

/** Deletes the rows that `countStrays` counts. */
export async function removeStrays(tx: Transaction, { orgId }: OfOrganisation): Promise<number> {
  await tx.lock({ what: 'organisation', orgId, key: 'graph' });
  const { live: generation } = await generationsOf(tx, orgId);
  let removed = 0;
  for (const query of queriesOf(tx.dialect).removeStrays) removed += await tx.run(query, { orgId, generation });
  return removed;
}
