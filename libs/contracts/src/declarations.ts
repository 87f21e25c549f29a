import { z } from 'zod';
import { entityTypes, ruleTools } from './graph.ts';
import { limits } from './limits.ts';
import { boundedText, ValidFrom, ValidTo } from './vocabulary.ts';

const EntityName = boundedText(limits.entityName);

/** Type of a relation, such as `owns` or `depends_on`. */
export const RelationType = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, 'a word of a-z, 0-9 and _, such as owns or depends_on')
  .min(limits.relationType.min)
  .max(limits.relationType.max);

/** Declaration of an entity by a memory. */
export const EntityInput = z
  .strictObject({
    name: EntityName.describe('Name as people write it; a path from the root of its repository'),
    type: z.enum(entityTypes),
    repository: boundedText(limits.repository)
      .optional()
      .describe('The repository that it belongs to; a path needs one'),
    aliases: z.array(EntityName).max(limits.entityAliases.max).optional().describe('Other names of the same'),
  })
  .meta({ id: 'EntityInput' });
export type EntityInput = z.infer<typeof EntityInput>;

const EntityRef = boundedText({ min: 1, max: limits.entityName.max + limits.repository.max + 20 }).describe(
  'The name of an entity of `entities`, else type:name, or repository:path',
);

/** Line of a repository's file that states a relation or rule. */
const FileLine = z
  .strictObject({
    repository: boundedText(limits.repository),
    path: boundedText(limits.filePath).describe('From the root of the repository'),
    line: z.number().int().min(1).describe('Counted from 1'),
  })
  .meta({ id: 'FileLine' });

/** Declaration of a relation by a memory. */
export const RelationInput = z
  .strictObject({
    from: EntityRef,
    type: RelationType,
    to: EntityRef,
    says: z
      .enum(['holds', 'ends', 'denies'])
      .optional()
      .describe('holds: it does, which is meant without a word; ends: it did and does no longer; denies: it never did'),
    confidence: z.number().min(0).max(1).optional().describe('1 by default'),
    validFrom: ValidFrom.optional().describe('When it begins to hold; else when the memory does'),
    validTo: ValidTo.optional().describe('When it ceases to hold; else when the memory does'),
    evidence: FileLine.optional().describe('Place in a file, if it is from one'),
  })
  .meta({ id: 'RelationInput' });
export type RelationInput = z.infer<typeof RelationInput>;

/** Declaration of an ownership rule by a memory. The rule is evaluated as the tool that owns the file format does. */
export const RuleInput = z
  .strictObject({
    tool: z
      .enum(ruleTools)
      .describe(
        'codeowners: the last matching line decides; owners: the folder and those above it; nearest: the pattern that says most',
      ),
    pattern: z.string().max(limits.filePath.max).describe('For owners the folder of the file, else a pattern'),
    filter: boundedText(limits.filePath)
      .optional()
      .describe('For owners: only paths below the folder that this matches'),
    section: boundedText(limits.filePath)
      .optional()
      .describe('Section of a GitLab codeowners file; each section decides by its own last matching line'),
    owners: z.array(EntityRef).max(limits.ruleOwners.max).describe('None ends ownership'),
    endsInheritance: z.boolean().optional().describe('For owners: rules of the folders above do not apply here'),
    evidence: FileLine.describe('Place of the rule; its line is its order among the rules of the file'),
  })
  .meta({ id: 'RuleInput' });
export type RuleInput = z.infer<typeof RuleInput>;

/**
 * Fields in which a memory declares entities and relations for the graph, in addition to its text. Declarations are not
 * part of the identity of a memory, and declarations of repeated writes add up.
 */
export const declarationFields = {
  entities: z
    .array(EntityInput)
    .max(limits.entities.max)
    .optional()
    .describe('People, teams, services, packages, paths and other things that it names'),
  relations: z
    .array(RelationInput)
    .max(limits.relations.max)
    .optional()
    .describe('Relations between them, for owners, connections and dependencies'),
};

/** Field for declared ownership rules. Only imports send this field, since rules come from files. */
export const ruleFields = {
  rules: z
    .array(RuleInput)
    .max(limits.rules.max)
    .optional()
    .describe("Rules of a repository's ownership file, as cairn import repository sends them"),
};
