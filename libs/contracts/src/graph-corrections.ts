import { z } from 'zod';
import { GraphNode } from './graph-questions.ts';
import { MemoryId, PrincipalId } from './ids.ts';
import { MemoryRef } from './item-ref.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { boundedText, EpochMs, Name } from './vocabulary.ts';
import { markIdentifying } from './secret-rules.ts';

const Entity = markIdentifying(boundedText(limits.entityRef)).describe(
  'Its key, type:name, repository:path, or a name that it alone has',
);
const NewName = markIdentifying(boundedText(limits.entityName)).describe('The name that it has from now on');
const channel = Name.optional().describe('Required for items of a peer channel');

/** Corrections of entities that a manager can make. After `apart`, two entities are no longer suggested for merging. */
const graphCorrectionActions = ['merge', 'rename', 'split', 'apart'] as const;
export type GraphCorrectionAction = (typeof graphCorrectionActions)[number];

export const MergeEntitiesRequest = z
  .strictObject({ entity: Entity, into: Entity.describe('Entity of which it is another name'), channel })
  .meta({ id: 'MergeEntitiesRequest' });
export type MergeEntitiesRequest = z.infer<typeof MergeEntitiesRequest>;

export const RenameEntityRequest = z
  .strictObject({ entity: Entity, name: NewName, channel })
  .meta({ id: 'RenameEntityRequest' });
export type RenameEntityRequest = z.infer<typeof RenameEntityRequest>;

export const SplitEntityRequest = z
  .strictObject({
    entity: Entity,
    name: markIdentifying(boundedText(limits.entityName)).describe('Name of the part, which has the same type'),
    memoryIds: z
      .array(MemoryRef)
      .min(limits.splitMemories.min)
      .max(limits.splitMemories.max)
      .describe('The memories whose words mean the part'),
    channel,
  })
  .meta({ id: 'SplitEntityRequest' });
export type SplitEntityRequest = z.infer<typeof SplitEntityRequest>;

export const KeepApartRequest = z
  .strictObject({ entity: Entity, other: Entity.describe('The one that it is not'), channel })
  .meta({ id: 'KeepApartRequest' });
export type KeepApartRequest = z.infer<typeof KeepApartRequest>;

/** Ways in which two spellings of a name can match, most certain first. */
export const spellingFits = [
  'same-name',
  'first-and-last-name',
  'initial-and-last-name',
  'first-name-and-initial',
  'short-first-name',
  'same-handle',
  'initials',
  'first-name',
  'last-name',
] as const;
export type SpellingFit = (typeof spellingFits)[number];

const NamingMemory = z.object({ memoryId: MemoryId, title: z.string() });

const OfferedPerson = z
  .object({
    ...GraphNode.shape,
    memories: z.array(NamingMemory).describe('Some of those that name it'),
    speaks: z.boolean().describe('Messages have this name as their speaker'),
  })
  .meta({ id: 'PersonOffered' });

const DuplicatesQuery = z.strictObject({
  limit: z.coerce.number<number>().int().min(limits.entitiesPage.min).max(limits.entitiesPage.max).default(50),
  channel,
});

export const DuplicatesResponse = z
  .object({
    duplicates: z
      .array(
        z.object({
          entity: OfferedPerson,
          into: OfferedPerson.describe('The fuller name'),
          fit: z.enum(spellingFits).describe('How the spelling of the one stands for the name of the other'),
          written: z.string(),
          fits: z.string(),
        }),
      )
      .describe('The surest first. Nothing is merged until somebody says so'),
    more: z.number().int().min(0).describe('How many others there are'),
    truncated: z.boolean().describe('There are more people than were compared'),
  })
  .meta({ id: 'DuplicatesResponse' });
export type DuplicatesResponse = z.infer<typeof DuplicatesResponse>;

export const GraphCorrection = z
  .object({
    id: z.uuid(),
    action: z.enum(graphCorrectionActions),
    from: GraphNode,
    to: GraphNode,
    memoryIds: z.array(MemoryId).describe('Memories of a split'),
    at: EpochMs,
    by: PrincipalId,
  })
  .meta({ id: 'GraphCorrection' });
export type GraphCorrection = z.infer<typeof GraphCorrection>;

const GraphCorrectionsResponse = z
  .object({ corrections: z.array(GraphCorrection).describe('The oldest first') })
  .meta({ id: 'GraphCorrectionsResponse' });

const common = { service: 'graph-service', role: 'manager' } as const;
const correctionFields = {
  ...common,
  method: 'POST',
  errors: ['graph/correction'],
  status: 201,
  output: GraphCorrection,
} as const;

/** Routes of managers' corrections, which override the statements of memories. */
export const graphCorrectionRoutes = {
  mergeEntities: {
    ...correctionFields,
    path: '/v1/graph/merge',
    summary: 'Merge two entities',
    body: MergeEntitiesRequest,
  },
  listDuplicates: {
    ...common,
    method: 'GET',
    path: '/v1/graph/duplicates',
    summary: 'List people who may be one person, by their spelling, for a manager to merge or keep apart',
    query: DuplicatesQuery,
    output: DuplicatesResponse,
  },
  keepApart: {
    ...correctionFields,
    path: '/v1/graph/apart',
    summary: 'Keep two people apart, so that they are not offered for merging again',
    body: KeepApartRequest,
  },
  renameEntity: {
    ...correctionFields,
    path: '/v1/graph/rename',
    summary: 'Rename an entity; its other names still find it',
    body: RenameEntityRequest,
  },
  splitEntity: {
    ...correctionFields,
    path: '/v1/graph/split',
    summary: 'Split an entity: some memories mean another entity of that name',
    body: SplitEntityRequest,
  },
  listCorrections: {
    ...common,
    method: 'GET',
    path: '/v1/graph/corrections',
    summary: "List managers' corrections of entities",
    output: GraphCorrectionsResponse,
  },
  undoCorrection: {
    ...common,
    method: 'DELETE',
    path: '/v1/graph/corrections/:id',
    summary: 'Revert a correction',
    params: z.object({ id: z.uuid() }),
    errors: ['graph/unknown-correction'],
    output: GraphCorrection,
  },
} as const satisfies Routes;
