import { CairnError, type GenerationStatus, type IndexTarget } from '@cairn/contracts';
import { INDEX_LAYOUT, type Generation, type GenerationName } from '@cairn/ports';
import { sql, type Selectable, type SqlBool } from 'kysely';
import { NIL } from 'uuid';
import { ofDialect, type Dialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { Tables } from '../kit/tables.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

const isUnfilled = sql<SqlBool>`status <> 'retired' and filled_at is null`;

const columns = [
  'target',
  'number',
  'built_by',
  'layout',
  'dims',
  'status',
  'cursor',
  'started_at',
  'filled_at',
] as const;
type GenerationRow = Pick<Selectable<Tables['generation']>, (typeof columns)[number]>;

interface NewGeneration {
  readonly target: IndexTarget;
  readonly number: number;
  readonly builtBy: string;
  readonly dims: number | null;
  readonly status: GenerationStatus;
  readonly now: number;
  readonly filledAt: number | null;
}

/** Queries that read and change generations. */
export const generationQueries = ofDialect(({ queries }) => ({
  ...readQueriesOf(queries),
  ...fillQueriesOf(queries),
  ...changeQueriesOf(queries),
}));

type Queries = Dialect['queries'];

const auditGeneration = (
  tx: Transaction,
  action: 'begin' | 'switch' | 'retire',
  { target, number }: GenerationName,
  author: Author,
) => auditActs(tx, { author, action, kind: target, id: NIL, version: number });

const readQueriesOf = (queries: Queries) => ({
  written: prepared<{ target: IndexTarget }>()((place) =>
    queries
      .selectFrom('generation')
      .select(columns)
      .where('target', '=', place('target'))
      .where('status', '<>', 'retired')
      .orderBy(sql`case status when 'live' then 0 else 1 end`)
      .orderBy('number', 'desc'),
  ),
  one: prepared<GenerationName>()((place) =>
    queries
      .selectFrom('generation')
      .select(columns)
      .where('target', '=', place('target'))
      .where('number', '=', place('number')),
  ),
  last: prepared<{ target: IndexTarget }>()((place) =>
    queries
      .selectFrom('generation')
      .select((eb) => eb.fn.coalesce(eb.fn.max<number>('number'), sql<number>`0`).as('number'))
      .where('target', '=', place('target')),
  ),
});

const changeQueriesOf = (queries: Queries) => ({
  startWords: prepared<{ analyser: string }>()((place) =>
    queries
      .updateTable('generation')
      .set({ built_by: place('analyser') })
      .where('target', '=', 'words')
      .where('number', '=', 1)
      .where('built_by', '<>', place('analyser'))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('generation').select('number').where('target', '=', 'words').where('number', '>', 1))),
      )
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('item').select('seq')))),
  ),
  insert: prepared<NewGeneration>()((place) =>
    queries
      .insertInto('generation')
      .values({
        target: place('target'),
        number: place('number'),
        built_by: place('builtBy'),
        layout: INDEX_LAYOUT,
        dims: place('dims'),
        status: place('status'),
        cursor: 0,
        started_at: place('now'),
        filled_at: place('filledAt'),
        leased_until: 0,
      })
      .returning(columns),
  ),
  standBy: prepared<{ target: IndexTarget }>()((place) =>
    queries
      .updateTable('generation')
      .set({ status: 'standby' })
      .where('target', '=', place('target'))
      .where('status', '=', 'live'),
  ),
  setStatus: prepared<GenerationName & { status: GenerationStatus }>()((place) =>
    queries
      .updateTable('generation')
      .set({ status: place('status') })
      .where('target', '=', place('target'))
      .where('number', '=', place('number')),
  ),
});

const fillQueriesOf = (queries: Queries) => ({
  /** Claims the oldest incomplete generation of an index. The owner of a claim may claim the same generation again. */
  claim: prepared<{ target: IndexTarget; owner: string; now: number; until: number }>()((place) =>
    queries
      .updateTable('generation')
      .set({ owner: place('owner'), leased_until: place('until') })
      .where('target', '=', place('target'))
      .where('number', '=', ({ selectFrom }) =>
        selectFrom('generation')
          .select((eb) => eb.fn.min<number>('number').as('number'))
          .where('target', '=', place('target'))
          .where(isUnfilled),
      )
      .where((eb) => eb.or([eb('leased_until', '<=', place('now')), eb('owner', '=', place('owner'))]))
      .returning(columns),
  ),
  advance: prepared<GenerationName & { owner: string; cursor: number; until: number; filledAt: number | null }>()(
    (place) =>
      queries
        .updateTable('generation')
        .set({ cursor: place('cursor'), leased_until: place('until'), filled_at: place('filledAt') })
        .where('target', '=', place('target'))
        .where('number', '=', place('number'))
        .where('owner', '=', place('owner'))
        .where(isUnfilled)
        .returning('number'),
  ),
});

const generationOf = <Target extends IndexTarget>(row: GenerationRow): Generation<Target> => ({
  target: row.target as Target,
  number: row.number,
  builtBy: row.built_by,
  layout: row.layout,
  dims: row.dims,
  status: row.status,
  cursor: row.cursor,
  startedAt: row.started_at,
  filledAt: row.filled_at,
});

/** Refuses to make an unknown or a retired generation live. */
function requireSwitchable(row: GenerationRow | undefined, name: GenerationName): void {
  if (!row) throw unknownGeneration(name);
  if (row.status === 'retired') throw conflictError(`${nameOf(name)} is retired: nobody has written it since`);
}

function requireRetirable(row: GenerationRow | undefined, name: GenerationName): GenerationRow {
  if (!row) throw unknownGeneration(name);
  if (row.status === 'live') throw conflictError(`${nameOf(name)} is live: switch to another one first`);
  return row;
}

function requireNoneBuilding(rows: readonly GenerationRow[]): void {
  const building = rows.find(({ status }) => status === 'building');
  if (building) throw conflictError(`${nameOf(building)} is being built: switch to it or retire it first`);
}

const nameOf = ({ target, number }: GenerationName): string => `generation ${target}-${number}`;

const unknownGeneration = (name: GenerationName) => new CairnError('generation/unknown', `there is no ${nameOf(name)}`);

const conflictError = (message: string) => new CairnError('generation/conflict', message);

/** A claim to fill a generation; it ends with its lease. */
export interface FillClaim {
  readonly generation: Generation;
  readonly owner: string;
}

interface Start {
  readonly target: IndexTarget;
  readonly builtBy: string;
  readonly dims: number | null;
}

interface Progress {
  readonly filling: FillClaim;
  readonly cursor: number;
  readonly isFilled: boolean;
  readonly leaseMs: number;
}

interface GenerationAct extends GenerationName {
  readonly author: Author;
}

/** Lists the generations that are not retired: first the live generation, then the others, the newest first. */
async function listWrittenGenerations(tx: ReadTransaction, { target }: { target: IndexTarget }): Promise<Generation[]> {
  return (await tx.all(generationQueries(tx.dialect).written, { target })).map(generationOf);
}

/**
 * Takes the lock under which generations are created and change their status, so that two transactions never decide on
 * the same rows at once.
 */
const lockGenerations = (tx: Transaction) =>
  tx.lock({ what: 'organisation', orgId: NIL, key: 'generations of the indexes' });

/**
 * Creates the first generation and makes it live, if the target has none. The generation needs no backfill, since all items
 * have pending index states.
 */
async function ensureFirst(tx: Transaction, start: Start): Promise<void> {
  await lockGenerations(tx);
  const { last, insert } = generationQueries(tx.dialect);
  const { now } = tx;
  if ((await tx.get(last, start))?.number === 0)
    await tx.run(insert, { ...start, now, number: 1, status: 'live', filledAt: now });
}

/**
 * Sets the analyser of the first generation of words, if no item is stored and there is no other generation. Returns
 * whether the analyser changed.
 */
async function startWords(tx: Transaction, start: { readonly analyser: string }): Promise<boolean> {
  await lockGenerations(tx);
  return (await tx.run(generationQueries(tx.dialect).startWords, start)) > 0;
}

/**
 * Begins a generation in addition to the live one. Throws `generation/conflict` while another is being built for the
 * target.
 */
async function beginGeneration(tx: Transaction, { author, ...start }: Start & { author: Author }): Promise<Generation> {
  await lockGenerations(tx);
  const { written: rows, last, insert } = generationQueries(tx.dialect);
  requireNoneBuilding(await tx.all(rows, start));
  const number = ((await tx.get(last, start))?.number ?? 0) + 1;
  const { now } = tx;
  await auditGeneration(tx, 'begin', { ...start, number }, author);
  return generationOf((await tx.get(insert, { ...start, now, number, status: 'building', filledAt: null }))!);
}

/** Claims the oldest incomplete generation, unless another owner has claimed it. */
async function claimBackfill(
  tx: Transaction,
  { leaseMs, ...wanted }: { target: IndexTarget; owner: string; leaseMs: number },
): Promise<FillClaim | undefined> {
  const { now } = tx;
  const row = await tx.get(generationQueries(tx.dialect).claim, { ...wanted, now, until: now + leaseMs });
  return row && { generation: generationOf(row), owner: wanted.owner };
}

/** Stores the owner's progress and renews the lease. Returns false if the owner has lost the claim. */
async function advanceBackfill(
  tx: Transaction,
  { filling: { generation, owner }, cursor, isFilled, leaseMs }: Progress,
): Promise<boolean> {
  const { target, number } = generation;
  const { now } = tx;
  const values = { target, number, owner, cursor, until: now + leaseMs, filledAt: isFilled ? now : null };
  return (await tx.get(generationQueries(tx.dialect).advance, values)) !== undefined;
}

/**
 * Makes a generation live and the former live generation standby, in one step, so that readers always see exactly one
 * live generation. Changes nothing if the generation is live already. Throws `generation/unknown` if it does not exist,
 * `generation/conflict` if it is retired.
 */
async function switchTo(tx: Transaction, { author, ...name }: GenerationAct): Promise<void> {
  await lockGenerations(tx);
  const { one, standBy, setStatus } = generationQueries(tx.dialect);
  requireSwitchable(await tx.get(one, name), name);
  await tx.run(standBy, name);
  await tx.run(setStatus, { ...name, status: 'live' });
  await auditGeneration(tx, 'switch', name, author);
}

/**
 * Retires a generation, which is then no longer written. Throws `generation/conflict` for the live generation. A
 * generation that is retired already stays so.
 */
async function retireGeneration(tx: Transaction, { author, ...name }: GenerationAct): Promise<Generation> {
  await lockGenerations(tx);
  const { one, setStatus } = generationQueries(tx.dialect);
  const row = requireRetirable(await tx.get(one, name), name);
  await tx.run(setStatus, { ...name, status: 'retired' });
  await auditGeneration(tx, 'retire', name, author);
  return generationOf({ ...row, status: 'retired' });
}

/**
 * The generations of each index. Each target has one live generation, which searches read. All generations that are not
 * retired are written, so that switching back is as simple as switching.
 */
export const generations = feature('generations', {
  tables: [],
  reads: { written: listWrittenGenerations },
  writes: {
    ensureFirst,
    startWords,
    begin: beginGeneration,
    claim: claimBackfill,
    advance: advanceBackfill,
    switchTo,
    retire: retireGeneration,
  },
  acrossOrganisations: ['written', 'ensureFirst', 'startWords', 'begin', 'claim', 'advance', 'switchTo', 'retire'],
});
export type Generations = CallsOf<typeof generations>;
