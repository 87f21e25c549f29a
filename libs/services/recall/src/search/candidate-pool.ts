import type { ItemId, RetrieverName } from '@cairn/contracts';
import type { Link, CandidateFeatures } from '@cairn/ports';
import type { ItemRef } from '../question/recall-context.ts';
import type { Passage, ScoredItem } from '../retrievers/retriever.ts';

/** The candidates of one recall, their source links, and the results of stores and retrievers for all of them. */
export class CandidatePool {
  /** Contains items of the scope only. */
  readonly features = new Map<ItemId, CandidateFeatures>();
  /** The sources of a candidate, and the items derived from it. */
  readonly sourceLinks = new Map<ItemId, readonly ItemRef[]>();
  /** The memories that a candidate restates or contradicts. */
  links: ReadonlyMap<ItemId, readonly Link[]> = new Map();
  /** Failed retrievers. */
  readonly failed = new Set<RetrieverName>();
  /** Disabled retrievers, whose scores are not expected. */
  readonly off = new Set<RetrieverName>();
  /** Retrievers that answered from an index without current writes. */
  readonly behind = new Set<RetrieverName>();
  private readonly candidates = new Map<ItemId, ItemRef>();
  private readonly opened = new Map<RetrieverName, readonly string[]>();
  private readonly scored = new Map<RetrieverName, ReadonlyMap<ItemId, ScoredItem>>();

  /** The retrievers whose scores are missing, or may lack new items. */
  get degraded(): RetrieverName[] {
    return [...new Set([...this.failed, ...this.behind])].filter((name) => !this.off.has(name));
  }

  add(refs: readonly ItemRef[]): void {
    for (const ref of refs) this.candidates.set(ref.id, ref);
  }

  /** Registers an open retriever and its scores for this question. */
  addRetriever(retriever: RetrieverName, scores: readonly string[]): void {
    this.opened.set(retriever, scores);
  }

  /** The scores that exist for this question: those of the answering retrievers. */
  get scoreNames(): Set<string> {
    return new Set([...this.opened].flatMap(([name, scores]) => (this.failed.has(name) ? [] : scores)));
  }

  addScores(retriever: RetrieverName, items: readonly ScoredItem[]): void {
    this.scored.set(retriever, new Map([...(this.scored.get(retriever) ?? []), ...items.map(byId)]));
  }

  /** All candidates, before the scope is checked. */
  get refs(): ItemRef[] {
    return [...this.candidates.values()];
  }

  isCandidate(id: ItemId): boolean {
    return this.candidates.has(id);
  }

  get candidateFeatures(): CandidateFeatures[] {
    return [...this.candidates.keys()].flatMap((id) => this.features.get(id) ?? []);
  }

  get linkedRefs(): ItemRef[] {
    return [...this.sourceLinks.values()].flat();
  }

  /** The scores of an item, by retriever. */
  scoresOf(id: ItemId): ScoredItem[] {
    return [...this.scored.values()].flatMap((items) => items.get(id) ?? []);
  }

  /** Number of items that a retriever scored. */
  countOf(retriever: RetrieverName): number {
    return this.scored.get(retriever)?.size ?? 0;
  }

  /** The question's terms in any scored item. */
  get matched(): Set<string> {
    const items = [...this.scored.values()].flatMap((byItem) => [...byItem.values()]);
    return new Set(items.flatMap(({ matched = [] }) => matched));
  }

  passageOf(id: ItemId): Passage | undefined {
    return this.scoresOf(id).find(({ passage }) => passage !== undefined)?.passage;
  }
}

const byId = (item: ScoredItem) => [item.id, item] as const;
