import type { ItemKind, MemoryInput, Receipt } from '@cairn/contracts';
import type { ParsedLine } from '@cairn/importers';

export type Item = Extract<ParsedLine, { type: ItemKind }>;

/** Identity that an item of an export has in this store. */
interface Stored {
  readonly id: string;
  readonly source: string;
  readonly externalId: string | undefined;
}

/** References of a memory and its proposal to other items, by id or external id. */
const namesIn = ({ input: { sourceIds, decides }, history }: Extract<Item, { type: 'memory' }>): readonly string[] => [
  ...sourceIds,
  ...(decides?.reverses === undefined ? [] : [decides.reverses]),
  ...(history?.proposal?.sightings ?? []).flatMap(({ quotes }) => quotes.map(({ messageId }) => messageId)),
];

/**
 * Translates references between items of an export: from an item's id in the exporting store to its id in this store.
 * Only the ids of items to which other items refer are remembered.
 */
export class SourceLinks {
  private readonly named: ReadonlySet<string>;
  private readonly underWay = new Set<string>();
  private readonly storedById = new Map<string, Stored>();

  constructor(named: ReadonlySet<string>) {
    this.named = named;
  }

  /** Tells whether a memory refers to an item that was taken but is not stored yet. */
  waitsFor(item: Item): boolean {
    return item.type === 'memory' && namesIn(item).some((name) => this.underWay.has(name.toLowerCase()));
  }

  /** Marks all items under way as stored or refused. */
  settle(): void {
    this.underWay.clear();
  }

  /** Returns the item with its references translated, ready to be sent. */
  take(item: Item): Item {
    const id = item.exportedId?.toLowerCase();
    if (id !== undefined && this.named.has(id)) this.underWay.add(id);
    return item.type === 'memory' ? { ...item, input: this.withSources(item.input) } : item;
  }

  /** Returns an item's id in this store, by its id in the exporting store; undefined if it is unknown. */
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

  /**
   * Translates a reference. The reference stays unchanged if it already identifies the same item here: by the item's
   * id, or by the item's external id if the memory has the same source.
   */
  private nameNow(name: string, source: string): string {
    const stored = this.storedById.get(name.toLowerCase());
    if (!stored || stored.id === name.toLowerCase()) return name;
    return stored.externalId === name && stored.source === source ? name : stored.id;
  }
}
