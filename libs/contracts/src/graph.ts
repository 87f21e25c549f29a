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
  /** Name in its first spelling. */
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

/** A typed edge. Times are epoch ms; without `validTo` the relation still holds. */
export interface GraphRelation {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  /** Confidence from 0 to 1. */
  readonly confidence: number;
  readonly validFrom?: number;
  readonly validTo?: number;
  /** True when one statement affirms the relation and another denies it, and their times do not decide. */
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

/** A statement that a relation holds, ends or never held. */
export interface Statement {
  readonly from: Mention;
  readonly type: string;
  readonly to: Mention;
  readonly says: 'holds' | 'ends' | 'denies';
  /** Confidence from 0 to 1. */
  readonly confidence: number;
  /** Time of the statement in epoch ms; 0 is unknown. */
  readonly saidAt: number;
  /** Stated period in which the relation holds. */
  readonly validFrom?: number;
  readonly validTo?: number;
  readonly evidence: Evidence;
}

/**
 * Precedence of rules in a repository: `codeowners` takes the last matching pattern; `owners` the folder of the file and those
 * above it; `nearest`, for rules stated outside such a file, the most specific pattern.
 */
export const ruleTools = ['codeowners', 'owners', 'nearest'] as const;
export type RuleTool = (typeof ruleTools)[number];

/** Assigns owners to the paths of a repository that match a pattern. */
export interface PathRule {
  readonly tool: RuleTool;
  readonly repository: string;
  /** Path pattern; for `owners`, the folder of the file. */
  readonly pattern: string;
  /** For `owners` only: the rule covers only paths below the folder that match this pattern. */
  readonly filter?: string;
  /** For `codeowners` of GitLab only: section of the rule; each section decides by its own last matching line. */
  readonly section?: string;
  /** Line of the rule in its file, for tools in which later rules win. */
  readonly order: number;
  /** Entity ids; an empty list ends ownership. */
  readonly owners: readonly string[];
  /** For `owners` only: rules of the folders above do not apply here. */
  readonly endsInheritance?: boolean;
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
}

/** A rule of an ownership file, with the owners as written. */
export interface RuleStatement extends Omit<PathRule, 'owners' | 'evidence'> {
  readonly owners: readonly Mention[];
  readonly evidence: Evidence;
}

/** All statements that a text or a file makes about the graph. */
export interface Statements {
  readonly statements: readonly Statement[];
  readonly rules: readonly RuleStatement[];
  /** Entities that are named without a relation. */
  readonly mentions?: readonly Mention[];
}

export type Direction = 'out' | 'in' | 'both';

export interface NeighbourQuery {
  /** Entity ids, at most 1,000. */
  readonly entities: readonly string[];
  readonly direction: Direction;
  /** Relation types to include; absent means all. */
  readonly types?: readonly string[];
  /** Time in epoch ms at which the relations must hold. */
  readonly asOf: number;
  /** Maximum number of relations for one entity: the most confident first, then by the other end and the type. */
  readonly limitPerEntity: number;
  /** Omits evidence and times, at a fraction of the cost. Some of the relations may no longer hold. */
  readonly isUnproven?: boolean;
}

/** Two entities and the type of their relation. */
export type RelationEnds = Pick<GraphRelation, 'from' | 'type' | 'to'>;

export interface Neighbours {
  readonly relations: readonly GraphRelation[];
  /** Ids of entities that have more relations than the limit. */
  readonly truncated: readonly string[];
}

/** A path in a repository; its root is the empty path. */
export interface RepositoryPlace {
  readonly repository: string;
  readonly path: string;
}

/**
 * Reads for questions about the graph. A reader belongs to one caller, and never returns or counts anything that the caller may
 * not see. All lists are bounded, in an order that depends on the data alone.
 */
export interface GraphReader {
  /** Loads the entities with these ids, as far as they exist. */
  load(ids: readonly string[]): Promise<readonly GraphEntity[]>;
  /** Finds entities with one of these canonical keys. */
  findByKeys(keys: readonly string[]): Promise<readonly GraphEntity[]>;
  /** Finds entities whose name or alias normalises to this. */
  findByName(normalisedName: string, limit: number): Promise<readonly GraphEntity[]>;
  /** Finds entities by many names at once. */
  findByNames(normalisedNames: readonly string[], limit: number): Promise<readonly GraphEntity[]>;
  /** Finds entities that share tokens with the list: most shared first, then those with the fewest other tokens, then by key. */
  findByTokens(tokens: readonly string[], limit: number): Promise<readonly GraphEntity[]>;
  neighbours(query: NeighbourQuery): Promise<Neighbours>;
  /** Loads those of the given relations (at most 1,000) that hold at the time, with their evidence. */
  proven(relations: readonly RelationEnds[], asOf: number): Promise<readonly GraphRelation[]>;
  /** Names of the repositories that have rules. */
  ruledRepositories(limit: number): Promise<readonly string[]>;
  /** Rules that can decide, at a time, about a path of a repository or about paths below it. */
  rules(place: RepositoryPlace, asOf: number): Promise<readonly PathRule[]>;
}
