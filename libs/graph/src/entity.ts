import type { GraphEntity } from '@cairn/contracts';

/** Normalises a name, so that its spellings are equal. Paths are normalised by `normalisePath`, which keeps their case. */
export function normaliseName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** Normalises a path within its repository: removes `./` and leading and trailing slashes. The root is the empty string. */
export function normalisePath(path: string): string {
  return path
    .normalize('NFC')
    .trim()
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/** The key of an entity: `type:name`, or `path:repository:path` for a path. Mentions with equal keys are the same entity. */
export function canonicalKey({ type, name, repository }: Pick<GraphEntity, 'type' | 'name' | 'repository'>): string {
  if (type !== 'path') return `${type}:${normaliseName(name)}`;
  return `path:${normaliseName(repository ?? '')}:${normalisePath(name)}`;
}

/** Splits a name into tokens. By its tokens, a name can be found even if it is not written in full. */
export function nameTokens(name: string): string[] {
  const spaced = name.normalize('NFKC').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return [...new Set(spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
}

const FUNCTION_WORDS = new Set(['a', 'an', 'at', 'for', 'in', 'of', 'on', 'our', 'the', 'with']);

/**
 * Splits a name in a question into tokens, without function words unless there are no other words: `the alarm of the
 * cold room` becomes `alarm`, `cold`, `room`.
 */
export function contentTokens(name: string): string[] {
  const tokens = nameTokens(name);
  const words = tokens.filter((token) => !FUNCTION_WORDS.has(token));
  return words.length > 0 ? words : tokens;
}
