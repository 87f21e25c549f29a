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
  reason: { min: 1, max: 500, unit: 'characters', meaning: 'Why a memory was changed.' },
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
  action: { min: 3, max: 10_000, unit: 'characters', meaning: 'An action that is checked before it is done.' },
  actionTriggers: { max: 20, unit: 'triggers', meaning: 'Action triggers of one memory.' },
  actionTrigger: {
    min: 2,
    max: 200,
    unit: 'characters',
    meaning: 'One action trigger: words, with `*` for any characters.',
  },
  limit: { min: 1, max: 100, unit: 'hits', meaning: 'Hits of one answer over HTTP.' },
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
  preflightLimit: { min: 1, max: 20, default: 10 },
  preflightWaitMs: { min: 50, max: 2_000, default: 300 },
  budgetChars: { min: 500, max: 50_000, default: 12_000 },
  rememberTitle: { min: 5, max: 80 },
  rememberContent: { min: 1, max: 50_000 },
} as const;
