import { Controller } from '@nestjs/common';
import { CairnError, type ItemId, type Memory, type Written } from '@cairn/contracts';
import { scopeOf, type Principal, type Scope } from '@cairn/domain';
import { OnEvent, Uses } from '@cairn/platform';
import { LiveWords, ItemReader, IndexLedger, type Pointer } from '@cairn/ports';
import { recipes } from '@cairn/ranking';
import { linkableTo } from '@cairn/text';
import { closedChannels, type ClosedChannels, links, type Links } from '@cairn/store';

/** Number of memories with which a memory is compared: those with the most words in common. */
const CANDIDATES = 30;
/** Number of characters from the beginning of a long memory that are searched for. */
const WORDS_OF = 2_000;

const kind = 'memory' as const;

/** Links a memory to those that it restates or contradicts, after the response to the writer. */
@Controller()
export class LinksSubscriber {
  constructor(
    private readonly items: ItemReader,
    private readonly ledger: IndexLedger,
    private readonly words: LiveWords,
    @Uses(links) private readonly links: Links,
    @Uses(closedChannels) private readonly channels: ClosedChannels,
  ) {}

  @OnEvent('memory.written', 'links')
  async memoryWritten({ orgId, id: written }: Written): Promise<void> {
    const pointer: Pointer = { orgId, kind: 'memory', id: written as ItemId };
    const [item, [state]] = await Promise.all([this.ledger.load(pointer), this.ledger.indexStates([pointer])]);
    if (!item) return;
    // Retries until the words of this memory are indexed. So the second of two concurrent writes finds the first.
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
    const near = (scope: Scope): Promise<(readonly Found[])[]> =>
      Promise.all([
        search.search(scope, query, { kind, ...among }, CANDIDATES, recipes.fused.bm25.memory),
        ...subject.map((about) => this.items.list(scope, about, { order: 'newest', limit: CANDIDATES })),
      ]);
    const found = await this.nearAmongReaders(memory, near);
    return [...new Set(found.map((each) => each.id as ItemId))].filter((id) => id !== memory.id);
  }

  /**
   * Finds the memories to compare. If there are more than `CANDIDATES`, selects the nearest for readers outside of all
   * closed channels and, for each closed channel, the nearest for its readers, so that a memory in a closed channel
   * displaces none that others see.
   */
  private async nearAmongReaders(memory: Memory, near: (scope: Scope) => Promise<(readonly Found[])[]>) {
    const all = await near(readersOf(memory, []));
    if (all.every(({ length }) => length < CANDIDATES)) return all.flat();
    const closed = (await this.channels.list({ orgId: memory.orgId })).map(({ channel }) => channel);
    if (closed.length === 0) return all.flat();
    const found: Found[] = [];
    for (const open of [memory.channel, ...closed]) {
      const others = closed.filter((channel) => channel !== open && channel !== memory.channel);
      found.push(...(await near(readersOf(memory, others))).flat());
    }
    return found;
  }
}

type Found = { readonly id: string };

/**
 * Scope of the memory's author in the memory's channel, outside of the given closed channels: a memory contradicts only
 * what its author can see.
 */
function readersOf({ orgId, principalId, channel }: Memory, closedChannels: readonly string[]): Scope {
  const [prefix] = channel?.split(':') ?? [];
  const peerPrefixes = prefix ? [prefix] : [];
  return scopeOf({ orgId, principalId, peers: ['*'], peerPrefixes, closedChannels } as unknown as Principal, channel);
}
