import { CairnError, type KeyId, type KeySummary, type OrgId, type PrincipalId, type Role } from '@cairn/contracts';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { presentPrincipal } from './present-principals.ts';
import type { ApiKeyTable } from '../kit/tables.ts';
import {
  cutTo,
  requireRemainingAdmin,
  limitsOf,
  mayDo,
  mayManageKeys,
  newPrincipalRow,
  requireWithin,
  type KeyMaker,
  type NewPrincipal,
  type NewPrincipalRow,
  type Owner,
} from './key-rules.ts';
import { isBeingRemoved } from '../forgetting/organisation-removal.ts';
import { ownerOfNew } from './owners.ts';
import { auditActs } from '../kit/audit.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { createSecret } from '../kit/create-secret.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

type NewKeyRow = Selectable<ApiKeyTable>;

/** A key for an existing principal. `role` and `peers`, if given, limit the rights of the principal. */
interface KeyOfPrincipal {
  readonly principalId: PrincipalId;
  readonly role?: Role | undefined;
  readonly peers?: readonly string[] | undefined;
}

interface InOrganisation {
  readonly orgId: OrgId;
}

/** A key to create, for a new or an existing principal. */
export type NewKey = (NewPrincipal | KeyOfPrincipal) &
  InOrganisation & {
    readonly label?: string | undefined;
    /** The time at which the key expires, epoch ms; if absent, the key never expires. */
    readonly expiresAt?: number | undefined;
  };

/** A created key. It is shown only here, since only its hash is stored. */
interface ShownKey {
  readonly key: string;
  readonly summary: KeySummary;
}

type CreateKeyCommand = NewKey & {
  /** The principal who created the key; absent for a key that no principal created, such as the first one. */
  readonly author?: KeyMaker | undefined;
};

interface RotateKeyCommand {
  readonly author: KeyMaker;
  readonly keyId: KeyId;
  /** The time in ms for which the old key works in parallel with the new one; 0 revokes the old key at once. */
  readonly overlapMs: number;
  /** The time at which the new key expires, epoch ms; if absent, the key never expires. */
  readonly expiresAt?: number | undefined;
}

interface RevokeKeyCommand {
  readonly author: KeyMaker;
  readonly keyId: KeyId;
  /** Revokes the key even if it is the last admin key. */
  readonly force?: boolean | undefined;
}

interface FirstOrganisationCommand {
  /** Replaces the stored prefixes of the organisation; if absent, the stored prefixes stay. */
  readonly peerPrefixes?: readonly string[] | undefined;
}

/** Queries for organisations, principals and keys. */
const keyQueries = ofDialect(({ queries }) => ({
  insertPrincipal: (row: NewPrincipalRow) => queries.insertInto('principal').values(row),
  insertKey: (row: NewKeyRow) => queries.insertInto('api_key').values(row),
  working: (orgId: OrgId, keyId: KeyId, now: number) =>
    queries
      .selectFrom('api_key')
      .select(['principal_id', 'own_role', 'own_peers', 'label', 'expires_at'])
      .where('org_id', '=', orgId)
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
  expire: (orgId: OrgId, keyId: KeyId, at: number) =>
    queries.updateTable('api_key').set({ expires_at: at }).where('org_id', '=', orgId).where('id', '=', keyId),
  ofOrganisation: (orgId: OrgId, whose?: PrincipalId) =>
    queries
      .selectFrom('api_key')
      .innerJoin('principal', 'principal.id', 'api_key.principal_id')
      .select(['api_key.id as keyId', 'principal.id as principalId', 'principal.name', 'principal.kind'])
      .select(['api_key.label', 'api_key.role', 'api_key.prefix', 'api_key.peers', 'api_key.created_at as createdAt'])
      .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt', 'api_key.revoked_at as revokedAt'])
      .where('api_key.org_id', '=', orgId)
      .$if(whose !== undefined, (keys) =>
        keys.where(({ eb, or }) => or([eb('principal.id', '=', whose!), eb('principal.owner_id', '=', whose!)])),
      )
      .orderBy('api_key.created_at')
      .orderBy('api_key.id'),
  /** Revokes a key; changes nothing if the organisation has no such key or the key is already revoked. */
  revoke: ({ author, keyId }: RevokeKeyCommand, now: number) =>
    queries
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('id', '=', keyId)
      .where('org_id', '=', author.orgId)
      .where('revoked_at', 'is', null),
}));

const ownerQueries = ofDialect(({ queries }) => ({
  owner: (orgId: OrgId, principalId: string) =>
    presentPrincipal({ queries }, orgId, principalId).select(['id', 'role', 'peers', 'owner_id']),
  ownerOfKey: (orgId: OrgId, keyId: KeyId) =>
    queries
      .selectFrom('api_key')
      .innerJoin('principal', 'principal.id', 'api_key.principal_id')
      .select('principal.owner_id')
      .where('api_key.org_id', '=', orgId)
      .where('api_key.id', '=', keyId),
}));

const organisationQueries = ofDialect(({ queries }) => ({
  nameOf: (orgId: OrgId) => queries.selectFrom('organisation').select('name').where('id', '=', orgId),
  first: queries
    .selectFrom('organisation')
    .select('id')
    .where((eb) => eb.not(isBeingRemoved))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
  /** Returns the statements that insert or change the first organisation; no statement if nothing changes. */
  keepFirst: (present: { id: string } | undefined, { peerPrefixes }: FirstOrganisationCommand, now: number) => {
    const id = present?.id ?? uuidv7({ msecs: now });
    const peer_prefixes = JSON.stringify(peerPrefixes ?? []);
    const insert = queries.insertInto('organisation').values({ id, created_at: now, peer_prefixes });
    const update = queries.updateTable('organisation').set({ peer_prefixes }).where('id', '=', id);
    return {
      changes: present ? (peerPrefixes ? [update] : []) : [insert],
      first: { orgId: id as OrgId, created: !present },
    };
  },
}));

const keySummaryOf = <Row extends { keyId: string; principalId: string; peers: string }>(row: Row) => ({
  ...row,
  keyId: row.keyId as KeyId,
  principalId: row.principalId as PrincipalId,
  peers: JSON.parse(row.peers) as string[],
});

interface ListQuery {
  readonly orgId: OrgId;
  /** Lists only the keys of this principal and of their agents. */
  readonly whose?: PrincipalId | undefined;
}

/** Lists the keys of the organisation, or of one principal and their agents. */
const listKeys = async (tx: ReadTransaction, { orgId, whose }: ListQuery): Promise<KeySummary[]> =>
  (await tx.all(keyQueries(tx.dialect).ofOrganisation(orgId, whose))).map(keySummaryOf);

/**
 * Creates a key. Throws `principal/unknown` if the principal does not exist or has left, `request/invalid` if the key's
 * rights exceed those of the principal, `auth/forbidden` if the author is neither an admin nor a person who makes a key
 * for an own agent. A key that a person makes for an own agent never has more rights than the person's key.
 */
export async function createKeyForAuthor(tx: Transaction, { author, ...key }: CreateKeyCommand): Promise<ShownKey> {
  const owner =
    'principalId' in key ? await principalOfKey(tx, key, author) : await createPrincipalOfKey(tx, key, author);
  const given = 'principalId' in key ? ownRightsOf(key) : { own_role: null, own_peers: null };
  requireWithin(owner, given);
  const own = cutTo(limitsOf(author), owner, given);
  const maker = author ?? { orgId: key.orgId, principalId: owner.id as PrincipalId };
  const terms = { ...own, label: key.label ?? null, expires_at: key.expiresAt ?? null };
  return insertKey(tx, { orgId: key.orgId, owner, maker, terms });
}

const ownRightsOf = ({ role, peers }: KeyOfPrincipal) => ({
  own_role: role ?? null,
  own_peers: peers === undefined ? null : JSON.stringify(peers),
});

async function principalOfKey(
  tx: ReadTransaction,
  { orgId, principalId }: KeyOfPrincipal & InOrganisation,
  maker: KeyMaker | undefined,
): Promise<Owner> {
  const owner = await tx.get(ownerQueries(tx.dialect).owner(orgId, principalId));
  if (!mayManageKeys(maker, { owner_id: owner?.owner_id ?? null }))
    throw notTheirsError(maker, 'principalId', principalId);
  if (owner) return owner;
  throw new CairnError('principal/unknown', `no person or agent ${principalId}`);
}

async function createPrincipalOfKey(
  tx: Transaction,
  key: NewPrincipal & InOrganisation,
  maker: KeyMaker | undefined,
): Promise<Owner> {
  const limits = limitsOf(maker);
  const owner = await ownerOfNew(tx, { ...key, author: maker });
  if (key.kind === 'person' && limits) throw notTheirsError(maker, 'kind', key.kind);
  if (!mayManageKeys(maker, { owner_id: owner })) throw notTheirsError(maker, 'ownerId', key.ownerId);
  if (limits) requireWithin(limits, { own_role: key.role, own_peers: JSON.stringify(key.peers) }, 'your own key');
  const row = { ...newPrincipalRow(key, tx.now), owner_id: owner };
  await tx.run(keyQueries(tx.dialect).insertPrincipal(row));
  return row;
}

/** Makes the error for a maker of keys who is no admin and who names somebody else's principal in `field`. */
function notTheirsError(maker: KeyMaker | undefined, field: string, value: string | undefined): CairnError {
  const message = 'needs the role admin';
  const sentence =
    maker?.kind === 'agent'
      ? 'An agent makes no keys; its owner does.'
      : 'Without the role admin, a person makes keys for their own agents only.';
  const issues = [{ field, message, value, allowed: 'an agent of your own' }];
  return new CairnError('auth/forbidden', sentence, maker?.kind === 'agent' ? undefined : { issues });
}

interface KeyInsertion {
  readonly orgId: OrgId;
  readonly owner: Owner;
  readonly maker: Author;
  readonly terms: Pick<NewKeyRow, 'own_role' | 'own_peers' | 'label' | 'expires_at'>;
}

async function insertKey(tx: Transaction, { orgId, owner, maker, terms }: KeyInsertion): Promise<ShownKey> {
  const queries = keyQueries(tx.dialect);
  const id = uuidv7({ msecs: tx.now }) as KeyId;
  const { secret, hash, prefix } = createSecret();
  const row = { id, org_id: orgId, principal_id: owner.id, hash, prefix, created_at: tx.now, revoked_at: null };
  await tx.run(queries.insertKey({ ...row, ...terms, ...mayDo(owner, terms), last_used_at: null }));
  await auditActs(tx, { author: maker, action: 'write', kind: 'key', id, version: 1 });
  return { key: secret, summary: (await listKeys(tx, { orgId })).find(({ keyId }) => keyId === id)! };
}

/**
 * Creates a new key with the principal and the rights of an existing key. Returns undefined if the organisation has no
 * such valid key, or if the author is no admin and the key belongs to no agent of the author. Throws `key/last-admin` if
 * the last admin key that never expires would get an expiry time.
 */
const rotateKey = (tx: Transaction, command: RotateKeyCommand): Promise<ShownKey | undefined> =>
  requireRemainingAdmin(tx, { orgId: command.author.orgId }, () => replaceKey(tx, command));

async function replaceKey(
  tx: Transaction,
  { author, keyId, overlapMs, expiresAt }: RotateKeyCommand,
): Promise<ShownKey | undefined> {
  const queries = keyQueries(tx.dialect);
  const old = await tx.get(queries.working(author.orgId, keyId, tx.now));
  const owner = old && (await tx.get(ownerQueries(tx.dialect).owner(author.orgId, old.principal_id)));
  if (!owner || !mayManageKeys(author, owner)) return undefined;
  const terms = { ...cutTo(limitsOf(author), owner, old), label: old.label, expires_at: expiresAt ?? null };
  const shown = await insertKey(tx, { orgId: author.orgId, owner, maker: author, terms });
  if (overlapMs === 0) await revokeKey(tx, { author, keyId, force: true });
  else {
    const end = Math.min(tx.now + overlapMs, old.expires_at ?? Infinity);
    await tx.run(queries.expire(author.orgId, keyId, end));
  }
  return shown;
}

/**
 * Revokes a key. Returns false if the author's organisation has no such key, if the key is already revoked, or if the
 * author is no admin and the key belongs to no agent of the author. Throws `key/last-admin` for the last admin key that
 * never expires, unless `force` is set; if two admins revoke each other's keys at once, one of them gets the error.
 */
async function revokeKey(tx: Transaction, command: RevokeKeyCommand): Promise<boolean> {
  const { author, force = false } = command;
  const queries = keyQueries(tx.dialect);
  const named = await tx.get(ownerQueries(tx.dialect).ownerOfKey(author.orgId, command.keyId));
  if (!named || !mayManageKeys(author, named)) return false;
  return requireRemainingAdmin(tx, { orgId: author.orgId, force }, async () => {
    const isRevoked = (await tx.run(queries.revoke(command, tx.now))) > 0;
    if (isRevoked)
      await auditActs(tx, { author: command.author, action: 'forget', kind: 'key', id: command.keyId, version: 2 });
    return isRevoked;
  });
}

/** Returns the first organisation; creates it on the first start. */
async function firstOrganisation(
  tx: Transaction,
  command: FirstOrganisationCommand,
): Promise<{ orgId: OrgId; created: boolean }> {
  const queries = organisationQueries(tx.dialect);
  await tx.lock({ what: 'organisation', orgId: '', key: 'first' });
  const { changes, first } = queries.keepFirst(await tx.get(queries.first), command, tx.now);
  for (const change of changes) await tx.run(change);
  return first;
}

/** Reads the name of an organisation; undefined if it does not exist. */
async function findOrganisationName(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<string | undefined> {
  return (await tx.get(organisationQueries(tx.dialect).nameOf(orgId)))?.name;
}

/** Keys of principals: 256 random bits, shown once and stored as SHA-256. */
export const keys = feature('keys', {
  tables: [],
  refreshes: 'principals',
  reads: { list: listKeys, findOrganisationName },
  writes: { create: createKeyForAuthor, rotate: rotateKey, revoke: revokeKey, firstOrganisation },
  acrossOrganisations: ['firstOrganisation', 'findOrganisationName'],
});
export type Keys = CallsOf<typeof keys>;
