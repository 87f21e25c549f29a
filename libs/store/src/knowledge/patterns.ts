import type { ItemId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { Patterns, type PatternMove } from '@cairn/ports';
import { fieldsOf, type ScopeFields } from '../kit/conditions.ts';
import { itemQueries } from '../items/item-queries.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import { storeItem } from '../kit/store-items.ts';
import type { Transaction } from '../kit/transaction.ts';

interface MoveCommand {
  readonly scope: ScopeFields;
  readonly id: ItemId;
  readonly move: PatternMove;
}

async function move(session: Transaction, { scope, id, move: to }: MoveCommand): Promise<boolean> {
  const { visibleItem } = itemQueries(session.dialect);
  const row = await session.get(visibleItem, { ...fieldsOf(scope), kind: 'memory', id });
  if (!row) return false;
  const tags = JSON.stringify(to.tags);
  const version = row.version + (tags === row.tags ? 0 : 1);
  const columns = { confidence: to.confidence, provenance: JSON.stringify(to.provenance), tags, version };
  const moved = await session.run(
    session.dialect.queries
      .updateTable('item')
      .set(columns)
      .where('seq', '=', row.seq)
      .where('version', '=', to.from.version)
      .where('confidence', '=', to.from.declaredConfidence),
  );
  if (moved > 0 && version > row.version) await storeItem(session, { ...row, ...columns }, { text: 'same' });
  return moved > 0;
}

export const patternStore = {
  name: 'patterns',
  tables: [],
  reads: {},
  writes: { move },
  port: portOf(Patterns, (store) => new SqlPatterns(store)),
};

export class SqlPatterns extends Patterns {
  private readonly calls: CallsOf<typeof patternStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(patternStore, store);
  }

  move(scope: Scope, id: ItemId, to: PatternMove): Promise<boolean> {
    return this.calls.move(scope.orgId, { scope: fieldsOf(scope), id, move: to });
  }
}
