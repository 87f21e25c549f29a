import { meaningFields } from '@cairn/contracts';

/** Parameters that are not listed for any tool. */
const unlistedFieldsOfEveryTool = [
  'privateOf',
  'agentId',
  'budgetChars',
  'exact',
  'overwrite',
  'metadata',
  'confidence',
  'valence',
  'arousal',
];

/** Names of the fields that give a memory's meaning; `crystal_remember` lists their form once. */
const meaningFieldNames = Object.keys(meaningFields);

/**
 * Maps a tool to the paths of its parameters that are not listed. Few calls need these parameters, and every agent
 * would pay for reading them. The tools accept them, and `?schemas=full` lists them.
 */
const unlistedFieldsByTool: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    crystal_recall: [
      'stores',
      'tagMatch',
      'includeAssociations',
      'collapse',
      'askedAtMs',
      'timeZone',
      'explain',
      'project',
    ],
    crystal_what_do_i_know: ['stores', 'categories', 'tagMatch', 'project'],
    crystal_why_did_we: ['limit', 'project'],
    crystal_preflight: ['limit', 'waitMs', 'project'],
    crystal_remember: [
      ...['store', 'timestamp', 'project', 'actionTriggers', 'entities.aliases', 'entities.repository'],
      ...['relations.says', 'relations.confidence', 'relations.validFrom', 'relations.validTo', 'relations.evidence'],
    ],
    crystal_update: ['store', 'strength', 'reason', 'actionTriggers', 'project', ...meaningFieldNames],
    crystal_edit: ['store', 'reason'],
    crystal_supersede: [
      ...['store', 'actionTriggers', 'sourceIds', 'entities', 'relations', 'validTo', 'subject', 'attribute', 'reason'],
      ...['project', ...meaningFieldNames],
    ],
    crystal_forget: ['lineage', 'forgetId'],
    crystal_who_owns: ['channel', 'repository'],
    crystal_explain_connection: ['repository'],
    crystal_dependency_chain: ['repository', 'relationTypes'],
    crystal_explore_graph: ['repository'],
    memory_search: ['maxInjectedChars', 'conversation', 'citations'],
    memory_get: ['corpus', 'version'],
    memory_save: ['id', 'timestamp'],
    search: ['channel'],
    fetch: ['channel'],
  }),
);

export const unlistedFieldsOf = (tool: string): ReadonlySet<string> =>
  new Set([...unlistedFieldsOfEveryTool, ...(unlistedFieldsByTool.get(tool) ?? [])]);
