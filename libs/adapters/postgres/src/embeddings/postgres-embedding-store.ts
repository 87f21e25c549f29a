import {
  bytesOf,
  chunkOf,
  fieldsOf,
  ownBuffer,
  prepared,
  scopePlaces,
  tokenBytesOf,
  tokensOf,
  visible,
  wholeExtent,
  type PlaceOf,
  type ScopeFields,
} from '@cairn/adapter-sql';
import type { ItemId, ItemKind, OrgId, Scope } from '@cairn/contracts';
import {
  EmbeddingStore,
  type ChunkEmbedding,
  type EmbeddedExtent,
  type EmbeddedPart,
  type Pointer,
  type TokenBits,
} from '@cairn/ports';
import { sql, type Selectable, type SqlBool } from 'kysely';
import { queries, statement } from '../pool/dialect.ts';
import { takeLock } from '../pool/locks.ts';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import type { EmbeddingTable } from '../pool/schema.ts';
import type { Session } from '../pool/session.ts';
import { dropUnlinked, linksOf, lockOf, type EmbeddingKey } from './embedding-links.ts';

/** Embeddings as records on Postgres. */
export class PostgresEmbeddingStore extends EmbeddingStore {
  private readonly pool: PostgresPool;

  constructor({ pool }: { pool: PostgresPool }) {
    super();
    this.pool = pool;
  }

  async find(orgId: OrgId, modelId: string, contentHash: string): Promise<ChunkEmbedding[] | undefined> {
    const key = { orgId, modelId, contentHash };
    const rows = await this.pool.read(orgId, (session) => session.all(chunksOf, key));
    return rows.length > 0 ? rows.map(chunkOf) : undefined;
  }

  async keep(pointer: Pointer, modelId: string, contentHash: string, chunks: readonly ChunkEmbedding[]): Promise<void> {
    const key = { orgId: pointer.orgId, modelId, contentHash };
    await this.pool.writeRepeatable(pointer.orgId, (session) => keepChunks(session, pointer, key, { at: 0, chunks }));
  }

  async extent(orgId: OrgId, modelId: string, contentHash: string): Promise<EmbeddedExtent | undefined> {
    const key = { orgId, modelId, contentHash };
    return wholeExtent(await this.pool.read(orgId, (session) => session.get(extentOf, key)));
  }

  async keepPart(pointer: Pointer, modelId: string, contentHash: string, part: EmbeddedPart): Promise<void> {
    const key = { orgId: pointer.orgId, modelId, contentHash };
    await this.pool.writeRepeatable(pointer.orgId, (session) => keepChunks(session, pointer, key, part));
  }

  async passages(
    scope: Scope,
    modelId: string,
    kind: ItemKind,
    wanted: readonly { id: ItemId; chunk: number }[],
  ): Promise<{ id: ItemId; from: number; to: number; tokens?: TokenBits | undefined }[]> {
    const places = { ids: wanted.map(({ id }) => id), chunks: wanted.map(({ chunk }) => chunk) };
    const values = { ...fieldsOf(scope), modelId, kind, ...places };
    const rows = await this.pool.read(scope.orgId, (session) => session.all(passageRows, values));
    return rows.map(passageOf);
  }
}

const chunksOf = prepared<EmbeddingKey>()((place) =>
  queries
    .selectFrom('embedding')
    .select(['from', 'to', 'vector', 'token_dims as tokenDims', 'tokens'])
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId'))
    .orderBy('chunk'),
);

/** Nobody forgets the item until this transaction ends. */
const presentItem = prepared<Pointer>()((place) =>
  queries
    .selectFrom('item')
    .select('seq')
    .where('id', '=', place('id'))
    .where('org_id', '=', place('orgId'))
    .where('kind', '=', place('kind'))
    .where('state', '<>', 'deleted')
    .forShare(),
);

/** Nothing is kept of an item that was forgotten while the model worked on it. What was there from `at` on goes. */
async function keepChunks(
  session: Session,
  pointer: Pointer,
  key: EmbeddingKey,
  { at, chunks }: Pick<EmbeddedPart, 'at' | 'chunks'>,
): Promise<void> {
  const item = await session.get(presentItem, pointer);
  if (!item) return;
  const [, former] = await Promise.all([
    takeLock(session, lockOf(key)),
    linksOf(session, item.seq),
    session.run(removeChunks, { ...key, at }),
    session.run(insertChunks, { ...key, ...chunkColumns(chunks, at) }),
    session.run(link, { seq: item.seq, ...key }),
  ]);
  const other = former.find(({ modelId, contentHash }) => modelId === key.modelId && contentHash !== key.contentHash);
  if (other) await dropUnlinked(session, other);
}

const removeChunks = prepared<EmbeddingKey & { at: number }>()((place) =>
  queries
    .deleteFrom('embedding')
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId'))
    .where('chunk', '>=', place('at')),
);

const extentOf = prepared<EmbeddingKey>()((place) =>
  queries
    .selectFrom('embedding')
    .select(({ fn }) => [
      fn.countAll<number>().as('chunks'),
      fn.max<number | null>('chunk').as('last'),
      fn.max<number | null>('to').as('to'),
    ])
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId')),
);

interface ChunkColumns {
  readonly numbers: readonly number[];
  readonly froms: readonly number[];
  readonly tos: readonly number[];
  readonly dims: readonly number[];
  readonly vectors: readonly Uint8Array[];
  readonly tokenDims: readonly (number | null)[];
  readonly tokens: readonly (Uint8Array | null)[];
}

const chunkColumns = (chunks: readonly ChunkEmbedding[], at: number): ChunkColumns => ({
  numbers: chunks.map((_, number) => at + number),
  froms: chunks.map(({ from }) => from),
  tos: chunks.map(({ to }) => to),
  dims: chunks.map(({ vector }) => vector.length),
  vectors: chunks.map(({ vector }) => bytesOf(vector)),
  tokenDims: chunks.map(({ tokens }) => tokens?.dims ?? null),
  tokens: chunks.map(({ tokens }) => tokenBytesOf(tokens)),
});

const insertChunks = statement<EmbeddingKey & ChunkColumns>()(
  (place) => sql`
    insert into embedding (org_id, content_hash, model_id, chunk, "from", "to", dims, vector, token_dims, tokens)
    select ${place('orgId')}, ${place('contentHash')}, ${place('modelId')}, given.* from unnest(
      ${place('numbers')}::int[], ${place('froms')}::int[], ${place('tos')}::int[], ${place('dims')}::int[],
      ${place('vectors')}::bytea[], ${place('tokenDims')}::int[], ${place('tokens')}::bytea[]) as given`,
);

const link = prepared<EmbeddingKey & { seq: number }>()((place) =>
  queries
    .insertInto('item_embedding')
    .values({
      item_seq: place('seq'),
      model_id: place('modelId'),
      org_id: place('orgId'),
      content_hash: place('contentHash'),
    })
    .onConflict((clash) =>
      clash.columns(['item_seq', 'model_id']).doUpdateSet((eb) => ({ content_hash: eb.ref('excluded.content_hash') })),
    ),
);

type PassageColumns = Pick<Selectable<EmbeddingTable>, 'from' | 'to' | 'token_dims'> & { tokens: string | null };

interface PassagesQuery extends ScopeFields {
  readonly modelId: string;
  readonly kind: ItemKind;
  readonly ids: readonly string[];
  readonly chunks: readonly number[];
}

/**
 * One by one from what is wanted, whatever the planner believes: what is wanted is few, what is stored is much. The driver
 * takes bytes as text only, which in hex are twice as many.
 */
const wantedPassages = (place: PlaceOf<PassagesQuery>) => sql<PassageColumns>`
  unnest(${place('ids')}::uuid[], ${place('chunks')}::int[]) as wanted (id, chunk)
  cross join lateral (select * from item as one where one.id = wanted.id offset 0) as item
  cross join lateral (
    select "from", "to", token_dims, encode(tokens, 'base64') as tokens from item_embedding as link
    join embedding on embedding.org_id = link.org_id and embedding.content_hash = link.content_hash
      and embedding.model_id = link.model_id and embedding.chunk = wanted.chunk
    where link.item_seq = item.seq and link.model_id = ${place('modelId')}
    offset 0)`;

const passageRows = prepared<PassagesQuery>()((place) =>
  queries
    .selectFrom(wantedPassages(place).as('passage'))
    .select([sql<string>`item.id`.as('id'), 'passage.from', 'passage.to', 'token_dims as dims', 'tokens'])
    .where(sql<SqlBool>`item.kind = ${place('kind')}`)
    .where(visible(scopePlaces(place))),
);

type PassageRow = NonNullable<(typeof passageRows)['row']>;

function passageOf({ id, from, to, dims, tokens }: PassageRow) {
  const place = { id: id as ItemId, from, to };
  if (dims === null || tokens === null) return place;
  return { ...place, tokens: tokensOf(new Uint32Array(ownBuffer(Buffer.from(tokens, 'base64'))), dims) };
}
