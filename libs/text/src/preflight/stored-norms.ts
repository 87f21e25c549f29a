import { bindingCategories } from '@cairn/contracts';
import { neededWords, type NeededWords } from './needed-words.ts';
import { readRule, type Rule, type RuleText } from './rule.ts';

/** The norms of a memory in the form in which they are stored, read by the rules of one version. */
export interface StoredNorms {
  /** The rule as JSON for `readStoredRule`. */
  readonly rule: string;
  /** Sets of words. An action can meet a norm only if it contains all words of at least one set. */
  readonly needs: readonly NeededWords[];
}

/** The fields of a memory that a preflight reads. */
export interface NormText extends RuleText {
  readonly category: string;
  readonly actionTriggers?: readonly string[] | undefined;
}

/** Characters of a text that are read, so that a long text does not delay an answer. */
const READ_CHARS_MAX = 20_000;

/**
 * Reads the norms and recommendations of a memory. Undefined if the memory has no given norms and no triggers, and its
 * category does not state norms in English.
 */
export function normsToStore({ category, actionTriggers = [], ...text }: NormText): StoredNorms | undefined {
  const isGiven = actionTriggers.length + (text.forbids?.length ?? 0) > 0;
  if (!isGiven && !bindingCategories.has(category)) return undefined;
  const rule = readRule({ ...text, content: text.content.slice(0, READ_CHARS_MAX) });
  const norms = rule.isGiven || bindingCategories.has(category) ? rule.norms : [];
  return { rule: JSON.stringify(rule, replaceSet), needs: neededWords(norms, actionTriggers) };
}

const replaceSet = (_key: string, value: unknown): unknown => (value instanceof Set ? { set: [...value] } : value);

/** Reads a rule that `normsToStore` wrote. */
export const readStoredRule = (stored: string): Rule => restoreSets(JSON.parse(stored)) as Rule;

/** Restores sets in a parsed value. A reviver of `JSON.parse` would take several times as long. */
function restoreSets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restoreSets);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  if (Array.isArray(fields['set'])) return new Set(fields['set']);
  for (const name in fields) fields[name] = restoreSets(fields[name]);
  return fields;
}
