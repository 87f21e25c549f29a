import { z } from 'zod';
import { RelationType } from './declarations.ts';
import { entityTypes } from './graph.ts';
import { MemoryId } from './ids.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { boundedText, EpochMs, Name, Store, TimeUntil } from './vocabulary.ts';

const EntityName = boundedText(limits.entityRef).describe(
  'Name or alias, type:name, repository:path, or words of the name',
);

const questionFields = {
  channel: Name.optional().describe('Required for items of a peer channel'),
  asOf: TimeUntil.optional().describe('Time of the answer: epoch ms, ISO 8601 with zone, day or month; now by default'),
  repository: boundedText(limits.repository)
    .optional()
    .describe('Repository of a path; not needed if only one is known'),
};

const unitInterval = z.number().min(0).max(1);

export const GraphNode = z
  .object({
    label: z.string(),
    nodeType: z.enum(entityTypes),
    key: z.string().describe('Names it and nothing else, in every question'),
    repository: z.string().optional(),
  })
  .meta({ id: 'GraphNode' });
export type GraphNode = z.infer<typeof GraphNode>;

/** Memories that mention something for which the graph has no relation. */
export const NamedElsewhere = z
  .object({
    count: z.number().int().min(0).describe('Memories that name it'),
    isMore: z.boolean().describe('There are more than were counted'),
    quotes: z
      .array(
        z.object({
          memoryId: MemoryId,
          title: z.string(),
          text: z.string().describe('The sentence that names it, word for word'),
          at: EpochMs,
          by: z.string().nullable(),
          people: z.array(z.string()).describe('Whom the sentence or title names: quotations, no owners'),
        }),
      )
      .describe('Some of them, the best first'),
    degraded: z.boolean().optional().describe('Recall did not answer'),
    pending: z
      .literal(true)
      .optional()
      .describe('The graph has not read some memories yet, which may state more. Absent: none of the older that wait'),
  })
  .meta({ id: 'NamedElsewhere' });
export type NamedElsewhere = z.infer<typeof NamedElsewhere>;

const resolutions = ['found', 'rules', 'ambiguous', 'unknown'] as const;

/** Result of resolving a name in a question to an entity. */
export const NamedNode = z
  .object({
    name: z.string().describe('Name from the request'),
    resolution: z
      .enum(resolutions)
      .describe(
        'rules: nothing has this name, and the rules of the repository answer for it as a path; ambiguous: several fit, and none was guessed',
      ),
    node: GraphNode.optional(),
    candidates: z.array(GraphNode).describe('Where several fit: ask with the key of one'),
    near: z.array(GraphNode).describe('Where none fits: names that share words'),
    elsewhere: NamedElsewhere.optional().describe('Where the graph does not answer: the memories that name it'),
  })
  .meta({ id: 'NamedNode' });
export type NamedNode = z.infer<typeof NamedNode>;

/** Source of a statement: the memory, and the line of a file if it came from one. */
const GraphEvidence = z
  .object({
    memoryId: MemoryId,
    repository: z.string().optional(),
    path: z.string().optional(),
    line: z.number().int().min(1).optional(),
  })
  .meta({ id: 'GraphEvidence' });

const evidenceFields = {
  evidenceMemoryIds: z.array(MemoryId).describe('Memories that say so, some where there are many'),
  evidence: z.array(GraphEvidence).describe('The same with the line of the file, where it was read in one'),
};

const edge = {
  relationType: z.string(),
  confidence: unitInterval,
  validFrom: EpochMs.optional(),
  validTo: EpochMs.optional(),
  contradicted: z.boolean().optional().describe('Another memory denies it, and nothing says which is later'),
};

const Owner = GraphNode.extend({
  ...edge,
  how: z
    .enum(['direct', 'rule', 'chain'])
    .describe('direct: said of the entity itself; rule: of its path; chain: through another owner'),
  via: z.string().optional().describe('The pattern, or the owner, through which it is one'),
  ...evidenceFields,
}).meta({ id: 'GraphOwner' });

export const OwnersRequest = z
  .strictObject({
    entity: EntityName,
    relation: RelationType.optional().describe('owns, leads, approves, on_call_for ...; any by default'),
    ...questionFields,
  })
  .meta({ id: 'OwnersRequest' });
export type OwnersRequest = z.infer<typeof OwnersRequest>;

export const OwnersResponse = z
  .object({
    entity: z.string().describe('Name from the request'),
    named: NamedNode,
    owners: z.array(Owner).describe('One row each, most confident first'),
    authors: z.array(Owner).describe('Authors, who are not owners'),
    ownedBy: z.array(Owner).describe('Things that the entity itself owns'),
    namesakes: z
      .array(z.object({ node: GraphNode, owners: z.array(GraphNode) }))
      .describe('Where it has no owner: things whose names hold its words, with their owners'),
    below: z
      .array(z.object({ pattern: z.string(), owners: z.array(GraphNode) }))
      .describe('For a folder: paths below it with other owners'),
    answered: z
      .object({
        asked: z.string(),
        by: z.array(z.string()).describe('Empty: nothing stands in it, nor in what may stand in for it'),
      })
      .optional()
      .describe('Where one relation was asked for: by which relations the rows of owners answer'),
    quotes: z
      .array(z.object({ memoryId: MemoryId, text: z.string(), at: EpochMs, by: z.string().nullable() }))
      .optional()
      .describe('Sentences that name the related things, verbatim'),
    truncated: z.boolean(),
  })
  .meta({ id: 'OwnersResponse' });
export type OwnersResponse = z.infer<typeof OwnersResponse>;

const Relation = z
  .object({
    fromLabel: z.string(),
    toLabel: z.string(),
    fromKey: z.string(),
    toKey: z.string(),
    ...edge,
    ...evidenceFields,
  })
  .meta({ id: 'GraphRelation' });
export type ShownRelation = z.infer<typeof Relation>;

export const ConnectionRequest = z
  .strictObject({ entityA: EntityName, entityB: EntityName, ...questionFields })
  .meta({ id: 'ConnectionRequest' });
export type ConnectionRequest = z.infer<typeof ConnectionRequest>;

const outcomes = ['connected', 'not-connected', 'not-within-limits', 'unresolved'] as const;

export const ConnectionResponse = z
  .object({
    entityA: z.string(),
    entityB: z.string(),
    namedA: NamedNode,
    namedB: NamedNode,
    outcome: z
      .enum(outcomes)
      .describe(
        'not-connected: everything that either reaches was read; not-within-limits: no path of six hops was found within the limits; unresolved: a name is unknown or ambiguous',
      ),
    directRelations: z.array(Relation),
    indirectPaths: z
      .array(
        z.object({
          type: z.string().describe('The way, with the direction of each relation: A_to_X_to_B, A_from_X_to_B'),
          viaLabel: z.string(),
          viaNodeType: z.enum(entityTypes),
          path: z.object({ first: Relation, second: Relation }).describe('The first two of its relations'),
          hops: z.array(Relation),
          score: unitInterval.describe('The product of the confidences, times .8 for each hop after the first'),
        }),
      )
      .describe('Paths of two hops and more: the shortest first, then by score'),
    supportingMemories: z.array(z.object({ memoryId: MemoryId, title: z.string(), store: Store })),
    truncated: z.boolean(),
  })
  .meta({ id: 'ConnectionResponse' });
export type ConnectionResponse = z.infer<typeof ConnectionResponse>;

const { min, max } = limits.dependencyDepth;

export const DependenciesRequest = z
  .strictObject({
    entity: EntityName,
    maxDepth: z.number().int().min(min).max(max).default(3).describe('Levels at most'),
    direction: z
      .enum(['depends_on', 'needed_by'])
      .default('depends_on')
      .describe('depends_on: what it needs; needed_by: what breaks with it'),
    relationTypes: z
      .array(RelationType)
      .min(1)
      .max(limits.filterValues.max)
      .optional()
      .describe('Relations to follow; depends_on alone by default'),
    ...questionFields,
  })
  .meta({ id: 'DependenciesRequest' });
export type DependenciesRequest = z.infer<typeof DependenciesRequest>;

const DependencyRow = GraphNode.extend({
  depth: z.number().int().min(1),
  parent: z.string().describe('The key of what it was found through'),
  path: z.array(z.string()).describe('Keys of the path to it, from the queried thing to itself'),
  ...edge,
  ...evidenceFields,
}).meta({ id: 'DependencyRow' });

export interface DependencyBranch {
  readonly label: string;
  readonly key: string;
  readonly children: readonly DependencyBranch[];
}
export const DependencyBranch: z.ZodType<DependencyBranch> = z
  .object({
    label: z.string(),
    key: z.string(),
    get children() {
      return z.array(DependencyBranch);
    },
  })
  .meta({ id: 'DependencyBranch' });

export const DependenciesResponse = z
  .object({
    entity: z.string(),
    named: NamedNode,
    direction: z.enum(['depends_on', 'needed_by']),
    chain: z.array(DependencyRow).describe('Each once, at its shortest depth, breadth first'),
    tree: z.array(DependencyBranch).describe('The same as a tree'),
    cycles: z.array(z.array(z.string())).describe('Labels of closed ways, in order'),
    totalNodes: z.number().int(),
    truncated: z.boolean(),
    leftOut: z
      .object({ reason: z.enum(['nodes', 'relations', 'depth']), atLeast: z.number().int() })
      .optional()
      .describe('Why it is not all, and how many more there are at least'),
  })
  .meta({ id: 'DependenciesResponse' });
export type DependenciesResponse = z.infer<typeof DependenciesResponse>;

export const ExploreRequest = z
  .strictObject({
    entity: EntityName,
    depth: z
      .number()
      .int()
      .min(limits.exploreDepth.min)
      .max(limits.exploreDepth.max)
      .default(1)
      .describe('Hops at most'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(limits.exploreNodes.max)
      .default(limits.exploreNodes.max)
      .describe('Entities at most'),
    ...questionFields,
  })
  .meta({ id: 'ExploreRequest' });
export type ExploreRequest = z.infer<typeof ExploreRequest>;

export const ExploreResponse = z
  .object({
    entity: z.string(),
    named: NamedNode,
    nodes: z
      .array(
        GraphNode.extend({
          depth: z.number().int().min(0),
          degree: z.number().int().min(0).describe('How many of the relations of this answer it is an end of'),
        }),
      )
      .describe('The nearest first'),
    relations: z.array(Relation).describe('Relations between the visited nodes'),
    truncated: z.boolean(),
  })
  .meta({ id: 'ExploreResponse' });
export type ExploreResponse = z.infer<typeof ExploreResponse>;

export const EntitiesQuery = z.strictObject({
  search: boundedText(limits.entityRef).optional().describe('Words that the name has, all of them'),
  type: z.enum(entityTypes).optional(),
  channel: questionFields.channel,
  limit: z.coerce.number<number>().int().min(limits.entitiesPage.min).max(limits.entitiesPage.max).default(50),
  cursor: boundedText(limits.entityCursor).optional().describe('The `next` of the page before'),
});
export type EntitiesQuery = z.infer<typeof EntitiesQuery>;

export const EntitiesResponse = z
  .object({
    entities: z.array(GraphNode.extend({ aliases: z.array(z.string()) })).describe('By name'),
    next: z.string().optional().describe('The cursor of the next page; absent: this is the last'),
    elsewhere: NamedElsewhere.optional().describe('Where no name has the words: the memories that have them'),
  })
  .meta({ id: 'EntitiesResponse' });
export type EntitiesResponse = z.infer<typeof EntitiesResponse>;

const common = {
  service: 'graph-service',
  role: 'reader',
  counts: 'graph',
  asks: ['entity', 'entityA', 'entityB'],
} as const;

export const graphRoutes = {
  graphOwners: {
    ...common,
    method: 'POST',
    path: '/v1/graph/owners',
    summary: 'Find the owners of something, with evidence',
    body: OwnersRequest,
    output: OwnersResponse,
  },
  graphConnection: {
    ...common,
    method: 'POST',
    path: '/v1/graph/connection',
    summary: 'Explain how two entities are connected',
    body: ConnectionRequest,
    output: ConnectionResponse,
  },
  graphDependencies: {
    ...common,
    method: 'POST',
    path: '/v1/graph/dependencies',
    summary: 'Find dependencies of something, or its dependents',
    body: DependenciesRequest,
    output: DependenciesResponse,
  },
  graphExplore: {
    ...common,
    method: 'POST',
    path: '/v1/graph/explore',
    summary: 'Explore the neighbourhood of something in the graph',
    body: ExploreRequest,
    output: ExploreResponse,
  },
  graphEntities: {
    ...common,
    method: 'GET',
    path: '/v1/graph/entities',
    summary: 'List entities of the graph by name',
    query: EntitiesQuery,
    output: EntitiesResponse,
  },
} as const satisfies Routes;
