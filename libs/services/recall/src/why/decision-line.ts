import { Injectable } from '@nestjs/common';
import { effectiveTime, type Item, type ItemId, type Memory, type Reversed, type Scope } from '@cairn/contracts';
import { Conversations, ItemReader, Lifecycle, type Succession } from '@cairn/ports';

/** How often a decision can have been reversed. */
const STEPS_MAX = 10;
const SOURCES_MAX = 20;

/** The decision that holds, what it reversed, the last first, and the messages that it was made from. */
export interface DecisionLine {
  readonly living: Memory;
  readonly before: readonly Memory[];
  readonly sources: readonly Item[];
}

/** Follows a decision to the one that holds in its place. */
@Injectable()
export class DecisionLines {
  constructor(
    private readonly items: ItemReader,
    private readonly lifecycle: Lifecycle,
    private readonly conversations: Conversations,
  ) {}

  async of(scope: Scope, found: Memory): Promise<DecisionLine> {
    const living = (await this.follow(scope, found, 'supersededBy')).at(-1) ?? found;
    const [before, sources] = await Promise.all([
      this.follow(scope, living, 'supersedes'),
      this.sourcesOf(scope, living),
    ]);
    return { living, before, sources };
  }

  /** The memories after or before one, the nearest first, as far as the scope sees them. */
  private async follow(scope: Scope, from: Memory, way: 'supersededBy' | 'supersedes'): Promise<Memory[]> {
    const line: Memory[] = [];
    const seen = new Set<string>([from.id]);
    for (let next = await this.nextOf(scope, from, way); next && !seen.has(next.id) && line.length < STEPS_MAX;) {
      seen.add(next.id);
      line.push(next);
      next = await this.nextOf(scope, next, way);
    }
    return line;
  }

  private async nextOf(scope: Scope, { id }: Memory, way: keyof Succession): Promise<Memory | undefined> {
    const [succession] = await this.lifecycle.successions(scope, [id]);
    const next = succession?.[way];
    if (next === undefined) return undefined;
    const [item] = await this.items.hydrate(scope, { kind: 'memory', includeArchived: true }, [next]);
    return item as Memory | undefined;
  }

  private async sourcesOf(scope: Scope, memory: Memory): Promise<Item[]> {
    if (memory.sourceIds.length === 0) return [];
    const ids: ItemId[] = await this.conversations.messagesOf(scope, memory);
    return this.items.hydrate(scope, { kind: 'message' }, ids.slice(0, SOURCES_MAX));
  }
}

/** What a decision reversed, and when: each held until the next one was decided. */
export const reversedIn = ({ living, before }: DecisionLine): Reversed[] =>
  before.map((memory, at) => ({
    id: memory.id,
    title: memory.title,
    at: effectiveTime(memory),
    until: effectiveTime(before[at - 1] ?? living),
  }));
