import { Injectable } from '@nestjs/common';
import type { ItemId, ItemKind } from '@cairn/contracts';
import type { WordHit } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import type { RecallContext } from '../question/recall-context.ts';
import type { Stopwatch } from '../timing/stopwatch.ts';
import type { ItemToScore, Retrieval, RetrievedItem, Retriever, ScoredItem } from './retriever.ts';

/** Retrieves by words with BM25. Also computes how much of the question a session or document contains. */
@Injectable()
export class LexicalRetriever implements Retriever {
  readonly name = 'words';
  readonly scores = ['words'];

  open(context: RecallContext, watch: Stopwatch): Promise<Retrieval> {
    return Promise.resolve(new LexicalRetrieval(context, watch));
  }
}

class LexicalRetrieval implements Retrieval {
  readonly scores = ['words'];
  private readonly hits = new Map<ItemId, WordHit>();

  constructor(
    private readonly context: RecallContext,
    private readonly watch: Stopwatch,
  ) {}

  async retrieve(filter: Filter, limit: number): Promise<readonly RetrievedItem[]> {
    const { scope, query, recipe, words } = this.context;
    const bm25 = recipe.bm25[filter.kind];
    return this.keep(await this.watch.time('words', () => words.search(scope, query.words, filter, limit, bm25)));
  }

  async score(kind: ItemKind, items: readonly ItemToScore[]): Promise<readonly ScoredItem[]> {
    const [coverage] = await Promise.all([this.coverageOf(kind, items), this.scoreOthers(kind, items)]);
    return items.map(({ id, precedingQuestion, group }) => {
      const own = this.hits.get(id)?.covered ?? 0;
      const ofGroup = group === undefined ? 0 : (coverage.get(group) ?? 0);
      return {
        id,
        scores: this.scoresOf(id),
        precedingQuestion: precedingQuestion && this.scoresOf(precedingQuestion),
        coverage: { own, group: ofGroup },
        matched: this.hits.get(id)?.matched,
      };
    });
  }

  isBehind(): Promise<boolean> {
    const { words, scope } = this.context;
    return words.isBehind(scope.orgId);
  }

  private scoresOf(id: ItemId) {
    return { words: this.hits.get(id)?.share ?? 0 };
  }

  private async scoreOthers(kind: ItemKind, items: readonly ItemToScore[]): Promise<void> {
    const { scope, query, recipe, words } = this.context;
    const others = idsWithPrecedingQuestions(items).filter((id) => !this.hits.has(id));
    if (others.length === 0) return;
    const score = () => words.score(scope, query.words, kind, others, recipe.bm25[kind]);
    this.keep(await this.watch.time('other words', score));
  }

  private async coverageOf(kind: ItemKind, items: readonly ItemToScore[]): Promise<ReadonlyMap<string, number>> {
    const { scope, query, recipe, words } = this.context;
    const groups = [...new Set(items.flatMap(({ group }) => group ?? []))];
    if (groups.length === 0 || recipe.signals.coverage === 0) return new Map();
    const covered = await this.watch.time('coverage', () => words.coverage(scope, query.words, kind, groups));
    return new Map(covered.map((one) => [one.group, one.covered]));
  }

  private keep(hits: readonly WordHit[]): readonly WordHit[] {
    for (const hit of hits) this.hits.set(hit.id, hit);
    return hits;
  }
}

/** Ids of these items and of their preceding questions, without duplicates. */
export const idsWithPrecedingQuestions = (items: readonly ItemToScore[]): ItemId[] => [
  ...new Set(items.flatMap(({ id, precedingQuestion }) => (precedingQuestion ? [id, precedingQuestion] : [id]))),
];
