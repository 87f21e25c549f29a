import type { GraphEntity } from './entity.ts';
import type { PathRule } from './path-rule.ts';
import type { GraphRelation } from './relation.ts';

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
}

export interface Neighbours {
  readonly relations: readonly GraphRelation[];
  /** Ids of the entities that have more relations than were asked for. */
  readonly truncated: readonly string[];
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
  /** Entities that share tokens with the list, most shared first, then fewest others, then by key. */
  findByTokens(tokens: readonly string[], limit: number): Promise<readonly GraphEntity[]>;
  neighbours(query: NeighbourQuery): Promise<Neighbours>;
  /** Names of repositories that have rules. */
  ruledRepositories(limit: number): Promise<readonly string[]>;
  /** All rules of a repository that hold then. */
  rules(repository: string, asOf: number): Promise<readonly PathRule[]>;
}
