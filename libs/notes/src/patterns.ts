import { patternCategories, type PatternCategory, type PatternScope } from '@cairn/contracts';

export { patternCategories, type PatternCategory, type PatternScope };

/** Pattern, as on one line of `.forge/memory/*.jsonl`. */
export interface Pattern {
  /** Id in the form `mem_<epoch ms>_<4 base-36 characters>`. */
  readonly id: string;
  /** ISO 8601 time. */
  readonly timestamp: string;
  readonly pattern: string;
  readonly category: PatternCategory;
  /** Confidence from 0 to 1. */
  readonly confidence: number;
  readonly tags?: readonly string[] | undefined;
}

export interface NewPattern {
  readonly pattern: string;
  readonly category: PatternCategory;
  /** Confidence from 0 to 1; default 0.7. */
  readonly confidence?: number;
  readonly tags?: readonly string[] | undefined;
}

export const CONFIDENCE_DEFAULT = 0.7;
const RAISE_SHARE = 0.1;

/** Identity of a pattern: its category and text, regardless of case, spacing and Unicode form. */
export const patternKey = ({ pattern, category }: Pick<Pattern, 'pattern' | 'category'>): string =>
  `${category}\0${pattern.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()}`;

/**
 * Returns the new confidence of a pattern that is saved again: h + (1 - h) / 10, rounded to thousandths, where h is the higher
 * of the stored and the saved confidence. It is never lower than before.
 */
export function raiseConfidence(stored: number, saved: number): number {
  const higher = Math.max(stored, saved);
  return Math.max(stored, Math.min(1, Math.round((higher + (1 - higher) * RAISE_SHARE) * 1000) / 1000));
}

export interface ScopedPattern extends Pattern {
  readonly scope: PatternScope;
}

export interface PatternGroup {
  readonly scope: PatternScope;
  readonly patterns: readonly ScopedPattern[];
}

/**
 * Groups patterns by scope; the project's scope comes first. Within a scope, patterns with a higher confidence come
 * first, and of patterns with equal confidence the newer.
 */
export function groupPatterns(patterns: readonly ScopedPattern[]): PatternGroup[] {
  const byTrust = (a: Pattern, b: Pattern) =>
    b.confidence - a.confidence || timeOf(b) - timeOf(a) || (a.id < b.id ? -1 : 1);
  return (['project', 'global'] as const)
    .map((scope) => ({ scope, patterns: patterns.filter((one) => one.scope === scope).sort(byTrust) }))
    .filter((group) => group.patterns.length > 0);
}

/** Time of a pattern in epoch ms; an invalid time counts as the oldest. */
const timeOf = ({ timestamp }: Pattern): number => Date.parse(timestamp) || 0;

/**
 * Renders patterns in the text format that Forge documents: for each scope a line with the count, then one line per pattern.
 */
export function formatPatterns(groups: readonly PatternGroup[]): string {
  return groups.map(formatGroup).join('\n\n');
}

function formatGroup({ scope, patterns }: PatternGroup): string {
  const count = `Found ${patterns.length} ${patterns.length === 1 ? 'match' : 'matches'} in ${scope} memory`;
  return [count, ...patterns.map(formatPattern)].join('\n');
}

const formatPattern = ({ category, confidence, pattern, timestamp }: Pattern): string =>
  `[${category}] ${confidence.toFixed(2)} — ${pattern.replace(/\s+/g, ' ').trim()} (${timestamp})`;
