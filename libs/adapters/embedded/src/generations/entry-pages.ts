import type { ItemKind } from '@cairn/contracts';
import type { IndexEntry } from '@cairn/ports';

/** Position in the entries after which the next page begins. */
export interface EntryPlace {
  readonly kind: string;
  readonly id: string;
}

export type EntryHead = Pick<IndexEntry, 'orgId' | 'id' | 'version'> & {
  readonly kind: ItemKind;
  readonly removed: number;
};

/** Builds an index entry. The entry is always whole, since an item or its removal is written in one transaction. */
export const entryFrom = ({ removed, ...entry }: EntryHead): IndexEntry => ({
  ...entry,
  isRemoved: removed === 1,
  isWhole: true,
});

const PAGE_ENTRIES = 1000;

/** Reads all entries page by page. */
export async function* readAllEntries(
  read: (after: EntryPlace, limit: number) => Promise<IndexEntry[]>,
): AsyncGenerator<IndexEntry> {
  for (let after: EntryPlace | undefined = { kind: '', id: '' }; after;) {
    const page: IndexEntry[] = await read(after, PAGE_ENTRIES);
    yield* page;
    after = page.length < PAGE_ENTRIES ? undefined : page.at(-1);
  }
}

/** Deletes in steps, so that other writes can run between them. */
export async function deleteInSteps(step: (limit: number) => Promise<number>): Promise<void> {
  while ((await step(PAGE_ENTRIES)) === PAGE_ENTRIES);
}
