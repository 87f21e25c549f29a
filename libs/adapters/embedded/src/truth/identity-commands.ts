import type { KeyId, OrgId, Principal, PrincipalId } from '@cairn/contracts';
import type { KeySummary, NewKey } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { prepared, queries, type Database } from '../sqlite/database.ts';

const byHash = prepared<{ hash: string }>()((place) =>
  queries
    .selectFrom('api_key')
    .innerJoin('principal', 'principal.id', 'api_key.principal_id')
    .innerJoin('organisation', 'organisation.id', 'api_key.org_id')
    .select(['api_key.id as keyId', 'api_key.org_id as orgId', 'principal.id as principalId'])
    .select([
      'principal.name',
      'principal.kind',
      'api_key.role',
      'api_key.peers',
      'organisation.peer_prefixes as prefixes',
    ])
    .where('api_key.hash', '=', place('hash'))
    .where('api_key.revoked_at', 'is', null),
);

export function principalOfKey(db: Database, hash: string): Principal | undefined {
  const row = db.get(byHash, { hash });
  if (!row) return undefined;
  const { keyId, orgId, principalId, name, kind, role } = row;
  const ids = { keyId: keyId as KeyId, orgId: orgId as OrgId, principalId: principalId as PrincipalId };
  return { ...ids, name, kind, role, peers: JSON.parse(row.peers), peerPrefixes: JSON.parse(row.prefixes) };
}

export interface CreateKeyCommand {
  readonly key: NewKey;
  readonly hash: string;
  readonly prefix: string;
  readonly now: number;
}

/** Every key is a principal of its own. */
export function createKey(db: Database, { key, hash, prefix, now }: CreateKeyCommand): KeySummary {
  const { orgId, name, kind, role, peers } = key;
  const principalId = uuidv7({ msecs: now });
  const keyId = uuidv7({ msecs: now }) as KeyId;
  db.run(queries.insertInto('principal').values({ id: principalId, org_id: orgId, name, kind, created_at: now }));
  db.run(
    queries.insertInto('api_key').values({
      id: keyId,
      org_id: orgId,
      principal_id: principalId,
      hash,
      prefix,
      role,
      peers: JSON.stringify(peers),
      created_at: now,
      revoked_at: null,
    }),
  );
  return { keyId, name, role, prefix, peers: [...peers], createdAt: now, revokedAt: null };
}

export function listKeys(db: Database, orgId: OrgId): KeySummary[] {
  const rows = db.all(
    queries
      .selectFrom('api_key')
      .innerJoin('principal', 'principal.id', 'api_key.principal_id')
      .select(['api_key.id as keyId', 'principal.name', 'api_key.role', 'api_key.prefix', 'api_key.peers'])
      .select(['api_key.created_at as createdAt', 'api_key.revoked_at as revokedAt'])
      .where('api_key.org_id', '=', orgId)
      .orderBy('api_key.created_at')
      .orderBy('api_key.id'),
  );
  return rows.map((row) => ({ ...row, keyId: row.keyId as KeyId, peers: JSON.parse(row.peers) as string[] }));
}

/** False when the organisation has no such key, or it was revoked before. */
export function revokeKey(db: Database, { orgId, keyId, now }: { orgId: OrgId; keyId: KeyId; now: number }): boolean {
  const revoke = queries
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('id', '=', keyId)
    .where('org_id', '=', orgId)
    .where('revoked_at', 'is', null);
  return db.run(revoke).changes > 0;
}

/** `peerPrefixes`, where given, are the organisation's from now on. */
export function firstOrganisation(
  db: Database,
  { peerPrefixes, now }: { peerPrefixes?: readonly string[] | undefined; now: number },
): { orgId: OrgId; created: boolean } {
  const first = db.get(queries.selectFrom('organisation').select('id').orderBy('created_at').orderBy('id').limit(1));
  const id = first?.id ?? uuidv7({ msecs: now });
  const peer_prefixes = JSON.stringify(peerPrefixes ?? []);
  if (!first) db.run(queries.insertInto('organisation').values({ id, created_at: now, peer_prefixes }));
  else if (peerPrefixes) db.run(queries.updateTable('organisation').set({ peer_prefixes }).where('id', '=', id));
  return { orgId: id as OrgId, created: !first };
}
