import { agentsOf, messagesOf, planCluster, planOne, type Team } from './capacity.ts';
import { assumptions, cluster, limits, oneProcess, prices, sources } from './inputs.ts';

const FILE = 'docs/operate/capacity.md';

const TEAMS: readonly (readonly [name: string, team: Team])[] = [
  ...[1, 100, 10_000].map(
    (agents) =>
      [`${count(agents)} ${agents === 1 ? 'agent' : 'agents'}`, { agents, messages: messagesOf(agents) }] as const,
  ),
  ...[10_000_000, 1_000_000_000].map(
    (messages) => [`${count(messages)} messages`, { agents: agentsOf(messages), messages }] as const,
  ),
];

/** Page about machines and costs, computed from the inputs. */
export const capacityPage = { file: FILE, source: 'tools/capacity/inputs.ts', text };

function text(): string {
  return `# Capacity

<!-- Made from tools/capacity/inputs.ts by \`npm run docs\`. Change it there. -->

How many machines a team needs, and what they cost a month, computed from measured costs of single calls. No installation of these sizes was run: the
rows beyond one process are arithmetic. Replace the prices and the assumptions by yours in \`tools/capacity/inputs.ts\`, and run \`npm run docs\`.

## One process on one machine

Up to ${count(limits.messagesOfOneProcess)} messages and ${limits.coresOfOneProcess} processors; beyond that the table says "cluster". It has no second machine to take over: a [backup](backup.md) does.

${oneProcessTable()}
## Five services

Every server twice, so that one may stop. Disk and memory count both copies.

${clusterTable()}
${placement()}

## What saturates first

${saturates()}

## Inputs

### Assumptions

${table(['assumption', 'value'], assumptionRows())}
### Measured costs

Processor ms of a call, from its request until all indexes have followed. The machine ran everything at once, and the servers had just started, so these are upper bounds.

${costTable()}
${bytesTable()}
### Prices

${priceTable()}
${prices.from}
`;
}

const oneProcessTable = (): string =>
  table(
    ['team', 'agents', 'messages stored', 'processors', 'memory, GB', 'disk, GB', 'a month'],
    TEAMS.map(([name, team]) => {
      const plan = planOne(team);
      const shared = [name, count(team.agents), count(team.messages)];
      return plan
        ? [...shared, count(plan.cores), count(plan.memoryGb), count(plan.diskGb), money(plan.price)]
        : [...shared, 'cluster', '', '', ''];
    }),
  );

const clusterTable = (): string =>
  table(
    [
      ...['team', 'processors', 'memory, GB', 'disk, GB', 'recall replicas', 'embedding workers'],
      ...['word shards', 'cells', 'a month'],
    ],
    TEAMS.map(([name, team]) => {
      const { cores, memoryGb, diskGb, recallReplicas, embeddingWorkers, wordShards, cells, price } = planCluster(team);
      const counts = [cores, memoryGb, diskGb, recallReplicas, embeddingWorkers, wordShards, cells];
      return [name, ...counts.map(count), money(price)];
    }),
  );

/** Messages of which the words fill one shard, in whole millions. */
const messagesOfShard = (): number => Math.floor((limits.wordShardGb * 1000) / cluster.wordBytesOfMessage) * 1_000_000;

const placement = (): string =>
  `**The organisation is the unit of placement.** All of its rows are in one Postgres, its words in one index of one shard, its vectors in one partition of the
collection; no question crosses organisations. So an installation grows by organisations, and the table assumes that their words can be spread over the shards it names. Small ones share indexes (the
first 200 have one each). One whose words exceed ${limits.wordShardGb} GB, about ${count(messagesOfShard())} messages, is more than one shard should hold: Cairn does not split it. A **cell** is a
complete installation of the five services and their servers; more than one is needed where Postgres would exceed ${count(limits.postgresGb)} GB or ${limits.postgresCores} processors. Which cell has an
organisation is the address that its agents use; Cairn does not route between cells, and [export and import](export.md) move an organisation.`;

const costTable = (): string =>
  table(
    ['where', 'recall', 'message, in bulk', 'memory, by itself', 'measured'],
    [
      [
        'one process, without the model',
        ...[oneProcess.recallMs, oneProcess.messageMs, oneProcess.memoryMs].map(ms),
        sources.oneProcess,
      ],
      [
        'the model, a query or a stored text',
        ...[oneProcess.queryModelMs, oneProcess.messageModelMs, oneProcess.messageModelMs].map(ms),
        sources.model,
      ],
      ...Object.entries(PART_NAMES).map(([part, name]) => {
        const { recall, message, memory } = cluster[part as keyof typeof PART_NAMES];
        return [name, ms(recall), ms(message), ms(memory), sources.cluster];
      }),
    ],
  );

const bytesTable = (): string =>
  table(
    ['bytes', 'value', 'from'],
    [
      ['one process, a message on disk', count(oneProcess.diskBytesOfMessage), sources.disk],
      ['one process, a message in memory', count(oneProcess.memoryBytesOfMessage), sources.memory],
      ['one process, memory without messages', count(oneProcess.memoryBytes), sources.memory],
      ['cluster, a message on disk: all servers', count(cluster.diskBytesOfMessage), sources.clusterBytes],
      ['cluster, a message on disk: Postgres', count(cluster.postgresBytesOfMessage), sources.cluster],
      ['cluster, a message on disk: Elasticsearch', count(cluster.wordBytesOfMessage), sources.cluster],
      ['cluster, a message in memory', count(cluster.memoryBytesOfMessage), sources.clusterMemory],
    ],
  );

const priceTable = (): string =>
  table(
    ['a month', prices.currency],
    [
      ['a processor', String(prices.core)],
      ['a GB of memory', String(prices.memoryGb)],
      ['a GB of disk', String(prices.diskGb)],
    ],
  );

const PART_NAMES = {
  recallApi: 'recall-api',
  embeddingWorker: 'embedding-worker',
  otherServices: 'ingest, graph-service, mcp-gateway',
  postgres: 'Postgres',
  elasticsearch: 'Elasticsearch',
  stores: 'Postgres, Redis, Elasticsearch and Qdrant together',
} as const;

/** Names the server that bounds recalls. */
function saturates(): string {
  const replica = cluster.recallApi.recall + oneProcess.queryModelMs;
  const [words, truth] = [cluster.elasticsearch.recall, cluster.postgres.recall];
  const most = (limits.postgresCores * 1000 * assumptions.usedShare) / truth;
  return `Elasticsearch: a recall costs it ${ms(words)} ms of processor, a replica ${ms(replica)} and Postgres ${ms(truth)}. So each core of recall replicas, which answers ${count(Math.floor(1000 / replica))} recalls a second, keeps
${(words / replica).toFixed(1)} cores of Elasticsearch and ${(truth / replica).toFixed(1)} of Postgres busy, and more replicas help as far as those have cores. Elasticsearch and Qdrant take more machines; Postgres, which has one
primary, is the last to bound an installation: at ${limits.postgresCores} processors it serves ${count(Math.floor(most))} recalls a second. With servers that answer 150 ms later and take no processor of the replicas, two replicas answer 2.05 times as many recalls as one, and eight 6.92 times (\`npm run bench:replicas -- --data DIR --messages 300\`, load 1.5, 2026-11-28).`;
}

function assumptionRows(): string[][] {
  const { recallsAnHour, messagesAnHour, memoriesAnHour, hoursAMonth, monthsKept, peak, usedShare } = assumptions;
  return [
    ['recalls and preflights of an agent, an hour', count(recallsAnHour)],
    ['messages that it stores, an hour', count(messagesAnHour)],
    ['memories that it stores, an hour', count(memoriesAnHour)],
    ['hours that it works, a month', count(hoursAMonth)],
    ['months that messages are kept', count(monthsKept)],
    ['calls in the busiest minutes, times the mean of working hours', count(peak)],
    ['share of a processor that is used then', String(usedShare)],
  ];
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const money = (value: number): string => `${prices.sign}${count(value)}`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
