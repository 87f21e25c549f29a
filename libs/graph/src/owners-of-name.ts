import type { GraphReader } from '@cairn/contracts';
import { isPath, matchesAll } from './path-pattern.ts';
import { rulesFor } from './path-rule.ts';
import { resolveEntity, type Resolution } from './resolve-entity.ts';
import { whoOwns, type Ownership, type OwnershipQuestion } from './who-owns.ts';

export interface NamedOwnershipQuestion {
  readonly name: string;
  /** Which repository paths belong to; absent: the one that has rules, if there is only one. */
  readonly repository?: string | undefined;
  readonly asOf: number;
  /** How a name is found, where more is known of names than the graph holds. */
  readonly resolve?: (name: string, repository: string | undefined) => Promise<Resolution>;
}

export interface NamedOwnership {
  readonly resolution: Resolution;
  /** Absent when the name is ambiguous, or unknown and no repository's rules can be asked. */
  readonly ownership?: Ownership;
}

/** Finds the owners of a named thing. For a path that nobody listed, the rules of its repository answer; any other name is unknown. */
export async function ownersOfName(reader: GraphReader, asked: NamedOwnershipQuestion): Promise<NamedOwnership> {
  const ruled = await reader.ruledRepositories(REPOSITORIES_MAX);
  const { repository = await soleOwnerOf(reader, asked, ruled), path, isPlace } = placeOf(asked, ruled);
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

/** Repositories whose rules are asked for a path that names none. */
export const REPOSITORIES_MAX = 20;

/** The one repository of several whose rules name an owner of the path, apart from its rule for everything. */
async function soleOwnerOf(
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

/** `repository:path` names both; a name alone stands in the repository that is asked about. */
function placeOf({ name, repository }: NamedOwnershipQuestion, ruled: readonly string[]) {
  const at = name.indexOf(':');
  const before = name.slice(0, Math.max(at, 0));
  if (before.includes('/') || ruled.includes(before))
    return { repository: before, path: name.slice(at + 1), isPlace: true };
  const only = ruled.length === 1 ? ruled[0] : undefined;
  return { repository: repository ?? only, path: name, isPlace: isPath(name) };
}
