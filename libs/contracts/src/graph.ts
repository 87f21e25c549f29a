/** Types of entities. `unknown` is a name whose type no text states. */
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

/** A node of the graph. `id` is opaque; the store assigns it. */
export interface GraphEntity {
  readonly id: string;
  readonly type: EntityType;
  /** Name in the spelling that was stored first. */
  readonly name: string;
  /** Repository of the path or package; absent if unknown. */
  readonly repository?: string;
  readonly aliases: readonly string[];
}

/** Evidence of a relation: the item that states it, and the line if it came from a file. */
export interface Evidence {
  readonly memoryId: string;
  readonly repository?: string;
  readonly path?: string;
  /** Line number, counted from 1. */
  readonly line?: number;
}

/** A typed edge. Times are epoch ms; without `validTo` the relation is still valid. */
export interface GraphRelation {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  /** Confidence from 0 to 1. */
  readonly confidence: number;
  readonly validFrom?: number;
  readonly validTo?: number;
  /**
   * True if one statement affirms the relation, another denies it, and the times of both do not show which statement is
   * current.
   */
  readonly contradicted?: boolean;
  readonly evidence: readonly Evidence[];
}

/** A reference to an entity by name, as found in a text. */
export interface Mention {
  readonly type: EntityType;
  readonly name: string;
  readonly repository?: string;
  readonly aliases?: readonly string[];
}

/** A statement that a relation is valid, has ended or was never valid. */
export interface Statement {
  readonly from: Mention;
  readonly type: string;
  readonly to: Mention;
  readonly says: 'holds' | 'ends' | 'denies';
  /** Confidence from 0 to 1. */
  readonly confidence: number;
  /** Time at which the statement was made, in epoch ms; 0 if unknown. */
  readonly saidAt: number;
  /** Period for which the statement says that the relation is valid. */
  readonly validFrom?: number;
  readonly validTo?: number;
  readonly evidence: Evidence;
}

/**
 * Ways to choose which rule of a repository decides. `codeowners`: the last matching pattern. `owners`: the files in
 * the folder of a path and in the folders above. `nearest`, for rules outside such files: the most specific pattern.
 */
export const ruleTools = ['codeowners', 'owners', 'nearest'] as const;
export type RuleTool = (typeof ruleTools)[number];

/** Assigns owners to the paths of a repository that match a pattern. */
export interface PathRule {
  readonly tool: RuleTool;
  readonly repository: string;
  /** Path pattern; for `owners`, the folder of the file. */
  readonly pattern: string;
  /** For `owners` only: limits the rule to those paths below the folder that match this pattern. */
  readonly filter?: string;
  /** For `codeowners` of GitLab only: the section of the rule. In each section, the last matching line decides. */
  readonly section?: string;
  /** Line of the rule in its file, for tools in which the last matching rule decides. */
  readonly order: number;
  /** Ids of the owning entities; an empty list means that nobody owns the paths. */
  readonly owners: readonly string[];
  /** For `owners` only: whether rules of the folders above do not apply here. */
  readonly endsInheritance?: boolean;
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
}

/** A rule of an ownership file, with its owners as the file names them. */
export interface RuleStatement extends Omit<PathRule, 'owners' | 'evidence'> {
  readonly owners: readonly Mention[];
  readonly evidence: Evidence;
}

/** All statements that a text or a file makes about the graph. */
export interface Statements {
  readonly statements: readonly Statement[];
  readonly rules: readonly RuleStatement[];
  /** Entities that the text names without stating a relation. */
  readonly mentions?: readonly Mention[];
}

export type Direction = 'out' | 'in' | 'both';

export interface NeighbourQuery {
  /** Entity ids, at most 1,000. */
  readonly entities: readonly string[];
  readonly direction: Direction;
  /** Relation types to include; absent means all. */
  readonly types?: readonly string[];
  /** Time in epoch ms at which the relations must be valid. */
  readonly asOf: number;
  /**
   * The most relations of one entity. Relations with the highest confidence come first; equally confident relations are
   * ordered by the entity at the other end, then by type.
   */
  readonly limitPerEntity: number;
  /**
   * Whether to leave out evidence and times, so that the query costs a fraction. Some of the returned relations may
   * then be no longer valid.
   */
  readonly isUnproven?: boolean;
}

/** Two entities and the type of their relation. */
export type RelationEnds = Pick<GraphRelation, 'from' | 'type' | 'to'>;

export interface Neighbours {
  readonly relations: readonly GraphRelation[];
  /** Ids of the entities that have more relations than `limitPerEntity`. */
  readonly truncated: readonly string[];
}

/** A path in a repository; the empty path is the root. */
export interface RepositoryPlace {
  readonly repository: string;
  readonly path: string;
}

/**
 * Answers questions about the graph for one caller. Never returns or counts anything that the caller may not see. All
 * lists are bounded, and their order depends only on the data.
 */
export interface GraphReader {
  /** Loads the entities with these ids; unknown ids are left out. */
  load(ids: readonly string[]): Promise<readonly GraphEntity[]>;
  /** Finds the entities that have one of these canonical keys. */
  findByKeys(keys: readonly string[]): Promise<readonly GraphEntity[]>;
  /** Finds the entities with this normalised name or alias. */
  findByName(normalisedName: string, limit: number): Promise<readonly GraphEntity[]>;
  /** Does the same as `findByName` for many names in one query. */
  findByNames(normalisedNames: readonly string[], limit: number): Promise<readonly GraphEntity[]>;
  /**
   * Finds entities whose names share tokens with the list. Names that share the most tokens come first, then names with
   * the fewest other tokens; names that are equal in both are ordered by key.
   */
  findByTokens(tokens: readonly string[], limit: number): Promise<readonly GraphEntity[]>;
  neighbours(query: NeighbourQuery): Promise<Neighbours>;
  /** Loads, with their evidence, those of the given relations (at most 1,000) that are valid at a time. */
  proven(relations: readonly RelationEnds[], asOf: number): Promise<readonly GraphRelation[]>;
  /** Names of the repositories that have rules. */
  ruledRepositories(limit: number): Promise<readonly string[]>;
  /** Loads the rules that can decide, at a time, who owns a path or the paths below it. */
  rules(place: RepositoryPlace, asOf: number): Promise<readonly PathRule[]>;
}
