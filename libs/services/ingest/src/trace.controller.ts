import { Controller } from '@nestjs/common';
import {
  CairnError,
  limits,
  type FoundMemory,
  type ItemId,
  type Message,
  type ParsedInput,
  type RecentMessage,
  type RouteOutput,
  type Snapshot,
  type Uses as UsesOfMemory,
} from '@cairn/contracts';
import { scopeOf, type Principal, type Scope } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';
import { conversations, type Conversations, useCounts, type UseCounts } from '@cairn/store';
import { Confidences } from './items/confidences.ts';
import { ReadBack } from './items/read-back.ts';

/** Shows the conversation from which a memory was made, as far as the caller may see the conversation. */
@Controller()
export class TraceController {
  constructor(
    private readonly items: ItemReader,
    @Uses(conversations) private readonly conversations: Conversations,
    @Uses(useCounts) private readonly uses: UseCounts,
    private readonly confidences: Confidences,
    private readonly readBack: ReadBack,
  ) {}

  @Serves('trace')
  async trace(
    principal: Principal,
    { params: { id }, query: { channel } }: ParsedInput<'trace'>,
  ): Promise<RouteOutput<'trace'>> {
    const scope = scopeOf(principal, channel);
    const memory = (await this.items.find(scope, 'memory', id)) as FoundMemory | undefined;
    if (!memory) throw new CairnError('item/unknown', `no memory ${id}`);
    const [[withConfidence], snapshot, understood, uses] = await Promise.all([
      this.confidences.addTo(scope, [memory]),
      this.snapshotOf(scope, memory),
      this.readBack.of(scope, memory),
      this.usesOf(scope, memory.id),
    ]);
    return { memory: withConfidence!, understood, ...(uses && { uses }), snapshot };
  }

  private async usesOf(scope: Scope, memoryId: ItemId): Promise<UsesOfMemory | undefined> {
    const [counted] = await this.uses.of({ scope, memoryIds: [memoryId] });
    if (!counted) return undefined;
    const { id: _, ...uses } = counted;
    return uses;
  }

  private async snapshotOf(scope: Scope, memory: FoundMemory): Promise<Snapshot | null> {
    const ids = await this.conversations.messagesOf({ scope, source: memory.source, sourceIds: memory.sourceIds });
    if (ids.length === 0) return null;
    const messages = await this.read(scope, endsOf(ids));
    const omittedCount = ids.length - messages.length;
    return { messages, messageCount: ids.length, omittedCount, createdAt: memory.createdAt, reason: 'sources' };
  }

  private async read(scope: Scope, ids: readonly ItemId[]): Promise<RecentMessage[]> {
    const items = await this.items.hydrate(scope, { kind: 'message', includeArchived: true }, ids);
    const byId = new Map(items.map((item) => [item.id as ItemId, item as Message]));
    return ids.flatMap((id) => byId.get(id) ?? []).map(shownOf);
  }
}

/** Selects the first and the last messages, without duplicates. */
const endsOf = (ids: readonly ItemId[]): ItemId[] => {
  const { max } = limits.traceEnd;
  return [...new Set([...ids.slice(0, max), ...ids.slice(-max)])];
};

const shownOf = (message: Message): RecentMessage => {
  const { id, role, speaker, content, channel, sessionKey, timestamp, createdAt, author } = message;
  return { _id: id, messageId: id, role, speaker, content, channel, sessionKey, timestamp, createdAt, author };
};
