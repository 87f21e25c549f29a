import { Injectable } from '@nestjs/common';
import type { Item, ItemId, RecallRequest } from '@cairn/contracts';
import { holdsAt, type Principal } from '@cairn/domain';
import { ContextReader } from '../question/context-reader.ts';
import type { DistinctItem } from './distinct-items.ts';
import { EmptyReasons } from './empty-reasons.ts';
import { Hydration } from './hydration.ts';
import type { Emptiness } from '../question/narrowing.ts';
import { RankedSearch, type FindingQuery } from '../search/ranked-search.ts';
import type { RecallContext } from '../question/recall-context.ts';
import { Stopwatch } from '../timing/stopwatch.ts';

/** Memories and messages found for a question, each list best first. */
export interface WideFinding {
  readonly context: RecallContext;
  readonly finding: FindingQuery;
  readonly memories: readonly DistinctItem[];
  readonly messages: readonly DistinctItem[];
  /** Reason why `memories` and `messages` are empty; undefined if they are not. */
  readonly emptiness: Emptiness | undefined;
}

/** The most items that are loaded, by kind. */
interface LoadLimits {
  readonly memories: number;
  readonly messages: number;
}

/** Loads more items than a recall shows, for answers about a whole topic. */
@Injectable()
export class WideSearch {
  constructor(
    private readonly contexts: ContextReader,
    private readonly search: RankedSearch,
    private readonly hydration: Hydration,
    private readonly emptyReasons: EmptyReasons,
  ) {}

  async find(principal: Principal, request: RecallRequest, most: LoadLimits): Promise<WideFinding> {
    const context = await this.contexts.read(principal, request);
    const finding = await this.search.find(context, request.minScore, new Stopwatch());
    const [memories, messages] = await Promise.all([
      this.read(context, finding, { kind: 'memory', most: most.memories }),
      this.read(context, finding, { kind: 'message', most: most.messages }),
    ]);
    const isEmpty = memories.length + messages.length === 0;
    const emptiness = isEmpty ? await this.emptyReasons.of(context, request, finding) : undefined;
    return { context, finding, memories, messages, emptiness };
  }

  private async read(
    context: RecallContext,
    finding: FindingQuery,
    { kind, most }: { readonly kind: Item['kind']; readonly most: number },
  ): Promise<readonly DistinctItem[]> {
    const { features } = finding.pool;
    const relevant = finding.relevant.filter(({ id }) => features.get(id as ItemId)?.kind === kind);
    return (await this.hydration.distinct(context, { ...finding, relevant }, most)).kept;
  }
}

/** Whether a memory is active, and valid at the time of the question. */
export const isCurrent = ({ item }: DistinctItem, { askedAt }: RecallContext): boolean =>
  item.state === 'active' && holdsAt(item, askedAt);
