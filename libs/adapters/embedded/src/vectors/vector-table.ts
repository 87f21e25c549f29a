import type { ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { VectorHit } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import { Arena } from './arena.ts';
import { Names } from '../generations/item-columns.ts';
import { Partition } from './partition.ts';
import type { VectorEntry, VectorRemoval } from './vector-entry.ts';

/** All vectors of one generation in memory, by organisation and kind. */
export class VectorTable {
  private readonly dims: number;
  private readonly arena: Arena;
  private readonly names = new Names();
  private readonly partitions = new Map<string, Partition>();

  constructor(dims: number, options: { usePlainKernel?: boolean } = {}) {
    this.dims = dims;
    this.arena = new Arena(dims, options);
  }

  upsert(entry: VectorEntry): void {
    this.findOrMake(entry.orgId, entry.kind).upsert(entry);
  }

  remove(removal: VectorRemoval): void {
    this.findOrMake(removal.orgId, removal.kind).remove(removal);
  }

  forgetRemovals(before: number): void {
    for (const partition of this.partitions.values()) partition.forgetRemovals(before);
  }

  search(scope: ReaderFields, query: Float32Array, filter: Filter, limit: number): VectorHit[] {
    if (limit < 1) return [];
    return this.find(scope.orgId, filter.kind)?.search(scope, query, filter, limit) ?? [];
  }

  score(scope: ReaderFields, query: Float32Array, kind: ItemKind, ids: readonly ItemId[]): VectorHit[] {
    return this.find(scope.orgId, kind)?.score(scope, query, kind, ids) ?? [];
  }

  /** Number of items, and of the bytes that their vectors take. */
  stats(): { items: number; bytes: number } {
    const items = [...this.partitions.values()].reduce((sum, { size }) => sum + size, 0);
    return { items, bytes: this.arena.size };
  }

  private find(orgId: OrgId, kind: ItemKind): Partition | undefined {
    return this.partitions.get(`${kind} ${orgId}`);
  }

  private findOrMake(orgId: OrgId, kind: ItemKind): Partition {
    const known = this.find(orgId, kind);
    if (known) return known;
    const partition = new Partition(this.arena, this.names, this.dims);
    this.partitions.set(`${kind} ${orgId}`, partition);
    return partition;
  }
}
