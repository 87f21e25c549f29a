import type { Item, ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import { TextIndex, type Bm25, type GroupCoverage, type IndexEntry, type WordHit, type WordQuery } from '@cairn/ports';
import { analyserOf, newestAnalyser } from '@cairn/text';
import { readAllEntries, deleteInSteps } from '../generations/entry-pages.ts';
import type { FileCommands } from '../store/threads.ts';
import type { WordGeneration } from '../words/words-commands.ts';

/** Generation that a new file has. */
const FIRST_GENERATION: WordGeneration = { number: 1, analyser: newestAnalyser('english') };

/**
 * Word search with FTS5 in the file of the truth. The commit of the truth also writes the words of every generation, so
 * the index needs no event.
 */
export class EmbeddedTextIndex extends TextIndex {
  private readonly threads: FileCommands;
  private readonly generation: number;
  private readonly analyser: string;

  constructor(threads: FileCommands, { number, analyser }: WordGeneration = FIRST_GENERATION) {
    super();
    this.threads = threads;
    this.generation = number;
    this.analyser = analyser;
  }

  queryOf(text: string): WordQuery {
    return analyserOf(this.analyser).query(text);
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
    const generation = { number: this.generation, analyser: this.analyser };
    const read = { items: [item], analysers: async () => [this.analyser] };
    return this.threads.writeWords('upsertWords', read, (words) => [generation, item, words?.[0]]);
  }

  remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void> {
    return this.threads.write('removeWords', this.generation, { orgId, kind, id }, version);
  }

  entries(orgId: OrgId): AsyncIterable<IndexEntry> {
    return readAllEntries((after, limit) => this.threads.read('wordEntries', this.generation, orgId, after, limit));
  }

  forgetRemovals(before: number): Promise<void> {
    return deleteInSteps((limit) => this.threads.write('forgetWordRemovals', this.generation, before, limit));
  }

  drop(): Promise<void> {
    return deleteInSteps((limit) => this.threads.write('dropWords', this.generation, limit));
  }
}
