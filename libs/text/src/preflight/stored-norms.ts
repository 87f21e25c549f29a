import { neededWords, type NeededWords } from './needed-words.ts';
import { readRule, type Rule, type RuleText } from './rule.ts';

/** The norms of a memory as they are stored beside it: read once, by the rules of their version. */
export interface StoredNorms {
  /** The rule in the form of `readStoredRule`. */
  readonly rule: string;
  /** Which actions can meet them. */
  readonly needs: readonly NeededWords[];
}

/** A memory, as far as a preflight reads it. */
export interface NormText extends RuleText {
  readonly category: string;
  readonly actionTriggers?: readonly string[] | undefined;
}

/** Categories whose English is a rule. */
const BINDING: ReadonlySet<string> = new Set(['rule', 'decision']);
/** The characters of a long text that are read, so that no text delays an answer. */
const READ_CHARS = 20_000;

/** Reads what a memory forbids and recommends. Undefined: nothing is given, and its category has no English that binds. */
export function normsToStore({ category, actionTriggers = [], ...text }: NormText): StoredNorms | undefined {
  const isGiven = actionTriggers.length + (text.forbids?.length ?? 0) > 0;
  if (!isGiven && !BINDING.has(category)) return undefined;
  const rule = readRule({ ...text, content: text.content.slice(0, READ_CHARS) });
  const norms = rule.isGiven || BINDING.has(category) ? rule.norms : [];
  return { rule: JSON.stringify(rule, withSets), needs: neededWords(norms, actionTriggers) };
}

const withSets = (_key: string, value: unknown): unknown => (value instanceof Set ? { set: [...value] } : value);

/** Reads a rule that `normsToStore` wrote. */
export const readStoredRule = (stored: string): Rule => revived(JSON.parse(stored)) as Rule;

/** A reviver of `JSON.parse` takes several times as long. */
function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  if (Array.isArray(fields['set'])) return new Set(fields['set']);
  for (const name in fields) fields[name] = revived(fields[name]);
  return fields;
}
