import type { ItemId } from '@cairn/contracts';
import type { VectorHit } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import { LRUCache } from 'lru-cache';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import type { Arena, ArenaReader } from './arena.ts';
import { GreatestNumbers } from '../generations/best.ts';
import { candidatesOf, type Candidate } from './candidates.ts';
import { ItemColumns, type Selection, type Span } from '../generations/item-columns.ts';
import type { Names } from '../generations/names.ts';
import type { TagSets } from '../generations/tag-sets.ts';
import { packedSizesOf } from './packed-vectors.ts';
import type { SharedRows } from './shared-rows.ts';
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

/** The vectors of one organisation and kind, to read; a search reads nothing else. */
export class PartitionReader {
  protected readonly rows: SharedRows;
  protected readonly columns: ItemColumns;
  private readonly arena: ArenaReader;
  /** Selected rows of recent scopes and filters, since the last change of a row. */
  private readonly selections = new LRUCache<string, CachedSelection>({
    max: SELECTIONS_KEPT_MAX,
    maxSize: SELECTED_ROWS_KEPT_MAX,
    sizeCalculation: ({ selection }) => selection.rows.length + 1,
  });
  private selectedAt = 0;

  constructor(arena: ArenaReader, names: Names, tagSets: TagSets, rows: SharedRows) {
    this.arena = arena;
    this.rows = rows;
    this.columns = new ItemColumns(names, tagSets, rows);
  }

  get size(): number {
    return this.rows.size;
  }

  /**
   * Returns the items with the nearest chunks. The result is exact: estimates only exclude items that cannot be part of
   * it.
   */
  search(scope: ReaderFields, query: Float32Array, filter: Filter, limit: number): VectorHit[] {
    const selection = this.selectionFor(scope, filter);
    const { estimates, errorMost } = this.arena.estimate(selection.slots, query);
    const hits = this.exact(candidatesOf(selection, estimates, errorMost, limit), query, limit, errorMost);
    return hits
      .sort((one, other) => this.compare(one, other))
      .slice(0, limit)
      .map((hit) => this.shown(hit));
  }

  /** Returns the same score as `search` for given items. */
  score(scope: ReaderFields, query: Float32Array, kind: Filter['kind'], ids: readonly ItemId[]): VectorHit[] {
    const known = [...new Set(ids)].map((id) => this.rows.find(id)).filter((row) => row !== undefined);
    const rows = this.columns.rowsFor(scope, { kind, includeArchived: true }, Uint32Array.from(known));
    const hits = [...rows].flatMap((row) => this.hitOf(row, query) ?? []);
    return hits.sort((one, other) => this.compare(one, other)).map((hit) => this.shown(hit));
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
    if (this.selectedAt !== this.rows.changes) this.selections.clear();
    this.selectedAt = this.rows.changes;
    const kept = this.selections.get(signature);
    if (kept && isWithin(kept.span, holdsAt)) return kept.selection;
    const selection = this.columns.select(this.columns.rowsFor(scope, { ...filter, holdsAt }));
    const span = holdsAt === undefined ? undefined : this.columns.spanAround(holdsAt);
    this.selections.set(signature, { selection, span });
    return selection;
  }

  /** Scores candidates exactly, highest estimate first, until no remaining candidate can be among the best. */
  private exact(candidates: readonly Candidate[], query: Float32Array, limit: number, errorMost: number): RowHit[] {
    const best = new GreatestNumbers(Math.min(limit, candidates.length));
    const hits: RowHit[] = [];
    for (const { row, estimate } of candidates) {
      if (estimate + errorMost < best.least) break;
      const hit = this.hitOf(row, query);
      if (!hit || hit.cosine < best.least) continue;
      best.offer(hit.cosine);
      hits.push(hit);
    }
    return hits;
  }

  /** Returns the best chunk of a row; undefined if the row has no chunks. */
  private hitOf(row: number, query: Float32Array): RowHit | undefined {
    const { first, count } = this.columns.slotsOf(row);
    let best: RowHit | undefined;
    for (let chunk = 0; chunk < count; chunk++) {
      const cosine = this.arena.cosine(first + chunk, query);
      if (!best || cosine > best.cosine) best = { row, chunk, cosine };
    }
    return best;
  }

  private compare(one: RowHit, other: RowHit): number {
    return other.cosine - one.cosine || this.rows.compareIds(one.row, other.row);
  }

  private shown({ row, chunk, cosine }: RowHit): VectorHit {
    return { id: this.rows.idOf(row), chunk, cosine };
  }
}

interface RowHit {
  readonly row: number;
  readonly chunk: number;
  readonly cosine: number;
}

/** The vectors of one organisation and kind, to read and to write. */
export class Partition extends PartitionReader {
  private readonly slots: Arena;
  private readonly packedBytes: number;
  private readonly removals = new Map<ItemId, Removal>();

  constructor(arena: Arena, names: Names, tagSets: TagSets, rows: SharedRows, dims: number) {
    super(arena, names, tagSets, rows);
    this.slots = arena;
    this.packedBytes = packedSizesOf(dims).packedBytes;
  }

  reserve(items: number): void {
    this.rows.reserve(items);
  }

  /**
   * Adds or replaces an item. An entry that is older than the stored version, or not newer than a removal, is ignored.
   */
  upsert(entry: VectorEntry): void {
    const { rows } = this;
    const removed = this.removals.get(entry.id);
    const known = rows.find(entry.id);
    if (entry.version < this.versionAt(known) || (removed && entry.version <= removed.version)) return;
    // Both may throw for want of memory, before anything is taken out.
    const add = this.columns.prepare(entry, rows.size + (known === undefined ? 1 : 0));
    const placed = this.place(entry.vectors);
    rows.noteChange();
    if (known !== undefined) this.takeOut(known);
    if (removed) this.removals.delete(entry.id);
    const row = add(placed);
    rows.setId(row, entry.id);
    rows.versions[row] = entry.version;
  }

  remove({ id, version, removedAt }: Removal & { readonly id: ItemId }): void {
    const known = this.rows.find(id);
    if (version < this.versionAt(known) || version < (this.removals.get(id)?.version ?? 0)) return;
    this.rows.noteChange();
    if (known !== undefined) this.takeOut(known);
    this.removals.set(id, { version, removedAt });
  }

  forgetRemovals(before: number): void {
    for (const [id, { removedAt }] of this.removals) if (removedAt < before) this.removals.delete(id);
  }

  private versionAt(row: number | undefined): number {
    return row === undefined ? 0 : (this.rows.versions[row] as number);
  }

  private place(vectors: Uint8Array): { first: number; count: number } {
    const count = vectors.length / this.packedBytes;
    return { first: count === 0 ? 0 : this.slots.add(vectors), count };
  }

  private takeOut(row: number): void {
    const { first, count } = this.columns.slotsOf(row);
    this.slots.free(first, count);
    this.rows.moveLastTo(row);
    this.columns.remove(row);
  }
}
