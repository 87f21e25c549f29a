import { TextFeatureStore, type OutdatedText, type ExtractedFeatures } from '@cairn/ports';
import { ofDialect } from '../kit/dialect.ts';
import { prepared } from '../kit/prepared.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import { meaningOf } from '../kit/item-rows.ts';
import { featureQueries, keepFeatures, normWord, textFeatures } from '../kit/text-features.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

async function outdated(
  tx: ReadTransaction,
  asked: { readonly rules: number; readonly limit: number },
): Promise<OutdatedText[]> {
  const rows = await tx.all(featureQueries(tx.dialect).outdated, asked);
  return rows.map(({ orgId, kind, id, version, title, content, timestamp, category, ...given }) => ({
    item: { orgId, kind, id, version },
    title: title ?? undefined,
    content,
    timestamp,
    ...(category !== null && { category, ...meaningOf(given) }),
  }));
}

interface KeepCommand {
  readonly rules: number;
  readonly texts: readonly ExtractedFeatures[];
}

/** Stores features ordered by item id, so that two writers of the same items do not deadlock. */
async function keep(tx: Transaction, { rules, texts }: KeepCommand): Promise<void> {
  for (const text of texts.toSorted(({ item: a }, { item: b }) => (a.id < b.id ? -1 : 1)))
    await keepOne(tx, rules, text);
}

/** Stores the features of one item under a lock of the item, so that a concurrent change of the item waits. */
async function keepOne(tx: Transaction, rules: number, { item, features }: ExtractedFeatures): Promise<void> {
  const { isReadBy } = featureQueries(tx.dialect);
  const row = await tx.get(presentItem(tx.dialect), item);
  if (!row || (await tx.get(isReadBy, { id: row.id, rules: rules + 1 }))) return;
  await keepFeatures(tx, [{ row, features }], rules);
}

const presentItem = ofDialect(({ queries, forUpdate }) =>
  prepared<ExtractedFeatures['item']>()((place) =>
    queries
      .selectFrom('item')
      .select(['org_id', 'id', 'kind', 'role', 'effective_at'])
      .where('org_id', '=', place('orgId'))
      .where('kind', '=', place('kind'))
      .where('id', '=', place('id'))
      .where('version', '=', place('version'))
      .where('state', '<>', 'deleted')
      .modifyEnd(forUpdate),
  ),
);

export const textFeatureStore = {
  name: 'text-features',
  tables: [textFeatures, normWord],
  reads: { outdated },
  writes: { keep },
  repeatable: ['keep'],
  port: portOf(TextFeatureStore, (store) => new SqlTextFeatureStore(store)),
};

export class SqlTextFeatureStore extends TextFeatureStore {
  private readonly calls: CallsOf<typeof textFeatureStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(textFeatureStore, store);
  }

  outdated(rules: number, limit: number): Promise<OutdatedText[]> {
    return this.calls.outdated('all', { rules, limit });
  }

  keep(rules: number, texts: readonly ExtractedFeatures[]): Promise<void> {
    return this.calls.keep('all', { rules, texts });
  }
}
