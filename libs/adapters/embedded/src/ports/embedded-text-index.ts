import type { Item, ItemId, ItemKind, OrgId, Scope } from '@cairn/contracts';
import {
  TextIndex,
  type Bm25,
  type Filter,
  type GroupCoverage,
  type IndexEntry,
  type WordHit,
  type WordQuery,
} from '@cairn/ports';
import { allEntries, inSteps } from '../generations/entry-pages.ts';
import type { SqliteThreads } from '../store/threads.ts';

/** Word search in the file of the truth, on FTS5. The truth's own commit writes every generation, so that no event is needed. */
export class EmbeddedTextIndex extends TextIndex {
  private readonly threads: SqliteThreads;
  private readonly generation: number;

  /** The first generation is there with the file. */
  constructor(threads: SqliteThreads, generation = 1) {
    super();
    this.threads = threads;
    this.generation = generation;
  }

  search(scope: Scope, query: WordQuery, filter: Filter, limit: number, bm25: Bm25): Promise<WordHit[]> {
    return this.threads.read('searchWords', this.generation, scope, query, filter, limit, bm25);
  }

  score(scope: Scope, query: WordQuery, kind: ItemKind, ids: readonly ItemId[], bm25: Bm25): Promise<WordHit[]> {
    return this.threads.read('scoreWords', this.generation, scope, query, kind, ids, bm25);
  }

  coverage(scope: Scope, query: WordQuery, kind: ItemKind, groups: readonly string[]): Promise<GroupCoverage[]> {
    return this.threads.read('coverGroups', this.generation, scope, query, kind, groups);
  }

  upsert(item: Item): Promise<void> {
    return this.threads.writeWords('upsertWords', [item], (words) => [this.generation, item, words?.[0]]);
  }

  remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void> {
    return this.threads.write('removeWords', this.generation, { orgId, kind, id }, version);
  }

  entries(orgId: OrgId): AsyncIterable<IndexEntry> {
    return allEntries((after, limit) => this.threads.read('wordEntries', this.generation, orgId, after, limit));
  }

  forgetRemovals(before: number): Promise<void> {
    return inSteps((limit) => this.threads.write('forgetWordRemovals', this.generation, before, limit));
  }

  drop(): Promise<void> {
    return inSteps((limit) => this.threads.write('dropWords', this.generation, limit));
  }
}
