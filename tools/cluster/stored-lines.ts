import { Client } from 'pg';

/** Lists all rows, documents and points of a private installation on the servers, one per line. */
export async function storedLines(stores: Readonly<Record<string, string>>): Promise<string[]> {
  const { POSTGRES_URL, ELASTICSEARCH_URL, QDRANT_URL, CAIRN_NAMESPACE } = stores;
  const parts = await Promise.all([
    rowsOf(POSTGRES_URL!),
    documentsOf(ELASTICSEARCH_URL!, CAIRN_NAMESPACE!),
    pointsOf(QDRANT_URL!, CAIRN_NAMESPACE!),
  ]);
  return parts.flat();
}

async function rowsOf(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    const texts: string[] = [];
    for (const { relname } of tables.rows) {
      const { rows } = await client.query(`select row.*::text as text from ${relname} as row`);
      texts.push(...rows.map(({ text }) => `${relname} ${text}`));
    }
    return texts;
  } finally {
    await client.end();
  }
}

/** Documents with the terms of their fields, since the index keeps no source. */
async function documentsOf(url: string, namespace: string): Promise<string[]> {
  await ask(`${url}/${namespace}*/_refresh`);
  const { hits } = await ask(`${url}/${namespace}*/_search?allow_no_indices=true`, { size: 10_000 });
  const named = (hits.hits as { _index: string; _id: string }[]).map(({ _index, _id }) => ({
    _index,
    _id,
    fields: ['*'],
  }));
  if (named.length === 0) return [];
  const { docs } = await ask(`${url}/_mtermvectors`, { docs: named });
  return (docs as object[]).map((document) => JSON.stringify(document));
}

async function pointsOf(url: string, namespace: string): Promise<string[]> {
  const { result } = await ask(`${url}/collections`);
  const names = (result.collections as { name: string }[]).map(({ name }) => name);
  const pages = names
    .filter((name) => name.startsWith(namespace))
    .map((name) => ask(`${url}/collections/${name}/points/scroll`, { limit: 10_000, with_payload: true }));
  return (await Promise.all(pages)).flatMap((page) =>
    (page.result.points as object[]).map((point) => JSON.stringify(point)),
  );
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- What the servers answer is only looked through.
async function ask(url: string, body?: object): Promise<any> {
  const sent = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, sent);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
