import type { OrgId } from '@cairn/contracts';
import { sql } from 'kysely';
import { ofDialect, type List } from '../kit/dialect.ts';
import { givenRowsInserter } from '../kit/given-rows.ts';
import { prepared } from '../kit/prepared.ts';

/** Identifies an act of forgetting. */
export interface ActName {
  readonly orgId: OrgId;
  readonly id: string;
}

/** Queries for the target items of an act of forgetting. */
export const targetQueries = ofDialect((dialect) => ({
  open: prepared<ActName & { limit: number }>()((place) =>
    dialect.queries
      .selectFrom('forget_target')
      .select('item_id as itemId')
      .where('org_id', '=', place('orgId'))
      .where('act_id', '=', place('id'))
      .where('is_done', '=', sql.lit(0))
      .orderBy('item_id')
      .limit(place('limit')),
  ),
  done: prepared<ActName & { after: string; limit: number }>()((place) =>
    dialect.queries
      .selectFrom('forget_target')
      .select('item_id as itemId')
      .where('org_id', '=', place('orgId'))
      .where('act_id', '=', place('id'))
      .where('is_done', '=', sql.lit(1))
      .where('item_id', '>', place('after'))
      .orderBy('item_id')
      .limit(place('limit')),
  ),
  note: givenRowsInserter(
    dialect,
    'forget_target',
    { org_id: 'uuid', act_id: 'uuid', item_id: 'uuid', is_done: 'int' },
    sql`on conflict do nothing`,
  ),
  settle: prepared<ActName & { ids: List }>()((place) =>
    dialect.queries
      .updateTable('forget_target')
      .set({ is_done: 1 })
      .where('org_id', '=', place('orgId'))
      .where('act_id', '=', place('id'))
      .where(dialect.isAmong(sql.ref('item_id'), place('ids'))),
  ),
  drop: prepared<ActName & { ids: List }>()((place) =>
    dialect.queries
      .deleteFrom('forget_target')
      .where('org_id', '=', place('orgId'))
      .where('act_id', '=', place('id'))
      .where(dialect.isAmong(sql.ref('item_id'), place('ids'))),
  ),
}));
