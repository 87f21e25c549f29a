import { hash } from 'node:crypto';
import type { Item, ItemId } from '@cairn/contracts';
import type { Ranked } from '@cairn/ranking';
import { readText, sameWordsKey, textRelationOf } from '@cairn/text';
import { LRUCache } from 'lru-cache';
import type { CandidatePool } from '../search/candidate-pool.ts';

/** An item of an answer, and the number of memories that restate it. */
export interface DistinctItem {
  item: Item;
  ranked: Ranked;
  restatements: number;
}

/**
 * Collapses restatements. Memories restate each other if a link says so, or if they have the same words and the same
 * store, category, subject and time; only the best ranked of these memories stays. A proposal that says the same as an
 * active memory restates it, and the memory takes its place. Messages are never collapsed, since each message was said on
 * its own.
 */
export class DistinctItems {
  readonly kept: DistinctItem[] = [];
  /** The ids of the collapsed memories. */
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

  /**
   * Adds an item; call it with the best ranked item first. Once `most` items are kept, a further item is either counted as
   * a restatement or dropped.
   */
  add(item: Item, ranked: Ranked): void {
    const same = this.collapses && item.kind === 'memory' ? this.keptSameAs(item) : undefined;
    if (same) this.collapse(same, item, ranked);
    else if (!this.isFull) this.keep({ item, ranked, restatements: 0 });
  }

  private collapse(kept: DistinctItem, item: Item, ranked: Ranked): void {
    kept.restatements++;
    const isBetter = kept.item.state === 'proposed' && item.state !== 'proposed';
    this.restated.add(isBetter ? kept.item.id : item.id);
    // The memory keeps the place of the proposal, whose words say the same.
    if (isBetter) Object.assign(kept, { item, ranked: { ...kept.ranked, id: ranked.id } });
  }

  /** Finds the kept item that this memory restates directly, not by way of a third memory. */
  private keptSameAs(memory: MemoryItem): DistinctItem | undefined {
    const linked = restatementsOf(memory.id, this.links);
    const isRestated = ({ item }: DistinctItem) =>
      item.kind === 'memory' &&
      ((linked.includes(item.id) && contextOf(item) === contextOf(memory)) || isProposedAgain(item, memory));
    return this.byText.get(textOf(memory)) ?? this.kept.find(isRestated);
  }

  private keep(distinct: DistinctItem): void {
    const { item } = distinct;
    this.kept.push(distinct);
    if (item.kind === 'memory') this.byText.set(textOf(item), distinct);
  }
}

/** Ids of the memories that a link of restatement connects with this one. */
const restatementsOf = (id: ItemId, links: CandidatePool['links']): ItemId[] =>
  (links.get(id) ?? []).filter(({ kind }) => kind === 'restates').map(({ other }) => other);

type MemoryItem = Item & { kind: 'memory' };

/** Longest content, in characters, of which a proposal and a memory are compared by what they state. */
const STATED_CHARS_MAX = 400;

/** Whether one of two memories is active and the other one proposes the same statement about the same subject and time. */
function isProposedAgain(one: MemoryItem, other: MemoryItem): boolean {
  const [memory, proposal] = one.state === 'proposed' ? [other, one] : [one, other];
  if (memory.state !== 'active' || proposal.state !== 'proposed') return false;
  const isOfSubject = [memory.subject, proposal.subject].includes(null) || memory.subject === proposal.subject;
  if (!isOfSubject || memory.validFrom !== proposal.validFrom || memory.validTo !== proposal.validTo) return false;
  const [said, again] = [memory.content, proposal.content];
  if (Math.max(said.length, again.length) > STATED_CHARS_MAX) return said === again;
  return textRelationOf(readText(said), readText(again))?.relation === 'same';
}

/** Longest text, in characters, that is compared by its words. A longer text is compared character by character. */
const WORDS_READ_MAX = 4_000;

/**
 * Returns a key for the context of a memory. Two memories with equal words but different contexts are different
 * statements.
 */
const contextOf = ({ store, category, subject, attribute, validFrom, validTo, state }: MemoryItem) =>
  JSON.stringify([store, category, subject, attribute, validFrom, validTo, state]);

const textOf = (memory: MemoryItem) => JSON.stringify([contextOf(memory), wordsKeyOf(memory)]);

const CACHED_TEXTS_MAX = 20_000;
const cachedTexts = new LRUCache<string, string>({ max: CACHED_TEXTS_MAX });

/**
 * Returns a key that is equal for memories with the same words in title and content. Caches the key by version, since
 * the same memories answer many questions.
 */
function wordsKeyOf({ id, version, title, content }: MemoryItem): string {
  const name = `${id} ${version}`;
  const known = cachedTexts.get(name);
  if (known !== undefined) return known;
  const key = hash('sha256', JSON.stringify([wordsOf(title), wordsOf(content)]), 'base64');
  cachedTexts.set(name, key);
  return key;
}

/** The words of a text; the text itself if it is too long or has no words. */
const wordsOf = (text: string): string => (text.length <= WORDS_READ_MAX && sameWordsKey(text)) || text;

/** Number of items with content of the same length as a hit that are loaded together with a page of hits. */
const AS_LONG_MAX = 100;

/**
 * Makes a function that finds, for a page of hits, the other ranked memories that may restate a hit. These are memories
 * with content of the same length, and memories linked to a hit. The function reads no text.
 */
export function restatementFinder(
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
    const linked = page.flatMap(({ id }) => restatementsOf(id as ItemId, links)).filter((id) => all.has(id));
    return [...others.slice(0, AS_LONG_MAX + page.length).map(({ id }) => id as ItemId), ...linked];
  };
}

const isKnown = (length: number | undefined): length is number => length !== undefined;
