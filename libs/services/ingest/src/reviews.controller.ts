import { Controller } from '@nestjs/common';
import {
  limits,
  type ImportedMemory,
  type ItemId,
  type MemoryId,
  type ParsedInput,
  type RouteOutput,
} from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { mapYielding, Serves, Uses } from '@cairn/platform';
import { proposals, reviews, type Proposals, type Reviews } from '@cairn/store';
import { describeRule, normLines, plantedSignalsOf } from '@cairn/text';

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
    const memories = await mapYielding(found.slice(0, limit), asShown);
    return { memories, nextCursor: nextCursorOf(found, limit) };
  }

  @Serves('confirmImport')
  async confirmImport(
    caller: Principal,
    { params: { importId }, body: { memories: named } }: ParsedInput<'confirmImport'>,
  ): Promise<RouteOutput<'confirmImport'>> {
    const scope = scopeOf(caller);
    const versionOf = new Map<string, number>(named.map(({ id, version }) => [id, version]));
    const ids = [...versionOf.keys()] as ItemId[];
    const found = await this.reviews.imported({ scope, importId, ids, limit: ids.length });
    const read = found.filter(({ memoryId, version }) => versionOf.get(memoryId) === version);
    const judged = await mapYielding(read, asShown);
    const memories = judged
      .filter(({ signals }) => !signals)
      .map(({ memoryId, version }) => ({ id: memoryId as ItemId, version }));
    // The store compares the versions again, so that what is confirmed is what was searched for planted instructions.
    const confirmed = await this.reviews.confirmImported({ scope, reviewer: caller, importId, memories });
    const suspect = judged.flatMap(({ memoryId, signals }) => (signals ? [memoryId] : []));
    const told = new Set<string>([...confirmed, ...suspect]);
    const changed = ids.filter((id) => !told.has(id));
    return { confirmed: confirmed as string[] as MemoryId[], suspect, changed: changed as string[] as MemoryId[] };
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

/** Adds what would bind beside the text, and signs of planted instructions in both. */
function asShown(memory: Omit<ImportedMemory, 'norms' | 'signals'>): ImportedMemory {
  const signals = plantedSignalsOf(memory);
  return { ...memory, norms: normLines(memory), ...(signals.length > 0 && { signals: [...signals] }) };
}

/** The id of the last item of a page if there are more items than the page has; else null. */
const nextCursorOf = (found: readonly { readonly memoryId: string }[], limit: number): string | null =>
  found.length > limit ? (found[limit - 1]?.memoryId ?? null) : null;
