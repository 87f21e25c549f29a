import type { Item } from '@cairn/contracts';
import { isClosedTo, isVisible, type Principal, type Scope } from '@cairn/domain';
import type { GroupCoverage, WordQuery } from '@cairn/ports';
import { analyserOf, groupOf, newestAnalyser } from '@cairn/text';
import fc from 'fast-check';
import { aMemory, aMessage } from './builders.ts';

const english = analyserOf(newestAnalyser('english'));

export const VOCABULARY = ['zebra', 'lion', 'okapi', 'giraffe', 'camel'];
export const GROUPS = ['s', 't', 'Zoo'];

const aDraft = fc.record({
  kind: fc.constantFrom('message' as const, 'memory' as const),
  content: fc.subarray(VOCABULARY, { minLength: 1 }).map((all) => all.join(' ')),
  writer: fc.nat(1),
  visibility: fc.constantFrom('org' as const, 'private' as const, 'peer' as const),
  channel: fc.constantFrom('coach:1', 'coach:2'),
  group: fc.constantFrom('s', 't', 'Zoo', null),
  change: fc.constantFrom('none' as const, 'archived' as const, 'other words' as const),
});
export const aStore = fc.array(aDraft, { minLength: 1, maxLength: 12 });

type Draft = typeof aDraft extends fc.Arbitrary<infer Value> ? Value : never;

export function draftedItem(
  { kind, content, writer, visibility, channel, group }: Draft,
  writers: readonly Principal[],
): Item {
  const { orgId, principalId } = writers[writer] as Principal;
  const common = { content, visibility, channel, orgId, principalId };
  return kind === 'message'
    ? aMessage({ ...common, sessionKey: group })
    : aMemory({ ...common, title: group === null ? 'Alone' : `${group} / Part` });
}

export function changesOf(item: Item, { change }: Draft): Item[] {
  if (change === 'none') return [];
  return [
    { ...item, version: 2, ...(change === 'archived' ? { state: 'archived' } : { content: 'camel only' }) } as Item,
  ];
}

/** Computes coverage by reading every item. Weights come from items that everyone may read, without channels closed to the reader. */
export function bruteForceCoverage(
  items: readonly Item[],
  who: Scope,
  { terms }: WordQuery,
  kind: Item['kind'],
): GroupCoverage[] {
  const read = items
    .filter((item) => item.kind === kind)
    .map((item) => ({ item, held: new Set(english.document(item).terms) }));
  const open = read.filter(({ item }) => item.visibility === 'org' && !isClosedTo(who, item.channel));
  const weights = [...new Set(terms)].map((term) => {
    const df = open.filter(({ held }) => held.has(term)).length;
    return { term, weight: Math.log(1 + (open.length - df + 0.5) / (df + 0.5)) };
  });
  const sum = (some: typeof weights) => some.reduce((total, { weight }) => total + weight, 0);
  return GROUPS.flatMap((group) => {
    const seen = read.filter(({ item }) => item.state === 'active' && isVisible(who, item) && groupOf(item) === group);
    const covered = sum(weights.filter(({ term }) => seen.some(({ held }) => held.has(term)))) / sum(weights);
    return covered > 0 ? [{ group, covered }] : [];
  });
}

export const roundCoverage = (covered: readonly GroupCoverage[]): string[] =>
  covered.map(({ group, covered: share }) => `${group} ${share.toFixed(9)}`).sort();
