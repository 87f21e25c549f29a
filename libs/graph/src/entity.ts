/** What an entity can be. `unknown` is a name that a text uses without saying what it names. */
export const entityTypes = [
  'person',
  'team',
  'organisation',
  'repository',
  'path',
  'package',
  'module',
  'service',
  'system',
  'project',
  'goal',
  'task',
  'decision',
  'concept',
  'tool',
  'event',
  'resource',
  'channel',
  'unknown',
] as const;
export type EntityType = (typeof entityTypes)[number];

/** A thing that relations join. `id` is opaque here: a store gives it. */
export interface GraphEntity {
  readonly id: string;
  readonly type: EntityType;
  /** The name as it was first written. */
  readonly name: string;
  /** The repository whose paths and packages it is among; absent: none is known. */
  readonly repository?: string;
  readonly aliases: readonly string[];
}

/** What two spellings of one name share. Paths keep their case, since file systems do. */
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
