import type { KeyId } from '@cairn/contracts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { ofDialect } from '../kit/dialect.ts';
import { prepared } from '../kit/prepared.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { holderOf, type FoundKey } from './holders.ts';
import { signInOfId } from './sign-ins.ts';

const keyQueries = ofDialect(({ queries }) => {
  const holders = queries
    .selectFrom('api_key')
    .innerJoin('principal', 'principal.id', 'api_key.principal_id')
    .innerJoin('organisation', 'organisation.id', 'api_key.org_id')
    .select(['api_key.id as keyId', 'api_key.org_id as orgId', 'principal.id as principalId'])
    .select(['principal.name', 'principal.kind', 'principal.owner_id as ownerId', 'api_key.role', 'api_key.peers'])
    .select(['organisation.peer_prefixes as prefixes', 'organisation.masking', 'recall_limit as recallLimit'])
    .select('calls_per_minute as callsPerMinute')
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .where('api_key.revoked_at', 'is', null);
  return {
    byHash: prepared<{ hash: string }>()((place) => holders.where('api_key.hash', '=', place('hash'))),
    amongHashes: (hashes: readonly string[]) =>
      queries.selectFrom('api_key').select('hash').where('hash', 'in', hashes).where('revoked_at', 'is', null),
    byId: prepared<{ id: string }>()((place) => holders.where('api_key.id', '=', place('id'))),
    keyUsed: (id: KeyId, at: number) => queries.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id),
    signInUsed: (id: KeyId, at: number) =>
      queries.updateTable('sign_in').set({ last_used_at: at }).where('id', '=', id),
  };
});

type KeyRow = NonNullable<ReturnType<typeof keyQueries>['byHash']['row']>;

/** Finds a key in any organisation by its hash. */
async function findKeyByHash(tx: ReadTransaction, { hash }: { readonly hash: string }): Promise<FoundKey | undefined> {
  return foundKey(tx, await tx.get(keyQueries(tx.dialect).byHash, { hash }));
}

/** Selects those of the given hashes that belong to existing keys. */
const knownAmong = async (tx: ReadTransaction, { hashes }: { readonly hashes: readonly string[] }): Promise<string[]> =>
  (await tx.all(keyQueries(tx.dialect).amongHashes(hashes))).map(({ hash }) => hash);

/** Finds a key, or the account of a sign-in, by its id. Another service has verified the key or account before. */
async function findKeyById(tx: ReadTransaction, { id }: { readonly id: KeyId }): Promise<FoundKey | undefined> {
  return (await foundKey(tx, await tx.get(keyQueries(tx.dialect).byId, { id }))) ?? signInOfId(tx, { id });
}

async function foundKey(tx: ReadTransaction, row: KeyRow | undefined): Promise<FoundKey | undefined> {
  return row && { principal: await holderOf(tx, row), expiresAt: row.expiresAt, lastUsedAt: row.lastUsedAt };
}

/** Records the last use of a key or of a sign-in. */
async function recordLastUse(tx: Transaction, { id, at }: { readonly id: KeyId; readonly at: number }): Promise<void> {
  const { keyUsed, signInUsed } = keyQueries(tx.dialect);
  if ((await tx.run(keyUsed(id, at))) === 0) await tx.run(signInUsed(id, at));
}

/** Look-ups of keys and of accounts, which `Identity` caches. */
export const authentication = feature('authentication', {
  tables: [],
  reads: { ofHash: findKeyByHash, knownAmong, ofId: findKeyById },
  writes: { touch: recordLastUse },
  acrossOrganisations: ['ofHash', 'knownAmong', 'ofId', 'touch'],
});
export type Authentication = CallsOf<typeof authentication>;
