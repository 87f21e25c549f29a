import { Redis } from 'ioredis';
import { Client } from 'pg';
import { Agent } from 'undici';
import type { ServerUrls } from '../../tools/cluster/private-stores.ts';
import { spreadOf, timed, type Spread } from './speed-statistics.ts';

const TIMES = 200;

/** Measures a minimal request to each server. Recall does not use Redis; a write appends its event there, as here. */
export async function measureRoundTrips(urls: ServerUrls): Promise<Record<string, Spread>> {
  const [postgres, redis, agent] = [
    new Client({ connectionString: urls.POSTGRES_URL }),
    new Redis(urls.REDIS_URL),
    new Agent(),
  ];
  const get = async (path: string) =>
    (await agent.request({ origin: new URL(path).origin, ...asked(path) })).body.text();
  try {
    await postgres.connect();
    return {
      'Postgres, select 1': await each(() => postgres.query('select 1')),
      'Redis, ping': await each(() => redis.ping()),
      'Redis, append to a stream': await each(() => redis.xadd('{cairn_bench}:raw', 'MAXLEN', 1, '*', 'id', '1')),
      'Elasticsearch, its name': await each(() => get(urls.ELASTICSEARCH_URL)),
      'Qdrant, its name': await each(() => get(urls.QDRANT_URL)),
    };
  } finally {
    await redis.del('{cairn_bench}:raw');
    await Promise.all([postgres.end(), redis.quit(), agent.close()]);
  }
}

async function each(call: () => Promise<unknown>): Promise<Spread> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) times.push((await timed(call)).ms);
  return spreadOf(times);
}

function asked(address: string) {
  const { username, password, pathname } = new URL(address);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return { path: pathname, method: 'GET', headers: username === '' ? {} : { authorization } } as const;
}
