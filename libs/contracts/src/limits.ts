/**
 * Every limit of the product, in one place. A request beyond one is answered with the field, the value and the range;
 * docs/reference/limits.md is made from this table.
 */
export const limits = {
  bodyBytes: { max: 16 * 1024 * 1024, unit: 'bytes', meaning: 'One HTTP request body. Larger ones get 413.' },
  bodyDepth: { max: 32, unit: 'levels', meaning: 'Nesting of a JSON body.' },
  bodyValues: {
    max: 200_000,
    unit: 'values',
    meaning: 'Values in a JSON body, at any depth: more than the largest batch has.',
  },
  batchItems: { min: 1, max: 500, unit: 'items', meaning: 'Messages or memories in one write.' },
  messageContent: { min: 1, max: 1_048_576, unit: 'characters', meaning: 'Content of a message; blank is refused.' },
  memoryContent: { min: 1, max: 1_048_576, unit: 'characters', meaning: 'Content of a memory; blank is refused.' },
  memoryTitle: { min: 1, max: 500, unit: 'characters', meaning: 'Title of a memory over HTTP and in imports.' },
  noteText: { max: 1_048_576, unit: 'characters', meaning: 'Text of a note.' },
  pattern: { min: 1, max: 10_000, unit: 'characters', meaning: 'Text of a learned pattern.' },
  notePath: { max: 500, unit: 'characters', meaning: 'Path of a note in its workspace.' },
  noteBatch: { min: 1, max: 200, unit: 'notes', meaning: 'Notes that one request stores or reads.' },
  noteBatchText: {
    max: 4 * 1_048_576,
    unit: 'characters',
    meaning: 'Text of the notes that one request reads, but for the first.',
  },
  noteList: { min: 1, max: 1_000, unit: 'notes', meaning: 'One page of the notes of a workspace.' },
  auditPage: { min: 1, max: 1_000, unit: 'entries', meaning: 'One page of the audit.' },
  auditProof: { min: 1, max: 20_000, unit: 'entries', meaning: 'Entries of the audit that one request checks.' },
  auditFaults: { max: 1_000, unit: 'faults', meaning: 'Faults of the audit that one answer names.' },
  reason: { min: 1, max: 500, unit: 'characters', meaning: 'Why a memory was changed.' },
  forgetIds: { min: 1, max: 500, unit: 'ids', meaning: 'Items named by their ids in one act of forgetting.' },
  retentionDays: {
    min: 1,
    max: 36_500,
    unit: 'days',
    meaning: 'After how long a rule of retention archives or deletes.',
  },
  retentionRules: { max: 100, unit: 'rules', meaning: 'Rules of retention of one organisation.' },
  historyRevisions: {
    max: 1_000,
    unit: 'revisions',
    meaning: 'Former texts of a memory that an import brings with it.',
  },
  historyFeedback: { max: 10_000, unit: 'entries', meaning: 'Feedback of a memory that an import brings with it.' },
  checkpointMemories: { min: 1, max: 500, unit: 'memories', meaning: 'Memories of one checkpoint.' },
  checkpointText: { min: 1, max: 2_000, unit: 'characters', meaning: 'Description or summary of a checkpoint.' },
  tags: { max: 50, unit: 'tags', meaning: 'Tags of one memory.' },
  tag: { min: 1, max: 100, unit: 'characters', meaning: 'One tag.' },
  name: {
    min: 1,
    max: 300,
    unit: 'characters',
    meaning: 'Channel, subchannel, session key, speaker, source, subject.',
  },
  alias: {
    min: 1,
    max: 100,
    unit: 'characters',
    meaning: 'Another name of a speaker; two letters or digits at least.',
  },
  aliases: { max: 2_000, unit: 'aliases', meaning: 'Declared aliases of one organisation.' },
  aliasSpeakers: { max: 20, unit: 'speakers', meaning: 'Whom one alias can mean.' },
  teamMembers: {
    max: 500,
    unit: 'principals',
    meaning: 'People and agents that one call puts into a team or out of it.',
  },
  organisationCalls: {
    min: 1,
    max: 10_000_000,
    unit: 'calls a minute',
    meaning: 'What an organisation can be limited to, with all its keys together.',
  },
  keyLabel: { min: 1, max: 100, unit: 'characters', meaning: 'Which of the keys of a principal it is.' },
  keyOverlap: {
    min: 0,
    max: 2_592_000,
    unit: 'seconds',
    meaning: 'How long a rotated key works beside the one in its place; an hour unless told.',
  },
  externalId: { min: 1, max: 500, unit: 'characters', meaning: "The sender's own id of an item." },
  provenance: { max: 20, unit: 'entries', meaning: 'Key and value pairs that say where an item came from.' },
  provenanceValue: { max: 500, unit: 'characters', meaning: 'A key or a value of the provenance.' },
  kin: {
    max: 8,
    unit: 'ids',
    meaning:
      'Source ids of a memory up to which it and its sources lend to each other in recall; one that names more is a summary.',
  },
  sourceIds: { max: 200, unit: 'ids', meaning: 'Items that a memory was made from.' },
  traceEnd: { max: 10, unit: 'messages', meaning: 'Messages at each end of the conversation that a memory came from.' },
  query: { min: 1, max: 10_000, unit: 'characters', meaning: 'A recall or search query; blank is refused.' },
  topic: { min: 3, max: 10_000, unit: 'characters', meaning: 'A topic or a decision that is asked about.' },
  action: { min: 3, max: 10_000, unit: 'characters', meaning: 'An action that is checked before it is done.' },
  actionTriggers: { max: 20, unit: 'triggers', meaning: 'Action triggers of one memory.' },
  actionTrigger: {
    min: 2,
    max: 200,
    unit: 'characters',
    meaning: 'One action trigger: words, with `*` for any characters.',
  },
  entityName: { min: 1, max: 300, unit: 'characters', meaning: 'A name or an alias of an entity of the graph.' },
  entityAliases: { max: 20, unit: 'names', meaning: 'Other names of an entity in one memory.' },
  repository: { min: 1, max: 200, unit: 'characters', meaning: 'The name of a repository, such as `acme/shop`.' },
  relationType: { min: 1, max: 60, unit: 'characters', meaning: 'A type of relation: a-z, digits and _.' },
  entities: { max: 200, unit: 'entities', meaning: 'Entities that one memory declares.' },
  relations: { max: 200, unit: 'relations', meaning: 'Relations that one memory declares.' },
  rules: { max: 200, unit: 'rules', meaning: 'Rules of an ownership file that one memory declares.' },
  ruleOwners: { max: 100, unit: 'owners', meaning: 'Owners that one rule names.' },
  filePath: { min: 1, max: 1_000, unit: 'characters', meaning: 'A path or pattern of a declared rule or relation.' },
  declarations: {
    max: 2_000,
    unit: 'declarations',
    meaning: 'Entities and relations of one memory that count, however often it is sent again with more.',
  },
  entityRef: {
    min: 1,
    max: 600,
    unit: 'characters',
    meaning: 'What is asked of the graph: a name, a key, repository:path.',
  },
  entityCursor: { min: 1, max: 3_000, unit: 'characters', meaning: 'The cursor of a list of entities.' },
  entitiesPage: { min: 1, max: 200, unit: 'entities', meaning: 'One page of entities.' },
  graphCorrections: { max: 1_000, unit: 'corrections', meaning: 'Corrections of the graph by managers.' },
  splitMemories: { min: 1, max: 200, unit: 'memories', meaning: 'Memories of one split of an entity.' },
  dependencyDepth: { min: 1, max: 5, unit: 'levels', meaning: 'How deep dependencies are followed; 3 unless told.' },
  exploreDepth: { min: 1, max: 3, unit: 'hops', meaning: 'How far the graph is explored; 1 unless told.' },
  exploreNodes: { min: 1, max: 200, unit: 'entities', meaning: 'Entities of one exploration.' },
  limit: { min: 1, max: 100, unit: 'hits', meaning: 'Hits of one answer over HTTP.' },
  neighbours: {
    max: 3,
    unit: 'messages',
    meaning: 'Messages right before and right after a found one in its session.',
  },
  cursor: { min: 1, max: 300, unit: 'characters', meaning: 'The cursor of a list, as the page before gave it.' },
  budgetChars: {
    min: 500,
    max: 50_000,
    unit: 'characters',
    meaning:
      'What an answer may take: the injectionBlock over HTTP, all parts of the answer of an MCP tool. 12,000 unless told.',
  },
  filterValues: { max: 50, unit: 'values', meaning: 'Values of one list filter (stores, categories, tags).' },
  idempotencyKey: { min: 1, max: 200, unit: 'characters', meaning: 'The Idempotency-Key header.' },
  deadLetters: {
    min: 1,
    max: 200,
    unit: 'dead letters',
    meaning: 'One page of dead letters, or those named for a replay.',
  },
  mcpBatch: { min: 1, max: 50, unit: 'calls', meaning: 'Calls in one JSON-RPC batch; each counts as a request.' },
  streamsOfKey: { max: 8, unit: 'streams', meaning: 'MCP streams that one key listens to at the same time.' },
  waitMs: {
    max: 30_000,
    unit: 'milliseconds',
    meaning: 'How long ?wait=indexed waits before it answers with what is pending.',
  },
} as const satisfies Record<string, Limit>;

export interface Limit {
  readonly min?: number;
  readonly max: number;
  readonly unit: string;
  readonly meaning: string;
}

/** Limits of the MCP tools, where the compatible systems promise tighter ones than HTTP (spec of the tools, section 1). */
export const toolLimits = {
  recallLimit: { min: 1, max: 20, default: 8 },
  recentLimit: { min: 1, max: 100, default: 20 },
  searchLimit: { min: 1, max: 50, default: 10 },
  wakeLimit: { min: 1, max: 20, default: 5 },
  overviewLimit: { min: 1, max: 20, default: 8 },
  overviewTop: { min: 0, max: 5, default: 5 },
  whyLimit: { min: 1, max: 20, default: 8 },
  preflightLimit: { min: 1, max: 20, default: 10 },
  preflightWaitMs: { min: 50, max: 2_000, default: 300 },
  patterns: { min: 1, max: 15, default: 15 },
  maxResults: { min: 1, max: 50, default: 6 },
  injectedChars: { min: 200, max: 50_000, default: 4_000 },
  budgetChars: { min: 500, max: 50_000, default: 12_000 },
  rememberTitle: { min: 5, max: 80 },
  rememberContent: { min: 1, max: 50_000 },
} as const;
