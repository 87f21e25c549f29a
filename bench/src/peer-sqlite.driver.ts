// Driver of `bench:peers`: what SQLite does alone, by FTS5 and sqlite-vec. Runs as it is, in a process of its own.
import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { serveDriver, type DrivenItem } from './peer-driver.ts';

const [packagesDir = '', file = '', modelUrl = ''] = process.argv.slice(2);
const CANDIDATES = 50;
const RANK_SMOOTHING = 60;

const database = new DatabaseSync(file, { allowExtension: true });
const { getLoadablePath } = createRequire(`${packagesDir}/`)('sqlite-vec') as { getLoadablePath: () => string };
database.loadExtension(getLoadablePath());
database.exec(`
  pragma journal_mode = wal;
  create table item (at integer primary key, id text, content text);
  create virtual table words using fts5(content, content='item', content_rowid='at', tokenize='porter unicode61');
  create virtual table vectors using vec0(embedding float[384] distance_metric=cosine);
`);
const insert = {
  item: database.prepare('insert into item (id, content) values (?, ?) returning at'),
  words: database.prepare('insert into words (rowid, content) values (?, ?)'),
  vector: database.prepare('insert into vectors (rowid, embedding) values (?, ?)'),
};
const byWords = database.prepare('select rowid as at from words where words match ? order by bm25(words) limit ?');
const byVectors = database.prepare(
  'select rowid as at from vectors where embedding match ? and k = ? order by distance',
);
const read = database.prepare('select id, content from item where at = ?');

async function add(items: readonly DrivenItem[]): Promise<void> {
  const vectors = await embed(items.map(({ text }) => text));
  database.exec('begin');
  items.forEach(({ id, text }, index) => {
    const at = BigInt((insert.item.get(id, text) as { at: number }).at);
    insert.words.run(at, text);
    insert.vector.run(at, vectors[index]!);
  });
  database.exec('commit');
}

async function ask(query: string, limit: number) {
  const [vector] = await embed([query]);
  const terms = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  const worded = terms.length > 0 ? byWords.all(terms.map((term) => `"${term}"`).join(' OR '), CANDIDATES) : [];
  const scores = new Map<number, number>();
  for (const ranked of [worded, byVectors.all(vector!, CANDIDATES)] as { at: number }[][]) {
    ranked.forEach(({ at }, rank) => scores.set(at, (scores.get(at) ?? 0) + 1 / (RANK_SMOOTHING + rank + 1)));
  }
  const best = [...scores].sort(([, one], [, other]) => other - one).slice(0, limit);
  const hits = best.map(([at]) => read.get(at) as { id: string; content: string });
  return { ids: hits.map(({ id }) => id), text: hits.map(({ content }) => content).join('\n') };
}

async function embed(input: readonly string[]): Promise<Uint8Array[]> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${modelUrl}/embeddings`, { method: 'POST', headers, body: JSON.stringify({ input }) });
  const { data } = (await answer.json()) as { data: { embedding: number[] }[] };
  return data.map(({ embedding }) => new Uint8Array(new Float32Array(embedding).buffer));
}

await serveDriver({ add, ask });
