import type { ItemId, ItemKind, Lane } from '@cairn/contracts';
import type { TokenBits, Traits, VectorHit, WordHit } from '@cairn/ports';

/** The passage of an item that fits best, in characters of its embedded text. */
export interface Passage {
  readonly id: ItemId;
  readonly from: number;
  readonly to: number;
  readonly tokens?: TokenBits | undefined;
}

/** What the stores say of items of one kind. Those with traits are the candidates; lenders are known besides. */
export interface Found {
  readonly kind: ItemKind;
  readonly words: ReadonlyMap<ItemId, WordHit>;
  readonly vectors: ReadonlyMap<ItemId, VectorHit>;
  readonly passages: ReadonlyMap<ItemId, Passage>;
  readonly traits: ReadonlyMap<ItemId, Traits>;
  /** What sessions and documents hold of the query, by group. */
  readonly groups: ReadonlyMap<string, number>;
  /** What a candidate was made from and what was made from it. */
  readonly kin: ReadonlyMap<ItemId, readonly ItemId[]>;
  /** What the stores say of those, kind by kind. */
  readonly relatives: readonly Found[];
}

/** The same while the stores still answer. */
export class Known implements Found {
  readonly words = new Map<ItemId, WordHit>();
  readonly vectors = new Map<ItemId, VectorHit>();
  readonly passages = new Map<ItemId, Passage>();
  readonly traits = new Map<ItemId, Traits>();
  readonly groups = new Map<string, number>();
  readonly kin = new Map<ItemId, ItemId[]>();
  readonly relatives: Known[] = [];
  private readonly asked = {
    traits: new Set<ItemId>(),
    words: new Set<ItemId>(),
    vectors: new Set<ItemId>(),
    passages: new Set<ItemId>(),
    kin: new Set<ItemId>(),
  };

  /** `failed` are the lanes that did not answer when they were asked about this kind. */
  constructor(
    readonly kind: ItemKind,
    readonly failed = new Set<Lane>(),
  ) {}

  /** What is known of the relatives of a kind. */
  relativesOf(kind: ItemKind): Known {
    const known = this.relatives.find((relatives) => relatives.kind === kind) ?? new Known(kind, this.failed);
    if (!this.relatives.includes(known)) this.relatives.push(known);
    return known;
  }

  /** Those of the items that nobody has asked a store about yet, whatever it answers; from now on somebody has. */
  unaskedOf(store: keyof Known['asked'], ids: readonly ItemId[]): ItemId[] {
    const known = this.asked[store];
    const others = ids.filter((id) => !known.has(id) && !this[store].has(id));
    for (const id of others) known.add(id);
    return others;
  }
}

/** Puts what a store answered into one of the maps. */
export function learn<Value extends { readonly id: ItemId }>(map: Map<ItemId, Value>, values: readonly Value[]): void {
  for (const value of values) map.set(value.id, value);
}
