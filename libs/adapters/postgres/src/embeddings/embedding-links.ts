import { prepared } from '@cairn/adapter-sql';
import { sql } from 'kysely';
import { queries, statement } from '../pool/dialect.ts';
import type { Lock } from '@cairn/adapter-sql';
import { takeLock } from '../pool/locks.ts';
import type { Session } from '../pool/session.ts';

export interface EmbeddingKey {
  readonly orgId: string;
  readonly modelId: string;
  readonly contentHash: string;
}

/** Those who keep, link and drop the embeddings of a text do it one after the other. */
export const lockOf = ({ orgId, modelId, contentHash }: EmbeddingKey): Lock => ({
  what: 'embedding',
  orgId,
  key: `${modelId} ${contentHash}`,
});

const links = prepared<{ seq: number }>()((place) =>
  queries
    .selectFrom('item_embedding')
    .select(['org_id as orgId', 'model_id as modelId', 'content_hash as contentHash'])
    .where('item_seq', '=', place('seq')),
);

const removeLink = prepared<{ seq: number; modelId: string }>()((place) =>
  queries.deleteFrom('item_embedding').where('item_seq', '=', place('seq')).where('model_id', '=', place('modelId')),
);

const removeUnlinked = statement<EmbeddingKey>()(
  (place) => sql`
    delete from embedding
    where org_id = ${place('orgId')} and content_hash = ${place('contentHash')} and model_id = ${place('modelId')}
      and not exists (select from item_embedding as link where link.org_id = embedding.org_id
        and link.content_hash = embedding.content_hash and link.model_id = embedding.model_id)`,
);

export const linksOf = (session: Session, seq: number): Promise<EmbeddingKey[]> => session.all(links, { seq });

/** Embeddings tell of the text, so they go with it, unless another item has the same text. Says how many models had some. */
export async function forgetEmbeddings(session: Session, seq: number): Promise<number> {
  const keys = await linksOf(session, seq);
  for (const key of keys) await unlink(session, seq, key);
  return keys.length;
}

async function unlink(session: Session, seq: number, key: EmbeddingKey): Promise<void> {
  await session.run(removeLink, { seq, modelId: key.modelId });
  await dropUnlinked(session, key);
}

export async function dropUnlinked(session: Session, key: EmbeddingKey): Promise<void> {
  await takeLock(session, lockOf(key));
  await session.run(removeUnlinked, key);
}
