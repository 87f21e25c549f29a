import { Controller } from '@nestjs/common';
import { CairnError, type ItemId, type Memory, type Written } from '@cairn/contracts';
import { scopeOf, type Principal, type Scope } from '@cairn/domain';
import { OnEvent, Uses } from '@cairn/platform';
import { LiveWordIndex, ItemReader, IndexLedger, type Pointer } from '@cairn/ports';
import { recipes } from '@cairn/ranking';
import { linkableTo } from '@cairn/text';
import { closedChannels, type ClosedChannels, links, type Links } from '@cairn/store';

/** A memory is compared with this many memories, namely those with the most words in common. */
const LINK_CANDIDATES_MAX = 30;
/** Number of characters at the beginning of a long memory whose words are searched for. */
const WORDS_OF = 2_000;

const kind = 'memory' as const;

/** Links a memory to the memories that it restates or contradicts, after the response to the writer. */
@Controller()
export class LinksSubscriber {
  constructor(
    private readonly items: ItemReader,
    private readonly ledger: IndexLedger,
    private readonly words: LiveWordIndex,
    @Uses(links) private readonly links: Links,
    @Uses(closedChannels) private readonly channels: ClosedChannels,
  ) {}

  @OnEvent('memory.written', 'links')
  async memoryWritten({ orgId, id: written }: Written): Promise<void> {
    const pointer: Pointer = { orgId, kind: 'memory', id: written as ItemId };
    const [item, [state]] = await Promise.all([this.ledger.load(pointer), this.ledger.indexStates([pointer])]);
    if (!item) return;
    // Retries until the words of this memory are indexed, so that of two concurrently written memories the second finds
    // the first.
    if (state!.words === 'pending') throw new CairnError('index/unavailable', 'its words are not indexed yet');
    const isActive = !('deletedAt' in item) && item.kind === 'memory' && item.state === 'active';
    await this.links.relink({ orgId, id: pointer.id, candidates: isActive ? await this.candidatesOf(item) : [] });
    await this.ledger.markIndexed(pointer, 'links', item.version);
  }

  private async candidatesOf(memory: Memory): Promise<ItemId[]> {
    const among = linkableTo(memory);
    if (!among) return [];
    const search = await this.words.forQuestion();
    const query = search.queryOf(`${memory.title}\n${memory.content}`.slice(0, WORDS_OF));
    const subject = memory.subject === null ? [] : [{ kind, subject: memory.subject }];
    const near = (scope: Scope): Promise<(readonly FoundMemory[])[]> =>
      Promise.all([
        search.search(scope, query, { kind, ...among }, LINK_CANDIDATES_MAX, recipes.fused.bm25.memory),
        ...subject.map((about) => this.items.list(scope, about, { order: 'newest', limit: LINK_CANDIDATES_MAX })),
      ]);
    const found = await this.nearAmongReaders(memory, near);
    return [...new Set(found.map((each) => each.id as ItemId))].filter((id) => id !== memory.id);
  }

  /**
   * Finds the memories to compare. If `LINK_CANDIDATES_MAX` or more are found, selects the nearest memories outside of all
   * closed channels and, for each closed channel, the nearest memories for its readers. So a memory in a closed channel
   * displaces no memory that others see.
   */
  private async nearAmongReaders(memory: Memory, near: (scope: Scope) => Promise<(readonly FoundMemory[])[]>) {
    const all = await near(readersOf(memory, []));
    if (all.every(({ length }) => length < LINK_CANDIDATES_MAX)) return all.flat();
    const closed = (await this.channels.list({ orgId: memory.orgId })).map(({ channel }) => channel);
    if (closed.length === 0) return all.flat();
    const found: FoundMemory[] = [];
    for (const open of [memory.channel, ...closed]) {
      const others = closed.filter((channel) => channel !== open && channel !== memory.channel);
      found.push(...(await near(readersOf(memory, others))).flat());
    }
    return found;
  }
}

type FoundMemory = { readonly id: string };

/**
 * Returns the scope of the memory's author in the memory's channel, without the given closed channels, since a memory
 * contradicts only memories that its author can see.
 */
function readersOf({ orgId, principalId, channel }: Memory, closedChannels: readonly string[]): Scope {
  const [prefix] = channel?.split(':') ?? [];
  const peerPrefixes = prefix ? [prefix] : [];
  return scopeOf({ orgId, principalId, peers: ['*'], peerPrefixes, closedChannels } as unknown as Principal, channel);
}
