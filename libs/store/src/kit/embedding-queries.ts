import type { Pointer } from '@cairn/ports';
import { sql } from 'kysely';
import { scopePlaces, visibilityCondition, type ScopeFields } from './conditions.ts';
import { ofDialect, type Dialect, type List } from './dialect.ts';
import { statementOf, type PlaceOf } from './prepared.ts';
import { givenRows, givenRowsWriter } from './given-rows.ts';
import type { StoredChunk } from './token-words.ts';
import type { Lock, Transaction } from './transaction.ts';

/** Identifies an embedding by its text (`contentHash`) and the model that embedded it. */
export interface EmbeddingKey {
  readonly orgId: string;
  readonly modelId: string;
  readonly contentHash: string;
}

export interface ChunkAt extends EmbeddingKey {
  readonly at: number;
}

export interface NewChunk extends EmbeddingKey, StoredChunk {
  readonly chunk: number;
  readonly dims: number;
}

/** The chunks of one text by column: position n of every array belongs to chunk n. */
export interface ChunkColumns {
  readonly numbers: readonly number[];
  readonly froms: readonly number[];
  readonly tos: readonly number[];
  readonly dims: readonly number[];
  readonly vectors: readonly Uint8Array[];
  readonly tokenDims: readonly (number | null)[];
  readonly tokens: readonly (Uint8Array | null)[];
}

/**
 * A request for passages. `places` are texts `<item id>:<chunk number>`: splitting these takes half the time of a list of
 * objects.
 */
export interface PassagesAsked extends ScopeFields {
  readonly modelId: string;
  readonly kind: string;
  readonly places: List;
}

export interface PassageRow {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly dims: number | null;
  /**
   * Token bits: bytes on SQLite, base64 on Postgres. The Postgres driver takes bytes as text only, and hex would double
   * their length.
   */
  readonly tokens: Uint8Array | string | null;
}

interface Extent {
  readonly chunks: number;
  readonly last: number | null;
  readonly to: number | null;
}

/**
 * Joins a chunk's vector with its passage. SQLite keeps them in two tables under the same `seq`, since recall reads
 * passages only. The chunks of a text have consecutive `seq` numbers and an item's link names the first, so a passage takes
 * one look-up.
 */
const embeddingTables = {
  sqlite: sql`embedding join passage on passage.seq = embedding.seq`,
  postgres: sql`embedding`,
};

const isOfText = (place: PlaceOf<EmbeddingKey>, table = 'embedding') => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`${column('org_id')} = ${place('orgId')} and ${column('content_hash')} = ${place('contentHash')}
    and ${column('model_id')} = ${place('modelId')}`;
};

const idOf = { sqlite: sql`substr(wanted.value, 1, 36)`, postgres: sql`left(wanted.value, 36)::uuid` };
const chunkOf = {
  sqlite: sql`cast(substr(wanted.value, 38) as integer)`,
  postgres: sql`substr(wanted.value, 38)::int`,
};
const placesGiven = {
  sqlite: (places: List) => sql`json_each(${places}) as wanted`,
  postgres: (places: List) => sql`unnest(${places}::text[]) as wanted (value)`,
};

/**
 * SQL that finds a wanted passage. Compares the chunk number, since an index may name a chunk that the text no longer has.
 */
const passageJoin = {
  sqlite: (
    modelId: string,
  ) => sql`cross join item_embedding as link on link.item_seq = item.seq and link.model_id = ${modelId}
    cross join passage on passage.seq = link.first_seq + ${chunkOf.sqlite} and passage.chunk = ${chunkOf.sqlite}`,
  postgres: (modelId: string) => sql`cross join lateral (
      select "from", "to", token_dims, encode(tokens, 'base64') as tokens from item_embedding as link
      join embedding on embedding.org_id = link.org_id and embedding.content_hash = link.content_hash
        and embedding.model_id = link.model_id and embedding.chunk = ${chunkOf.postgres}
      where link.item_seq = item.seq and link.model_id = ${modelId}
      offset 0) as passage`,
};

/**
 * Looks up each wanted passage separately, which the planner would not do by itself: few passages are wanted and many are
 * stored.
 */
const wantedPassagesQuery = ({ name, each }: Dialect, place: PlaceOf<PassagesAsked>) => sql<PassageRow>`
  select item.id as id, passage."from" as "from", passage."to" as "to", passage.token_dims as dims, passage.tokens as tokens
  from ${placesGiven[name](place('places'))} ${each('item', sql`item.id = ${idOf[name]}`)}
    ${passageJoin[name](place('modelId'))}
  where item.kind = ${place('kind')} and ${visibilityCondition(scopePlaces(place))}`;

/** Queries for stored embeddings. */
export const embeddingQueries = ofDialect((dialect) => {
  const { name } = dialect;
  return {
    chunks: statementOf<EmbeddingKey>(dialect)(
      (place) => sql<StoredChunk>`select "from", "to", vector, token_dims as "tokenDims", tokens
        from ${embeddingTables[name]} where ${isOfText(place)} order by embedding.chunk`,
    ),
    extent: statementOf<EmbeddingKey>(dialect)(
      (place) => sql<Extent>`select count(*) as chunks, max(embedding.chunk) as last, max("to") as "to"
        from ${embeddingTables[name]} where ${isOfText(place)}`,
    ),
    passages: statementOf<PassagesAsked>(dialect)((place) => wantedPassagesQuery(dialect, place)),
    removeFrom: statementOf<ChunkAt>(dialect)(
      (place) => sql`delete from embedding where ${isOfText(place)} and chunk >= ${place('at')}`,
    ),
    /** Deletes those of the given embeddings that no item links to any more. */
    removeUnlinked: givenRowsWriter(dialect, {
      columns: { orgId: 'uuid', modelId: 'text', contentHash: 'text' },
      write: (given, from) => sql`delete from embedding where (org_id, content_hash, model_id) in
        (select ${given('orgId')}, ${given('contentHash')}, ${given('modelId')} ${from} where not exists
          (select 1 from item_embedding as link where link.org_id = ${given('orgId')}
            and link.content_hash = ${given('contentHash')} and link.model_id = ${given('modelId')}))`,
    }),
    /** Locks the item, so that it cannot be forgotten before the transaction ends. */
    presentItem: statementOf<Pick<Pointer, 'orgId' | 'kind' | 'id'>>(dialect)(
      (place) => sql<{ seq: number }>`select seq from item where id = ${place('id')} and org_id = ${place('orgId')}
        and kind = ${place('kind')} and state <> 'deleted' ${name === 'postgres' ? sql`for share` : sql``}`,
    ),
    links: statementOf<{ seqs: string }>(dialect)((place) => {
      const { from, column } = givenRows(dialect, place('seqs'), { seq: 'bigint' });
      return sql<EmbeddingKey>`select org_id as "orgId", model_id as "modelId", content_hash as "contentHash"
        from item_embedding where item_seq in (select ${column('seq')} from ${from})`;
    }),
    link: statementOf<EmbeddingKey & { seq: number }>(dialect)(
      (place) => sql`insert into item_embedding (item_seq, model_id, org_id, content_hash)
        values (${place('seq')}, ${place('modelId')}, ${place('orgId')}, ${place('contentHash')})
        on conflict (item_seq, model_id) do update set content_hash = excluded.content_hash`,
    ),
    unlink: statementOf<{ seqs: string }>(dialect)((place) => {
      const { from, column } = givenRows(dialect, place('seqs'), { seq: 'bigint' });
      return sql`delete from item_embedding where item_seq in (select ${column('seq')} from ${from})`;
    }),
  };
});

/** SQLite inserts chunks one by one: a statement costs as little as a function call. */
export const sqliteChunks = ofDialect((dialect) => ({
  insert: statementOf<NewChunk>(dialect)(
    (place) => sql<{ seq: number }>`insert into embedding (org_id, content_hash, model_id, chunk, dims, vector)
      values (${place('orgId')}, ${place('contentHash')}, ${place('modelId')}, ${place('chunk')}, ${place('dims')}, ${place('vector')})
      returning seq`,
  ),
  insertPassage: statementOf<NewChunk & { seq: number }>(dialect)(
    (place) => sql`insert into passage (seq, chunk, "from", "to", token_dims, tokens)
      values (${place('seq')}, ${place('chunk')}, ${place('from')}, ${place('to')}, ${place('tokenDims')}, ${place('tokens')})`,
  ),
  stored: statementOf<EmbeddingKey>(dialect)(
    (place) => sql<StoredChunk & { seq: number }>`select embedding.seq as seq, "from", "to", vector,
        token_dims as "tokenDims", tokens from ${embeddingTables.sqlite} where ${isOfText(place)} order by embedding.chunk`,
  ),
  isLinked: statementOf<EmbeddingKey & { first: number }>(dialect)(
    (place) => sql<object>`select 1 as found from item_embedding
      where ${isOfText(place, 'item_embedding')} and first_seq = ${place('first')} limit 1`,
  ),
  moveLink: statementOf<{ modelId: string; item: number; first: number }>(dialect)(
    (place) => sql`update item_embedding set first_seq = ${place('first')}
      where item_seq = ${place('item')} and model_id = ${place('modelId')}`,
  ),
  moveLinks: statementOf<EmbeddingKey & { first: number | null }>(dialect)(
    (place) => sql`update item_embedding set first_seq = ${place('first')} where ${isOfText(place, 'item_embedding')}`,
  ),
}));

/** Postgres inserts all chunks in one statement. */
export const insertChunks = ofDialect((dialect) =>
  statementOf<EmbeddingKey & ChunkColumns>(dialect)(
    (
      place,
    ) => sql`insert into embedding (org_id, content_hash, model_id, chunk, "from", "to", dims, vector, token_dims, tokens)
      select ${place('orgId')}, ${place('contentHash')}, ${place('modelId')}, given.* from unnest(
        ${place('numbers')}::int[], ${place('froms')}::int[], ${place('tos')}::int[], ${place('dims')}::int[],
        ${place('vectors')}::bytea[], ${place('tokenDims')}::int[], ${place('tokens')}::bytea[]) as given`,
  ),
);

/** Makes the lock of a text's embedding: commands that store, link or delete it run one after another. */
export const embeddingLock = ({ orgId, modelId, contentHash }: EmbeddingKey): Lock => ({
  what: 'embedding',
  orgId,
  key: `${modelId} ${contentHash}`,
});

/**
 * Deletes the embeddings of these items' texts, since an embedding reveals its text. Keeps an embedding if another item
 * has the same text. Returns the number of deleted links.
 */
export async function forgetEmbeddings(tx: Transaction, seqs: readonly number[]): Promise<number> {
  if (seqs.length === 0) return 0;
  const { links, unlink, removeUnlinked } = embeddingQueries(tx.dialect);
  const values = { seqs: JSON.stringify(seqs.map((seq) => ({ seq }))) };
  const keys = await tx.all(links, values);
  if (keys.length === 0) return 0;
  await tx.lock(...keys.map(embeddingLock));
  await tx.run(unlink, values);
  await removeUnlinked(
    tx,
    keys.map(({ orgId, modelId, contentHash }) => ({ orgId, modelId, contentHash })),
  );
  return keys.length;
}
