import { hash } from 'node:crypto';
import type { Item, ItemId } from '@cairn/contracts';
import type { Ranked } from '@cairn/ranking';
import { sameWordsKey } from '@cairn/text';
import { LRUCache } from 'lru-cache';
import type { CandidatePool } from '../search/candidate-pool.ts';

/** One item of an answer, and how many others say the very same. */
export interface DistinctItem {
  readonly item: Item;
  readonly ranked: Ranked;
  restatements: number;
}

/**
 * Memories of one store, category, subject and time that say the same are one item of an answer, the best ranked of them: those of the
 * same words, and those that are linked as restatements. A message never is another, since each was said.
 */
export class DistinctItems {
  readonly kept: DistinctItem[] = [];
  /** What the kept ones stand for. */
  readonly restated = new Set<string>();
  private readonly byText = new Map<string, DistinctItem>();
  private readonly most: number;
  private readonly collapses: boolean;
  private readonly links: CandidatePool['links'];

  constructor(most: number, collapses: boolean, links: CandidatePool['links']) {
    this.most = most;
    this.collapses = collapses;
    this.links = links;
  }

  get isFull(): boolean {
    return this.kept.length === this.most;
  }

  /** To be called best first. What comes when it is full can only be restated. */
  add(item: Item, ranked: Ranked): void {
    const same = this.collapses && item.kind === 'memory' ? this.standingFor(item) : undefined;
    if (same) {
      same.restatements++;
      this.restated.add(item.id);
    } else if (!this.isFull) this.keep({ item, ranked, restatements: 0 });
  }

  /** Never through a third one: what the shown one does not say itself is shown too. */
  private standingFor(memory: MemoryItem): DistinctItem | undefined {
    const linked = restatedBy(memory.id, this.links);
    const isRestated = ({ item }: DistinctItem) =>
      item.kind === 'memory' && linked.includes(item.id) && frameOf(item) === frameOf(memory);
    return this.byText.get(textOf(memory)) ?? this.kept.find(isRestated);
  }

  private keep(distinct: DistinctItem): void {
    const { item } = distinct;
    this.kept.push(distinct);
    if (item.kind === 'memory') this.byText.set(textOf(item), distinct);
  }
}

/** The memories that one is linked to as a restatement. */
const restatedBy = (id: ItemId, links: CandidatePool['links']): ItemId[] =>
  (links.get(id) ?? []).filter(({ kind }) => kind === 'restates').map(({ other }) => other);

type MemoryItem = Item & { kind: 'memory' };

/** A longer text is another one with its first other character. */
const WORDS_READ_MAX = 4_000;

/** Equal text of another kind, about another subject, of another time or no longer in use says something else. */
const frameOf = ({ store, category, subject, attribute, validFrom, validTo, state }: MemoryItem) =>
  JSON.stringify([store, category, subject, attribute, validFrom, validTo, state]);

const textOf = (memory: MemoryItem) => JSON.stringify([frameOf(memory), saidBy(memory)]);

const TEXTS_KEPT = 20_000;
const keptTexts = new LRUCache<string, string>({ max: TEXTS_KEPT });

/** Equal for equal title and content; read once of each version, since the same memories answer many questions. */
function saidBy({ id, version, title, content }: MemoryItem): string {
  const name = `${id} ${version}`;
  const known = keptTexts.get(name);
  if (known !== undefined) return known;
  const said = hash('sha256', JSON.stringify([wordsOf(title), wordsOf(content)]), 'base64');
  keptTexts.set(name, said);
  return said;
}

/** What has no words is what it is. */
const wordsOf = (text: string): string => (text.length <= WORDS_READ_MAX && sameWordsKey(text)) || text;

/** So many are looked at beside a page of hits. */
const AS_LONG_MAX = 100;

/**
 * For each memory, the others among the ranked that can say the same: their content is as long, or they are linked. No text needs to
 * be read for that.
 */
export function perhapsRestated(
  ranked: readonly Ranked[],
  { features, links }: CandidatePool,
): (page: readonly Ranked[]) => ItemId[] {
  const all = new Set(ranked.map(({ id }) => id));
  const lengthOf = (id: string) => {
    const item = features.get(id as ItemId);
    return item?.kind === 'memory' ? item.length : undefined;
  };
  const byLength = Map.groupBy(ranked, ({ id }) => lengthOf(id));
  return (page) => {
    const lengths = new Set(page.map(({ id }) => lengthOf(id)).filter(isKnown));
    const others = [...lengths].flatMap((length) => byLength.get(length) ?? []);
    const linked = page.flatMap(({ id }) => restatedBy(id as ItemId, links)).filter((id) => all.has(id));
    return [...others.slice(0, AS_LONG_MAX + page.length).map(({ id }) => id as ItemId), ...linked];
  };
}

const isKnown = (length: number | undefined): length is number => length !== undefined;
