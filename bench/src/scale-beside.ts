import { existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { HashedEmbedder } from './hashed-embedder.ts';
import { spread } from './scale-measure.ts';
import { sqliteAlone } from './peer-libraries.ts';
import { installPeer } from './peers-install.ts';
import type { ScaleCorpus, ScaleQuery } from './scale-corpus.ts';
import { costOfCalls, type CallCost } from './speed-statistics.ts';

const LIMIT = 10;
const BATCH = 500;

/** The ten best of an organisation by one engine alone, one question at a time, ms. */
export type BesideFigures = Readonly<Record<'SQLite FTS5 alone' | 'sqlite-vec alone', CallCost>>;

/**
 * Measures the two engines that a plain memory would be built of, on the same messages: FTS5 with `bm25()`, and the exact
 * search of sqlite-vec over the same vectors. Neither checks who may read, ranks by both, or reads texts.
 */
export async function measureBeside(
  corpus: ScaleCorpus,
  cache: string,
  name: string,
  times: number,
): Promise<BesideFigures> {
  const path = join(cache, `beside-${name}.db`);
  if (!existsSync(path)) await fillBeside(path, corpus);
  const db = openWithVectors(path);
  const model = new HashedEmbedder();
  const asked = spread(corpus.queries, times);
  try {
    const words = ({ tenant, query }: ScaleQuery) =>
      Promise.resolve(
        db
          .prepare(
            `select rowid from words_${tenant} where words_${tenant} match ? order by bm25(words_${tenant}) limit ?`,
          )
          .all(expressionOf(query), LIMIT),
      );
    const vectors = async ({ tenant, query }: ScaleQuery) =>
      db
        .prepare('select rowid from vectors where organisation = ? and embedding match ? and k = ?')
        .all(tenant, bytesOf((await model.embed([query]))[0]!.vector), LIMIT);
    await costOfCalls(1, asked.slice(0, 10), words);
    await costOfCalls(1, asked.slice(0, 10), vectors);
    return {
      'SQLite FTS5 alone': await costOfCalls(1, asked, words),
      'sqlite-vec alone': await costOfCalls(1, asked, vectors),
    };
  } finally {
    db.close();
  }
}

async function fillBeside(path: string, corpus: ScaleCorpus): Promise<void> {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  const db = openWithVectors(unfinished);
  const model = new HashedEmbedder();
  db.exec('pragma journal_mode = off; pragma synchronous = off');
  db.exec(`create virtual table vectors using vec0(organisation text partition key, embedding float[${model.dims}])`);
  for (const organisation of corpus.organisations) {
    const table = `words_${organisation}`;
    db.exec(`create virtual table ${table} using fts5(content, content='', tokenize = 'porter unicode61')`);
    const addWords = db.prepare(`insert into ${table} (rowid, content) values (?, ?)`);
    const addVector = db.prepare('insert into vectors (organisation, embedding) values (?, ?)');
    let row = 0;
    db.exec('begin');
    for await (const { content } of corpus.messages(organisation)) {
      if (++row % BATCH === 0) db.exec('commit; begin');
      addWords.run(row, content);
      addVector.run(organisation, bytesOf((await model.embed([content]))[0]!.vector));
    }
    db.exec('commit');
  }
  db.close();
  renameSync(unfinished, path);
}

/** Opens a file with sqlite-vec, which `installPeer` puts into the cache on the first use. */
function openWithVectors(path: string): DatabaseSync {
  const { getLoadablePath } = createRequire(`${installPeer(sqliteAlone.needs)}/`)('sqlite-vec') as {
    getLoadablePath(): string;
  };
  const db = new DatabaseSync(path, { allowExtension: true });
  db.loadExtension(getLoadablePath());
  return db;
}

const expressionOf = (query: string): string =>
  (query.match(/[\p{L}\p{N}]+/gu) ?? ['']).map((word) => `"${word}"`).join(' OR ');

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
