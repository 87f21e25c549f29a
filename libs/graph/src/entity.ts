import type { GraphEntity } from '@cairn/contracts';

/** Normalises a name, so that its spellings are equal. Paths keep their case, since file systems do. */
export function normaliseName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** A path below its repository: without `./`, a leading or a closing slash. The root is the empty string. */
export function normalisePath(path: string): string {
  return path
    .normalize('NFC')
    .trim()
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/** `type:name`, and `path:repository:path` for what belongs to one repository. Equal keys are one entity. */
export function canonicalKey({ type, name, repository }: Pick<GraphEntity, 'type' | 'name' | 'repository'>): string {
  if (type !== 'path') return `${type}:${normaliseName(name)}`;
  return `path:${normaliseName(repository ?? '')}:${normalisePath(name)}`;
}

/** The parts of a name by which it can be found when it is not written in full. */
export function nameTokens(name: string): string[] {
  const spaced = name.normalize('NFKC').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return [...new Set(spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
}

const SMALL = new Set(['a', 'an', 'at', 'for', 'in', 'of', 'on', 'our', 'the', 'with']);

/** The same without small words, unless there are no others: `the alarm of the cold room` asks for the cold-room alarm. */
export function askedTokens(name: string): string[] {
  const tokens = nameTokens(name);
  const words = tokens.filter((token) => !SMALL.has(token));
  return words.length > 0 ? words : tokens;
}
