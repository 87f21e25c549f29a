import { sql } from 'kysely';
import { sightingQueries } from '../graph/aliases.ts';
import { markMadeFrom } from '../memories/forgotten-sources.ts';
import { loseEvidence } from '../memories/proposal-evidence.ts';
import { keepRejections } from '../memories/rejections.ts';
import { retireNames } from '../memories/retired-names.ts';
import { bridgeSuccessions } from '../memories/successions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { givenRowsWriter } from '../kit/given-rows.ts';
import { erasedColumns, erasedOf, type ItemRow } from '../kit/item-rows.ts';
import { sourceLinkQueries } from '../items/source-links.ts';
import { prepared } from '../kit/prepared.ts';
import { forgettingRows } from './features.ts';
import { forgetEmbeddings } from '../kit/embedding-queries.ts';
import { storeItems } from '../kit/store-items.ts';
import { sumRemovedRows, type RemovedRowsByTable, type Transaction } from '../kit/transaction.ts';

const eraseQueries = ofDialect((dialect) => ({
  /**
   * Deletes the dead letters of items, since the reason of a dead letter can quote the text. The deletion of the item has
   * an event of its own.
   */
  letters: prepared<{ ids: List }>()((place) =>
    dialect.queries.deleteFrom('dead_letter').where(dialect.isAmong(sql.ref('item_id'), place('ids'))),
  ),
  items: givenRowsWriter(dialect, {
    columns: { seq: 'bigint', session_key: 'text', now: 'bigint' },
    write: (given, from) => {
      const erased = Object.entries(erasedColumns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      return sql`update item set ${sql.join(erased)}, session_key = ${given('session_key')}, state = 'deleted',
        version = version + 1, deleted_at = ${given('now')} ${from} where item.seq = ${given('seq')}`;
    },
  }),
}));

/**
 * Turns locked rows of one organisation into tombstones. Id, version and position stay; all text and all data derived from
 * it are deleted, also from the indexes that belong to this commit. Adds the events of the deletions to the outbox. Returns
 * the number of deleted rows by table. Proposals that lose their last evidence are deleted too.
 */
export async function eraseItems(tx: Transaction, chosen: readonly ItemRow[]): Promise<RemovedRowsByTable> {
  const [first] = chosen;
  if (!first) return {};
  const rows = [...chosen, ...(await loseEvidence(tx, chosen))];
  const { dialect, now } = tx;
  const { org_id: orgId } = first;
  const ids = dialect.listOf(rows.map(({ id }) => id));
  await bridgeSuccessions(tx, { orgId, ids });
  await markMadeFrom(tx, rows);
  await retireNames(tx, rows);
  await keepRejections(tx, rows);
  const [embeddings, origins, letters, ...ofFeatures] = await Promise.all([
    forgetEmbeddings(
      tx,
      rows.map(({ seq }) => seq),
    ),
    tx.run(sourceLinkQueries(dialect).forgetOrigins, { ids }),
    tx.run(eraseQueries(dialect).letters, { ids }),
    ...forgettingRows(dialect, { orgId, ids: rows.map(({ id }) => id) }).map(async ({ table, removal }) => ({
      [table]: await tx.run(removal),
    })),
  ]);
  const tombstones = rows.map((row) => ({ ...row, ...tombstoneOf(row), version: row.version + 1, deleted_at: now }));
  const item = await eraseQueries(dialect).items(
    tx,
    tombstones.map(({ seq, session_key }) => ({ seq, session_key, now })),
  );
  await storeItems(
    tx,
    tombstones.map((row) => ({ row, text: 'same' })),
  );
  await tx.context.hooks.forgetSpeakers(rows);
  const alias_sighting = await forgetCalls(tx, { orgId, ids }, rows);
  tx.context.hooks.note('erased');
  return sumRemovedRows([
    { item, item_embedding: embeddings, origin: origins, dead_letter: letters, alias_sighting },
    ...ofFeatures,
  ]);
}

const tombstoneOf = (row: ItemRow) => ({ ...erasedOf(row), state: 'deleted' }) as const;

/**
 * Deletes aliases learned from forgotten messages, and learned aliases of speakers without a message left. Call this
 * after these speakers are deleted.
 */
async function forgetCalls(
  tx: Transaction,
  { orgId, ids }: { readonly orgId: string; readonly ids: List },
  rows: readonly ItemRow[],
): Promise<number> {
  const { forgetSightingsIn, forgetSightingsOf } = sightingQueries(tx.dialect);
  const inside = await tx.run(forgetSightingsIn, { ids });
  const speakers = [...new Set(rows.flatMap(({ speaker }) => speaker ?? []))];
  if (speakers.length === 0) return inside;
  return inside + (await tx.run(forgetSightingsOf(orgId, speakers)));
}
