import type { Filter, WaitingBounds } from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { passing, visible, type ScopeFields } from './conditions.ts';
import type { Dialect } from './dialect.ts';
import { rowColumns } from './item-rows.ts';

/** How many waiting items of the organisation are looked at, the newest first. */
const LOOKED_AT = 300;

interface Waiting extends WaitingBounds {
  readonly scope: ScopeFields;
  readonly filter: Filter;
}

/** The newest items without vectors, read from the index of what waits. */
export const waitingItems = (dialect: Dialect, { scope, filter, limit, charsMax }: Waiting) =>
  dialect.queries
    .selectFrom((eb) =>
      eb
        .selectFrom('index_state')
        .select('item_seq')
        .where(sql<SqlBool>`index_state.status = 'pending'`)
        .where('index_state.org_id', '=', scope.orgId)
        .where('target', '=', 'vectors')
        .orderBy('behind_since', 'desc')
        .limit(LOOKED_AT)
        .as('waiting'),
    )
    .crossJoin('item')
    .select(rowColumns)
    .whereRef('item.seq', '=', 'waiting.item_seq')
    .where('item.state', '<>', 'deleted')
    .where('item.length', '<=', charsMax)
    .where(visible(scope))
    .where(passing(dialect, filter))
    .orderBy('item.seq', 'desc')
    .limit(limit);
