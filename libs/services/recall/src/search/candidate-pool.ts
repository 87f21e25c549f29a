import type { ItemId, RetrieverName } from '@cairn/contracts';
import type { CandidateFeatures } from '@cairn/ports';
import type { Link } from '@cairn/store';
import type { ItemRef } from '../question/recall-context.ts';
import type { Passage, ScoredItem } from '../retrievers/retriever.ts';

/** The candidates of one recall with their source links, and what stores and retrievers say about them. */
export class CandidatePool {
  /** Maps item ids to features. Only items that the scope sees have features. */
  readonly features = new Map<ItemId, CandidateFeatures>();
  /** Maps the id of a candidate to its sources and to the memories made from it. */
  readonly sourceLinks = new Map<ItemId, readonly ItemRef[]>();
  /** Maps the id of a candidate to the memories that it restates or contradicts. */
  links: ReadonlyMap<ItemId, readonly Link[]> = new Map();
  /** Names of retrievers that failed. */
  readonly failed = new Set<RetrieverName>();
  /** Names of retrievers that are switched off. An answer without their scores is not degraded. */
  readonly off = new Set<RetrieverName>();
  /** Names of retrievers whose index lacks the latest writes. */
  readonly behind = new Set<RetrieverName>();
  private readonly candidates = new Map<ItemId, ItemRef>();
  private readonly opened = new Map<RetrieverName, readonly string[]>();
  private readonly scored = new Map<RetrieverName, Map<ItemId, ScoredItem>>();

  /** Names of retrievers whose scores are missing, or may lack new items. */
  get degraded(): RetrieverName[] {
    return [...new Set([...this.failed, ...this.behind])].filter((name) => !this.off.has(name));
  }

  add(refs: readonly ItemRef[]): void {
    for (const ref of refs) this.candidates.set(ref.id, ref);
  }

  /** Registers a retriever and the scores that it has for this question. */
  addRetriever(retriever: RetrieverName, scores: readonly string[]): void {
    this.opened.set(retriever, scores);
  }

  /** Names of the scores that exist for this question, namely the scores of the retrievers that answered. */
  get scoreNames(): Set<string> {
    return new Set([...this.opened].flatMap(([name, scores]) => (this.failed.has(name) ? [] : scores)));
  }

  addScores(retriever: RetrieverName, items: readonly ScoredItem[]): void {
    const scored = this.scored.get(retriever) ?? new Map<ItemId, ScoredItem>();
    for (const item of items) scored.set(item.id, item);
    this.scored.set(retriever, scored);
  }

  /** References to all candidates, before the scope is checked. */
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

  /** Returns the scores of an item, with one entry for each retriever that has scored it. */
  scoresOf(id: ItemId): ScoredItem[] {
    const found: ScoredItem[] = [];
    for (const items of this.scored.values()) {
      const item = items.get(id);
      if (item) found.push(item);
    }
    return found;
  }

  /** Number of items that a retriever scored. */
  countOf(retriever: RetrieverName): number {
    return this.scored.get(retriever)?.size ?? 0;
  }

  /** Terms of the question that some scored item contains. */
  get matched(): Set<string> {
    const items = [...this.scored.values()].flatMap((byItem) => [...byItem.values()]);
    return new Set(items.flatMap(({ matched = [] }) => matched));
  }

  passageOf(id: ItemId): Passage | undefined {
    return this.scoresOf(id).find(({ passage }) => passage !== undefined)?.passage;
  }
}
