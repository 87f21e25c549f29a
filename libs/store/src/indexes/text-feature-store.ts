import type { ItemId, ItemKind, MemoryInput, OrgId } from '@cairn/contracts';
import type { TextFeatures } from '@cairn/ports';
import { ofDialect } from '../kit/dialect.ts';
import { prepared } from '../kit/prepared.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { meaningOf } from '../kit/item-rows.ts';
import { featureQueries, keepFeatures, normWord, textFeatures } from '../kit/text-features.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** An item at a version. */
interface ItemVersion {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
}

/** A text to read again, with the fields that the writer gave for its meaning. */
interface OutdatedText extends Partial<Pick<MemoryInput, 'category' | 'forbids' | 'instead' | 'actionTriggers'>> {
  readonly item: ItemVersion;
  /** The title; absent if the item has none. */
  readonly title?: string | undefined;
  readonly content: string;
  /** Epoch ms. */
  readonly timestamp: number;
}

interface ExtractedFeatures {
  readonly item: ItemVersion;
  readonly features: TextFeatures;
}

/**
 * Lists items of all organisations with features that an earlier version of the rules computed, or that a build without
 * rules stored.
 */
async function findOutdated(
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

/**
 * Stores features that this version of the rules computed, ordered by item id, so that two writers of the same items do
 * not deadlock. The items, their versions, indexes and events stay unchanged. Skips an item that is unknown, is
 * forgotten, has changed since, or has features of later rules.
 */
async function storeTextFeatures(tx: Transaction, { rules, texts }: KeepCommand): Promise<void> {
  for (const text of texts.toSorted(({ item: a }, { item: b }) => (a.id < b.id ? -1 : 1)))
    await keepOne(tx, rules, text);
}

/** Stores the features of one item under a lock of the item, so that a concurrent change of the item waits. */
async function keepOne(tx: Transaction, rules: number, { item, features }: ExtractedFeatures): Promise<void> {
  const { isReadBy } = featureQueries(tx.dialect);
  const row = await tx.get(presentItemQuery(tx.dialect), item);
  if (!row || (await tx.get(isReadBy, { id: row.id, rules: rules + 1 }))) return;
  await keepFeatures(tx, [{ row, features }], rules);
}

const presentItemQuery = ofDialect(({ queries, forUpdate }) =>
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

/**
 * Text features, stored with the version of the rules that computed them. A write stores them together with its item; these
 * commands recompute them after the rules have changed.
 */
export const textFeatureStore = feature('text-features', {
  tables: [textFeatures, normWord],
  reads: { outdated: findOutdated },
  writes: { keep: storeTextFeatures },
  repeatable: ['keep'],
  acrossOrganisations: ['outdated', 'keep'],
});
export type TextFeatureStore = CallsOf<typeof textFeatureStore>;
