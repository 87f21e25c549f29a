import { effectiveTime, type Flag, type Item } from '@cairn/contracts';
import type { Succession } from '@cairn/ports';
import { COMPARED, DECLARED, textKindOf } from '@cairn/ranking';
import {
  claimsOf,
  isDisputed,
  memoryLinkOf,
  memoryRelationOf,
  renewalOf,
  topicOf,
  type Claim,
  type Topic,
} from '@cairn/text';

interface Found {
  readonly item: Item;
}

/** What the hits of one answer are to each other, read from their texts and, where a writer declared it, from the truth. */
export class HitPairs {
  private readonly topic: Topic;
  private readonly successorOf: ReadonlyMap<string, string | undefined>;
  private readonly claims = new Map<string, readonly Claim[]>();

  constructor(query: string, successions: readonly Succession[] = []) {
    this.topic = topicOf(query);
    this.successorOf = new Map(successions.map(({ id, supersededBy }) => [id, supersededBy]));
  }

  /** How surely one hit says with another value what the other said before it; 0 for not at all. */
  readonly renews = ({ item: newer }: Found, { item: older }: Found): number => {
    if (this.successorOf.get(older.id) === newer.id) return DECLARED;
    if (!areOfOneSpeaker(newer, older) || effectiveTime(newer) <= effectiveTime(older)) return 0;
    return hasOtherValue(newer, older) ? SURE : renewalOf(this.topic, this.claimsIn(older), this.claimsIn(newer));
  };

  /** The hits that contradict each other, best first, each at most once: one pair tells a reader enough of a hit. */
  contradictions(hits: readonly Found[]): Extract<Flag, { code: 'contradiction' }>[] {
    const compared = hits.slice(0, COMPARED);
    const told = new Set<Found>();
    return compared.flatMap((one, at) => {
      const isOpen = (found: Found) => !told.has(found);
      const other =
        isOpen(one) && compared.slice(at + 1).find((below) => isOpen(below) && this.contradicts(one, below));
      if (!other) return [];
      told.add(one).add(other);
      return [{ code: 'contradiction', ids: [one.item.id, other.item.id] } as const];
    });
  }

  /** Whether one denies what the other says of the question, or two memories say another value of one thing. */
  private contradicts({ item: one }: Found, { item: other }: Found): boolean {
    if (one.state !== 'active' || other.state !== 'active') return false;
    if (isMemory(one) && isMemory(other) && areAtOdds(one, other)) return true;
    return areOfOneSpeaker(one, other) && isDisputed(this.topic, this.claimsIn(one), this.claimsIn(other));
  }

  private claimsIn(item: Item): readonly Claim[] {
    const known = this.claims.get(item.id);
    if (known) return known;
    const claims = claimsOf(item.kind === 'memory' ? `${item.title}\n${item.content}` : item.content);
    this.claims.set(item.id, claims);
    return claims;
  }
}

/** A memory that differs from another in nothing but a value. */
const SURE = 1;

/**
 * Whether two items can be about one thing, said by one speaker: messages of one speaker, memories short enough to be about one thing. An
 * assistant repeats what it was told, so that its word replaces nobody's.
 */
function areOfOneSpeaker(one: Item, other: Item): boolean {
  if (one.id === other.id || one.channel !== other.channel) return false;
  if (one.kind === 'message' && other.kind === 'message')
    return one.role !== 'assistant' && one.role === other.role && one.speaker === other.speaker;
  return [one, other].every(isShortMemory);
}

const isShortMemory = ({ kind, content }: Item): boolean =>
  kind === 'memory' && textKindOf(kind, content.length) === 'short-memory';

type MemoryItem = Item & { kind: 'memory' };
const isMemory = (item: Item): item is MemoryItem => item.kind === 'memory';

const hasOtherValue = (one: Item, other: Item): boolean =>
  isMemory(one) && isMemory(other) && memoryRelationOf(one, other) === 'other-value';

/** Of one declared attribute of a subject only one memory can be right, unless both say the same. */
const areAtOdds = (one: MemoryItem, other: MemoryItem): boolean => memoryLinkOf(one, other) === 'contradicts';
