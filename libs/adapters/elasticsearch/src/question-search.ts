import type { ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import { TextSearch, type Bm25, type GroupCoverage, type WordHit, type WordQuery } from '@cairn/ports';
import { analyserOf } from '@cairn/text';
import { queryElementsOf } from './query-elements.ts';
import { coverageOf } from './coverage.ts';
import type { Indexes } from './indexes.ts';
import type { Reader } from './reader.ts';
import { scoreDocuments, searchDocuments } from './word-search.ts';

/**
 * Runs the searches of one question. There is one reader for each organisation, which reads the statistics of this
 * organisation once.
 */
export class QuestionSearch extends TextSearch {
  private readonly analyser: string;
  private readonly indexes: Indexes;
  private readonly readers = new Map<OrgId, Promise<Reader>>();

  constructor(analyser: string, indexes: Indexes) {
    super();
    this.analyser = analyser;
    this.indexes = indexes;
  }

  queryOf(text: string): WordQuery {
    return analyserOf(this.analyser).query(text);
  }

  async search(scope: Scope, query: WordQuery, filter: Filter, limit: number, bm25: Bm25): Promise<WordHit[]> {
    const asked = queryElementsOf(query);
    if (asked.length === 0 || limit < 1) return [];
    return searchDocuments(await this.reader(scope), { scope, asked, filter, limit, bm25 });
  }

  async score(scope: Scope, query: WordQuery, kind: ItemKind, ids: readonly ItemId[], bm25: Bm25): Promise<WordHit[]> {
    const asked = queryElementsOf(query);
    if (asked.length === 0 || ids.length === 0) return [];
    return scoreDocuments(await this.reader(scope), { scope, asked, kind, ids, bm25 });
  }

  async coverage(scope: Scope, query: WordQuery, kind: ItemKind, groups: readonly string[]): Promise<GroupCoverage[]> {
    return coverageOf(await this.reader(scope), { scope, asked: queryElementsOf(query), kind, groups });
  }

  override isBehind(orgId: OrgId): Promise<boolean> {
    return this.indexes.isBlocked(orgId);
  }

  private reader({ orgId }: Scope): Promise<Reader> {
    const reader = this.readers.get(orgId) ?? this.indexes.reader(orgId);
    this.readers.set(orgId, reader);
    return reader;
  }
}
