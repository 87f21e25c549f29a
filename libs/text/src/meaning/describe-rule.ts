import { READ_BY_IMPORTER, MEANING_READ_BY_KEY, type Item } from '@cairn/contracts';
import { readMeaning } from './read-meaning.ts';
import { understoodLines } from './understood.ts';

/** Makes lines that say how the rule in a memory was understood. The writer of the memory got the same lines. */
export function describeRule(item: Item, isTrusted: boolean): string[] {
  if (item.kind !== 'memory') return [];
  const { category, forbids, instead, actionTriggers, provenance } = item;
  const isByImporter = provenance[MEANING_READ_BY_KEY] === READ_BY_IMPORTER;
  const given = { forbids, instead, actionTriggers, isByImporter, former: new Set<never>() };
  const read = { ...readMeaning(item), relations: [] };
  return understoodLines({ category, isTrusted, given, read }).filter((line) => line.startsWith('rule: '));
}
