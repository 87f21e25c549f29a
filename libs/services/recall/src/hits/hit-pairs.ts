import type { Flag, Item } from '@cairn/contracts';
import { awaitsConfirmation, effectiveTime } from '@cairn/domain';
import { RENEWAL_HITS, textKindOf, type Renewals } from '@cairn/ranking';
import {
  claimsOf,
  isDisputed,
  memoryLinkOf,
  memoryRelationOf,
  nameKey,
  renewalOf,
  shareOf,
  topicOf,
  topicWords,
  type Claim,
  type Topic,
} from '@cairn/text';
import type { Succession, Link } from '@cairn/store';

interface FoundPair {
  readonly item: Item;
}

/** Compares the hits of one answer with each other, by their texts and by declared successions. */
export class HitPairs implements Renewals<FoundPair> {
  private readonly topic: Topic;
  private readonly successorOf: ReadonlyMap<string, string | undefined>;
  private readonly claims = new Map<string, readonly Claim[]>();
  private readonly links: ReadonlyMap<string, readonly Link[]>;

  /**
   * `links` maps the id of each hit to its stored links, including links between memories whose given relations cannot
   * both hold.
   */
  constructor(
    query: string,
    successions: readonly Succession[] = [],
    links: ReadonlyMap<string, readonly Link[]> = new Map(),
  ) {
    this.links = links;
    this.topic = topicOf(query);
    this.successorOf = new Map(successions.map(({ id, supersededBy }) => [id, supersededBy]));
  }

  /** Whether the newer hit supersedes the older one, or is an accepted memory above a proposal that says much the same. */
  isDeclared({ item: newer }: FoundPair, { item: older }: FoundPair): boolean {
    return this.successorOf.get(older.id) === newer.id || isAcceptedOf(newer, older);
  }

  /** Returns the certainty, from 0 to 1, that the newer hit states another value than the older hit. */
  certaintyOf({ item: newer }: FoundPair, { item: older }: FoundPair): number {
    if (
      !areOfOneSpeaker(newer, older) ||
      haveDifferentSubjects(newer, older) ||
      isUnreadAbove(newer, older) ||
      effectiveTime(newer) <= effectiveTime(older)
    )
      return 0;
    return hasOtherValue(newer, older)
      ? VALUE_CONFLICT_CERTAINTY
      : renewalOf(this.topic, this.claimsIn(older), this.claimsIn(newer));
  }

  /** Finds pairs of contradicting hits, best ranked first. Each hit is in at most one pair. */
  contradictions(hits: readonly FoundPair[]): Extract<Flag, { code: 'contradiction' }>[] {
    const compared = hits.slice(0, RENEWAL_HITS);
    const told = new Set<FoundPair>();
    return compared.flatMap((one, at) => {
      const isOpen = (found: FoundPair) => !told.has(found);
      const other =
        isOpen(one) && compared.slice(at + 1).find((below) => isOpen(below) && this.contradicts(one, below));
      if (!other) return [];
      told.add(one).add(other);
      const between =
        isMemory(one.item) && isMemory(other.item) ? memoryRelationOf(one.item, other.item)?.between : undefined;
      return [
        {
          code: 'contradiction',
          ids: [one.item.id, other.item.id],
          ...(between && { between: [...between] }),
        } as const,
      ];
    });
  }

  /** Whether one hit denies a statement of the other hit about the question, or two memories cannot both be true. */
  private contradicts({ item: one }: FoundPair, { item: other }: FoundPair): boolean {
    if (one.state !== 'active' || other.state !== 'active') return false;
    if (isMemory(one) && isMemory(other) && (this.areLinked(one, other) || declareDifferently(one, other))) return true;
    return areOfOneSpeaker(one, other) && isDisputed(this.topic, this.claimsIn(one), this.claimsIn(other));
  }

  private areLinked(one: MemoryItem, other: MemoryItem): boolean {
    const linked = this.links.get(one.id) ?? [];
    return linked.some((link) => link.other === other.id && link.kind === 'contradicts');
  }

  private claimsIn(item: Item): readonly Claim[] {
    const known = this.claims.get(item.id);
    if (known) return known;
    const claims = claimsOf(item.kind === 'memory' ? `${item.title}\n${item.content}` : item.content);
    this.claims.set(item.id, claims);
    return claims;
  }
}

/** Least share of the words of a proposal that an accepted memory about the same has. */
const REPEATED_SHARE_MIN = 0.6;

/** Whether a memory is active, and a proposal mostly repeats it. */
function isAcceptedOf(memory: Item, proposal: Item): boolean {
  if (proposal.state !== 'proposed' || memory.state !== 'active' || !isMemory(memory)) return false;
  const said = topicWords(`${memory.title}\n${memory.content}`);
  return shareOf(topicWords(proposal.content), said) >= REPEATED_SHARE_MIN;
}

/** Certainty if two memories differ only in a value. */
const VALUE_CONFLICT_CERTAINTY = 1;

/**
 * Whether two items can renew or deny each other: two messages of one speaker, or two short memories, in the same
 * channel. Messages of an assistant cannot, since an assistant repeats statements of other people.
 */
function areOfOneSpeaker(one: Item, other: Item): boolean {
  if (one.id === other.id || one.channel !== other.channel) return false;
  if (one.kind === 'message' && other.kind === 'message')
    return one.role !== 'assistant' && one.role === other.role && one.speaker === other.speaker;
  return [one, other].every(isShortMemory);
}

const isShortMemory = ({ kind, content }: Item): boolean =>
  kind === 'memory' && textKindOf(kind, content.length) === 'short-memory';

/**
 * Whether the newer memory is a rule or a decision of an import that nobody confirmed, and the older one is not: a file
 * chooses its own times, and replaces nothing that somebody here decided.
 */
const isUnreadAbove = (newer: Item, older: Item): boolean =>
  isMemory(newer) && isMemory(older) && awaitsConfirmation(newer) && !awaitsConfirmation(older);

/** Whether two memories name different subjects, or different attributes. */
function haveDifferentSubjects(one: Item, other: Item): boolean {
  if (!isMemory(one) || !isMemory(other)) return false;
  return [one.subject, one.attribute].some((name, at) => {
    const otherName = [other.subject, other.attribute][at];
    return name !== null && otherName !== null && otherName !== undefined && nameKey(name) !== nameKey(otherName);
  });
}

type MemoryItem = Item & { kind: 'memory' };
const isMemory = (item: Item): item is MemoryItem => item.kind === 'memory';

/** Whether two memories state different values, or one of them denies the other. */
function hasOtherValue(one: Item, other: Item): boolean {
  const relation = isMemory(one) && isMemory(other) ? memoryRelationOf(one, other) : undefined;
  return relation?.relation === 'other-value' || relation?.replaces === true;
}

/** Whether two memories declare different values for the same attribute of the same subject. */
const declareDifferently = (one: MemoryItem, other: MemoryItem): boolean => memoryLinkOf(one, other) === 'contradicts';
