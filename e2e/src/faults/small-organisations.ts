import { setTimeout as delay } from 'node:timers/promises';
import { makeOrganisations } from '../../../tools/cluster/organisations.ts';
import type { Scene } from './faults.ts';

export interface Crowd {
  readonly organisations: number;
  /** Number of shards that Elasticsearch accepts beyond the existing ones. */
  readonly shardsLeft: number;
}

export interface CrowdOutcome {
  /** Organisations whose stored memory is not found, or that find the memory of another. */
  readonly wrong: string[];
  /** Number of word indexes at the end, over all organisations. */
  readonly indexes: number;
}

const AT_ONCE = 16;
const WAIT_MS = 30_000;
const AGAIN_MS = 500;
const NEVER = '1000000';

/** Creates many organisations with one memory each, while Elasticsearch accepts few more indexes: each must find its own. */
export async function crowdIn({ world, server }: Scene, { organisations, shardsLeft }: Crowd): Promise<CrowdOutcome> {
  const elasticsearch = server('Elasticsearch').url;
  const keys = await makeOrganisations(server('Postgres').url, organisations);
  await limitShards(elasticsearch, String((await shardsOf(elasticsearch)) + shardsLeft));
  const wrong: string[] = [];
  const rest = [...keys.entries()];
  const work = async () => {
    for (let next = rest.pop(); next; next = rest.pop()) {
      const problem = await problemOf(world.url, next[1], `zorg${next[0]}x`);
      if (problem !== undefined) wrong.push(problem);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await limitShards(elasticsearch, NEVER);
  return { wrong, indexes: Object.keys(await ask(`${elasticsearch}/cairn-words-*`)).length };
}

async function problemOf(url: string, key: string, word: string): Promise<string | undefined> {
  const memory = { title: 'What only we know', content: `Our word is ${word}, nobody else has it.` };
  const written = await ask(`${url}/v1/memories?wait=indexed&waitMs=${WAIT_MS}`, { key, body: memory });
  const items = written['items'] as { id: string }[] | undefined;
  if (!items) return `${word} was not stored: ${JSON.stringify(written)}`;
  const found = await answered(`${url}/v1/recall`, { key, body: { query: 'our word', recipe: 'words' } });
  const hits = found['hits'] as { memoryId: string }[] | undefined;
  const isRight = hits?.length === 1 && hits[0]!.memoryId === items[0]!.id;
  if (isRight) return undefined;
  const { index } = await ask(`${url}/v1/memories/${items[0]!.id}`, { key });
  const { reason, degraded, error } = found;
  return `${word} was not found alone: ${JSON.stringify({ index, hits: hits?.length, reason, degraded, error })}`;
}

/** Asks again for a while if the index reports an outage, as an overloaded server does. */
async function answered(url: string, request: Request): Promise<Record<string, unknown>> {
  const until = Date.now() + WAIT_MS;
  let answer = await ask(url, request);
  while (isAway(answer) && Date.now() < until) {
    await delay(AGAIN_MS);
    answer = await ask(url, request);
  }
  return answer;
}

const isAway = ({ error }: Record<string, unknown>): boolean =>
  (error as { code?: string } | undefined)?.code === 'index/unavailable';

async function shardsOf(elasticsearch: string): Promise<number> {
  const { active_shards: active, unassigned_shards: unassigned } = await ask(`${elasticsearch}/_cluster/health`);
  return (active as number) + (unassigned as number);
}

async function limitShards(elasticsearch: string, perNode: string): Promise<void> {
  await ask(`${elasticsearch}/_cluster/settings`, {
    method: 'PUT',
    body: { persistent: { 'cluster.max_shards_per_node': perNode } },
  });
}

interface Request {
  readonly method?: string;
  readonly key?: string;
  readonly body?: object;
}

/** Retries once, since a connection that was kept through a fault may be dead. */
async function ask(url: string, request: Request = {}): Promise<Record<string, unknown>> {
  return askOnce(url, request).catch(() => askOnce(url, request));
}

async function askOnce(url: string, { method, key, body }: Request): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}
