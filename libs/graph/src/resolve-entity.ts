import { entityTypes, type EntityType, type GraphEntity, type GraphReader } from '@cairn/contracts';
import { contentTokens, canonicalKey, nameTokens, normaliseName } from './entity.ts';

/**
 * The result of resolving a name: one entity, several candidates, or no entity but a list of entities with similar
 * names (`near`).
 */
export type Resolution =
  | { readonly type: 'found'; readonly entity: GraphEntity }
  | { readonly type: 'ambiguous'; readonly candidates: readonly GraphEntity[] }
  | { readonly type: 'unknown'; readonly near: readonly GraphEntity[] };

const CANDIDATES_MAX = 20;
const SIMILAR_NAMES_MAX = 5;

/**
 * Resolves a name as a person writes it: a canonical key (`team:payments`), a name or alias, `name (type)`, `repository:path`, or words
 * that all occur in the name of one entity. Never matches part of a word. A name with a slash (a path or a scoped name) must be complete.
 */
export async function resolveEntity(reader: GraphReader, name: string, repository?: string): Promise<Resolution> {
  const byKey = await reader.findByKeys(keysOf(name, repository));
  if (byKey.length > 0) return resolveCandidates(byKey);
  const { plain, type } = splitTypedName(name.replace(ARTICLE, ''));
  const named = await findNamed(reader, name, undefined);
  if (named.length > 0) return resolveCandidates(named);
  const typed = plain === name ? [] : await findNamed(reader, plain, type);
  if (typed.length > 0) return resolveCandidates(typed);
  const like = await resolveByTokens(reader, plain, type);
  return like.type === 'unknown' && type !== undefined ? resolveByTokens(reader, name, undefined) : like;
}

/** The article of `the zither service`, which is not part of the name. */
const ARTICLE = /^\s*(?:the|our|an?)\s+/iu;

function keysOf(name: string, repository: string | undefined): string[] {
  const [first = '', ...rest] = name.split(':');
  const path = rest.join(':');
  const keys = [canonicalKey({ type: 'path', name, ...(repository === undefined ? {} : { repository }) })];
  if (rest.length > 0) keys.push(canonicalKey({ type: 'path', name: path, repository: first }));
  if (isType(first)) keys.push(`${first}:${normaliseName(path)}`);
  return keys;
}

const isType = (text: string): text is EntityType => (entityTypes as readonly string[]).includes(text);

/** Splits a name from its type: `name (type)`, `zither service`, `zither-service`, `service zither`. */
function splitTypedName(name: string): { plain: string; type: EntityType | undefined } {
  const written = name.trim();
  const [, plain, type = ''] = /^(.+) \((\w+)\)$/u.exec(written) ?? /^(.+)[ -](\p{L}+)$/u.exec(written) ?? [];
  if (plain !== undefined && isType(type.toLowerCase())) return { plain, type: type.toLowerCase() as EntityType };
  const [, first = '', rest] = /^(\p{L}+) (.+)$/u.exec(written) ?? [];
  if (rest !== undefined && isType(first.toLowerCase()))
    return { plain: rest, type: first.toLowerCase() as EntityType };
  return { plain: name, type: undefined };
}

async function findNamed(
  reader: GraphReader,
  name: string,
  type: EntityType | undefined,
): Promise<readonly GraphEntity[]> {
  const found = await reader.findByName(normaliseName(name), CANDIDATES_MAX);
  if (type === undefined) return found;
  const typed = found.filter((entity) => entity.type === type);
  return typed.length > 0 ? typed : found.filter((entity) => entity.type === 'unknown');
}

function resolveCandidates(candidates: readonly GraphEntity[]): Resolution {
  const [only, ...others] = candidates;
  return only && others.length === 0 ? { type: 'found', entity: only } : { type: 'ambiguous', candidates };
}

/**
 * Resolves a name by its words. An entity fits if its name contains all of the words. If exactly one entity fits, it is
 * the result. Entities with only some of the words are listed in `near`.
 */
async function resolveByTokens(reader: GraphReader, name: string, type: EntityType | undefined): Promise<Resolution> {
  const { near, like } = await findByWords(reader, name);
  const fitting = like.filter((entity) => type === undefined || entity.type === type);
  return fitting.length > 0 ? resolveCandidates(fitting) : { type: 'unknown', near: near.slice(0, SIMILAR_NAMES_MAX) };
}

/** Finds the entities whose name or alias contains every word of a name. */
export const findSimilarNames = async (reader: GraphReader, name: string): Promise<readonly GraphEntity[]> =>
  (await findByWords(reader, splitTypedName(name).plain)).like;

async function findByWords(reader: GraphReader, name: string) {
  const tokens = contentTokens(name);
  const near = await reader.findByTokens(tokens, CANDIDATES_MAX);
  return { near, like: name.includes('/') ? [] : near.filter((entity) => hasAllTokens(entity, tokens)) };
}

function hasAllTokens({ name, aliases }: GraphEntity, tokens: readonly string[]): boolean {
  if (tokens.length === 0) return false;
  return [name, ...aliases].some((written) => {
    const has = new Set(nameTokens(written));
    return tokens.every((token) => has.has(token));
  });
}
