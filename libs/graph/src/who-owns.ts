import type { Evidence, GraphEntity, GraphReader, GraphRelation, PathRule, RepositoryPlace } from '@cairn/contracts';
import { normalisePath } from './entity.ts';
import { rulesFor } from './path-rule.ts';
import { matchesAll, matchesPath } from './path-pattern.ts';
import { LOCATED_IN, owningTypes, teamTypes, type OwningType } from './relation.ts';

/**
 * The source of an owner: a relation of the entity itself (`direct`), a rule for its path (`rule`), or an owning team
 * or a rule of a folder further up (`chain`).
 */
type OwnerSource = 'direct' | 'rule' | 'chain';

export interface Owner {
  readonly entity: GraphEntity;
  readonly relationType: string;
  readonly how: OwnerSource;
  /** Certainty, 0 to 1. */
  readonly confidence: number;
  /** The team, or the pattern of the rule, through which the entity is an owner. Absent if `how` is `direct`. */
  readonly via?: string;
  /**
   * The period in which the relation is valid, if it is known; epoch ms. Relations that ended before the time of the
   * question are left out.
   */
  readonly validFrom?: number;
  readonly validTo?: number;
  /** Whether a second statement denies the relation, and it is unknown which of the two statements is later. */
  readonly contradicted?: boolean;
  readonly evidence: readonly Evidence[];
}

/** A rule for a path below the folder in question that names different owners. */
interface DifferingRule {
  readonly pattern: string;
  readonly owners: readonly GraphEntity[];
}

export interface Ownership {
  /** Most confident first. There is one row for each pair of owner and relation type. */
  readonly owners: readonly Owner[];
  readonly authors: readonly Owner[];
  /** The things that the entity itself owns or wrote. */
  readonly owned: readonly Owner[];
  readonly below: readonly DifferingRule[];
  /** Whether an ownership file decides who owns the place. It may decide that nobody does. */
  readonly isRuled: boolean;
  readonly truncated: boolean;
}

export interface OwnershipQuestion {
  /** Absent if the name is unknown, so that only rules can answer. */
  readonly entity: GraphEntity | undefined;
  /** The path in question, if the question gives one. */
  readonly path?: string;
  readonly repository?: string;
  readonly asOf: number;
}

const RELATIONS_MAX = 500;
const CHAIN_OWNERS_MAX = 20;
const RULES_BELOW_MAX = 20;
/**
 * The factor of confidence for an owner by a rule. A rule says less about a path than a statement about the path
 * itself.
 */
const RULE_SHARE = 0.95;
/**
 * The factor of confidence for an owner by a rule that matches every path. Code hosts use such a rule for default reviewers, who are
 * seldom owners.
 */
const CATCH_ALL_SHARE = 0.3;
/**
 * The factor of confidence for a rule from a folder further up than the nearest rule, applied once for each folder
 * between the two.
 */
const PARENT_FOLDER_SHARE = 0.8;

const owningTypeByName = new Map(owningTypes.map((row) => [row.type, row]));

/** Finds the owners of an entity: direct owners, owners by the rules of its repository, and the leaders and members of owning teams. */
export async function whoOwns(reader: GraphReader, question: OwnershipQuestion): Promise<Ownership> {
  const [incoming, outgoing] = await Promise.all([
    readOwningRelations(reader, question, 'in'),
    readOwningRelations(reader, question, 'out'),
  ]);
  const said = await ownersOf(reader, incoming.relations, 'from');
  const ruled = await findRuledOwners(reader, question, said.filter(isOwner));
  const direct = said.filter((owner) => isOwner(owner) && !(ruled.isDecided && isFromFile(owner)));
  const first = mergeOwners([...direct, ...ruled.owners]);
  const chained = await findTeamMembers(reader, first, question.asOf);
  const owned = await ownersOf(reader, outgoing.relations, 'to');
  return {
    owners: mergeOwners([...first, ...chained]),
    authors: mergeOwners(said.filter((owner) => !isOwner(owner))),
    owned: mergeOwners(owned),
    below: ruled.below,
    isRuled: ruled.isDecided,
    truncated: incoming.truncated.length > 0 || outgoing.truncated.length > 0,
  };
}

const readOwningRelations = async (
  reader: GraphReader,
  { entity, asOf }: OwnershipQuestion,
  direction: 'in' | 'out',
) =>
  entity
    ? reader.neighbours({
        entities: [entity.id],
        direction,
        types: owningTypes.map(({ type }) => type),
        asOf,
        limitPerEntity: RELATIONS_MAX,
      })
    : { relations: [], truncated: [] };

/**
 * Whether all statements about the owner come from files. Such an owner is dropped if rules decide, since the rules
 * know which line of a file applies.
 */
const isFromFile = ({ evidence }: Owner) => evidence.length > 0 && evidence.every(({ path }) => path !== undefined);

const isOwner = ({ relationType }: Owner) => owningTypeByName.get(relationType)?.role === 'owner';

async function ownersOf(
  reader: GraphReader,
  relations: readonly GraphRelation[],
  end: 'from' | 'to',
): Promise<Owner[]> {
  const entities = await entitiesById(
    reader,
    relations.map((relation) => relation[end]),
  );
  return relations.flatMap((relation): Owner[] => {
    const entity = entities.get(relation[end]);
    const row: OwningType | undefined = owningTypeByName.get(relation.type);
    if (!entity || !row) return [];
    return [{ entity, how: 'direct', ...rowFieldsOf(relation), confidence: productOf(relation.confidence, row.share) }];
  });
}

const rowFieldsOf = ({ type, validFrom, validTo, contradicted, evidence }: GraphRelation) => ({
  relationType: type,
  ...(validFrom !== undefined && { validFrom }),
  ...(validTo !== undefined && { validTo }),
  ...(contradicted && { contradicted }),
  evidence,
});

interface RuledOwnership {
  /** Whether an ownership file decides who owns the place. It may decide that nobody does. */
  readonly isDecided: boolean;
  readonly owners: readonly Owner[];
  readonly below: readonly DifferingRule[];
}

/**
 * Finds the owners by the rules for the place of the entity. An entity without a place and without an owner is looked
 * up by the path in question. If the question gives no path, a package is looked up by its name as a path at the root.
 */
async function findRuledOwners(
  reader: GraphReader,
  question: OwnershipQuestion,
  said: readonly Owner[],
): Promise<RuledOwnership> {
  const places = await findPlaces(reader, question);
  const { entity, repository, path = entity?.type === 'package' ? entity.name : undefined } = question;
  if (places.length === 0 && said.length === 0 && repository !== undefined && path !== undefined)
    places.push({ repository, path });
  const ruled = await Promise.all(places.map((place) => findOwnersAt(reader, place, question.asOf)));
  return {
    isDecided: ruled.some(({ isDecided }) => isDecided),
    owners: ruled.flatMap(({ owners }) => owners),
    below: ruled.flatMap(({ below }) => below),
  };
}

async function findPlaces(
  reader: GraphReader,
  { entity, path, repository, asOf }: OwnershipQuestion,
): Promise<RepositoryPlace[]> {
  const home = entity?.repository ?? repository;
  if (home === undefined) return [];
  if (entity?.type === 'path') return [{ repository: home, path: entity.name }];
  if (!entity) return path === undefined ? [] : [{ repository: home, path }];
  const types = [LOCATED_IN];
  const query = { entities: [entity.id], direction: 'out', types, asOf, limitPerEntity: 10 } as const;
  const { relations } = await reader.neighbours(query);
  const folders = await reader.load(relations.map(({ to }) => to));
  return folders.map((folder) => ({ repository: folder.repository ?? home, path: folder.name }));
}

async function findOwnersAt(
  reader: GraphReader,
  { repository, path }: RepositoryPlace,
  asOf: number,
): Promise<RuledOwnership> {
  const rules = await reader.rules({ repository, path }, asOf);
  const applied = rulesFor(path, rules);
  const differing = rulesBelow(path, rules, new Set(applied.map(({ rule }) => rule)));
  const ids = [...applied.map(({ rule }) => rule), ...differing].flatMap(({ owners }) => owners);
  const entities = await entitiesById(reader, ids);
  const owners = applied.flatMap(({ rule, above }) =>
    rule.owners.flatMap((id): Owner[] => {
      const entity = entities.get(id);
      if (!entity) return [];
      const share = matchesAll(rule.pattern) ? CATCH_ALL_SHARE : RULE_SHARE;
      const confidence = productOf(rule.confidence, share, PARENT_FOLDER_SHARE ** above);
      const how = above > 0 ? 'chain' : 'rule';
      return [{ entity, relationType: 'owns', how, confidence, via: rule.pattern, evidence: rule.evidence }];
    }),
  );
  const named = (rule: PathRule) => rule.owners.flatMap((id) => entities.get(id) ?? []);
  const isDecided = applied.some(({ rule }) => rule.tool !== 'nearest');
  return { isDecided, owners, below: differing.map((rule) => ({ pattern: rule.pattern, owners: named(rule) })) };
}

function rulesBelow(path: string, rules: readonly PathRule[], applied: ReadonlySet<PathRule>): PathRule[] {
  const folder = normalisePath(path);
  const isBelow = (rule: PathRule) =>
    folder !== '' && !applied.has(rule) && normalisePath(rule.pattern).startsWith(`${folder}/`);
  return rules.filter((rule) => isBelow(rule) && !matchesPath(rule.pattern, folder)).slice(0, RULES_BELOW_MAX);
}

/**
 * Finds the leaders and members of the owning teams. The search is not transitive: the owner of an owner is not an
 * owner.
 */
async function findTeamMembers(reader: GraphReader, owners: readonly Owner[], asOf: number): Promise<Owner[]> {
  const teams = new Map(owners.slice(0, CHAIN_OWNERS_MAX).map((owner) => [owner.entity.id, owner]));
  const shares = new Map(teamTypes.map(({ type, share }) => [type, share]));
  const entities = [...teams.keys()];
  if (entities.length === 0) return [];
  const types = [...shares.keys()];
  const { relations } = await reader.neighbours({ entities, direction: 'in', types, asOf, limitPerEntity: 50 });
  const people = await entitiesById(
    reader,
    relations.map(({ from }) => from),
  );
  return relations.flatMap((relation): Owner[] => {
    const entity = people.get(relation.from);
    const team = teams.get(relation.to);
    if (!entity || !team) return [];
    const confidence = productOf(team.confidence, relation.confidence, shares.get(relation.type) ?? 0);
    return [{ entity, how: 'chain', via: team.entity.name, ...rowFieldsOf(relation), confidence }];
  });
}

async function entitiesById(reader: GraphReader, ids: readonly string[]): Promise<Map<string, GraphEntity>> {
  const found = await reader.load([...new Set(ids)]);
  return new Map(found.map((entity) => [entity.id, entity]));
}

const rankBySource: Record<OwnerSource, number> = { direct: 0, rule: 1, chain: 2 };

/**
 * Merges rows with the same owner and relation type. The most direct row is kept, then the most confident. The evidence
 * of rows with the same source is joined.
 */
function mergeOwners(owners: readonly Owner[]): Owner[] {
  const byKey = new Map<string, Owner>();
  const direct = new Set(owners.filter(({ how }) => how !== 'chain').map(({ entity }) => entity.id));
  for (const owner of [...owners].sort(compareByDirectness)) {
    if (owner.how === 'chain' && direct.has(owner.entity.id)) continue;
    const key = owner.how === 'chain' ? owner.entity.id : JSON.stringify([owner.entity.id, owner.relationType]);
    const known = byKey.get(key);
    if (!known) byKey.set(key, owner);
    else if (known.how === owner.how)
      byKey.set(key, { ...known, evidence: mergeEvidence(known.evidence, owner.evidence) });
  }
  return [...byKey.values()].sort(compareByConfidence);
}

const compareByName = (a: Owner, b: Owner) =>
  a.entity.name < b.entity.name ? -1 : a.entity.name > b.entity.name ? 1 : 0;
/** Multiplies confidences and rounds to three decimals, since confidences are estimates. */
const productOf = (...shares: readonly number[]): number =>
  Number(shares.reduce((all, share) => all * share, 1).toFixed(3));

const compareByConfidence = (a: Owner, b: Owner) =>
  b.confidence - a.confidence || compareBySource(a, b) || compareByName(a, b);
const compareBySource = (a: Owner, b: Owner) => rankBySource[a.how] - rankBySource[b.how];
const compareByDirectness = (a: Owner, b: Owner) =>
  compareBySource(a, b) || b.confidence - a.confidence || compareByName(a, b);

function mergeEvidence(left: readonly Evidence[], right: readonly Evidence[]): Evidence[] {
  const keyOf = ({ memoryId, path, line }: Evidence) => JSON.stringify([memoryId, path, line]);
  return [...new Map([...left, ...right].map((one) => [keyOf(one), one])).values()];
}
