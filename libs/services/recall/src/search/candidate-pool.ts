import type { ItemId, RetrieverName } from '@cairn/contracts';
import type { Link, Traits } from '@cairn/ports';
import type { ItemRef } from '../question/recall-context.ts';
import type { Passage, ScoredItem } from '../retrievers/retriever.ts';

/** What a recall knows of items: the candidates, and what those were made from or into. */
export class CandidatePool {
  /** As far as the scope sees the items. */
  readonly features = new Map<ItemId, Traits>();
  /** What a candidate was made from and what was made from it. */
  readonly sourceLinks = new Map<ItemId, readonly ItemRef[]>();
  /** What a memory among the candidates restates or contradicts. */
  links: ReadonlyMap<ItemId, readonly Link[]> = new Map();
  /** Retrievers that did not answer. */
  readonly failed = new Set<RetrieverName>();
  private readonly candidates = new Map<ItemId, ItemRef>();
  private readonly opened = new Map<RetrieverName, readonly string[]>();
  private readonly scored = new Map<RetrieverName, ReadonlyMap<ItemId, ScoredItem>>();

  add(refs: readonly ItemRef[]): void {
    for (const ref of refs) this.candidates.set(ref.id, ref);
  }

  /** A retriever is ready to give these scores. */
  addRetriever(retriever: RetrieverName, scores: readonly string[]): void {
    this.opened.set(retriever, scores);
  }

  /** The scores that exist for this question: those of the retrievers that answer. */
  get scoreNames(): Set<string> {
    return new Set([...this.opened].flatMap(([name, scores]) => (this.failed.has(name) ? [] : scores)));
  }

  addScores(retriever: RetrieverName, items: readonly ScoredItem[]): void {
    this.scored.set(retriever, new Map([...(this.scored.get(retriever) ?? []), ...items.map(byId)]));
  }

  /** What may answer, whether or not the scope sees it. */
  get refs(): ItemRef[] {
    return [...this.candidates.values()];
  }

  isCandidate(id: ItemId): boolean {
    return this.candidates.has(id);
  }

  get candidateFeatures(): Traits[] {
    return [...this.candidates.keys()].flatMap((id) => this.features.get(id) ?? []);
  }

  get linkedRefs(): ItemRef[] {
    return [...this.sourceLinks.values()].flat();
  }

  /** What the retrievers say of an item, in their order. */
  scoresOf(id: ItemId): ScoredItem[] {
    return [...this.scored.values()].flatMap((items) => items.get(id) ?? []);
  }

  /** How many items a retriever gave a score. */
  countOf(retriever: RetrieverName): number {
    return this.scored.get(retriever)?.size ?? 0;
  }

  passageOf(id: ItemId): Passage | undefined {
    return this.scoresOf(id).find(({ passage }) => passage !== undefined)?.passage;
  }
}

const byId = (item: ScoredItem) => [item.id, item] as const;
