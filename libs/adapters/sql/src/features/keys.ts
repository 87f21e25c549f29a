import { CairnError, type KeyId, type OrgId, type Principal, type PrincipalId } from '@cairn/contracts';
import type { KeySummary, NewKey } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { auditing } from '../audit.ts';
import { ofDialect } from '../dialect.ts';
import type { Author } from '../item-rows.ts';
import { prepared } from '../prepared.ts';
import type { StoreSession, StoreWriteSession } from '../store/session.ts';

interface CreateKeyCommand {
  readonly key: NewKey;
  /** Absent: nobody asked for it, as for the first. */
  readonly author?: Author | undefined;
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  readonly prefix: string;
}

interface RevokeKeyCommand {
  readonly author: Author;
  readonly keyId: KeyId;
  /** Though it is the last admin key. */
  readonly force: boolean;
}

interface FirstOrganisationCommand {
  /** Where given, they are the organisation's from now on. */
  readonly peerPrefixes?: readonly string[] | undefined;
}

/** Organisations, principals and keys. */
const keyQueries = ofDialect(({ queries }) => ({
  byHash: prepared<{ hash: string }>()((place) =>
    queries
      .selectFrom('api_key')
      .innerJoin('principal', 'principal.id', 'api_key.principal_id')
      .innerJoin('organisation', 'organisation.id', 'api_key.org_id')
      .select(['api_key.id as keyId', 'api_key.org_id as orgId', 'principal.id as principalId'])
      .select(['principal.name', 'principal.kind', 'api_key.role', 'api_key.peers'])
      .select(['organisation.peer_prefixes as prefixes', 'organisation.masking'])
      .where('api_key.hash', '=', place('hash'))
      .where('api_key.revoked_at', 'is', null),
  ),
  /** Every key is a principal of its own. */
  insertKey: ({ key, author, hash, prefix }: CreateKeyCommand, now: number) => {
    const { orgId, name, kind, role, peers } = key;
    const principal = { id: uuidv7({ msecs: now }) as PrincipalId, org_id: orgId, name, kind, created_at: now };
    const keyId = uuidv7({ msecs: now }) as KeyId;
    const maker = author ?? { orgId, principalId: principal.id };
    const secret = { hash, prefix, role, peers: JSON.stringify(peers), created_at: now, revoked_at: null };
    const summary: KeySummary = { keyId, name, role, prefix, peers: [...peers], createdAt: now, revokedAt: null };
    return {
      inserts: [
        queries.insertInto('principal').values(principal),
        queries.insertInto('api_key').values({ id: keyId, org_id: orgId, principal_id: principal.id, ...secret }),
        auditing({ queries }, { author: maker, action: 'write', kind: 'key', id: keyId, version: 1, now }),
      ],
      summary,
    };
  },
  ofOrganisation: (orgId: OrgId) =>
    queries
      .selectFrom('api_key')
      .innerJoin('principal', 'principal.id', 'api_key.principal_id')
      .select(['api_key.id as keyId', 'principal.name', 'api_key.role', 'api_key.prefix', 'api_key.peers'])
      .select(['api_key.created_at as createdAt', 'api_key.revoked_at as revokedAt'])
      .where('api_key.org_id', '=', orgId)
      .orderBy('api_key.created_at')
      .orderBy('api_key.id'),
  /** Changes nothing where the organisation has no such key, or it was revoked before. */
  revoke: ({ author, keyId }: RevokeKeyCommand, now: number) =>
    queries
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('id', '=', keyId)
      .where('org_id', '=', author.orgId)
      .where('revoked_at', 'is', null),
  /** To go with it, if it changed anything. */
  auditRevocation: ({ author, keyId }: RevokeKeyCommand, now: number) =>
    auditing({ queries }, { author, action: 'forget', kind: 'key', id: keyId, version: 2, now }),
  first: queries.selectFrom('organisation').select('id').orderBy('created_at').orderBy('id').limit(1),
  /** What makes or changes the first organisation, if anything does. */
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

/** The key itself, if it is the only one left that may make others. */
const lastAdminQuery = ofDialect(({ queries }) => ({ author, keyId }: RevokeKeyCommand) => {
  const admins = queries
    .selectFrom('api_key')
    .select('id')
    .where('org_id', '=', author.orgId)
    .where('role', '=', 'admin')
    .where('revoked_at', 'is', null);
  return admins.where('id', '=', keyId).where(({ not, exists }) => not(exists(admins.where('id', '<>', keyId))));
});

/** To be asked in the transaction that revokes, while nobody else revokes a key of the organisation. */
function requireAnotherAdmin(lastAdmin: { readonly id: string } | undefined, { force }: RevokeKeyCommand): void {
  if (!lastAdmin || force) return;
  throw new CairnError(
    'key/last-admin',
    "It is the organisation's last admin key: without one nobody can make or revoke keys. Make another first, or force it.",
  );
}

type Queries = ReturnType<typeof keyQueries>;
type PrincipalRow = NonNullable<Queries['byHash']['row']>;

function principalOf(row: PrincipalRow): Principal {
  const { keyId, orgId, principalId, name, kind, role } = row;
  const ids = { keyId: keyId as KeyId, orgId: orgId as OrgId, principalId: principalId as PrincipalId };
  const told = row.masking === 'off' ? { masking: row.masking } : {};
  return { ...ids, name, kind, role, peers: JSON.parse(row.peers), peerPrefixes: JSON.parse(row.prefixes), ...told };
}

const keySummaryOf = <Row extends { keyId: string; peers: string }>(row: Row) => ({
  ...row,
  keyId: row.keyId as KeyId,
  peers: JSON.parse(row.peers) as string[],
});

/** A key says which organisation it is of, so it is looked up among all. */
async function ofHash(session: StoreSession, { hash }: { hash: string }): Promise<Principal | undefined> {
  const row = await session.get(keyQueries(session.dialect).byHash, { hash });
  return row && principalOf(row);
}

const list = async (session: StoreSession, { orgId }: { orgId: OrgId }): Promise<KeySummary[]> =>
  (await session.all(keyQueries(session.dialect).ofOrganisation(orgId))).map(keySummaryOf);

async function create(session: StoreWriteSession, command: CreateKeyCommand): Promise<KeySummary> {
  const { inserts, summary } = keyQueries(session.dialect).insertKey(command, session.now);
  for (const insert of inserts) await session.run(insert);
  return summary;
}

/** False when the organisation has no such key, or it was revoked before. */
async function revoke(session: StoreWriteSession, command: RevokeKeyCommand): Promise<boolean> {
  const queries = keyQueries(session.dialect);
  await session.lock({ what: 'organisation', orgId: command.author.orgId, key: 'admins' });
  requireAnotherAdmin(await session.get(lastAdminQuery(session.dialect)(command)), command);
  const isRevoked = (await session.run(queries.revoke(command, session.now))) > 0;
  if (isRevoked) await session.run(queries.auditRevocation(command, session.now));
  return isRevoked;
}

async function firstOrganisation(
  session: StoreWriteSession,
  command: FirstOrganisationCommand,
): Promise<{ orgId: OrgId; created: boolean }> {
  const queries = keyQueries(session.dialect);
  await session.lock({ what: 'organisation', orgId: '', key: 'first' });
  const { changes, first } = queries.keepFirst(await session.get(queries.first), command, session.now);
  for (const change of changes) await session.run(change);
  return first;
}

export const keyStore = {
  name: 'keys',
  tables: [],
  reads: { ofHash, list },
  writes: { create, revoke, firstOrganisation },
};
