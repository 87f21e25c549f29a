import type { ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { VectorHit } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import { TagSets } from '../generations/tag-sets.ts';
import { ArenaReader } from './arena.ts';
import { PartitionReader } from './partition.ts';
import { SharedNames } from './shared-names.ts';
import { SharedRows } from './shared-rows.ts';
import { VectorLock } from './vector-lock.ts';
import type { VectorMemory } from './vector-memory.ts';

/**
 * All vectors of one generation as another thread reads them, in the memory of the `VectorTable` that writes them. A question
 * sees each write that was acknowledged before it. Once the memory has ended, the result is undefined.
 */
export class VectorTableReader {
  readonly lock: VectorLock;
  private readonly memory: VectorMemory;
  private readonly reader: number;
  private readonly arena: ArenaReader;
  private readonly names: SharedNames;
  private readonly tagSetNames: SharedNames;
  private readonly tagSets: TagSets;
  private readonly listed: SharedNames;
  private readonly partitions = new Map<string, PartitionReader>();

  /** `reader` is a number from 1 to `READERS_MAX` that no other thread has. */
  constructor(memory: VectorMemory, reader: number) {
    this.memory = memory;
    this.reader = reader;
    this.lock = new VectorLock(memory.lock);
    this.arena = new ArenaReader(memory, { room: reader });
    this.names = new SharedNames(memory.names);
    this.tagSetNames = new SharedNames(memory.tagSets);
    this.tagSets = new TagSets(this.tagSetNames);
    this.listed = new SharedNames(memory.partitions);
  }

  search(scope: ReaderFields, query: Float32Array, filter: Filter, limit: number): VectorHit[] | undefined {
    if (limit < 1) return [];
    return this.lock.read(
      this.reader,
      () => this.find(scope.orgId, filter.kind)?.search(scope, query, filter, limit) ?? [],
    );
  }

  score(scope: ReaderFields, query: Float32Array, kind: ItemKind, ids: readonly ItemId[]): VectorHit[] | undefined {
    return this.lock.read(this.reader, () => this.find(scope.orgId, kind)?.score(scope, query, kind, ids) ?? []);
  }

  private find(orgId: OrgId, kind: ItemKind): PartitionReader | undefined {
    this.catchUp();
    return this.partitions.get(`${kind} ${orgId}`);
  }

  private catchUp(): void {
    const { memory, arena, names, tagSetNames, tagSets, listed } = this;
    for (const shared of [names, tagSetNames]) shared.catchUp();
    if (!listed.catchUp()) return;
    for (const name of listed.all.slice(this.partitions.size)) {
      const [kind, orgId, address] = name.split(' ');
      const rows = new SharedRows(memory.rows, Number(address));
      this.partitions.set(`${kind} ${orgId}`, new PartitionReader(arena, names, tagSets, rows));
    }
  }
}
