import type { Category, Memory } from '@cairn/contracts';
import {
  patternKey,
  type NewPattern,
  type PatternCategory,
  type PatternScope,
  type ScopedPattern,
} from './patterns.ts';

/** Scope of stored patterns. `project` is the project's name and is ignored in the scope `global`. */
export interface PatternPlace {
  readonly scope: PatternScope;
  readonly project: string;
}

/** Value of `source` in every memory that stores a pattern. */
export const PATTERN_SOURCE = 'forge';

/** Maps each category of patterns to the category of its memories. */
const memoryCategoryByPatternCategory: Readonly<Record<PatternCategory, Category>> = {
  convention: 'rule',
  failure_pattern: 'lesson',
  success_pattern: 'lesson',
  test_command: 'workflow',
  architecture: 'decision',
  dependency: 'fact',
  tool_usage: 'skill',
};

const TITLE_CHARS = 80;

/** Tag of all patterns in one scope, by which indexes select them. */
export const placeTag = ({ scope, project }: PatternPlace): string =>
  (scope === 'global' ? 'forge' : `forge:${project}`).slice(0, 100).toWellFormed();

/** Identity of a stored pattern: its scope, category and text. */
export const patternIdentity = (place: PatternPlace, pattern: NewPattern): string =>
  [place.scope, place.scope === 'global' ? '' : place.project, patternKey(pattern)].join('\0');

/** Converts a pattern to a procedural memory; fields that only patterns have go to the provenance. */
export function memoryOfPattern(
  place: PatternPlace,
  { pattern, category, confidence, tags = [] }: NewPattern & { readonly confidence: number },
  { id, timestamp }: { readonly id: string; readonly timestamp: string },
) {
  return {
    store: 'procedural' as const,
    category: memoryCategoryByPatternCategory[category],
    title: titleOf(pattern),
    content: pattern,
    tags: [placeTag(place), category, ...tags.filter((tag) => tag !== category && tag !== placeTag(place))],
    confidence,
    source: PATTERN_SOURCE,
    provenance: { id, timestamp, category, scope: place.scope, project: place.project },
  };
}

/** Converts a memory back to its pattern; undefined for a memory that is not a pattern. */
export function patternOfMemory(memory: Memory): ScopedPattern | undefined {
  const { source, content, declaredConfidence: confidence, tags, provenance } = memory;
  const { id, timestamp, category, scope, project } = provenance;
  if (source !== PATTERN_SOURCE || !id || !timestamp || !isCategory(category) || !isScope(scope)) return undefined;
  const own = tags.filter((tag) => tag !== category && tag !== placeTag({ scope, project: project ?? '' }));
  return { id, timestamp, pattern: content, category, confidence, scope, ...(own.length > 0 && { tags: own }) };
}

const isCategory = (word: string | undefined): word is PatternCategory =>
  word !== undefined && Object.hasOwn(memoryCategoryByPatternCategory, word);
const isScope = (word: string | undefined): word is PatternScope => word === 'project' || word === 'global';

function titleOf(pattern: string): string {
  const line = pattern.trim().replace(/\s+/g, ' ');
  if (line.length <= TITLE_CHARS) return line;
  const cut = line.slice(0, TITLE_CHARS - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), TITLE_CHARS / 2)).toWellFormed()}…`;
}
