import type { ItemKind, MemoryInput, Receipt } from '@cairn/contracts';
import type { Parsed } from '@cairn/importers';

export type Item = Extract<Parsed, { type: ItemKind }>;

/** Where an item of an export is now. */
interface Stored {
  readonly id: string;
  readonly source: string;
  readonly externalId: string | undefined;
}

/** The items that a memory names. */
const namesIn = ({ sourceIds, decides }: MemoryInput): readonly string[] =>
  decides?.reverses === undefined ? sourceIds : [...sourceIds, decides.reverses];

/**
 * Keeps what memories of an export were made from: a memory that names an item by the id of the exporting store gets the
 * item's id in this one. Only ids that memories name are remembered.
 */
export class SourceLinks {
  private readonly named: ReadonlySet<string>;
  private readonly underWay = new Set<string>();
  private readonly storedById = new Map<string, Stored>();

  constructor(named: ReadonlySet<string>) {
    this.named = named;
  }

  /** Whether a memory names an item that was taken and not yet stored. */
  waitsFor(item: Item): boolean {
    return item.type === 'memory' && namesIn(item.input).some((name) => this.underWay.has(name.toLowerCase()));
  }

  /** All that was taken has been stored or refused. */
  settle(): void {
    this.underWay.clear();
  }

  /** The item as it is to be sent. */
  take(item: Item): Item {
    const id = item.exportedId?.toLowerCase();
    if (id !== undefined && this.named.has(id)) this.underWay.add(id);
    return item.type === 'memory' ? { ...item, input: this.withSources(item.input) } : item;
  }

  /** The id here of what the exporting store gave this id to; undefined if it is not known here. */
  idNow(id: string | undefined): string | undefined {
    return id === undefined ? undefined : this.storedById.get(id.toLowerCase())?.id;
  }

  stored(items: readonly Item[], receipts: readonly Receipt[]): void {
    for (const [place, { exportedId, input }] of items.entries()) {
      const id = exportedId?.toLowerCase();
      const receipt = receipts[place];
      if (id === undefined || receipt === undefined || !this.named.has(id)) continue;
      this.storedById.set(id, { id: receipt.id, source: input.source, externalId: input.externalId });
      this.underWay.delete(id);
    }
  }

  private withSources(input: MemoryInput): MemoryInput {
    const { decides, source } = input;
    const sourceIds = input.sourceIds.map((name) => this.nameNow(name, source));
    if (decides?.reverses === undefined) return { ...input, sourceIds };
    const reverses = this.idNow(decides.reverses) ?? decides.reverses;
    return { ...input, sourceIds, decides: { ...decides, reverses } };
  }

  /** A name that goes on meaning the same stays: the item's id, or its external id in the memory's own source. */
  private nameNow(name: string, source: string): string {
    const stored = this.storedById.get(name.toLowerCase());
    if (!stored || stored.id === name.toLowerCase()) return name;
    return stored.externalId === name && stored.source === source ? name : stored.id;
  }
}
