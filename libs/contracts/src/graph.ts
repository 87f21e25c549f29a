/** The types of entities. `unknown` is a name whose type no text says. */
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

/** A node of the graph. `id` is opaque: the store makes it. */
export interface GraphEntity {
  readonly id: string;
  readonly type: EntityType;
  /** The name as it was written first. */
  readonly name: string;
  /** The repository that the path or package belongs to; absent if none is known. */
  readonly repository?: string;
  readonly aliases: readonly string[];
}

/** Evidence of a relation: the item that states it, and the line if it came from a file. */
export interface Evidence {
  readonly memoryId: string;
  readonly repository?: string;
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
}

/** A typed edge. Times are epoch ms; without an end it still holds. */
export interface GraphRelation {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly validFrom?: number;
  readonly validTo?: number;
  /** Whether one statement affirms it and another denies it, and their times do not say which is later. */
  readonly contradicted?: boolean;
  readonly evidence: readonly Evidence[];
}

/** An entity as somebody names it. */
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
  /** 0 to 1. */
  readonly confidence: number;
  /** When it was stated, epoch ms; 0 is unknown. */
  readonly saidAt: number;
  /** From when and until when it holds, if that is stated. */
  readonly validFrom?: number;
  readonly validTo?: number;
  readonly evidence: Evidence;
}

/**
 * How the rules of a repository decide: `codeowners` by the last matching pattern; `owners` by the folder of the file and those
 * above it; `nearest`, for rules that are stated outside such a file, by the most specific pattern.
 */
export const ruleTools = ['codeowners', 'owners', 'nearest'] as const;
export type RuleTool = (typeof ruleTools)[number];

/** The owners of the paths of a repository that a pattern matches. */
export interface PathRule {
  readonly tool: RuleTool;
  readonly repository: string;
  /** A pattern; for `owners`, the folder of the file. */
  readonly pattern: string;
  /** For `owners` only: the rule covers only paths below the folder that match this pattern. */
  readonly filter?: string;
  /** For `codeowners` of GitLab only: each section decides by its own last matching line. */
  readonly section?: string;
  /** The line of the rule in its file: a later rule wins if the tool says so. */
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

/** Everything that a text or a file states about a graph. */
export interface Statements {
  readonly statements: readonly Statement[];
  readonly rules: readonly RuleStatement[];
  /** Entities that are only named. */
  readonly mentions?: readonly Mention[];
}

export type Direction = 'out' | 'in' | 'both';

export interface NeighbourQuery {
  /** At most 1,000 entity ids. */
  readonly entities: readonly string[];
  readonly direction: Direction;
  /** Only these relation types; absent means all. */
  readonly types?: readonly string[];
  /** Only relations that hold at this time, epoch ms. */
  readonly asOf: number;
  /** The most relations for one entity: the most confident first, then by the other end and the type. */
  readonly limitPerEntity: number;
  /** Relations without evidence and times, at a fraction of the cost. Some of them may no longer hold. */
  readonly isUnproven?: boolean;
}

/** Two entities and their relation. */
export type RelationEnds = Pick<GraphRelation, 'from' | 'type' | 'to'>;

export interface Neighbours {
  readonly relations: readonly GraphRelation[];
  /** Ids of the entities that have more relations than the limit. */
  readonly truncated: readonly string[];
}

/** A path of a repository; its root is the empty path. */
export interface RepositoryPlace {
  readonly repository: string;
  readonly path: string;
}

/**
 * The reads that questions about a graph need. A reader is made for one caller, and never contains or counts what that caller may
 * not see. All lists are bounded, in an order that depends on the data alone.
 */
export interface GraphReader {
  /** The entities among these ids that exist. */
  load(ids: readonly string[]): Promise<readonly GraphEntity[]>;
  /** Entities with one of these canonical keys. */
  findByKeys(keys: readonly string[]): Promise<readonly GraphEntity[]>;
  /** Entities whose name or alias normalises to this. */
  findByName(normalisedName: string, limit: number): Promise<readonly GraphEntity[]>;
  /** The same for many names at once. */
  findByNames(normalisedNames: readonly string[], limit: number): Promise<readonly GraphEntity[]>;
  /** Entities that share tokens with the list: most shared first, then those with the fewest other tokens, then by key. */
  findByTokens(tokens: readonly string[], limit: number): Promise<readonly GraphEntity[]>;
  neighbours(query: NeighbourQuery): Promise<Neighbours>;
  /** The relations among these, at most 1,000, that hold at the time, with their evidence. */
  proven(relations: readonly RelationEnds[], asOf: number): Promise<readonly GraphRelation[]>;
  /** The names of the repositories that have rules. */
  ruledRepositories(limit: number): Promise<readonly string[]>;
  /** The rules that can decide, at a time, about a path of a repository or about what is below it. */
  rules(place: RepositoryPlace, asOf: number): Promise<readonly PathRule[]>;
}
