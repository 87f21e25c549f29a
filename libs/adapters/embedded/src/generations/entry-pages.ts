import type { ItemKind } from '@cairn/contracts';
import type { IndexEntry } from '@cairn/ports';

/** Where a page of entries ended, or the start. */
export interface EntryPlace {
  readonly kind: string;
  readonly id: string;
}

export type EntryHead = Pick<IndexEntry, 'orgId' | 'id' | 'version'> & {
  readonly kind: ItemKind;
  readonly removed: number;
};

/** An item and its removal are written in one transaction here, so that what is there is whole. */
export const entryFrom = ({ removed, ...entry }: EntryHead): IndexEntry => ({
  ...entry,
  isRemoved: removed === 1,
  isWhole: true,
});

const PAGE = 1000;

/** All entries, page by page. */
export async function* allEntries(
  read: (after: EntryPlace, limit: number) => Promise<IndexEntry[]>,
): AsyncGenerator<IndexEntry> {
  for (let after: EntryPlace | undefined = { kind: '', id: '' }; after;) {
    const page: IndexEntry[] = await read(after, PAGE);
    yield* page;
    after = page.length < PAGE ? undefined : page.at(-1);
  }
}

/** Takes away in steps, between which other writes have their turn. */
export async function inSteps(step: (limit: number) => Promise<number>): Promise<void> {
  while ((await step(PAGE)) === PAGE);
}
