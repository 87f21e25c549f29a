import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { ClusterServers, Stores } from './cluster-stores.ts';

/** Clock ticks in which Linux counts processor time; 100 a second on every platform that we run on. */
const TICKS_PER_SECOND = 100;

/** Processor seconds of a process with its children, including ended ones. Linux only. */
export function cpuSeconds(pid: number): number {
  const parents = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const { id, parent, used } of processes()) {
    parents.set(parent, [...(parents.get(parent) ?? []), id]);
    ticks.set(id, used);
  }
  const tree = (id: number): number =>
    (parents.get(id) ?? []).reduce((sum, child) => sum + tree(child), ticks.get(id) ?? 0);
  return tree(pid) / TICKS_PER_SECOND;
}

function processes(): { id: number; parent: number; used: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [statOf(readFileSync(join('/proc', name, 'stat'), 'utf8'))];
      } catch {
        return []; // The process has ended since it was listed.
      }
    });
}

/** Parses a stat line of Linux. A program's name may contain blanks and brackets; the fields follow its last bracket. */
export function statOf(line: string): { id: number; parent: number; used: number } {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  return { id: Number.parseInt(line, 10), parent: parent!, used: user! + system! + endedUser! + endedSystem! };
}

/** Bytes by store: on disk, for Redis in memory. Qdrant's are known only if its folder is on this machine. */
export async function bytesByStore(servers: ClusterServers, { settings }: Stores): Promise<Record<string, number>> {
  const [postgres, elasticsearch, redis] = await Promise.all([
    bytesOfPostgres(settings['POSTGRES_URL']!),
    bytesOfElasticsearch(settings['ELASTICSEARCH_URL']!, settings['CAIRN_NAMESPACE']!),
    bytesOfRedis(settings['REDIS_URL']!),
  ]);
  return { Postgres: postgres, Elasticsearch: elasticsearch, Qdrant: bytesOfQdrant(servers), Redis: redis };
}

async function bytesOfPostgres(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    return Number(rows[0]!.bytes);
  } finally {
    await client.end();
  }
}

async function bytesOfElasticsearch(server: string, namespace: string): Promise<number> {
  const { origin, username, password } = new URL(server);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer = await fetch(`${origin}/_cat/indices/${namespace}*?format=json&bytes=b&h=store.size`, {
    headers: username === '' ? {} : { authorization },
  });
  const indexes = (await answer.json()) as { 'store.size': string }[];
  return indexes.reduce((sum, index) => sum + Number(index['store.size']), 0);
}

async function bytesOfRedis(url: string): Promise<number> {
  const redis = new Redis(url);
  try {
    return Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
  } finally {
    redis.disconnect();
  }
}

function bytesOfQdrant({ statuses, folder }: ClusterServers): number {
  const isOurs = statuses.some(({ variable, state }) => variable === 'QDRANT_URL' && state === 'started');
  if (!isOurs) return Number.NaN;
  const data = join(folder, 'qdrant');
  return readdirSync(data, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(data, path), { throwIfNoEntry: false }))
    .reduce((sum, stat) => sum + (stat?.isFile() ? stat.blocks * 512 : 0), 0);
}
