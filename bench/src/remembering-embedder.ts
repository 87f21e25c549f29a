import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Embedder, Embedding } from '@cairn/ports';
import { EmbedderAround } from './embedder-around.ts';

export type EmbeddedKind = Parameters<Embedder['embed']>[1];

/** Embedder that caches embeddings in a file between runs, by model id and content hash. */
export class RememberingEmbedder extends EmbedderAround {
  private readonly kinds: ReadonlySet<EmbeddedKind>;
  private readonly database: DatabaseSync;
  private readonly find: StatementSync;
  private readonly keep: StatementSync;

  constructor(inner: Embedder, file: string, kinds: readonly EmbeddedKind[]) {
    super(inner);
    this.kinds = new Set(kinds);
    mkdirSync(dirname(file), { recursive: true });
    this.database = new DatabaseSync(file);
    this.database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 10000');
    this.database.exec(
      'create table if not exists embedding (key text primary key, vector blob, bits blob, ids blob, truncated int) without rowid',
    );
    this.find = this.database.prepare('select vector, bits, ids, truncated from embedding where key = ?');
    this.keep = this.database.prepare('insert or ignore into embedding values (?, ?, ?, ?, ?)');
  }

  /** Closes the file, and the model if it can be closed. */
  override async close(): Promise<void> {
    this.database.close();
    await super.close();
  }

  async embed(texts: readonly string[], kind: EmbeddedKind): Promise<Embedding[]> {
    if (!this.kinds.has(kind)) return this.inner.embed(texts, kind);
    const known = texts.map((text) => this.recall(this.keyOf(text, kind)));
    const missing = texts.filter((_, at) => !known[at]);
    if (missing.length === 0) return known as Embedding[];

    const fresh = await this.inner.embed(missing, kind);
    missing.forEach((text, at) => this.remember(this.keyOf(text, kind), fresh[at]!));
    const rest = fresh[Symbol.iterator]();
    return known.map((embedding) => embedding ?? rest.next().value!);
  }

  private keyOf(text: string, kind: string): string {
    return createHash('sha256').update(`${this.modelId}\n${kind}\n${text}`).digest('base64url');
  }

  private remember(key: string, { vector, tokens, truncated }: Embedding): void {
    this.keep.run(
      key,
      bytesOf(vector),
      tokens ? bytesOf(tokens.bits) : null,
      tokens ? bytesOf(tokens.ids) : null,
      truncated ? 1 : 0,
    );
  }

  private recall(key: string): Embedding | undefined {
    const row = this.find.get(key) as
      { vector: Uint8Array; bits: Uint8Array | null; ids: Uint8Array | null; truncated: number } | undefined;
    if (!row) return undefined;
    const vector = new Float32Array(row.vector.slice().buffer);
    const tokens =
      row.bits && row.ids
        ? {
            dims: this.dims,
            bits: new Uint32Array(row.bits.slice().buffer),
            ids: new Uint32Array(row.ids.slice().buffer),
          }
        : undefined;
    return { vector, tokens, truncated: row.truncated === 1 };
  }
}

const bytesOf = (array: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
