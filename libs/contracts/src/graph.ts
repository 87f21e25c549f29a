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

/** A thing that relations join. `id` is opaque: a store gives it. */
export interface GraphEntity {
  readonly id: string;
  readonly type: EntityType;
  /** The name as it was first written. */
  readonly name: string;
  /** The repository whose paths and packages it is among; absent: none is known. */
  readonly repository?: string;
  readonly aliases: readonly string[];
}

/** Where a relation is said: the item that says it, and the file's line where it came from one. */
export interface Evidence {
  readonly memoryId: string;
  readonly repository?: string;
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
}

/** A typed edge. Times are epoch ms; an absent end means that it still holds. */
export interface GraphRelation {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly validFrom?: number;
  readonly validTo?: number;
  /** Whether one statement affirms and another denies it, and their times do not say which is later. */
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

/** That a relation holds, ends or never held, as one item or one line says. */
export interface Statement {
  readonly from: Mention;
  readonly type: string;
  readonly to: Mention;
  readonly says: 'holds' | 'ends' | 'denies';
  /** 0 to 1. */
  readonly confidence: number;
  /** When it was said, epoch ms; 0 is unknown. */
  readonly saidAt: number;
  /** From when and until when it holds, where that is said. */
  readonly validFrom?: number;
  readonly validTo?: number;
  readonly evidence: Evidence;
}

/**
 * How the rules of one repository decide: `codeowners` by the last matching pattern, `owners` by the folder of the file and
 * those above it, `nearest` by the pattern that says most, for rules that are said and stand in no file.
 */
export const ruleTools = ['codeowners', 'owners', 'nearest'] as const;
export type RuleTool = (typeof ruleTools)[number];

/** Who answers for the paths of a repository that a pattern matches. */
export interface PathRule {
  readonly tool: RuleTool;
  readonly repository: string;
  /** Of `owners` the folder of the file, else a pattern. */
  readonly pattern: string;
  /** Of `owners`: only paths below the folder that this pattern matches. */
  readonly filter?: string;
  /** Where the rule stands in its file: the later wins where the tool says so. */
  readonly order: number;
  /** Entity ids; none ends ownership. */
  readonly owners: readonly string[];
  /** Of `owners`: what stands in folders above does not reach here. */
  readonly endsInheritance?: boolean;
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
}

/** A rule of an ownership file, before its owners are entities. */
export interface RuleStatement extends Omit<PathRule, 'owners' | 'evidence'> {
  readonly owners: readonly Mention[];
  readonly evidence: Evidence;
}

/** Everything that a text or a file says about a graph. */
export interface Statements {
  readonly statements: readonly Statement[];
  readonly rules: readonly RuleStatement[];
  /** Entities that are named and of which nothing else is said. */
  readonly mentions?: readonly Mention[];
}

export type Direction = 'out' | 'in' | 'both';

export interface NeighbourQuery {
  /** At most 1,000 entity ids. */
  readonly entities: readonly string[];
  readonly direction: Direction;
  /** Only these relation types; absent: all. */
  readonly types?: readonly string[];
  /** Only what holds then, in epoch ms. */
  readonly asOf: number;
  /** At most so many relations of one entity, the most confident first, then by other end, type. */
  readonly limitPerEntity: number;
  /** Unproven relations, which cost a fraction: without evidence and times, and some among them may hold no longer. */
  readonly isUnproven?: boolean;
}

/** Two entities and how they are related. */
export type RelationEnds = Pick<GraphRelation, 'from' | 'type' | 'to'>;

export interface Neighbours {
  readonly relations: readonly GraphRelation[];
  /** Ids of the entities that have more relations than were asked for. */
  readonly truncated: readonly string[];
}

/** A path of a repository; its root is the empty path. */
export interface RepositoryPlace {
  readonly repository: string;
  readonly path: string;
}

/**
 * What questions read of a graph. A reader is made for one caller: what that caller may not see is not in it, in no count
 * either. All lists are bounded and in an order that depends on nothing but the data.
 */
export interface GraphReader {
  /** Those of the ids that exist. */
  load(ids: readonly string[]): Promise<readonly GraphEntity[]>;
  /** Entities with one of these canonical keys. */
  findByKeys(keys: readonly string[]): Promise<readonly GraphEntity[]>;
  /** Entities whose name or alias is normalised to this one. */
  findByName(normalisedName: string, limit: number): Promise<readonly GraphEntity[]>;
  /** The same for each of many names at once. */
  findByNames(normalisedNames: readonly string[], limit: number): Promise<readonly GraphEntity[]>;
  /** Entities that share tokens with the list, most shared first, then fewest others, then by key. */
  findByTokens(tokens: readonly string[], limit: number): Promise<readonly GraphEntity[]>;
  neighbours(query: NeighbourQuery): Promise<Neighbours>;
  /** Those of at most 1,000 relations that hold then, with their evidence. */
  proven(relations: readonly RelationEnds[], asOf: number): Promise<readonly GraphRelation[]>;
  /** Names of repositories that have rules. */
  ruledRepositories(limit: number): Promise<readonly string[]>;
  /** The rules that can decide then about a path of a repository or about what is below it. */
  rules(place: RepositoryPlace, asOf: number): Promise<readonly PathRule[]>;
}
