import type { GraphReader } from '@cairn/contracts';
import { isPath, matchesAll } from './path-pattern.ts';
import { rulesFor } from './path-rule.ts';
import { resolveEntity, type Resolution } from './resolve-entity.ts';
import { whoOwns, type Ownership, type OwnershipQuestion } from './who-owns.ts';

export interface NamedOwnershipQuestion {
  readonly name: string;
  /** The repository of the path. If it is absent and exactly one repository has rules, this repository is used. */
  readonly repository?: string | undefined;
  readonly asOf: number;
  /** Resolves a name to an entity in place of `resolveEntity`, for a caller that knows more names than the graph. */
  readonly resolve?: (name: string, repository: string | undefined) => Promise<Resolution>;
}

export interface NamedOwnership {
  readonly resolution: Resolution;
  /** Absent if the name is ambiguous, or if the name is unknown and no repository with rules for it is known. */
  readonly ownership?: Ownership;
}

/**
 * Finds the owners of a named entity. If the name is a path and no entity, the rules of a repository answer. Any other
 * name without an entity is unknown.
 */
export async function ownersOfName(reader: GraphReader, asked: NamedOwnershipQuestion): Promise<NamedOwnership> {
  const ruled = await reader.ruledRepositories(REPOSITORIES_MAX);
  const { repository = await findOnlyRulingRepository(reader, asked, ruled), path, isPlace } = placeOf(asked, ruled);
  const resolution = asked.resolve
    ? await asked.resolve(path, repository)
    : await resolveEntity(reader, path, repository);
  if (resolution.type === 'ambiguous') return { resolution };
  if (resolution.type === 'unknown' && repository === undefined) return { resolution };
  const entity = resolution.type === 'found' ? resolution.entity : undefined;
  const question: OwnershipQuestion = { entity, ...(isPlace && { path }), asOf: asked.asOf };
  const ownership = await whoOwns(reader, repository === undefined ? question : { ...question, repository });
  return { resolution, ownership };
}

/** The maximum number of repositories whose rules are read for a path without a repository. */
export const REPOSITORIES_MAX = 20;

/**
 * Finds the repository whose rules name an owner of the path, if there is exactly one. Rules that match every path do
 * not count.
 */
async function findOnlyRulingRepository(
  reader: GraphReader,
  { name, asOf }: NamedOwnershipQuestion,
  ruled: readonly string[],
): Promise<string | undefined> {
  if (ruled.length < 2 || !isPath(name)) return undefined;
  const rules = await Promise.all(ruled.map((repository) => reader.rules({ repository, path: name }, asOf)));
  const [only, ...others] = ruled.filter((_, at) =>
    rulesFor(name, rules[at]!).some(({ rule }) => rule.owners.length > 0 && !matchesAll(rule.pattern)),
  );
  return others.length === 0 ? only : undefined;
}

/** Splits `repository:path`. A name without a repository belongs to the repository in question. */
function placeOf({ name, repository }: NamedOwnershipQuestion, ruled: readonly string[]) {
  const at = name.indexOf(':');
  const before = name.slice(0, Math.max(at, 0));
  if (before.includes('/') || ruled.includes(before))
    return { repository: before, path: name.slice(at + 1), isPlace: true };
  const only = ruled.length === 1 ? ruled[0] : undefined;
  return { repository: repository ?? only, path: name, isPlace: isPath(name) };
}
