import type { ItemKind } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import type { GroupCoverage } from '@cairn/ports';
import { isWord, tokensOf, weightOf, type QueryElement } from './query-elements.ts';
import { activeCondition, visibilityConditions } from './conditions.ts';
import type { Reader } from './reader.ts';
import { tokenCondition } from './statistics.ts';

export interface CoverageQuestion {
  readonly scope: Scope;
  readonly asked: readonly QueryElement[];
  readonly kind: ItemKind;
  readonly groups: readonly string[];
}

/** Computes how much of a query each session or document covers, counted in the index. */
export async function coverageOf(reader: Reader, { asked, ...of }: CoverageQuestion): Promise<GroupCoverage[]> {
  const words = asked.filter(isWord);
  const groups = [...new Set(of.groups)];
  if (words.length === 0 || groups.length === 0) return [];
  const [statistics, held] = await Promise.all([
    reader.statistics(of.scope, of.kind, tokensOf(asked)),
    reader.ask(buildHeldTokensRequest({ ...of, groups }, tokensOf(words))),
  ]);
  const weights = words.map((word) => weightOf(word, statistics));
  const { buckets } = (held.aggregations?.['held'] ?? { buckets: [] }) as unknown as TokenBuckets;
  return coverageIn(groups, weights, buckets);
}

interface TokenBuckets {
  /** One bucket for each token. */
  readonly buckets: readonly { readonly groups: { readonly buckets: readonly { readonly key: string }[] } }[];
}

function buildHeldTokensRequest({ scope, kind, groups }: Omit<CoverageQuestion, 'asked'>, tokens: readonly string[]) {
  const inGroups = { terms: { group: [...groups] } };
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [...visibilityConditions(scope, kind), activeCondition, inGroups] } },
    aggs: {
      held: {
        filters: { filters: tokens.map((token) => tokenCondition(kind, token)) },
        aggs: { groups: { terms: { field: 'group', size: groups.length } } },
      },
    },
  };
}

function coverageIn(
  groups: readonly string[],
  weights: readonly number[],
  held: TokenBuckets['buckets'],
): GroupCoverage[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const weightByGroup = new Map<string, number>();
  for (const [at, { groups: holding }] of held.entries()) {
    for (const { key } of holding.buckets) weightByGroup.set(key, (weightByGroup.get(key) ?? 0) + weights[at]!);
  }
  return groups.flatMap((group) => {
    const weight = weightByGroup.get(group);
    return weight === undefined ? [] : [{ group, covered: Math.min(1, weight / all) }];
  });
}
