import { CairnError, type GenerationStatus, type IndexTarget } from '@cairn/contracts';
import type { Generation, GenerationName } from '@cairn/ports';
import { sql, type Kysely, type SqlBool } from 'kysely';
import { NIL } from 'uuid';
import { auditing } from './audit.ts';
import { ofDialect, type Dialect } from './dialect.ts';
import type { Author } from './item-rows.ts';
import { prepared } from './prepared.ts';

export interface GenerationTable {
  target: IndexTarget;
  number: number;
  built_by: string;
  dims: number | null;
  status: GenerationStatus;
  cursor: number;
  started_at: number;
  filled_at: number | null;
  /** Who fills it, until when. */
  owner: string | null;
  leased_until: number;
}

/** Both dialects take it. One is live and one at most is built: the indexes see to that, whatever races. */
export const generationTable = ({ text, integer }: { text: string; integer: string }): string => `
  create table generation (
    target ${text} not null,
    number int not null,
    built_by ${text} not null,
    dims int,
    status ${text} not null,
    cursor ${integer} not null default 0,
    started_at ${integer} not null,
    filled_at ${integer},
    owner ${text},
    leased_until ${integer} not null default 0,
    primary key (target, number)
  );
  create unique index generation_live on generation (target) where status = 'live';
  create unique index generation_building on generation (target) where status = 'building';`;

const isUnfilled = sql<SqlBool>`status <> 'retired' and filled_at is null`;

const columns = ['target', 'number', 'built_by', 'dims', 'status', 'cursor', 'started_at', 'filled_at'] as const;
type GenerationRow = Pick<GenerationTable, (typeof columns)[number]>;

interface NewGeneration {
  readonly target: IndexTarget;
  readonly number: number;
  readonly builtBy: string;
  readonly dims: number | null;
  readonly status: GenerationStatus;
  readonly now: number;
  readonly filledAt: number | null;
}

/** Looking at the generations and changing them, for either dialect. */
export const generationQueries = ofDialect((dialect) => {
  const queries = dialect.queries as unknown as Queries;
  return { ...looking(queries), ...filling(queries), ...changing(queries), ...recording(dialect) };
});

type Queries = Kysely<{ generation: GenerationTable }>;

/** An act on a generation, and who does it. */
export interface GenerationAct {
  readonly author: Author;
  readonly now: number;
}

const recording = (dialect: Dialect) => ({
  audit: (action: 'begin' | 'switch' | 'retire', { target, number }: GenerationName, act: GenerationAct) =>
    auditing(dialect, { ...act, action, kind: target, id: NIL, version: number }),
});

const looking = (queries: Queries) => ({
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

const changing = (queries: Queries) => ({
  insert: prepared<NewGeneration>()((place) =>
    queries
      .insertInto('generation')
      .values({
        target: place('target'),
        number: place('number'),
        built_by: place('builtBy'),
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

const filling = (queries: Queries) => ({
  /** The oldest that is not full. Its owner may take it again. */
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

export const generationOf = <Target extends IndexTarget>(row: GenerationRow): Generation<Target> => ({
  target: row.target as Target,
  number: row.number,
  builtBy: row.built_by,
  dims: row.dims,
  status: row.status,
  cursor: row.cursor,
  startedAt: row.started_at,
  filledAt: row.filled_at,
});

/** What has to be done to make a generation live; nothing when it is. */
export function requireSwitchable(row: GenerationRow | undefined, name: GenerationName): void {
  if (!row) throw unknownGeneration(name);
  if (row.status === 'retired') throw conflict(`${nameOf(name)} is retired: nobody has written it since`);
}

export function requireRetirable(row: GenerationRow | undefined, name: GenerationName): GenerationRow {
  if (!row) throw unknownGeneration(name);
  if (row.status === 'live') throw conflict(`${nameOf(name)} is live: switch to another one first`);
  return row;
}

export function requireNoneBuilding(rows: readonly GenerationRow[]): void {
  const building = rows.find(({ status }) => status === 'building');
  if (building) throw conflict(`${nameOf(building)} is being built: switch to it or retire it first`);
}

const nameOf = ({ target, number }: GenerationName): string => `generation ${target}-${number}`;

const unknownGeneration = (name: GenerationName) => new CairnError('generation/unknown', `there is no ${nameOf(name)}`);

const conflict = (message: string) => new CairnError('generation/conflict', message);
