import type { ItemKind } from '@cairn/contracts';
import type { IndexEntry } from '@cairn/ports';

/** The place where a page of entries ended, or the start. */
export interface EntryPlace {
  readonly kind: string;
  readonly id: string;
}

export type EntryHead = Pick<IndexEntry, 'orgId' | 'id' | 'version'> & {
  readonly kind: ItemKind;
  readonly removed: number;
};

/** An index entry. It is always whole here, since an item or its removal is written in one transaction. */
export const entryFrom = ({ removed, ...entry }: EntryHead): IndexEntry => ({
  ...entry,
  isRemoved: removed === 1,
  isWhole: true,
});

const PAGE = 1000;

/** Reads all entries page by page. */
export async function* allEntries(
  read: (after: EntryPlace, limit: number) => Promise<IndexEntry[]>,
): AsyncGenerator<IndexEntry> {
  for (let after: EntryPlace | undefined = { kind: '', id: '' }; after;) {
    const page: IndexEntry[] = await read(after, PAGE);
    yield* page;
    after = page.length < PAGE ? undefined : page.at(-1);
  }
}

/** Deletes in steps, between which other writes can run. */
export async function inSteps(step: (limit: number) => Promise<number>): Promise<void> {
  while ((await step(PAGE)) === PAGE);
}
