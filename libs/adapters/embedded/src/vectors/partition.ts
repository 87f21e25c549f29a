import type { ItemId } from '@cairn/contracts';
import type { Filter, VectorHit } from '@cairn/ports';
import type { ScopeFields } from '../sqlite/conditions.ts';
import type { Arena } from './arena.ts';
import { Best } from './best.ts';
import { ItemColumns, type Names } from './item-columns.ts';
import type { VectorEntry } from './vector-entry.ts';

/** The vectors of one organisation and kind: nothing outside it is read for an answer. */
export class Partition {
  private readonly arena: Arena;
  private readonly columns: ItemColumns;
  private readonly dims: number;
  private readonly ids: ItemId[] = [];
  private readonly versions: number[] = [];
  private readonly rowById = new Map<ItemId, number>();
  private readonly removals = new Map<ItemId, number>();

  constructor(arena: Arena, names: Names, dims: number) {
    this.arena = arena;
    this.columns = new ItemColumns(names);
    this.dims = dims;
  }

  get size(): number {
    return this.columns.size;
  }

  /** An older version than the present one, or than a removal, changes nothing. */
  upsert(entry: VectorEntry): void {
    const removed = this.removals.get(entry.id);
    if (entry.version < this.versionOf(entry.id) || (removed !== undefined && entry.version <= removed)) return;
    this.takeOut(entry.id);
    this.removals.delete(entry.id);
    const row = this.columns.add(entry, this.place(entry.vectors));
    this.ids[row] = entry.id;
    this.versions[row] = entry.version;
    this.rowById.set(entry.id, row);
  }

  remove(id: ItemId, version: number): void {
    if (version < this.versionOf(id) || version < (this.removals.get(id) ?? 0)) return;
    this.takeOut(id);
    this.removals.set(id, version);
  }

  /** The items whose best chunk is nearest, exactly: the estimates only leave out what cannot be among them. */
  search(scope: ScopeFields, query: Float32Array, filter: Filter, limit: number): VectorHit[] {
    return this.best(this.columns.rowsFor(scope, filter), query, limit);
  }

  /** The same for given items. */
  score(scope: ScopeFields, query: Float32Array, kind: Filter['kind'], ids: readonly ItemId[]): VectorHit[] {
    const known = [...new Set(ids)].map((id) => this.rowById.get(id)).filter((row) => row !== undefined);
    const rows = this.columns.rowsFor(scope, { kind, includeArchived: true }, Uint32Array.from(known));
    return this.exact(rows, query).sort(nearestFirst);
  }

  private versionOf(id: ItemId): number {
    const row = this.rowById.get(id);
    return row === undefined ? 0 : (this.versions[row] as number);
  }

  private place(vectors: Float32Array): { first: number; count: number } {
    const count = vectors.length / this.dims;
    return { first: count === 0 ? 0 : this.arena.add(vectors), count };
  }

  private takeOut(id: ItemId): void {
    const row = this.rowById.get(id);
    if (row === undefined) return;
    const { first, count } = this.columns.slotsOf(row);
    this.arena.free(first, count);
    this.columns.remove(row);
    this.rowById.delete(id);
    this.fillGap(row);
  }

  /** The columns moved their last row to the gap; so do the lists beside them. */
  private fillGap(row: number): void {
    const lastId = this.ids.pop() as ItemId;
    const lastVersion = this.versions.pop() as number;
    if (row === this.ids.length) return;
    this.ids[row] = lastId;
    this.versions[row] = lastVersion;
    this.rowById.set(lastId, row);
  }

  private best(rows: Uint32Array, query: Float32Array, limit: number): VectorHit[] {
    const near = rows.length > limit ? this.near(rows, query, limit) : rows;
    return this.exact(near, query).sort(nearestFirst).slice(0, limit);
  }

  /** Rows that the estimates cannot rule out: theirs may be off by `errorMost`, and so may those of the best. */
  private near(rows: Uint32Array, query: Float32Array, limit: number): Uint32Array {
    const { slots, ends } = this.columns.slotsOfAll(rows);
    const estimates = new Float32Array(slots.length);
    const { errorMost } = this.arena.estimate(slots, query, estimates);
    const bestByRow = greatestInRuns(estimates, ends);
    const least = new Best(limit).leastOf(bestByRow) - 2 * errorMost;
    return rows.filter((_, index) => (bestByRow[index] as number) >= least);
  }

  private exact(rows: Uint32Array, query: Float32Array): VectorHit[] {
    return [...rows].flatMap((row) => {
      const { first, count } = this.columns.slotsOf(row);
      let best: VectorHit | undefined;
      for (let chunk = 0; chunk < count; chunk++) {
        const cosine = this.arena.cosine(first + chunk, query);
        if (!best || cosine > best.cosine) best = { id: this.ids[row] as ItemId, chunk, cosine };
      }
      return best ?? [];
    });
  }
}

const nearestFirst = (a: VectorHit, b: VectorHit): number => b.cosine - a.cosine || (a.id < b.id ? -1 : 1);

/** The greatest value of each run; `ends` says where each stops. An empty run has none. */
function greatestInRuns(values: Float32Array, ends: Uint32Array): Float32Array {
  const greatest = new Float32Array(ends.length).fill(-Infinity);
  let at = 0;
  for (let index = 0; index < ends.length; index++) {
    for (; at < (ends[index] as number); at++) {
      if ((values[at] as number) > (greatest[index] as number)) greatest[index] = values[at] as number;
    }
  }
  return greatest;
}
