import type { ItemId, Scope } from '@cairn/contracts';

/**
 * Who else says what a memory says: equal text that is sent again for the same readers joins the memory that is there, in the
 * commit of that write. Its tags, triggers and source ids become the union, and its sender counts once, however often it comes.
 */
export abstract class Evidence {
  /** How many others sent the text of these memories as it is now; one entry for each that the scope sees and somebody else sent. */
  abstract corroborations(
    scope: Scope,
    memoryIds: readonly ItemId[],
  ): Promise<{ readonly id: ItemId; readonly senders: number }[]>;
}
