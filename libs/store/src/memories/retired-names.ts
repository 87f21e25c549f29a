import { skillNameOf, type OrgId } from '@cairn/contracts';
import { isSeenByAll } from '@cairn/domain';
import { visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { givenRowsInserter } from '../kit/given-rows.ts';
import { ofDialect } from '../kit/dialect.ts';
import type { ItemRow } from '../kit/item-rows.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { sql } from 'kysely';
import { markQueries, retiredNameMark, secretOf } from '../items/marks.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/**
 * Skill names of forgotten or renamed procedures, stored as keyed hashes. A later procedure with such a name is reported
 * as one with a retired name.
 */
export const retiredName = defineTable({
  name: 'retired_name',
  columns: {
    org_id: column.id(),
    mark: column.text(),
    /** The procedure that had the name. */
    item_id: column.id(),
    visibility: column.text<ItemRow['visibility']>(),
    principal_id: column.id(),
    channel: column.nullable(column.text()),
    /** Always `active`, so that the visibility condition of items applies to these rows too. */
    state: column.text<'active'>(),
  },
  key: ['org_id', 'mark', 'item_id'],
  appMay: 'select, insert',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    retired_name: RowOf<typeof retiredName>;
  }
}

const queriesOf = ofDialect((dialect) => ({
  keep: givenRowsInserter(
    dialect,
    'retired_name',
    {
      ...{ org_id: 'uuid', mark: 'text', item_id: 'uuid', visibility: 'text' },
      ...{ principal_id: 'uuid', channel: 'text', state: 'text' },
    },
    sql`on conflict do nothing`,
  ),
  found: (scope: ScopeFields, marks: readonly string[]) =>
    dialect.queries
      .selectFrom('retired_name')
      .select(['mark', 'item_id'])
      .where('org_id', '=', scope.orgId)
      .where('mark', 'in', marks)
      .where(visibilityCondition(scope, 'retired_name')),
}));

type NamedMemory = Pick<
  ItemRow,
  'id' | 'org_id' | 'kind' | 'store' | 'title' | 'visibility' | 'principal_id' | 'channel'
>;

/** Retires the skill names of procedures. Must run in the commit that forgets or renames them. */
export async function retireNames(tx: Transaction, rows: readonly NamedMemory[]): Promise<void> {
  const named = rows.filter((row) => row.store === 'procedural' && isSeenByAll(row.visibility) && nameOf(row) !== '');
  const [first] = named;
  if (!first) return;
  const secret = await secretOf(tx, first.org_id as OrgId);
  const marks = named.map(({ id, org_id, visibility, principal_id, channel, title }) => ({
    ...{ org_id, item_id: id, visibility, principal_id, channel, state: 'active' as const },
    mark: retiredNameMark(secret, skillNameOf(title ?? '')),
  }));
  await queriesOf(tx.dialect).keep(tx, marks);
}

const nameOf = ({ title }: Pick<NamedMemory, 'title'>): string => skillNameOf(title ?? '');

/** Whether a change gives a procedure another skill name. */
export const isRenamed = (row: NamedMemory, fresh: NamedMemory): boolean =>
  row.title !== fresh.title && nameOf(row) !== nameOf(fresh);

/**
 * Finds those of the given procedures whose skill name belonged to an older procedure, since forgotten or renamed, that
 * the scope could see.
 */
export async function withRetiredName(
  tx: ReadTransaction,
  scope: ScopeFields,
  memories: readonly Pick<ItemRow, 'id' | 'store' | 'title'>[],
): Promise<ReadonlySet<string>> {
  const procedures = memories.filter(({ store }) => store === 'procedural');
  if (procedures.length === 0) return new Set();
  const kept = await tx.get(markQueries(tx.dialect).secret, { orgId: scope.orgId });
  if (!kept) return new Set();
  const marked = procedures.map((memory) => ({ id: memory.id, mark: retiredNameMark(kept.secret, nameOf(memory)) }));
  const found = await tx.all(
    queriesOf(tx.dialect).found(
      scope,
      marked.map(({ mark }) => mark),
    ),
  );
  return new Set(
    marked.filter(({ id, mark }) => found.some((each) => each.mark === mark && each.item_id < id)).map(({ id }) => id),
  );
}
