import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Addresses of the servers, named as in the environment. */
export interface ServerUrls {
  readonly POSTGRES_URL: string;
  readonly REDIS_URL: string;
  readonly ELASTICSEARCH_URL: string;
  readonly QDRANT_URL: string;
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** Settings of a separate installation on shared servers: a database, and a namespace in the others. Reused when called again. */
export async function privateStores(servers: ServerUrls, name: string): Promise<Record<string, string>> {
  if (!NAME.test(name)) throw new Error(`${name} is no name for a database.`);
  await onPostgres(servers, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name} template template0`);
  });
  const database = new URL(servers.POSTGRES_URL);
  database.pathname = `/${name}`;
  return { ...servers, POSTGRES_URL: database.href, CAIRN_NAMESPACE: name };
}

/** Deletes every installation whose name has this prefix. */
export async function dropStores(servers: ServerUrls, prefix: string): Promise<void> {
  await Promise.all([
    dropDatabases(servers, prefix),
    dropQueues(servers, prefix),
    dropIndexes(servers, prefix),
    dropCollections(servers, prefix),
  ]);
}

async function dropDatabases(servers: ServerUrls, prefix: string): Promise<void> {
  await onPostgres(servers, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    for (const { datname } of rows)
      if (datname.startsWith(prefix)) await client.query(`drop database ${datname} with (force)`);
  });
}

async function onPostgres(servers: ServerUrls, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: servers.POSTGRES_URL });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function dropQueues(servers: ServerUrls, prefix: string): Promise<void> {
  const redis = new Redis(servers.REDIS_URL);
  for await (const keys of redis.scanStream({ match: `{${prefix}*`, count: 1_000 }))
    if (keys.length > 0) await redis.unlink(...(keys as string[]));
  redis.disconnect();
}

async function dropIndexes(servers: ServerUrls, prefix: string): Promise<void> {
  const indexes = (await askFor(servers.ELASTICSEARCH_URL, `_cat/indices/${prefix}*?format=json&h=index`)) as {
    index: string;
  }[];
  for (const { index } of indexes) await askFor(servers.ELASTICSEARCH_URL, index, 'DELETE');
}

async function dropCollections(servers: ServerUrls, prefix: string): Promise<void> {
  const { result } = (await askFor(servers.QDRANT_URL, 'collections')) as {
    result: { collections: { name: string }[] };
  };
  for (const { name } of result.collections)
    if (name.startsWith(prefix)) await askFor(servers.QDRANT_URL, `collections/${name}`, 'DELETE');
}

async function askFor(server: string, path: string, method = 'GET'): Promise<unknown> {
  const { origin, username, password } = new URL(server);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer = await fetch(`${origin}/${path}`, { method, headers: username === '' ? {} : { authorization } });
  if (!answer.ok) throw new Error(`${method} ${path} of ${origin} answered ${answer.status}`);
  return answer.json();
}
