import type { ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { VectorHit } from '@cairn/ports';
import { EVERYONE, type Filter } from '@cairn/domain';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import { TagSets } from '../generations/tag-sets.ts';
import { Arena } from './arena.ts';
import { Partition } from './partition.ts';
import { SharedNames } from './shared-names.ts';
import { RowBlocks, SharedRows } from './shared-rows.ts';
import type { VectorEntry, VectorRemoval } from './vector-entry.ts';
import { VectorLock } from './vector-lock.ts';
import { newVectorMemory, type VectorMemory } from './vector-memory.ts';

/** All vectors of one generation, by organisation and kind, as the thread that made their memory reads and writes them. */
export class VectorTable {
  readonly memory: VectorMemory;
  private readonly dims: number;
  private readonly arena: Arena;
  private readonly lock: VectorLock;
  private readonly blocks: RowBlocks;
  private readonly names: SharedNames;
  private readonly tagSets: TagSets;
  private readonly listed: SharedNames;
  private readonly partitions = new Map<string, Partition>();

  constructor(dims: number, { usePlainKernel = false } = {}) {
    const memory = newVectorMemory(dims);
    this.memory = memory;
    this.dims = dims;
    this.arena = new Arena(memory, { usePlainKernel });
    this.lock = new VectorLock(memory.lock);
    this.blocks = new RowBlocks(memory.rows);
    this.names = new SharedNames(memory.names, { isWriter: true });
    this.tagSets = new TagSets(new SharedNames(memory.tagSets, { isWriter: true }));
    this.listed = new SharedNames(memory.partitions, { isWriter: true });
    this.names.numberOf(EVERYONE);
  }

  /** Makes room for a number of items, which else takes twice the memory for a while. */
  reserve(orgId: OrgId, kind: ItemKind, items: number): void {
    this.lock.write(() => this.findOrMake(orgId, kind).reserve(items));
  }

  upsert(entry: VectorEntry): void {
    this.lock.write(() => this.findOrMake(entry.orgId, entry.kind).upsert(entry));
  }

  remove(removal: VectorRemoval): void {
    this.lock.write(() => this.findOrMake(removal.orgId, removal.kind).remove(removal));
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
    const rows = SharedRows.in(this.blocks);
    const partition = new Partition(this.arena, this.names, this.tagSets, rows, this.dims);
    this.listed.numberOf(`${kind} ${orgId} ${rows.address}`);
    this.partitions.set(`${kind} ${orgId}`, partition);
    return partition;
  }
}
