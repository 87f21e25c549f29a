import type { ItemId } from '@cairn/contracts';
import type { TextFeatures } from '@cairn/ports';
import { sql } from 'kysely';
import { ofDialect } from '../kit/dialect.ts';
import { givenRowsWriter, type GivenColumns } from '../kit/given-rows.ts';
import type { Author, ItemRow } from '../kit/item-rows.ts';
import type { Transaction } from '../kit/transaction.ts';
import type { ActOutcome } from './acts.ts';
import { changesFeatures, textOf } from './lifecycle.rules.ts';
import type { Columns } from './memory-columns.ts';
import { isRenamed, retireNames } from './retired-names.ts';
import { keepFormer } from './revisions.ts';
import { storeItem, storeItems } from '../kit/store-items.ts';
import { auditActs } from '../kit/audit.ts';

type AuditedAs = 'change' | 'archive' | 'restore' | 'supersede';

interface WriteAct {
  readonly id: ItemId;
  readonly reason?: string | undefined;
  readonly author: Author;
}

interface OverwrittenRow {
  readonly row: ItemRow;
  readonly columns: Columns;
  readonly as: AuditedAs;
  /** The text features of the new text; absent if the text stays. */
  readonly features?: TextFeatures;
}

/** Updates the row if it still has the version that was read; otherwise changes nothing and returns `stale`. */
export async function writeOver(
  tx: Transaction,
  act: WriteAct,
  { row, columns, as, features }: OverwrittenRow,
): Promise<ActOutcome> {
  const version = row.version + 1;
  const changed = await tx.run(
    tx.dialect.queries
      .updateTable('item')
      .set({ ...columns, version })
      .where('seq', '=', row.seq)
      .where('version', '=', row.version),
  );
  if (changed === 0) return { outcome: 'stale', version };
  const fresh: ItemRow = { ...row, ...columns, version };
  await keepFormer(tx, act, [row]);
  if (isRenamed(row, fresh)) await retireNames(tx, [row]);
  const isOther = textOf(fresh) !== textOf(row);
  const read = changesFeatures(row, fresh) ? features : undefined;
  const index = await storeItem(tx, fresh, { text: read && isOther ? 'changed' : 'same', features: read });
  await auditActs(tx, { author: act.author, action: as, kind: 'memory', id: act.id, version });
  // Failpoint: change/before-commit
  return { outcome: 'done', version, state: fresh.state, index };
}

/** The columns that one statement updates in many memories, with their SQL types. */
const overwrittenColumns = {
  ...{ principal_id: 'uuid', external_id: 'text', merge_key: 'text', state: 'text', active_to: 'bigint' },
} as const satisfies GivenColumns;

const queriesOf = ofDialect((dialect) =>
  givenRowsWriter(dialect, {
    columns: { seq: 'bigint', ...overwrittenColumns },
    write: (given, from) => {
      const columns = Object.keys(overwrittenColumns).map((name) => sql`${sql.ref(name)} = ${given(name)}`);
      return sql`update item set ${sql.join(columns)}, version = version + 1 ${from} where item.seq = ${given('seq')}`;
    },
  }),
);

/** An act on many memories. */
export interface BulkAct {
  readonly author: Author;
  readonly reason: string | undefined;
}

export interface Written {
  readonly row: ItemRow;
  readonly columns: Pick<ItemRow, keyof typeof overwrittenColumns>;
}

/**
 * Updates many memories of an organisation without changing their texts. The caller has locked the rows or is the only
 * writer.
 */
export async function writeOverEach(
  tx: Transaction,
  act: BulkAct,
  { written, as }: { readonly written: readonly Written[]; readonly as: AuditedAs },
): Promise<void> {
  const write = queriesOf(tx.dialect);
  await write(
    tx,
    written.map(({ row: { seq }, columns }) => ({ seq, ...columns })),
  );
  await keepFormer(
    tx,
    act,
    written.map(({ row }) => row),
  );
  const fresh = written.map(({ row, columns }): ItemRow => ({ ...row, ...columns, version: row.version + 1 }));
  await storeItems(
    tx,
    fresh.map((row) => ({ row, text: 'same' })),
  );
  const { author } = act;
  await auditActs(
    tx,
    ...fresh.map(({ id, version }) => ({ author, action: as, kind: 'memory', id, version }) as const),
  );
}

export const keptColumns = ({
  principal_id,
  external_id,
  merge_key,
  state,
  active_to,
}: ItemRow): Written['columns'] => ({
  ...{ principal_id, external_id, merge_key, state, active_to },
});

/**
 * Archives memories on behalf of the organisation, whoever may see them. The caller has locked the rows or is the only
 * writer.
 */
export async function archiveRows(tx: Transaction, act: BulkAct, rows: readonly ItemRow[]): Promise<void> {
  const columns = { state: 'archived', merge_key: null, active_to: tx.now } as const;
  const written = rows.map((row) => ({ row, columns: { ...keptColumns(row), ...columns } }));
  await writeOverEach(tx, act, { written, as: 'archive' });
}
