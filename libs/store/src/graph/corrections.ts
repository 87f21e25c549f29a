import { limits, type EntityType, type GraphCorrectionAction, type Mention } from '@cairn/contracts';
import { nameTokens, normaliseName } from '@cairn/graph';
import { sql } from 'kysely';
import { ofDialect } from '../kit/dialect.ts';
import { prepared } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/**
 * A correction by a manager. It states that two entities are the same or different, that an entity has another name, or
 * that an item means another entity.
 */
export const graphCorrection = defineTable({
  name: 'graph_correction',
  columns: {
    org_id: column.id(),
    id: column.id(),
    /** The 0-based position among the rows of one correction. */
    place: column.int(),
    at: column.time(),
    principal_id: column.id(),
    action: column.text<GraphCorrectionAction>(),
    from_id: column.text(),
    from_name: column.text(),
    to_id: column.text(),
    to_name: column.text(),
    /** The repository of the target; '' if there is none. */
    to_repository: column.text(),
    /** The item that a split applies to; null for a correction that applies to all items. */
    item_id: column.nullable(column.id()),
  },
  key: ['org_id', 'id', 'place'],
  indexes: { graph_correction_by_item: '(item_id)' },
  itemColumns: ['item_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

export type CorrectionRow = RowOf<typeof graphCorrection>;

declare module '../kit/tables.ts' {
  interface Tables {
    graph_correction: CorrectionRow;
  }
}

const queriesOf = ofDialect(({ queries }) => ({
  /** Reads corrections from the oldest to the newest, so that the newest name of an entity wins. */
  ofAll: prepared<{ orgId: string }>()((place) =>
    queries
      .selectFrom('graph_correction')
      .select(['from_id', 'to_id', 'to_name', 'action'])
      .where('org_id', '=', place('orgId'))
      .where('item_id', 'is', null)
      .where('action', '<>', sql.lit('split'))
      .where('action', '<>', sql.lit('apart'))
      .orderBy('id')
      .limit(sql.lit(limits.graphCorrections.max)),
  ),
  merged: prepared<{ orgId: string }>()((place) =>
    queries
      .selectFrom('graph_correction')
      .select(['from_id', 'from_name', 'to_id', 'to_name', 'action'])
      .where('org_id', '=', place('orgId'))
      .where('action', '<>', sql.lit('split'))
      .where('action', '<>', sql.lit('apart'))
      .orderBy('id'),
  ),
  apart: prepared<{ orgId: string }>()((place) =>
    queries
      .selectFrom('graph_correction')
      .select(['from_id', 'from_name', 'to_id', 'to_name'])
      .where('org_id', '=', place('orgId'))
      .where('action', '=', sql.lit('apart')),
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

/** Entities that managers have merged or renamed. */
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

  /** Returns the id of the entity that the entity `id` was merged into, or `id` itself if it was not merged. */
  of(id: string): string {
    let at = id;
    for (let steps = 0; steps < limits.graphCorrections.max; steps++) {
      const next = this.next.get(at);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  /** Returns the ids of the entity and of all entities merged into it. */
  members(id: string): string[] {
    const found = [id];
    for (const at of found) for (const from of this.behind.get(at) ?? []) if (!found.includes(from)) found.push(from);
    return found;
  }

  /** Returns the name that a manager gave to the entity, if any. */
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

  /**
   * Finds the entities with a manager's name that shares words with `tokens`. `shared` counts the shared words, `size`
   * all words of the name.
   */
  sharing(tokens: readonly string[]): { id: string; shared: number; size: number }[] {
    const wanted = new Set(tokens);
    return [...this.names].flatMap(([id, name]) => {
      const own = nameTokens(name);
      const shared = own.filter((token) => wanted.has(token)).length;
      return shared === 0 ? [] : [{ id: this.of(id), shared, size: own.length }];
    });
  }
}

export const correctionsOf = async (tx: ReadTransaction, orgId: string): Promise<Corrections> =>
  new Corrections(await tx.all(queriesOf(tx.dialect).ofAll, { orgId }));

/** Lists the people whom managers merged; each inner list contains the names of one person. */
export async function mergedPeople(tx: ReadTransaction, orgId: string): Promise<readonly (readonly string[])[]> {
  const rows = await tx.all(queriesOf(tx.dialect).merged, { orgId });
  const people = rows.filter(({ from_id, to_id }) => [from_id, to_id].every((id) => id.startsWith('person:')));
  const merged = new Corrections(people);
  const groups = Map.groupBy(people, ({ to_id }) => merged.of(to_id));
  return [...groups.values()].map((all) => [...new Set(all.flatMap(({ from_name, to_name }) => [from_name, to_name]))]);
}

interface IdentifiedEntity extends Pick<Mention, 'name' | 'aliases'> {
  readonly id: string;
}

/**
 * Returns a function that decides whether two entities need no suggestion to merge, because they are merged already or a
 * manager declared them different. Entities declared different are compared by name too, since an entity may get its type
 * later.
 */
export async function createSettledTest(tx: ReadTransaction, orgId: string) {
  const [corrections, rows] = await Promise.all([
    correctionsOf(tx, orgId),
    tx.all(queriesOf(tx.dialect).apart, { orgId }),
  ]);
  const apart = new Set(
    rows.flatMap(({ from_id, from_name, to_id, to_name }) => [
      pairKeyOf(corrections.of(from_id), corrections.of(to_id)),
      pairKeyOf(normaliseName(from_name), normaliseName(to_name)),
    ]),
  );
  const keysOf = ({ id, name, aliases = [] }: IdentifiedEntity) => [id, ...[name, ...aliases].map(normaliseName)];
  return (one: IdentifiedEntity, other: IdentifiedEntity): boolean =>
    one.id === other.id || keysOf(one).some((a) => keysOf(other).some((b) => apart.has(pairKeyOf(a, b))));
}

const pairKeyOf = (...pair: readonly [string, string]): string => JSON.stringify([...pair].sort());

/** Maps the id of each entity that a manager's split replaces in this item to the mention that replaces it. */
export async function splitsOf(tx: ReadTransaction, orgId: string, id: string): Promise<ReadonlyMap<string, Mention>> {
  const rows = await tx.all(queriesOf(tx.dialect).ofItem, { orgId, id });
  return new Map(rows.toReversed().map((row) => [row.from_id, mentionOf(row)]));
}

export function mentionOf({ to_id, to_name, to_repository }: CorrectionRow): Mention {
  const type = to_id.slice(0, to_id.indexOf(':')) as EntityType;
  return { type, name: to_name, ...(to_repository !== '' && { repository: to_repository }) };
}
