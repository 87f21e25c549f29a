import type { Item, ItemId, ItemKind, OrgId, Scope } from '@cairn/contracts';
import { TextIndex, type Bm25, type Filter, type GroupCoverage, type WordHit, type WordQuery } from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';

/** Word search in the file of the truth, on FTS5. */
export class EmbeddedTextIndex extends TextIndex {
  override readonly commitsWithTruth = true;
  private readonly threads: SqliteThreads;

  constructor(threads: SqliteThreads) {
    super();
    this.threads = threads;
  }

  search(scope: Scope, query: WordQuery, filter: Filter, limit: number, bm25: Bm25): Promise<WordHit[]> {
    return this.threads.read('searchWords', scope, query, filter, limit, bm25);
  }

  score(scope: Scope, query: WordQuery, kind: ItemKind, ids: readonly ItemId[], bm25: Bm25): Promise<WordHit[]> {
    return this.threads.read('scoreWords', scope, query, kind, ids, bm25);
  }

  coverage(scope: Scope, query: WordQuery, kind: ItemKind, groups: readonly string[]): Promise<GroupCoverage[]> {
    return this.threads.read('coverGroups', scope, query, kind, groups);
  }

  upsert(item: Item): Promise<void> {
    return this.threads.write('upsertWords', item);
  }

  remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void> {
    return this.threads.write('removeWords', { orgId, kind, id }, version);
  }
}
