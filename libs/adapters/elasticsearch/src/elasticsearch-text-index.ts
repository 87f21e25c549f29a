import type { Item, ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import {
  TextIndex,
  type Bm25,
  type GroupCoverage,
  type IndexedVersion,
  type IndexEntry,
  type TextSearch,
  type WordHit,
  type WordQuery,
} from '@cairn/ports';
import { analyserOf } from '@cairn/text';
import { BulkWriter } from './bulk-writer.ts';
import { Connection, type Timeouts } from './connection.ts';
import { documentOf, removalOf, type Document } from './documents.ts';
import { entriesOf } from './entries.ts';
import { Indexes, type IndexName, type Places } from './indexes.ts';
import { QuestionSearch } from './question-search.ts';

export interface ElasticsearchTextIndexOptions extends IndexName {
  /** Address of the cluster; it may contain user and password. */
  readonly node: string;
  readonly places: Places;
  /** Maximum time until a write can be found, ms. */
  readonly refreshMs?: number | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
}

/**
 * Word search on Elasticsearch. Elasticsearch finds candidates. This process scores the candidates with the
 * organisation's own statistics, so that hits and shares equal those of every other word index. An instance serves one
 * generation of indexes. An organisation's index is created with its first item. A write resolves when it can be found.
 */
export class ElasticsearchTextIndex extends TextIndex {
  private readonly connection: Connection;
  private readonly indexes: Indexes;
  private readonly writer: BulkWriter;

  constructor({ node, places, refreshMs = 300, timeouts, ...name }: ElasticsearchTextIndexOptions) {
    super();
    this.connection = new Connection(node, timeouts);
    this.indexes = new Indexes(this.connection, name, places, refreshMs);
    this.writer = new BulkWriter(this.connection, (index) => this.indexes.forget(index));
  }

  queryOf(text: string): WordQuery {
    return analyserOf(this.indexes.analyser).query(text);
  }

  search(scope: Scope, query: WordQuery, filter: Filter, limit: number, bm25: Bm25): Promise<WordHit[]> {
    return this.forQuestion().search(scope, query, filter, limit, bm25);
  }

  score(scope: Scope, query: WordQuery, kind: ItemKind, ids: readonly ItemId[], bm25: Bm25): Promise<WordHit[]> {
    return this.forQuestion().score(scope, query, kind, ids, bm25);
  }

  coverage(scope: Scope, query: WordQuery, kind: ItemKind, groups: readonly string[]): Promise<GroupCoverage[]> {
    return this.forQuestion().coverage(scope, query, kind, groups);
  }

  override forQuestion(): TextSearch {
    return new QuestionSearch(this.indexes.analyser, this.indexes);
  }

  async upsert(item: Item): Promise<void> {
    return this.put(documentOf(item, this.indexes.analyser));
  }

  remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void> {
    return this.put(removalOf({ orgId, kind, id }, version, Date.now()));
  }

  async *entries(orgId: OrgId): AsyncGenerator<IndexEntry> {
    yield* entriesOf(this.connection, await this.indexes.of(orgId), orgId);
  }

  forgetRemovals(before: number): Promise<void> {
    return this.indexes.forgetRemovals(before);
  }

  drop(): Promise<void> {
    return this.indexes.drop();
  }

  override makeMissing(): Promise<void> {
    return this.indexes.makeMissing();
  }

  override isBehind(orgId: OrgId): Promise<boolean> {
    return this.indexes.isBlocked(orgId);
  }

  override itemCounts(orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, number>> {
    return this.indexes.itemCounts(orgIds);
  }

  override missingItems(items: readonly IndexedVersion[]): Promise<readonly IndexedVersion[]> {
    return this.indexes.missingItems(items);
  }

  override problems(): Promise<ReadonlyMap<string, string>> {
    return this.indexes.problems();
  }

  /** Reports for readiness whether all items of this generation can be searched. */
  health(): Promise<{ ready: boolean; problem?: string | undefined }> {
    return this.indexes.health();
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private async put(document: Document): Promise<void> {
    const index = await this.indexes.ready(document.pointer.orgId);
    await this.writer.write(index, document);
  }
}
