/** Processor milliseconds that a part spends on one call of a kind, until all indexes have followed. */
export interface ServerCost {
  readonly recall: number;
  /** One message of a batch. */
  readonly message: number;
  /** One memory in a call of its own. */
  readonly memory: number;
}

/** How agents work; readers put theirs here. */
export const assumptions = {
  recallsAnHour: 12,
  messagesAnHour: 30,
  memoriesAnHour: 2,
  hoursAMonth: 176,
  monthsKept: 12,
  /** Calls in the busiest minutes, as a multiple of the mean of working hours. */
  peak: 4,
  /** Share of a processor in use at that time. */
  usedShare: 0.6,
} as const;

/** Measured costs of the one process. */
export const oneProcess = {
  recallMs: 20.6,
  messageMs: 1.3,
  memoryMs: 19,
  queryModelMs: 3,
  messageModelMs: 22,
  memoryBytes: 850_000_000,
  /** Three bytes for each of 384 numbers, and the item's fields and ids. */
  memoryBytesOfMessage: 1_450,
  diskBytesOfMessage: 13_900,
} as const;

/** Measured costs of the cluster. Work of services that take no part in a call is left out. */
export const cluster = {
  recallApi: { recall: 30.2, message: 0, memory: 0 },
  embeddingWorker: { recall: 0, message: 4, memory: 14.8 },
  otherServices: { recall: 0, message: 1.2, memory: 32.6 },
  postgres: { recall: 15.2, message: 3.6, memory: 18.6 },
  elasticsearch: { recall: 37.7, message: 3.3, memory: 43.9 },
  /** Postgres, Redis, Elasticsearch and Qdrant together. */
  stores: { recall: 63.1, message: 8.5, memory: 66.8 },
  postgresBytesOfMessage: 8_613,
  wordBytesOfMessage: 887,
  /** With the vectors of Qdrant's engine behind our front, in place of a server's. */
  diskBytesOfMessage: 15_047,
  memoryBytesOfMessage: 2_100,
} as const satisfies Readonly<Record<string, ServerCost | number>>;

export const sources = {
  oneProcess:
    'recall: `bench:speed -- --hashed --asked`, 120,000 items, load 2; message: the fill of `bench:scale`, 930,000 messages, load 2 to 18 (both 2026-11-28); memory: over HTTP, 1,000 messages, 2026-11',
  model: '`bench:speed` and `bench:files`, a whole chunk of a long text',
  cluster: '`bench:cluster -- --data DIR --cost 3000`, 2026-11-28, load 2, just started',
  clusterBytes: "the same run, with Qdrant's engine in place of its server",
  clusterMemory: 'computed: a vector of 384 floats, its links and its payload',
  disk: '`bench:speed -- --hashed`, 120,000 items, 2026-11-27',
  memory: '`bench:scale`, and the size of a vector, 2026-11-27',
} as const;

export const limits = {
  /** Messages for which one process is meant. */
  messagesOfOneProcess: 1_000_000,
  coresOfOneProcess: 8,
  coresLeast: 2,
  /** Processors of all servers together, each twice. */
  storeCoresLeast: 8,
  /** Copies of everything stored. */
  copies: 2,
  /** Size of a primary of Postgres that one machine serves. */
  postgresGb: 4_000,
  postgresCores: 64,
  /** Size that Elastic advises for one shard. */
  wordShardGb: 50,
} as const;

/** List prices, which a reader replaces. */
export const prices = {
  currency: 'US dollars',
  sign: '$',
  core: 28,
  memoryGb: 2.1,
  diskGb: 0.08,
  from: 'Public on-demand list prices of one large cloud (Linux, a region of the US) in round numbers, as remembered in November 2026 and not looked up: a processor and a GB of memory follow from two families of machines with 2 and 4 GB a processor. Reserved machines cost a third to a half less; traffic and backups are not in it.',
} as const;
