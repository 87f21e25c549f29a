import type { ItemKind } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import type { GroupCoverage } from '@cairn/ports';
import { isWord, tokensOf, weightOf, type QueryElement } from './query-elements.ts';
import type { Reader } from './reader.ts';

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
  const tokens = tokensOf(words);
  const [statistics, { groupsWith }] = await Promise.all([
    reader.statistics(of.scope, of.kind, tokensOf(asked)),
    reader.lookUp(of.scope, { kind: of.kind, ids: [], groups, tokens }),
  ]);
  const weights = words.map((word) => weightOf(word, statistics));
  return coverageIn(
    groups,
    weights,
    tokens.map((token) => groupsWith(of.kind, token)),
  );
}

function coverageIn(
  groups: readonly string[],
  weights: readonly number[],
  holding: readonly (readonly string[])[],
): GroupCoverage[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const weightByGroup = new Map<string, number>();
  for (const [at, some] of holding.entries()) {
    for (const group of some) weightByGroup.set(group, (weightByGroup.get(group) ?? 0) + weights[at]!);
  }
  return groups.flatMap((group) => {
    const weight = weightByGroup.get(group);
    return weight === undefined ? [] : [{ group, covered: Math.min(1, weight / all) }];
  });
}
