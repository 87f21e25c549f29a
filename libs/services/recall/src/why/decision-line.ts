import { Injectable } from '@nestjs/common';
import { IMPORT_ID, MemoryId, type Item, type ItemId, type Memory, type ReversedDecision } from '@cairn/contracts';
import { effectiveTime, type Scope } from '@cairn/domain';
import { ItemReader } from '@cairn/ports';
import { conversations, type Conversations, lifecycle, type Lifecycle } from '@cairn/store';
import { Uses } from '@cairn/platform';

/** The most reversals of a decision that are followed. */
const REVERSALS_MAX = 10;
const EARLIER_DECISIONS_MAX = 20;
const SOURCES_MAX = 20;

/** The current decision, the decisions that it reversed (latest first), and the messages from which it was made. */
export interface DecisionLine {
  readonly living: Memory;
  readonly before: readonly EarlierDecision[];
  readonly sources: readonly Item[];
}

interface EarlierDecision {
  readonly memory: Memory;
  readonly successor: Memory;
}

/** Follows the successors of a decision to the decision that is current now. */
@Injectable()
export class DecisionLines {
  constructor(
    private readonly items: ItemReader,
    @Uses(lifecycle) private readonly lifecycle: Lifecycle,
    @Uses(conversations) private readonly conversations: Conversations,
  ) {}

  async of(scope: Scope, found: Memory): Promise<DecisionLine> {
    const living = await this.livingOf(scope, found);
    const [before, sources] = await Promise.all([this.before(scope, living), this.sourcesOf(scope, living)]);
    return { living, before, sources };
  }

  /** Finds the last successor that the scope sees. */
  private async livingOf(scope: Scope, found: Memory): Promise<Memory> {
    const seen = new Set<string>([found.id]);
    let last = found;
    for (let step = 0; step < REVERSALS_MAX; step += 1) {
      const [succession] = await this.lifecycle.successions({ scope, ids: [last.id] });
      const [next] = await this.read(scope, succession?.supersededBy ? [succession.supersededBy] : []);
      if (!next || seen.has(next.id)) return last;
      seen.add(next.id);
      last = next;
    }
    return last;
  }

  /** Finds the predecessors of a decision, direct and indirect, within the scope. */
  private async before(scope: Scope, living: Memory): Promise<EarlierDecision[]> {
    const told = new Map<string, EarlierDecision>();
    const seen = new Set<string>([living.id]);
    for (let level = [living]; level.length > 0 && seen.size <= EARLIER_DECISIONS_MAX;) {
      const fresh = (await this.replacedBy(scope, level)).filter(({ memory }) => !seen.has(memory.id));
      for (const one of fresh) {
        seen.add(one.memory.id);
        const key = `${one.memory.title} ${effectiveTime(one.memory)}`;
        // Takes one decision for each title and time, since the parts of a long document share both. A former text of
        // the same record does not count as another decision.
        if (!told.has(key) && !isFormerText(one)) told.set(key, one);
      }
      level = fresh.map(({ memory }) => memory);
    }
    return [...told.values()].toSorted((one, other) => effectiveTime(other.memory) - effectiveTime(one.memory));
  }

  private async replacedBy(scope: Scope, successors: readonly Memory[]): Promise<EarlierDecision[]> {
    const ids = successors.map(({ id }) => id);
    const successions = (await this.lifecycle.successions({ scope, ids })).flatMap(({ id, supersedes = [] }) =>
      supersedes
        .slice(0, EARLIER_DECISIONS_MAX)
        .map((old) => ({ old, successor: successors.find((one) => one.id === id)! })),
    );
    const named = successors.flatMap((successor) => idsReversedBy(successor).map((old) => ({ old, successor })));
    const links = [...named, ...successions];
    const memories = await this.read(scope, [...new Set(links.map(({ old }) => old))]);
    const successorOf = new Map(links.map(({ old, successor }) => [old as string, successor]));
    return memories.map((memory) => ({ memory, successor: successorOf.get(memory.id)! }));
  }

  private async read(scope: Scope, ids: readonly ItemId[]): Promise<Memory[]> {
    if (ids.length === 0) return [];
    return (await this.items.hydrate(scope, { kind: 'memory', includeArchived: true }, ids)) as Memory[];
  }

  private async sourcesOf(scope: Scope, memory: Memory): Promise<Item[]> {
    if (memory.sourceIds.length === 0) return [];
    const ids: ItemId[] = await this.conversations.messagesOf({
      scope,
      source: memory.source,
      sourceIds: memory.sourceIds,
    });
    return this.items.hydrate(scope, { kind: 'message' }, ids.slice(0, SOURCES_MAX));
  }
}

const isFormerText = ({ memory, successor }: EarlierDecision): boolean =>
  memory.provenance['path'] !== undefined &&
  memory.source === successor.source &&
  memory.provenance['path'] === successor.provenance['path'];

/**
 * Returns the id of the memory that a decision reverses. The list is empty if the decision names the reversed decision
 * by its title.
 */
function idsReversedBy({ decides }: Memory): ItemId[] {
  const { data } = MemoryId.safeParse(decides?.reverses);
  return data === undefined ? [] : [data as ItemId];
}

/** Lists the decisions that a decision reversed. Each reversed decision was valid until its successor was decided. */
export const reversedDecisionsIn = ({ before }: DecisionLine): ReversedDecision[] =>
  before.map(({ memory, successor }) => ({
    id: memory.id,
    title: memory.title,
    at: decidedAt(memory),
    until: decidedAt(successor),
  }));

/**
 * Returns the time of a decision. Returns null for a decision from an imported file without a date, since the time of
 * storing says nothing about the time of the decision.
 */
export const decidedAt = ({ timestamp, createdAt, provenance }: Memory): number | null =>
  timestamp ?? (provenance[IMPORT_ID] === undefined ? createdAt : null);
