import { Injectable } from '@nestjs/common';
import type { Drift, IndexTarget, OrgId } from '@cairn/contracts';
import { IndexLedger, type GenerationIndex, type IndexEntry, type Pointer } from '@cairn/ports';
import { itemScan, type ItemScan, type ScannedItem, itemPages } from '@cairn/store';
import { Uses } from '@cairn/platform';

/** A difference between one generation of an index and the truth, about one item of one organisation. */
export interface Difference extends Drift {
  readonly pointer: Pointer;
}

export interface IndexComparison {
  /** The number of items that the index should contain. */
  readonly stored: number;
  readonly differences: readonly Difference[];
  /** The number of items that differ only because their delivery is pending. */
  readonly pending: number;
}

/** Compares an index with the truth. */
@Injectable()
export class Comparison {
  /** The most entries of an index in memory. A larger organisation is compared in parts, by ids. */
  protected readonly entriesAtOnce: number = 50_000;

  constructor(
    private readonly ledger: IndexLedger,
    @Uses(itemScan) private readonly itemScan: ItemScan,
  ) {}

  /**
   * Compares an index with the truth, for all items or for the items up to a position. Store and index change
   * meanwhile, so a difference counts only if two checks find it and the item has no pending delivery.
   */
  async of(
    orgId: OrgId,
    { generation, index }: GenerationIndex<IndexTarget>,
    place?: number,
  ): Promise<IndexComparison> {
    const until = place ?? (await this.itemScan.last());
    const { stored, held } = await this.sizeOf(orgId);
    const parts = Math.max(1, Math.ceil(held / this.entriesAtOnce));
    const suspects: Difference[] = [];
    for (let part = 0; part < parts; part++) {
      const isInPart = (id: string) => partOf(id, parts) === part;
      suspects.push(...(await this.suspectsIn(orgId, index.entries(orgId), until, isInPart)));
    }
    if (suspects.length === 0) return { stored, differences: [], pending: 0 };
    return { stored, ...(await this.confirmed(orgId, { generation, index }, suspects)) };
  }

  private async sizeOf(orgId: OrgId): Promise<{ stored: number; held: number }> {
    const size = { stored: 0, held: 0 };
    for await (const page of itemPages(this.itemScan, orgId)) {
      size.held += page.length;
      size.stored += page.filter(({ isDeleted }) => !isDeleted).length;
    }
    return size;
  }

  private async suspectsIn(
    orgId: OrgId,
    all: AsyncIterable<IndexEntry>,
    until: number,
    isInPart: (id: string) => boolean,
  ): Promise<Difference[]> {
    const entries = await entriesOf(all, isInPart);
    const suspects: Difference[] = [];
    for await (const page of itemPages(this.itemScan, orgId)) {
      for (const held of page.filter(({ id }) => isInPart(id))) {
        const entry = entries.get(held.id);
        entries.delete(held.id);
        if (held.place <= until) suspects.push(...differenceOf(held, entry));
      }
    }
    return [...suspects, ...[...entries.values()].flatMap(differencesOfUnknownItem)];
  }

  private async confirmed(
    orgId: OrgId,
    { generation, index }: GenerationIndex<IndexTarget>,
    suspects: readonly Difference[],
  ): Promise<{ differences: Difference[]; pending: number }> {
    const pointers = new Map(suspects.map(({ pointer }) => [pointer.id as string, pointer]));
    const entries = await entriesOf(index.entries(orgId), (id) => pointers.has(id));
    const differences: Difference[] = [];
    let pending = 0;
    for (const page of pagesOf([...pointers.values()])) {
      const [states, held] = await Promise.all([
        this.ledger.indexStates(page),
        Promise.all(page.map((pointer) => this.heldNow(pointer))),
      ]);
      page.forEach((pointer, at) => {
        const entry = entries.get(pointer.id);
        const now = held[at];
        const difference = now ? differenceOf(now, entry) : entry ? differencesOfUnknownItem(entry) : [];
        if (difference.length > 0 && now && states[at]?.[generation.target] === 'pending') pending += 1;
        else differences.push(...difference);
      });
    }
    return { differences, pending };
  }

  private async heldNow(pointer: Pointer): Promise<Omit<ScannedItem, 'place'> | undefined> {
    const item = await this.ledger.load(pointer);
    return item && { ...pointer, version: item.version, isDeleted: 'deletedAt' in item };
  }
}

/**
 * Returns the number of the part to which an id belongs. The last digits of an id are random, so the parts are about
 * equally large.
 */
const partOf = (id: string, parts: number): number => Number.parseInt(id.slice(-8), 16) % parts;

const ENTRIES_PER_PAGE = 500;

const pagesOf = (pointers: readonly Pointer[]): Pointer[][] =>
  Array.from({ length: Math.ceil(pointers.length / ENTRIES_PER_PAGE) }, (_, at) =>
    pointers.slice(at * ENTRIES_PER_PAGE, (at + 1) * ENTRIES_PER_PAGE),
  );

async function entriesOf(
  all: AsyncIterable<IndexEntry>,
  isWanted: (id: string) => boolean,
): Promise<Map<string, IndexEntry>> {
  const entries = new Map<string, IndexEntry>();
  for await (const entry of all) if (isWanted(entry.id)) entries.set(entry.id, entry);
  return entries;
}

function differenceOf(held: Omit<ScannedItem, 'place'>, entry: IndexEntry | undefined): Difference[] {
  if (held.isDeleted) return entry ? differencesOfUnknownItem(entry) : [];
  const pointer = pointerOf(held);
  const about = { pointer, kind: held.kind, id: held.id, version: held.version };
  if (!entry || entry.isRemoved) return [{ is: 'missing', ...about }];
  return entry.version === held.version && entry.isWhole ? [] : [{ is: 'stale', ...about }];
}

function differencesOfUnknownItem(entry: IndexEntry): Difference[] {
  if (entry.isRemoved) return [];
  return [{ is: 'phantom', pointer: pointerOf(entry), kind: entry.kind, id: entry.id, version: entry.version }];
}

const pointerOf = ({ orgId, kind, id }: Pointer): Pointer => ({ orgId, kind, id });
