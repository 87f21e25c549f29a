import { Controller } from '@nestjs/common';
import {
  CairnError,
  scopeOf,
  type ItemId,
  type Memory,
  type Principal,
  type Scope,
  type Written,
} from '@cairn/contracts';
import { OnEvent } from '@cairn/platform';
import { Links, LiveWords, ItemReader, IndexLedger, type Pointer } from '@cairn/ports';
import { recipes } from '@cairn/ranking';
import { linkableTo } from '@cairn/text';

/** How many of the lexically nearest memories are compared with a memory. */
const CANDIDATES = 30;
/** A long memory is searched by its beginning. */
const WORDS_OF = 2_000;

const kind = 'memory' as const;

/** Links a memory to those that it restates or contradicts, after the writer was answered. */
@Controller()
export class LinksSubscriber {
  constructor(
    private readonly items: ItemReader,
    private readonly ledger: IndexLedger,
    private readonly words: LiveWords,
    private readonly links: Links,
  ) {}

  @OnEvent('memory.written', 'links')
  async memoryWritten({ orgId, id: written }: Written): Promise<void> {
    const pointer: Pointer = { orgId, kind: 'memory', id: written as ItemId };
    const [item, [state]] = await Promise.all([this.ledger.load(pointer), this.ledger.indexStates([pointer])]);
    if (!item) return;
    // When two are written at once, the second finds the first: by then the words of both are indexed.
    if (state!.words === 'pending') throw new CairnError('index/unavailable', 'its words are not indexed yet');
    const isActive = !('deletedAt' in item) && item.kind === 'memory' && item.state === 'active';
    await this.links.relink(orgId, pointer.id, isActive ? await this.candidatesOf(item) : []);
    await this.ledger.markIndexed(pointer, 'links', item.version);
  }

  private async candidatesOf(memory: Memory): Promise<ItemId[]> {
    const among = linkableTo(memory);
    if (!among) return [];
    const search = await this.words.forQuestion();
    const query = search.queryOf(`${memory.title}\n${memory.content}`.slice(0, WORDS_OF));
    const scope = readersOf(memory);
    const subject = memory.subject === null ? [] : [{ kind, subject: memory.subject }];
    const found = await Promise.all([
      search.search(scope, query, { kind, ...among }, CANDIDATES, recipes.fused.bm25.memory),
      ...subject.map((about) => this.items.list(scope, about, { order: 'newest', limit: CANDIDATES })),
    ]);
    return [...new Set(found.flat().map((each) => each.id as ItemId))].filter((id) => id !== memory.id);
  }
}

/** The scope of the memory's author in its channel: nobody contradicts a memory that they cannot see. */
function readersOf({ orgId, principalId, channel }: Memory): Scope {
  const [prefix] = channel?.split(':') ?? [];
  return scopeOf(
    { orgId, principalId, peers: ['*'], peerPrefixes: prefix ? [prefix] : [] } as unknown as Principal,
    channel,
  );
}
