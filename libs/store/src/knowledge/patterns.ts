import type { ItemId, Memory } from '@cairn/contracts';
import { fieldsOf, type ScopeFields } from '../kit/conditions.ts';
import { itemQueries } from '../items/item-queries.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { Transaction } from '../kit/transaction.ts';
import { storeItem } from '../kit/store-items.ts';

/** The change that saving a pattern again makes to the memory. */
interface PatternMove {
  /** The memory as it was read; nothing is changed if its version or confidence differs by now. */
  readonly from: Pick<Memory, 'id' | 'version' | 'declaredConfidence'>;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly provenance: Readonly<Record<string, string>>;
}

interface MoveCommand {
  readonly scope: ScopeFields;
  readonly id: ItemId;
  readonly move: PatternMove;
}

/** Stores a change. Returns false if the pattern was saved, changed or removed meanwhile. */
async function movePattern(tx: Transaction, { scope, id, move: to }: MoveCommand): Promise<boolean> {
  const { visibleItem } = itemQueries(tx.dialect);
  const row = await tx.get(visibleItem, { ...fieldsOf(scope), kind: 'memory', id });
  if (!row) return false;
  const tags = JSON.stringify(to.tags);
  const version = row.version + (tags === row.tags ? 0 : 1);
  const columns = { confidence: to.confidence, provenance: JSON.stringify(to.provenance), tags, version };
  const moved = await tx.run(
    tx.dialect.queries
      .updateTable('item')
      .set(columns)
      .where('seq', '=', row.seq)
      .where('version', '=', to.from.version)
      .where('confidence', '=', to.from.declaredConfidence),
  );
  if (moved > 0 && version > row.version) await storeItem(tx, { ...row, ...columns }, { text: 'same' });
  return moved > 0;
}

/**
 * Learned patterns are memories. Saving a pattern again raises its confidence, whoever saves it. A new confidence makes no
 * new version; new tags make a new version and an event.
 */
export const patterns = feature('patterns', {
  tables: [],
  reads: {},
  writes: { move: movePattern },
});
export type Patterns = CallsOf<typeof patterns>;
