import type { ItemId, RetrieverName } from '@cairn/contracts';
import type { Link, CandidateFeatures } from '@cairn/ports';
import type { ItemRef } from '../question/recall-context.ts';
import type { Passage, ScoredItem } from '../retrievers/retriever.ts';

/** The candidates of one recall, their source links, and what the stores and retrievers returned for all of them. */
export class CandidatePool {
  /** Only of items that the scope sees. */
  readonly features = new Map<ItemId, CandidateFeatures>();
  /** The items a candidate was made from and the items made from it. */
  readonly sourceLinks = new Map<ItemId, readonly ItemRef[]>();
  /** The memories that a candidate restates or contradicts. */
  links: ReadonlyMap<ItemId, readonly Link[]> = new Map();
  /** Retrievers that did not answer. */
  readonly failed = new Set<RetrieverName>();
  /** Retrievers that the settings switch off: their part is not expected. */
  readonly off = new Set<RetrieverName>();
  /** Retrievers that answered, from an index that takes no writes. */
  readonly behind = new Set<RetrieverName>();
  private readonly candidates = new Map<ItemId, ItemRef>();
  private readonly opened = new Map<RetrieverName, readonly string[]>();
  private readonly scored = new Map<RetrieverName, ReadonlyMap<ItemId, ScoredItem>>();

  /** The retrievers whose part of the answer is missing, or may lack what is new. */
  get degraded(): RetrieverName[] {
    return [...new Set([...this.failed, ...this.behind])].filter((name) => !this.off.has(name));
  }

  add(refs: readonly ItemRef[]): void {
    for (const ref of refs) this.candidates.set(ref.id, ref);
  }

  /** Notes that a retriever is open, and which scores it gives for this question. */
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

  /** All candidates, before it is known whether the scope sees them. */
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

  /** The scores of an item, retriever by retriever. */
  scoresOf(id: ItemId): ScoredItem[] {
    return [...this.scored.values()].flatMap((items) => items.get(id) ?? []);
  }

  /** How many items a retriever scored. */
  countOf(retriever: RetrieverName): number {
    return this.scored.get(retriever)?.size ?? 0;
  }

  /** The question's terms that any scored item holds. */
  get matched(): Set<string> {
    const items = [...this.scored.values()].flatMap((byItem) => [...byItem.values()]);
    return new Set(items.flatMap(({ matched = [] }) => matched));
  }

  passageOf(id: ItemId): Passage | undefined {
    return this.scoresOf(id).find(({ passage }) => passage !== undefined)?.passage;
  }
}

const byId = (item: ScoredItem) => [item.id, item] as const;
