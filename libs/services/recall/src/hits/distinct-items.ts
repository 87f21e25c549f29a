import type { Item, ItemId } from '@cairn/contracts';
import type { Ranked } from '@cairn/ranking';
import { sameWordsKey } from '@cairn/text';
import type { CandidatePool } from '../search/candidate-pool.ts';

/** One item of an answer, and how many others say the very same. */
export interface DistinctItem {
  readonly item: Item;
  readonly ranked: Ranked;
  restatements: number;
}

/**
 * Memories of one store and category whose titles and contents say the same in the same words are one item of an answer, the
 * best ranked of them. A message never is another, since each was said.
 */
export class DistinctItems {
  readonly kept: DistinctItem[] = [];
  /** What the kept ones stand for. */
  readonly restated = new Set<string>();
  private readonly byText = new Map<string, DistinctItem>();
  private readonly most: number;
  private readonly collapses: boolean;

  constructor(most: number, collapses: boolean) {
    this.most = most;
    this.collapses = collapses;
  }

  get isFull(): boolean {
    return this.kept.length === this.most;
  }

  /** To be called best first. What comes when it is full can only be restated. */
  add(item: Item, ranked: Ranked): void {
    const same = this.collapses && item.kind === 'memory' ? this.byText.get(textOf(item)) : undefined;
    if (same) {
      same.restatements++;
      this.restated.add(item.id);
    } else if (!this.isFull) this.keep({ item, ranked, restatements: 0 });
  }

  private keep(distinct: DistinctItem): void {
    const { item } = distinct;
    this.kept.push(distinct);
    if (item.kind === 'memory') this.byText.set(textOf(item), distinct);
  }
}

/** A longer text is another one with its first other character. */
const WORDS_READ_MAX = 4_000;

/** Equal text about another subject, or of another time, says something else. */
const textOf = ({
  store,
  category,
  title,
  content,
  subject,
  attribute,
  validFrom,
  validTo,
}: Item & { kind: 'memory' }) =>
  JSON.stringify([store, category, subject, attribute, validFrom, validTo, wordsOf(title), wordsOf(content)]);

/** What has no words is what it is. */
const wordsOf = (text: string): string => (text.length <= WORDS_READ_MAX && sameWordsKey(text)) || text;

/** So many are looked at beside a page of hits. */
const AS_LONG_MAX = 100;

/** For each memory, the others among the ranked that can say the same: their content is as long. No text needs to be read for that. */
export function asLongAs(
  ranked: readonly Ranked[],
  { features }: CandidatePool,
): (page: readonly Ranked[]) => ItemId[] {
  const lengthOf = (id: string) => {
    const item = features.get(id as ItemId);
    return item?.kind === 'memory' ? item.length : undefined;
  };
  const byLength = Map.groupBy(ranked, ({ id }) => lengthOf(id));
  return (page) => {
    const lengths = new Set(page.map(({ id }) => lengthOf(id)).filter(isKnown));
    const others = [...lengths].flatMap((length) => byLength.get(length) ?? []);
    return others.slice(0, AS_LONG_MAX + page.length).map(({ id }) => id as ItemId);
  };
}

const isKnown = (length: number | undefined): length is number => length !== undefined;
