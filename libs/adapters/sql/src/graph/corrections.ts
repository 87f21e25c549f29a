import { limits, type EntityType, type GraphCorrectionAction, type Mention } from '@cairn/contracts';
import { nameTokens, normaliseName } from '@cairn/graph';
import { sql } from 'kysely';
import { ofDialect } from '../dialect.ts';
import { prepared } from '../prepared.ts';
import { column, defineTable, type RowOf } from '../store/ddl.ts';
import type { StoreSession } from '../store/session.ts';

/** What a manager says of entities: that one is another, or is called otherwise; or which of them an item speaks of. */
export const graphCorrection = defineTable({
  name: 'graph_correction',
  columns: {
    org_id: column.id(),
    id: column.id(),
    /** Its place among the rows of one correction. */
    place: column.int(),
    at: column.time(),
    principal_id: column.id(),
    action: column.text<GraphCorrectionAction>(),
    from_id: column.text(),
    from_name: column.text(),
    to_id: column.text(),
    to_name: column.text(),
    /** '' is none. */
    to_repository: column.text(),
    /** Of a split: the item whose words are meant. Null: all. */
    item_id: column.nullable(column.id()),
  },
  key: ['org_id', 'id', 'place'],
  indexes: { graph_correction_by_item: '(org_id, item_id) where item_id is not null' },
  itemColumns: ['item_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

export type CorrectionRow = RowOf<typeof graphCorrection>;

declare module '../tables.ts' {
  interface Tables {
    graph_correction: CorrectionRow;
  }
}

const queriesOf = ofDialect(({ queries }) => ({
  /** The oldest first, so that a later name of the same entity wins. */
  ofAll: prepared<{ orgId: string }>()((place) =>
    queries
      .selectFrom('graph_correction')
      .select(['from_id', 'to_id', 'to_name', 'action'])
      .where('org_id', '=', place('orgId'))
      .where('item_id', 'is', null)
      .where('action', '<>', sql.lit('split'))
      .orderBy('id')
      .limit(sql.lit(limits.graphCorrections.max)),
  ),
  ofItem: prepared<{ orgId: string; id: string }>()((place) =>
    queries
      .selectFrom('graph_correction')
      .selectAll()
      .where('org_id', '=', place('orgId'))
      .where('item_id', '=', place('id'))
      .orderBy('id', 'desc')
      .orderBy('place'),
  ),
}));

type Standing = Pick<CorrectionRow, 'from_id' | 'to_id' | 'to_name' | 'action'>;

/** Which entities are one, by what managers have said. */
export class Corrections {
  private readonly next = new Map<string, string>();
  private readonly names = new Map<string, string>();
  private readonly behind = new Map<string, string[]>();

  constructor(rows: readonly Standing[]) {
    for (const { from_id, to_id, to_name, action } of rows) {
      if (action === 'rename') this.names.set(to_id, to_name);
      if (from_id === to_id) continue;
      this.next.set(from_id, to_id);
      this.behind.set(to_id, [...(this.behind.get(to_id) ?? []), from_id]);
    }
  }

  get isEmpty(): boolean {
    return this.next.size + this.names.size === 0;
  }

  /** What an entity is: itself, or what it was joined to. */
  of(id: string): string {
    let at = id;
    for (let steps = 0; steps < limits.graphCorrections.max; steps++) {
      const next = this.next.get(at);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  /** The entity and all that were joined to it. */
  members(id: string): string[] {
    const found = [id];
    for (const at of found) for (const from of this.behind.get(at) ?? []) if (!found.includes(from)) found.push(from);
    return found;
  }

  /** The name that it was given, if one was. */
  nameOf(id: string): string | undefined {
    return this.names.get(id);
  }

  isRenamed(id: string): boolean {
    const to = this.next.get(id);
    return to !== undefined && this.names.has(to);
  }

  named(normal: string): string[] {
    return [...this.names].filter(([, name]) => normaliseName(name) === normal).map(([id]) => this.of(id));
  }

  /** Entities whose given names share words with a list: how many, and how many words the name has. */
  sharing(tokens: readonly string[]): { id: string; shared: number; size: number }[] {
    const wanted = new Set(tokens);
    return [...this.names].flatMap(([id, name]) => {
      const own = nameTokens(name);
      const shared = own.filter((token) => wanted.has(token)).length;
      return shared === 0 ? [] : [{ id: this.of(id), shared, size: own.length }];
    });
  }
}

export const correctionsOf = async (session: StoreSession, orgId: string): Promise<Corrections> =>
  new Corrections(await session.all(queriesOf(session.dialect).ofAll, { orgId }));

/** What an item speaks of in place of what its words name, by the id of that. */
export async function splitsOf(
  session: StoreSession,
  orgId: string,
  id: string,
): Promise<ReadonlyMap<string, Mention>> {
  const rows = await session.all(queriesOf(session.dialect).ofItem, { orgId, id });
  return new Map(rows.toReversed().map((row) => [row.from_id, mentionOf(row)]));
}

export function mentionOf({ to_id, to_name, to_repository }: CorrectionRow): Mention {
  const type = to_id.slice(0, to_id.indexOf(':')) as EntityType;
  return { type, name: to_name, ...(to_repository !== '' && { repository: to_repository }) };
}
