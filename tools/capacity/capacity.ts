import { assumptions, cluster, limits, oneProcess, prices, type ServerCost } from './inputs.ts';

export interface Team {
  readonly agents: number;
  readonly messages: number;
}

/** Machines of an installation, and what they cost a month. */
export interface Plan {
  /** Processors of all machines, with their share of idle time. */
  readonly cores: number;
  readonly memoryGb: number;
  readonly diskGb: number;
  /** Price of a month, in the currency of the prices. */
  readonly price: number;
}

export interface ClusterPlan extends Plan {
  /** Complete installations, each with organisations of its own. */
  readonly cells: number;
  readonly recallReplicas: number;
  readonly embeddingWorkers: number;
  /** Indexes of a gigabyte limit each, at least one an organisation; an organisation is never in two. */
  readonly wordShards: number;
}

const HOUR_SECONDS = 3600;
const GIGA = 1e9;

/** Messages that so many agents store in the months that are kept. */
export const messagesOf = (agents: number): number =>
  Math.round(agents * assumptions.messagesAnHour * assumptions.hoursAMonth * assumptions.monthsKept);

/** Agents that store so many messages in the months that are kept. */
export const agentsOf = (messages: number): number => Math.ceil(messages / messagesOf(1));

/** Calls a second in the busiest minutes. */
const atPeak = (agents: number, anHour: number): number => (agents * anHour * assumptions.peak) / HOUR_SECONDS;

/** Processors that so many milliseconds a second need, at the share of use that leaves room for bursts. */
const coresFor = (msASecond: number): number => msASecond / 1000 / assumptions.usedShare;

/** Plans one process on one machine; undefined for a team that it is not meant for. */
export function planOne({ agents, messages }: Team): Plan | undefined {
  if (messages > limits.messagesOfOneProcess) return undefined;
  const ms =
    atPeak(agents, assumptions.recallsAnHour) * (oneProcess.recallMs + oneProcess.queryModelMs) +
    atPeak(agents, assumptions.messagesAnHour) * (oneProcess.messageMs + oneProcess.messageModelMs) +
    atPeak(agents, assumptions.memoriesAnHour) * (oneProcess.memoryMs + oneProcess.messageModelMs);
  const cores = Math.max(limits.coresLeast, Math.ceil(coresFor(ms)));
  if (cores > limits.coresOfOneProcess) return undefined;
  const memoryGb = Math.ceil((oneProcess.memoryBytes + messages * oneProcess.memoryBytesOfMessage) / GIGA + 1);
  const diskGb = Math.ceil((2 * messages * oneProcess.diskBytesOfMessage) / GIGA + 10);
  return { cores, memoryGb, diskGb, price: priceOf({ cores, memoryGb, diskGb }) };
}

/** Plans the five services and their servers. */
export function planCluster({ agents, messages }: Team): ClusterPlan {
  const calls = {
    recall: atPeak(agents, assumptions.recallsAnHour),
    message: atPeak(agents, assumptions.messagesAnHour),
    memory: atPeak(agents, assumptions.memoriesAnHour),
  };
  const msOf = (part: ServerCost) =>
    calls.recall * part.recall + calls.message * part.message + calls.memory * part.memory;
  const recallReplicas = replicasFor(msOf(cluster.recallApi) + calls.recall * oneProcess.queryModelMs);
  const written = (calls.message + calls.memory) * oneProcess.messageModelMs;
  const embeddingWorkers = replicasFor(msOf(cluster.embeddingWorker) + written);
  const otherServices = Math.max(3, coresFor(msOf(cluster.otherServices)));
  const storeCores = Math.max(limits.storeCoresLeast, limits.copies * coresFor(msOf(cluster.stores)));
  const bytes = messages * limits.copies;
  const memoryGb =
    recallReplicas * 1.5 + embeddingWorkers * 1.5 + otherServices + 16 + (bytes * cluster.memoryBytesOfMessage) / GIGA;
  const diskGb = 100 + (bytes * cluster.diskBytesOfMessage) / GIGA;
  const cores = Math.ceil(recallReplicas + embeddingWorkers + otherServices + storeCores);
  const rounded = { cores, memoryGb: Math.ceil(memoryGb), diskGb: Math.ceil(diskGb) };
  const truthGb = (messages * cluster.postgresBytesOfMessage) / GIGA;
  const truthCores = coresFor(msOf(cluster.postgres));
  return {
    ...rounded,
    price: priceOf(rounded),
    cells: Math.max(1, Math.ceil(Math.max(truthGb / limits.postgresGb, truthCores / limits.postgresCores))),
    recallReplicas,
    embeddingWorkers,
    wordShards: Math.max(1, Math.ceil((messages * cluster.wordBytesOfMessage) / GIGA / limits.wordShardGb)),
  };
}

/** Number of replicas of one core each; two at least, so that one may stop. */
const replicasFor = (msASecond: number): number => Math.max(2, Math.ceil(coresFor(msASecond)));

const priceOf = ({ cores, memoryGb, diskGb }: Omit<Plan, 'price'>): number =>
  Math.ceil(cores * prices.core + memoryGb * prices.memoryGb + diskGb * prices.diskGb);
