import { Controller } from '@nestjs/common';
import { limits, type ImportedMemory, type ItemId, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { mapYielding, Serves, Uses } from '@cairn/platform';
import { proposals, reviews, type Proposals, type Reviews } from '@cairn/store';
import { describeRule, plantedSignals } from '@cairn/text';

/** Routes of what waits for the decision of a person, and of rules. */
@Controller()
export class ReviewsController {
  constructor(
    @Uses(reviews) private readonly reviews: Reviews,
    @Uses(proposals) private readonly proposals: Proposals,
  ) {}

  @Serves('reviewCounts')
  async counts(reviewer: Principal): Promise<RouteOutput<'reviewCounts'>> {
    const scope = scopeOf(reviewer);
    const [waiting, counts] = await Promise.all([
      this.proposals.list({ scope, reviewer, query: { status: 'waiting' }, limit: 0 }),
      this.reviews.counts({ scope }),
    ]);
    const all = Object.values(waiting.counts).reduce((sum, each) => sum + each, 0);
    return { counts: { proposals: Math.min(all, limits.reviewCount.max), ...counts } };
  }

  @Serves('reportedMemories')
  async reported(
    caller: Principal,
    { query: { limit, cursor } }: ParsedInput<'reportedMemories'>,
  ): Promise<RouteOutput<'reportedMemories'>> {
    const found = await this.reviews.reported({ scope: scopeOf(caller), limit: limit + 1, before: cursor });
    return { memories: found.slice(0, limit), nextCursor: nextCursorOf(found, limit) };
  }

  @Serves('importedMemories')
  async imported(
    caller: Principal,
    { query: { importId, limit, cursor } }: ParsedInput<'importedMemories'>,
  ): Promise<RouteOutput<'importedMemories'>> {
    const found = await this.reviews.imported({ scope: scopeOf(caller), importId, limit: limit + 1, before: cursor });
    const memories = await mapYielding(found.slice(0, limit), withSignals);
    return { memories, nextCursor: nextCursorOf(found, limit) };
  }

  @Serves('confirmImport')
  async confirmImport(
    caller: Principal,
    { params: { importId }, body: { by = caller.principalId, cursor } }: ParsedInput<'confirmImport'>,
  ): Promise<RouteOutput<'confirmImport'>> {
    const [scope, limit] = [scopeOf(caller), CONFIRMED_AT_ONCE];
    const found = await this.reviews.imported({ scope, importId, by, limit: limit + 1, before: cursor });
    const page = await mapYielding(found.slice(0, limit), withSignals);
    const ids = page.flatMap(({ memoryId, signals }) => (signals ? [] : [memoryId as ItemId]));
    const confirmed = await this.reviews.confirmImported({ scope, reviewer: caller, ids });
    const suspect = page.flatMap(({ memoryId, signals }) => (signals ? [memoryId] : []));
    return { confirmed, suspect, nextCursor: nextCursorOf(found, limit) };
  }

  @Serves('listRules')
  async rules(
    caller: Principal,
    { query: { limit, cursor, ...query } }: ParsedInput<'listRules'>,
  ): Promise<RouteOutput<'listRules'>> {
    const found = await this.reviews.rules({ scope: scopeOf(caller), query, limit: limit + 1, before: cursor });
    const rules = await mapYielding(found.slice(0, limit), ({ memory, ...rule }) => ({
      ...rule,
      understood: describeRule(memory, rule.isBinding),
    }));
    return { rules, nextCursor: nextCursorOf(found, limit) };
  }
}

/** Number of memories that one command confirms, so that other writers get their turn. */
const CONFIRMED_AT_ONCE = 100;

function withSignals(memory: ImportedMemory): ImportedMemory {
  const signals = plantedSignals(`${memory.title}\n${memory.content}`);
  return signals.length === 0 ? memory : { ...memory, signals };
}

/** The id of the last item of a page if there are more items than the page has; else null. */
const nextCursorOf = (found: readonly { readonly memoryId: string }[], limit: number): string | null =>
  found.length > limit ? (found[limit - 1]?.memoryId ?? null) : null;
