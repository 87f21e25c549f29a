import type { ItemId, OrgId } from '@cairn/contracts';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { auditing } from '../kit/audit.ts';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import { deletingSome } from '../kit/deleting-some.ts';
import { graphTables, type GenerationRow, type OfGeneration } from './tables.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The most rows of unused generations that one call of `sweep` deletes. */
const SWEPT_AT_ONCE = 1_000;

interface Place {
  readonly time: number;
  readonly place: number;
}

const queriesOf = ofDialect((dialect) => {
  const { queries } = dialect;
  return {
    of: prepared<{ orgId: string }>()((place) =>
      queries.selectFrom('graph_generation').selectAll().where('org_id', '=', place('orgId')),
    ),
    begin: prepared<OfGeneration>()((place) => {
      const built = sql`insert into graph_generation (org_id, live, building, cursor_time, cursor_place, filled)
        values (${place('orgId')}, 1, 2, 0, 0, 0)
        on conflict (org_id) do update set building = ${place('generation')}, cursor_time = 0, cursor_place = 0, filled = 0`;
      return { compile: () => built.compile(queries) };
    }),
    advance: prepared<OfGeneration & Place & { filled: number }>()((place) =>
      queries
        .updateTable('graph_generation')
        .set({ cursor_time: place('time'), cursor_place: place('place'), filled: place('filled') })
        .where('org_id', '=', place('orgId'))
        .where('building', '=', place('generation')),
    ),
    switchTo: prepared<OfGeneration>()((place) =>
      queries
        .updateTable('graph_generation')
        .set({ live: place('generation'), building: null })
        .where('org_id', '=', place('orgId'))
        .where('building', '=', place('generation')),
    ),
    memories: prepared<Place & { orgId: string; limit: number }>()((place) =>
      queries
        .selectFrom('item')
        .select(['id', 'version', 'effective_at as time', 'seq as place'])
        .where('org_id', '=', place('orgId'))
        .where('kind', '=', sql.lit('memory'))
        .where(sql<boolean>`(effective_at, seq) > (${place('time')}, ${place('place')})`)
        .orderBy('effective_at')
        .orderBy('seq')
        .limit(place('limit')),
    ),
    removals: graphTables.map(({ name, key }) =>
      prepared<{ orgId: string; live: number; limit: number }>()((place) => {
        const where = sql`org_id = ${place('orgId')} and generation < ${place('live')}`;
        const built = deletingSome(dialect, { table: name, key, where, limit: place('limit') });
        return { compile: () => built.compile(queries) };
      }),
    ),
  };
});

export type GraphGenerations = Pick<GenerationRow, 'live' | 'building' | 'filled'> & { readonly cursor: Place };

/** Reads which generation is live, and which one is being built. */
export async function generationsOf(tx: ReadTransaction, orgId: string): Promise<GraphGenerations> {
  const row = await tx.get(queriesOf(tx.dialect).of, { orgId });
  if (!row) return { live: 1, building: null, filled: 0, cursor: { time: 0, place: 0 } };
  const { live, building, filled, cursor_time: time, cursor_place: place } = row;
  return { live, building, filled, cursor: { time: Number(time), place: Number(place) } };
}

interface Acting {
  readonly author: Author;
  readonly orgId: OrgId;
}

/**
 * Begins a new generation, or continues the one being built. Concurrent writers wait, and then write to the new one too.
 */
export async function begin(tx: Transaction, { author, orgId }: Acting): Promise<GraphGenerations> {
  await tx.lock({ what: 'organisation', orgId, key: 'graph' });
  const { live, building } = await generationsOf(tx, orgId);
  if (building === null) {
    await tx.run(queriesOf(tx.dialect).begin, { orgId, generation: live + 1 });
    await tx.run(audited(tx, { author, action: 'begin', generation: live + 1 }));
  }
  return generationsOf(tx, orgId);
}

export const advance = (
  tx: Transaction,
  { cursor, ...of }: OfGeneration & { readonly cursor: Place; readonly filled: number },
): Promise<number> => tx.run(queriesOf(tx.dialect).advance, { ...of, ...cursor });

/** Makes a generation live. Rows written before the lock are in both generations; later writes go to the new one only. */
export async function switchTo(tx: Transaction, { author, ...of }: Acting & OfGeneration): Promise<boolean> {
  await tx.lock({ what: 'organisation', orgId: of.orgId, key: 'graph' });
  const { orgId, generation } = of;
  const isSwitched = (await tx.run(queriesOf(tx.dialect).switchTo, { orgId, generation })) > 0;
  if (isSwitched) await tx.run(audited(tx, { author, action: 'switch', generation }));
  return isSwitched;
}

interface Switching {
  readonly author: Author;
  readonly action: 'begin' | 'switch';
  readonly generation: number;
}

const audited = ({ dialect, now }: Transaction, { generation, ...act }: Switching) =>
  auditing(dialect, { ...act, kind: 'graph', id: NIL, version: generation, now });

/** Deletes a batch of rows of generations that are no longer read; returns their number. */
export async function sweep(tx: Transaction, { orgId }: { readonly orgId: OrgId }): Promise<number> {
  const { live } = await generationsOf(tx, orgId);
  let removed = 0;
  for (const removal of queriesOf(tx.dialect).removals)
    if (removed < SWEPT_AT_ONCE) removed += await tx.run(removal, { orgId, live, limit: SWEPT_AT_ONCE - removed });
  return removed;
}

interface PageQuery {
  readonly orgId: OrgId;
  readonly behind: Place;
  readonly limit: number;
}

/** Reads a page of memories in any state, ordered by effective time. */
export async function memories(tx: ReadTransaction, { behind, ...of }: PageQuery) {
  const rows = await tx.all(queriesOf(tx.dialect).memories, { ...of, ...behind });
  return rows.map(({ id, version, time, place }) => ({
    id: id as ItemId,
    version,
    place: { time: Number(time), place: Number(place) },
  }));
}
