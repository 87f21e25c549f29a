import type { ItemId } from '@cairn/contracts';
import type { VectorHit } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import { LRUCache } from 'lru-cache';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import type { Arena } from './arena.ts';
import { GreatestNumbers } from '../generations/best.ts';
import { candidatesOf, type Candidate } from './candidates.ts';
import { ItemColumns, type Names, type Selection, type Span } from '../generations/item-columns.ts';
import type { VectorEntry, VectorRemoval } from './vector-entry.ts';

const SELECTIONS_KEPT_MAX = 32;
/** Maximum number of rows in all kept selections; about 50 MB in one partition. */
const SELECTED_ROWS_KEPT_MAX = 3_000_000;

type Removal = Pick<VectorRemoval, 'version' | 'removedAt'>;

interface CachedSelection {
  readonly selection: Selection;
  /** Range of time in which the same rows are valid; absent when the search had no condition on time. */
  readonly span: Span | undefined;
}

const isWithin = (span: Span | undefined, at: number | undefined): boolean =>
  span === undefined || at === undefined || (span.from <= at && at < span.to);

/** Vectors of one organisation and kind; a search reads nothing else. */
export class Partition {
  private readonly arena: Arena;
  private readonly columns: ItemColumns;
  private readonly dims: number;
  private readonly ids: ItemId[] = [];
  private readonly versions: number[] = [];
  private readonly rowById = new Map<ItemId, number>();
  private readonly removals = new Map<ItemId, Removal>();
  /** Selected rows of recent scopes and filters; they are cleared at the next change. */
  private readonly selections = new LRUCache<string, CachedSelection>({
    max: SELECTIONS_KEPT_MAX,
    maxSize: SELECTED_ROWS_KEPT_MAX,
    sizeCalculation: ({ selection }) => selection.rows.length + 1,
  });

  constructor(arena: Arena, names: Names, dims: number) {
    this.arena = arena;
    this.columns = new ItemColumns(names);
    this.dims = dims;
  }

  get size(): number {
    return this.columns.size;
  }

  /**
   * Adds or replaces an item. An entry that is older than the stored version, or not newer than a removal, is ignored.
   */
  upsert(entry: VectorEntry): void {
    const removed = this.removals.get(entry.id);
    const known = this.rowById.get(entry.id);
    if (entry.version < this.versionAt(known) || (removed && entry.version <= removed.version)) return;
    this.forgetSelections();
    if (known !== undefined) this.takeOut(entry.id, known);
    if (removed) this.removals.delete(entry.id);
    const row = this.columns.add(entry, this.place(entry.vectors));
    this.ids[row] = entry.id;
    this.versions[row] = entry.version;
    this.rowById.set(entry.id, row);
  }

  remove({ id, version, removedAt }: Removal & { readonly id: ItemId }): void {
    const known = this.rowById.get(id);
    if (version < this.versionAt(known) || version < (this.removals.get(id)?.version ?? 0)) return;
    this.forgetSelections();
    if (known !== undefined) this.takeOut(id, known);
    this.removals.set(id, { version, removedAt });
  }

  forgetRemovals(before: number): void {
    for (const [id, { removedAt }] of this.removals) if (removedAt < before) this.removals.delete(id);
  }

  /**
   * Returns the items with the nearest chunks. The result is exact: estimates only exclude items that cannot be part of
   * it.
   */
  search(scope: ReaderFields, query: Float32Array, filter: Filter, limit: number): VectorHit[] {
    const selection = this.selectionFor(scope, filter);
    const { estimates, errorMost } = this.arena.estimate(selection.slots, query);
    return this.exact(candidatesOf(selection, estimates, errorMost, limit), query, limit, errorMost);
  }

  /** Returns the same score as `search` for given items. */
  score(scope: ReaderFields, query: Float32Array, kind: Filter['kind'], ids: readonly ItemId[]): VectorHit[] {
    const known = [...new Set(ids)].map((id) => this.rowById.get(id)).filter((row) => row !== undefined);
    const rows = this.columns.rowsFor(scope, { kind, includeArchived: true }, Uint32Array.from(known));
    return [...rows].flatMap((row) => this.hitOf(row, query) ?? []).sort(compareByCosine);
  }

  private versionAt(row: number | undefined): number {
    return row === undefined ? 0 : (this.versions[row] as number);
  }

  /** Clears what is cached, if there is something: clearing an empty cache for each entry takes as long as adding the entry. */
  private forgetSelections(): void {
    if (this.selections.size > 0) this.selections.clear();
  }

  private place(vectors: Float32Array): { first: number; count: number } {
    const count = vectors.length / this.dims;
    return { first: count === 0 ? 0 : this.arena.add(vectors), count };
  }

  private takeOut(id: ItemId, row: number): void {
    const { first, count } = this.columns.slotsOf(row);
    this.arena.free(first, count);
    this.columns.remove(row);
    this.rowById.delete(id);
    this.fillGap(row);
  }

  /** Moves the last row's data into the gap, as the columns have done. */
  private fillGap(row: number): void {
    const lastId = this.ids.pop() as ItemId;
    const lastVersion = this.versions.pop() as number;
    if (row === this.ids.length) return;
    this.ids[row] = lastId;
    this.versions[row] = lastVersion;
    this.rowById.set(lastId, row);
  }

  /**
   * Returns the selection for a scope and filter. It is cached for the range of time around `holdsAt` in which the same
   * memories are valid.
   */
  private selectionFor(scope: ReaderFields, { holdsAt, ...filter }: Filter): Selection {
    const signature = JSON.stringify([
      this.columns.keysOf(scope),
      this.columns.closedTo(scope),
      filter,
      holdsAt !== undefined,
    ]);
    const kept = this.selections.get(signature);
    if (kept && isWithin(kept.span, holdsAt)) return kept.selection;
    const selection = this.columns.select(this.columns.rowsFor(scope, { ...filter, holdsAt }));
    const span = holdsAt === undefined ? undefined : this.columns.spanAround(holdsAt);
    this.selections.set(signature, { selection, span });
    return selection;
  }

  /** Scores candidates exactly, highest estimate first, until no remaining candidate can be among the best. */
  private exact(candidates: readonly Candidate[], query: Float32Array, limit: number, errorMost: number): VectorHit[] {
    const best = new GreatestNumbers(Math.min(limit, candidates.length));
    const hits: VectorHit[] = [];
    for (const { row, estimate } of candidates) {
      if (estimate + errorMost < best.least) break;
      const hit = this.hitOf(row, query);
      if (!hit || hit.cosine < best.least) continue;
      best.offer(hit.cosine);
      hits.push(hit);
    }
    return hits.sort(compareByCosine).slice(0, limit);
  }

  /** Returns the best chunk of a row; undefined if the row has no chunks. */
  private hitOf(row: number, query: Float32Array): VectorHit | undefined {
    const { first, count } = this.columns.slotsOf(row);
    let best: VectorHit | undefined;
    for (let chunk = 0; chunk < count; chunk++) {
      const cosine = this.arena.cosine(first + chunk, query);
      if (!best || cosine > best.cosine) best = { id: this.ids[row] as ItemId, chunk, cosine };
    }
    return best;
  }
}

const compareByCosine = (a: VectorHit, b: VectorHit): number => b.cosine - a.cosine || (a.id < b.id ? -1 : 1);
