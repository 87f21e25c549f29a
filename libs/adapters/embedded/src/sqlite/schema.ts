import type { SpeakerTable as Speakers, Tables as SharedTables } from '@cairn/adapter-sql';
import type { Generated } from 'kysely';

/** The tables of the one file: those that every truth has, and what is kept otherwise than on Postgres. */
export interface Tables extends SharedTables {
  migration: MigrationTable;
  speaker: SpeakerTable;
  embedding: EmbeddingTable;
  passage: PassageTable;
  item_embedding: ItemEmbeddingTable;
}

export interface MigrationTable {
  number: number;
  name: string;
  applied_at: number;
}

/** With how many present messages each has; the one writer counts them as it goes. */
export interface SpeakerTable extends Speakers {
  messages: number;
}

/** Vectors and token bits as the model gave them, little-endian f32 and u32. */
export interface EmbeddingTable {
  /** Those of one text follow each other, from its first chunk to its last. */
  seq: Generated<number>;
  org_id: string;
  content_hash: string;
  model_id: string;
  chunk: number;
  dims: number;
  vector: Uint8Array;
}

/** What recall reads of an embedding, under the same `seq`; apart from the vector, so that it is one page. */
export interface PassageTable {
  seq: number;
  chunk: number;
  from: number;
  to: number;
  token_dims: number | null;
  /** The sign bits of all tokens, then their ids. */
  tokens: Uint8Array | null;
}

export interface ItemEmbeddingTable {
  item_seq: number;
  model_id: string;
  org_id: string;
  content_hash: string;
  /** The `seq` of its first chunk; null for a text without any. */
  first_seq: number | null;
}
