import { CairnError, type KeyId, type OrgId, type PrincipalId } from '@cairn/contracts';
import type { Principal, TeamOfPrincipal } from '@cairn/domain';
import type { KeySummary, NewKey, Rotation } from '@cairn/ports';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import { presentPrincipal } from './present-principals.ts';
import type { ApiKeyTable } from '../kit/tables.ts';
import {
  cutTo,
  keepingAnAdmin,
  limitsOf,
  mayDo,
  mayManageKeys,
  newPrincipalRow,
  requireWithin,
  type KeyMaker,
  type NewPrincipalRow,
  type Owner,
} from './key-rules.ts';
import { isBeingRemoved } from '../forgetting/organisation-removal.ts';
import { closedChannelNames } from './closed-channels.ts';
import { quotasOf } from '../items/item-limits.ts';
import { openBasesFor } from '../knowledge/knowledge-bases.ts';
import { agentsOf, ownerOfNew } from './owners.ts';
import { teamsOfPrincipal } from './teams.ts';
import { audit } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

type NewKeyRow = Selectable<ApiKeyTable>;

type KeyOfPrincipal = Extract<NewKey, { principalId: PrincipalId }>;

interface Secret {
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  readonly prefix: string;
}

interface CreateKeyCommand extends Secret {
  readonly key: NewKey;
  /** The principal who created the key; absent for a key that no principal created, such as the first one. */
  readonly author?: KeyMaker | undefined;
}

interface RotateKeyCommand extends Secret, Rotation {
  readonly author: KeyMaker;
  readonly keyId: KeyId;
}

interface RevokeKeyCommand {
  readonly author: KeyMaker;
  readonly keyId: KeyId;
  /** Revokes the key even if it is the last admin key. */
  readonly force: boolean;
}

interface FirstOrganisationCommand {
  /** Replaces the stored prefixes of the organisation; if absent, the stored ones stay. */
  readonly peerPrefixes?: readonly string[] | undefined;
}

/** Queries for organisations, principals and keys. */
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
    used: (keyId: KeyId, at: number) =>
      queries.updateTable('api_key').set({ last_used_at: at }).where('id', '=', keyId),
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
  };
});

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
  first: queries
    .selectFrom('organisation')
    .select('id')
    .where((eb) => eb.not(isBeingRemoved))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
  /** Returns statements that insert or change the first organisation; none when nothing changes. */
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

type Queries = ReturnType<typeof keyQueries>;
type PrincipalRow = NonNullable<Queries['byHash']['row']>;

/** Columns that describe the principal of a key or of a sign-in. */
type HolderRow = Omit<PrincipalRow, 'expiresAt' | 'lastUsedAt'>;

function principalOf(row: HolderRow): Principal {
  const { keyId, orgId, principalId, name, kind, role, ownerId } = row;
  const ids = { keyId: keyId as KeyId, orgId: orgId as OrgId, principalId: principalId as PrincipalId };
  const told = {
    ...(ownerId !== null && { ownerId: ownerId as PrincipalId }),
    ...(row.masking === 'off' && { masking: row.masking }),
    ...(row.recallLimit !== null && { recallLimit: row.recallLimit }),
    ...(row.callsPerMinute !== null && { callsPerMinute: row.callsPerMinute }),
  };
  return { ...ids, name, kind, role, peers: JSON.parse(row.peers), peerPrefixes: JSON.parse(row.prefixes), ...told };
}

const keySummaryOf = <Row extends { keyId: string; principalId: string; peers: string }>(row: Row) => ({
  ...row,
  keyId: row.keyId as KeyId,
  principalId: row.principalId as PrincipalId,
  peers: JSON.parse(row.peers) as string[],
});

/** A valid key, with its expiry time and its last recorded use. */
export interface FoundKey {
  readonly principal: Principal;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** Finds a key in any organisation by its hash. */
async function ofHash(tx: ReadTransaction, { hash }: { hash: string }): Promise<FoundKey | undefined> {
  return foundKey(tx, await tx.get(keyQueries(tx.dialect).byHash, { hash }));
}

/** Selects, from the given hashes, those of existing keys. */
const knownAmong = async (tx: ReadTransaction, { hashes }: { hashes: readonly string[] }): Promise<string[]> =>
  (await tx.all(keyQueries(tx.dialect).amongHashes(hashes))).map(({ hash }) => hash);

/** Finds a key by its id, which another service has verified before. */
async function ofId(tx: ReadTransaction, { id }: { id: KeyId }): Promise<FoundKey | undefined> {
  return foundKey(tx, await tx.get(keyQueries(tx.dialect).byId, { id }));
}

async function foundKey(tx: ReadTransaction, row: PrincipalRow | undefined): Promise<FoundKey | undefined> {
  return row && { principal: await holderOf(tx, row), expiresAt: row.expiresAt, lastUsedAt: row.lastUsedAt };
}

/**
 * Builds the principal from its row, and adds its current teams, the permissive knowledge bases that it may read and the
 * channels that are closed to it.
 */
export async function holderOf(tx: ReadTransaction, row: HolderRow): Promise<Principal> {
  const principal = principalOf(row);
  const teams = await tx.all(teamsOfPrincipal(tx.dialect)(principal.orgId, principal.principalId));
  const openBases = await openBasesFor(tx, principal);
  const closedChannels = await closedChannelNames(tx, principal, teams);
  const quotas = await quotasOf(tx, principal.orgId);
  const agents = await agentsOf(tx, principal.orgId, principal.principalId);
  return {
    ...principal,
    ...(agents.length > 0 && { agents: agents.map(({ id }) => id as PrincipalId) }),
    ...(teams.length > 0 && { teams: teams as TeamOfPrincipal[] }),
    ...(openBases.length > 0 && { openBases }),
    ...(closedChannels.length > 0 && { closedChannels }),
    ...(quotas.length > 0 && { quotas }),
  };
}

interface ListQuery {
  readonly orgId: OrgId;
  /** Lists only the keys of this principal and of their agents. */
  readonly whose?: PrincipalId | undefined;
}

const list = async (tx: ReadTransaction, { orgId, whose }: ListQuery): Promise<KeySummary[]> =>
  (await tx.all(keyQueries(tx.dialect).ofOrganisation(orgId, whose))).map(keySummaryOf);

async function create(tx: Transaction, command: CreateKeyCommand): Promise<KeySummary> {
  const { key, author } = command;
  const owner = 'principalId' in key ? await principalOfKey(tx, key, author) : await newcomer(tx, key, author);
  const given = 'principalId' in key ? ownRightsOf(key) : { own_role: null, own_peers: null };
  requireWithin(owner, given);
  const own = cutTo(limitsOf(author), owner, given);
  const maker = author ?? { orgId: key.orgId, principalId: owner.id as PrincipalId };
  const terms = { ...own, label: key.label ?? null, expires_at: key.expiresAt ?? null };
  return insert(tx, command, { orgId: key.orgId, owner, maker, terms });
}

const ownRightsOf = ({ role, peers }: KeyOfPrincipal) => ({
  own_role: role ?? null,
  own_peers: peers === undefined ? null : JSON.stringify(peers),
});

async function principalOfKey(
  tx: ReadTransaction,
  { orgId, principalId }: KeyOfPrincipal,
  maker: KeyMaker | undefined,
): Promise<Owner> {
  const owner = await tx.get(ownerQueries(tx.dialect).owner(orgId, principalId));
  if (!mayManageKeys(maker, { owner_id: owner?.owner_id ?? null })) throw notTheirs(maker, 'principalId', principalId);
  if (owner) return owner;
  throw new CairnError('principal/unknown', `no person or agent ${principalId}`);
}

async function newcomer(
  tx: Transaction,
  key: Exclude<NewKey, KeyOfPrincipal>,
  maker: KeyMaker | undefined,
): Promise<Owner> {
  const limits = limitsOf(maker);
  const owner = await ownerOfNew(tx, { ...key, author: maker });
  if (key.kind === 'person' && limits) throw notTheirs(maker, 'kind', key.kind);
  if (!mayManageKeys(maker, { owner_id: owner })) throw notTheirs(maker, 'ownerId', key.ownerId);
  if (limits) requireWithin(limits, { own_role: key.role, own_peers: JSON.stringify(key.peers) }, 'your own key');
  const row = { ...newPrincipalRow(key, tx.now), owner_id: owner };
  await tx.run(keyQueries(tx.dialect).insertPrincipal(row));
  return row;
}

/** Refuses a maker of keys who is no admin, with the field that names somebody else's principal. */
function notTheirs(maker: KeyMaker | undefined, field: string, value: string | undefined): CairnError {
  const message = 'needs the role admin';
  const sentence =
    maker?.kind === 'agent'
      ? 'An agent makes no keys; its owner does.'
      : 'Without the role admin, a person makes keys for their own agents only.';
  const issues = [{ field, message, value, allowed: 'an agent of your own' }];
  return new CairnError('auth/forbidden', sentence, maker?.kind === 'agent' ? undefined : { issues });
}

interface Insertion {
  readonly orgId: OrgId;
  readonly owner: Owner;
  readonly maker: Author;
  readonly terms: Pick<NewKeyRow, 'own_role' | 'own_peers' | 'label' | 'expires_at'>;
}

async function insert(tx: Transaction, secret: Secret, made: Insertion): Promise<KeySummary> {
  const { orgId, owner, maker, terms } = made;
  const queries = keyQueries(tx.dialect);
  const id = uuidv7({ msecs: tx.now }) as KeyId;
  const { hash, prefix } = secret;
  const row = { id, org_id: orgId, principal_id: owner.id, hash, prefix, created_at: tx.now, revoked_at: null };
  await tx.run(queries.insertKey({ ...row, ...terms, ...mayDo(owner, terms), last_used_at: null }));
  await audit(tx, { author: maker, action: 'write', kind: 'key', id, version: 1 });
  return (await list(tx, { orgId })).find(({ keyId }) => keyId === id)!;
}

/** Replaces a key by a new one. Returns undefined if the organisation has no such valid key. */
const rotate = (tx: Transaction, command: RotateKeyCommand): Promise<KeySummary | undefined> =>
  keepingAnAdmin(tx, { orgId: command.author.orgId }, () => replace(tx, command));

async function replace(tx: Transaction, command: RotateKeyCommand): Promise<KeySummary | undefined> {
  const { author, keyId, overlapMs, expiresAt = null } = command;
  const queries = keyQueries(tx.dialect);
  const old = await tx.get(queries.working(author.orgId, keyId, tx.now));
  const owner = old && (await tx.get(ownerQueries(tx.dialect).owner(author.orgId, old.principal_id)));
  if (!owner || !mayManageKeys(author, owner)) return undefined;
  const terms = { ...cutTo(limitsOf(author), owner, old), label: old.label, expires_at: expiresAt };
  const summary = await insert(tx, command, { orgId: author.orgId, owner, maker: author, terms });
  if (overlapMs === 0) await revoke(tx, { author, keyId, force: true });
  else {
    const end = Math.min(tx.now + overlapMs, old.expires_at ?? Infinity);
    await tx.run(queries.expire(author.orgId, keyId, end));
  }
  return summary;
}

/** Revokes a key. Returns false if the organisation has no such key or the key is already revoked. */
async function revoke(tx: Transaction, command: RevokeKeyCommand): Promise<boolean> {
  const { author, force } = command;
  const queries = keyQueries(tx.dialect);
  const named = await tx.get(ownerQueries(tx.dialect).ownerOfKey(author.orgId, command.keyId));
  if (!named || !mayManageKeys(author, named)) return false;
  return keepingAnAdmin(tx, { orgId: author.orgId, force }, async () => {
    const isRevoked = (await tx.run(queries.revoke(command, tx.now))) > 0;
    if (isRevoked)
      await audit(tx, { author: command.author, action: 'forget', kind: 'key', id: command.keyId, version: 2 });
    return isRevoked;
  });
}

async function touch(tx: Transaction, { keyId, at }: { keyId: KeyId; at: number }): Promise<void> {
  await tx.run(keyQueries(tx.dialect).used(keyId, at));
}

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

export const keyStore = {
  name: 'keys',
  tables: [],
  reads: { ofHash, knownAmong, ofId, list },
  writes: { create, rotate, revoke, touch, firstOrganisation },
};
