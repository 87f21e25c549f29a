import type { Category, ItemId, Memory, Scope } from '@cairn/contracts';
import type { Filter } from './filter.ts';

/** The end of a session, as its writer left it. */
export interface SessionEnd {
  readonly sessionKey: string;
  /** When its last message was stored, epoch ms. */
  readonly endedAt: number;
}

/** What a briefing reads in a fixed number of rows, however much is stored. */
export abstract class Briefings {
  /** The session that the scope's principal wrote to last, under the filter, but for one that is named. What was imported from an export of a chat is none. */
  abstract lastSession(scope: Scope, filter: Filter, except: string | undefined): Promise<SessionEnd | undefined>;

  /** The newest active memories of a category by effective time, at most `limit`. */
  abstract newestOf(scope: Scope, filter: Filter, category: Category, limit: number): Promise<Memory[]>;

  /** The ids of the newest messages of people that say what is to hold from then on, at most `limit`. */
  abstract standingInstructionIds(scope: Scope, filter: Filter, limit: number): Promise<ItemId[]>;

  /**
   * Memories stored since then, the newest first, at most `limit`; of many arrivals the last 500 are looked at. Files of a
   * repository are left out here and among what changed: nobody said them, and an import brings hundreds.
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
