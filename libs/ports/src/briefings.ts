import type { Category, ItemId, Memory } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';

/** The end of a session, as its writer left it. */
export interface SessionEnd {
  readonly sessionKey: string;
  /** When its last message was stored, epoch ms. */
  readonly endedAt: number;
}

/** Reads of a briefing, each with a bounded number of rows, however much is stored. */
export abstract class Briefings {
  /** The last session that the scope's principal wrote to, under the filter, except a named one and imported chats. */
  abstract lastSession(scope: Scope, filter: Filter, except: string | undefined): Promise<SessionEnd | undefined>;

  /** The newest active memories of a category by effective time, at most `limit`. */
  abstract newestOf(scope: Scope, filter: Filter, category: Category, limit: number): Promise<Memory[]>;

  /** The ids of the newest messages of people with a standing instruction, at most `limit`. */
  abstract standingInstructionIds(scope: Scope, filter: Filter, limit: number): Promise<ItemId[]>;

  /**
   * Memories stored since then, the newest first, at most `limit`; only the last 500 arrivals are searched. Files of a
   * repository are left out here and among changed memories: nobody said them, and an import brings hundreds.
   */
  abstract arrivedSince(scope: Scope, filter: Filter, since: number, limit: number): Promise<Memory[]>;

  /** Memories whose text or state was changed since then, with when, the last change first, at most `limit`. */
  abstract changedSince(
    scope: Scope,
    filter: Filter,
    since: number,
    limit: number,
  ): Promise<readonly { readonly id: ItemId; readonly at: number }[]>;
}
