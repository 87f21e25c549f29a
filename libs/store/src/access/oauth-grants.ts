import type { KeyId, OrgId, PrincipalId, Role } from '@cairn/contracts';
import { hasRole, type Principal } from '@cairn/domain';
import { v7 as uuidv7 } from 'uuid';
import { auditActs } from '../kit/audit.ts';
import { createSecret, hashOfKey, prefixOfKey } from '../kit/create-secret.ts';
import type { RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { createKeyForAuthor } from './keys.ts';
import {
  ACCESS_LIFETIME_MS,
  CODE_LIFETIME_MS,
  judgeRefresh,
  newSeed,
  nextPair,
  REFRESH_LIFETIME_MS,
  requirePerson,
  type TokenPair,
} from './oauth-grants.rules.ts';
import { oauthGrant, oauthRefresh } from './oauth-grants.tables.ts';
import { presentPrincipal } from './present-principals.ts';
import { applyPrincipalChange, createPrincipal } from './principals.ts';

type Grant = RowOf<typeof oauthGrant>;
type RefreshRow = RowOf<typeof oauthRefresh>;

const queriesOf = ofDialect(({ queries }) => {
  const grants = queries.selectFrom('oauth_grant').selectAll();
  return {
    insertGrant: (row: Grant) => queries.insertInto('oauth_grant').values(row),
    grantOfCode: (hash: string) => grants.where('code_hash', '=', hash),
    grantOfKey: (keyId: string) => grants.where('key_id', '=', keyId),
    grant: (orgId: string, id: string) => grants.where('org_id', '=', orgId).where('id', '=', id),
    change: ({ org_id, id }: Grant, fields: Partial<Grant>) =>
      queries.updateTable('oauth_grant').set(fields).where('org_id', '=', org_id).where('id', '=', id),
    forgetUnused: (orgId: OrgId, now: number) =>
      queries
        .deleteFrom('oauth_grant')
        .where('org_id', '=', orgId)
        .where('key_id', 'is', null)
        .where('code_ends_at', '<', now),
    forgetEnded: (orgId: OrgId, now: number) =>
      queries.deleteFrom('oauth_refresh').where('org_id', '=', orgId).where('expires_at', '<', now),
    /** Agents that the client has been for this person, the newest first. */
    agents: ({ org_id, person_id, client_id }: Grant) =>
      queries
        .selectFrom('oauth_grant')
        .innerJoin('principal', 'principal.id', 'oauth_grant.agent_id')
        .select(['principal.id', 'principal.role'])
        .where('oauth_grant.org_id', '=', org_id)
        .where('person_id', '=', person_id)
        .where('client_id', '=', client_id)
        .where('owner_id', '=', person_id)
        .where('left_at', 'is', null)
        .orderBy('oauth_grant.created_at', 'desc')
        .limit(1),
    role: (orgId: OrgId, id: string) => presentPrincipal({ queries }, orgId, id).select('role'),
    refresh: (hash: string) => queries.selectFrom('oauth_refresh').selectAll().where('hash', '=', hash),
    insertRefresh: (row: RefreshRow) => queries.insertInto('oauth_refresh').values(row),
    useRefresh: (hash: string, now: number) =>
      queries.updateTable('oauth_refresh').set({ used_at: now }).where('hash', '=', hash),
    forgetRefreshes: ({ org_id, id }: Grant) =>
      queries.deleteFrom('oauth_refresh').where('org_id', '=', org_id).where('grant_id', '=', id),
    key: (orgId: string, keyId: string) =>
      queries
        .selectFrom('api_key')
        .select(['hash', 'expires_at'])
        .where('org_id', '=', orgId)
        .where('id', '=', keyId)
        .where('revoked_at', 'is', null),
    keyOfHash: (hash: string) => queries.selectFrom('api_key').select('id').where('hash', '=', hash),
    changeKey: (
      { org_id, key_id }: Grant,
      fields: { hash?: string; prefix?: string; expires_at?: number; revoked_at?: number },
    ) =>
      queries
        .updateTable('api_key')
        .set(fields)
        .where('org_id', '=', org_id)
        .where('id', '=', key_id)
        .where('revoked_at', 'is', null),
  };
});

interface AllowCommand {
  readonly author: Pick<Principal, 'orgId' | 'principalId' | 'keyId' | 'kind'>;
  readonly client: { readonly id: string; readonly agentName: string };
  readonly redirectUri: string;
  /** SHA-256 of the client's code verifier, base64url. */
  readonly challenge: string;
  readonly role: Role;
  readonly scope: string;
}

/**
 * Gives a client the permission of a person, and returns the authorization code, which works once within a minute. Throws
 * `auth/forbidden` if the author is an agent.
 */
async function allow(tx: Transaction, { author, client, ...terms }: AllowCommand): Promise<{ code: string }> {
  requirePerson(author);
  const { orgId, principalId } = author;
  const queries = queriesOf(tx.dialect);
  await tx.run(queries.forgetUnused(orgId, tx.now));
  await tx.run(queries.forgetEnded(orgId, tx.now));
  const { secret, hash } = createSecret('code_');
  const id = uuidv7({ msecs: tx.now });
  const end = tx.now + CODE_LIFETIME_MS;
  await tx.run(
    queries.insertGrant({
      ...{ org_id: orgId, id, client_id: client.id, agent_name: client.agentName, person_id: principalId },
      ...{ role: terms.role, scope: terms.scope, redirect_uri: terms.redirectUri, challenge: terms.challenge },
      ...{ code_hash: hash, code_ends_at: end, agent_id: null, key_id: null },
      ...{ created_at: tx.now, expires_at: end, revoked_at: null },
    }),
  );
  return { code: secret };
}

export interface Tokens extends TokenPair {
  /** Seconds for which the access token works. */
  readonly secondsLeft: number;
  readonly scope: string;
}

interface ExchangeCommand {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

/**
 * Exchanges an authorization code for tokens. The client becomes an agent of the person, the same one as before if it was
 * connected earlier. Returns undefined for a code that is unknown, has expired, or belongs to another client, address or
 * verifier. A code that comes a second time ends what it gave (RFC 6749, 4.1.2).
 */
async function exchange(tx: Transaction, command: ExchangeCommand): Promise<Tokens | undefined> {
  const { grantOfCode } = queriesOf(tx.dialect);
  const hash = hashOfKey(command.code);
  const found = await tx.get(grantOfCode(hash));
  if (!found) return undefined;
  await lockGrant(tx, found.org_id, found.id);
  const grant = await tx.get(grantOfCode(hash));
  if (!grant || grant.revoked_at !== null) return undefined;
  if (grant.key_id !== null) return revokeGrant(tx, grant);
  const { client_id, redirect_uri, challenge, code_ends_at } = grant;
  const isMeant =
    client_id === command.clientId && redirect_uri === command.redirectUri && challenge === command.challenge;
  return isMeant && code_ends_at > tx.now ? connectAgent(tx, grant) : undefined;
}

const lockGrant = (tx: Transaction, orgId: string, id: string) =>
  tx.lock({ what: 'organisation', orgId: orgId as OrgId, key: `oauth ${id}` });

async function connectAgent(tx: Transaction, grant: Grant): Promise<Tokens | undefined> {
  const queries = queriesOf(tx.dialect);
  const orgId = grant.org_id as OrgId;
  const person = await tx.get(queries.role(orgId, grant.person_id));
  if (!person) return undefined;
  const role = hasRole(person.role, grant.role) ? grant.role : person.role;
  const principalId = await agentOf(tx, grant, role);
  const accessEndsAt = tx.now + ACCESS_LIFETIME_MS;
  const made = await createKeyForAuthor(tx, { orgId, principalId, role, label: 'OAuth', expiresAt: accessEndsAt });
  const { secret: refresh } = createSecret('refresh_');
  await insertRefresh(tx, grant, refresh);
  const key_id = made.summary.keyId;
  await tx.run(queries.change(grant, { agent_id: principalId, key_id, expires_at: tx.now + REFRESH_LIFETIME_MS }));
  return { access: made.key, refresh, secondsLeft: ACCESS_LIFETIME_MS / 1000, scope: grant.scope };
}

/** Finds the agent that the client was before, with at least the role, or makes one. */
async function agentOf(tx: Transaction, grant: Grant, role: Role): Promise<PrincipalId> {
  const author = { orgId: grant.org_id as OrgId, principalId: grant.person_id as PrincipalId };
  const known = await tx.get(queriesOf(tx.dialect).agents(grant));
  if (!known) {
    const agent = { name: grant.agent_name, kind: 'agent', role, peers: [], ownerId: author.principalId } as const;
    return (await createPrincipal(tx, { author, principal: agent })).principalId;
  }
  const principalId = known.id as PrincipalId;
  if (!hasRole(known.role, role)) await applyPrincipalChange(tx, { author, principalId, changes: { role } });
  return principalId;
}

const insertRefresh = (tx: Transaction, { org_id, id }: Grant, token: string) =>
  tx.run(
    queriesOf(tx.dialect).insertRefresh({
      ...{ org_id, hash: hashOfKey(token), grant_id: id, seed: newSeed() },
      ...{ expires_at: tx.now + REFRESH_LIFETIME_MS, used_at: null },
    }),
  );

interface RefreshCommand {
  readonly token: string;
  readonly clientId: string;
}

/**
 * Replaces the tokens of a grant; the former access token stops working. Returns undefined for a token that gives nothing:
 * unknown, ended, of another client, or of a key that was revoked. A token that was used before ends the grant, except
 * that within 30 seconds it gets the same answer again, as long as nobody has used that.
 */
async function refresh(tx: Transaction, { token, clientId }: RefreshCommand): Promise<Tokens | undefined> {
  const queries = queriesOf(tx.dialect);
  const found = await tx.get(queries.refresh(hashOfKey(token)));
  if (!found) return undefined;
  await lockGrant(tx, found.org_id, found.grant_id);
  const row = await tx.get(queries.refresh(found.hash));
  const grant = await tx.get(queries.grant(found.org_id, found.grant_id));
  if (!row || !grant || grant.client_id !== clientId || grant.revoked_at !== null) return undefined;
  const key = await tx.get(queries.key(grant.org_id, grant.key_id!));
  if (!key || row.expires_at <= tx.now) return undefined;
  const pair = nextPair(token, row.seed);
  const next = await tx.get(queries.refresh(hashOfKey(pair.refresh)));
  const use = judgeRefresh(row, next, tx.now);
  if (use === 'stolen') return revokeGrant(tx, grant);
  const accessEndsAt = use === 'repeated' ? key.expires_at! : await rotate(tx, grant, { used: row.hash, pair });
  return { ...pair, secondsLeft: Math.ceil((accessEndsAt - tx.now) / 1000), scope: grant.scope };
}

async function rotate(
  tx: Transaction,
  grant: Grant,
  { used, pair: { access, refresh: token } }: { used: string; pair: TokenPair },
): Promise<number> {
  const queries = queriesOf(tx.dialect);
  const accessEndsAt = tx.now + ACCESS_LIFETIME_MS;
  const hash = hashOfKey(access);
  await tx.run(queries.useRefresh(used, tx.now));
  await insertRefresh(tx, grant, token);
  await tx.run(queries.changeKey(grant, { hash, prefix: prefixOfKey(access), expires_at: accessEndsAt }));
  await tx.run(queries.change(grant, { expires_at: tx.now + REFRESH_LIFETIME_MS }));
  return accessEndsAt;
}

/** Ends a grant with all its tokens. */
async function revokeGrant(tx: Transaction, grant: Grant): Promise<undefined> {
  const queries = queriesOf(tx.dialect);
  await tx.run(queries.change(grant, { revoked_at: tx.now }));
  await tx.run(queries.forgetRefreshes(grant));
  if ((await tx.run(queries.changeKey(grant, { revoked_at: tx.now }))) === 0) return undefined;
  const author = { orgId: grant.org_id as OrgId, principalId: grant.agent_id as PrincipalId };
  await auditActs(tx, { author, action: 'forget', kind: 'key', id: grant.key_id!, version: 2 });
  return undefined;
}

/**
 * Ends the grant of an access token or a refresh token, if the client has such a grant. A client cannot tell from the
 * answer whether a token was known (RFC 7009).
 */
async function revoke(tx: Transaction, { token, clientId }: RefreshCommand): Promise<null> {
  const queries = queriesOf(tx.dialect);
  const hash = hashOfKey(token);
  const row = await tx.get(queries.refresh(hash));
  const key = row ? undefined : await tx.get(queries.keyOfHash(hash));
  const grant = row
    ? await tx.get(queries.grant(row.org_id, row.grant_id))
    : key && (await tx.get(queries.grantOfKey(key.id)));
  if (grant && grant.client_id === clientId && grant.revoked_at === null) await revokeGrant(tx, grant);
  return null;
}

interface GrantOfKey {
  readonly scope: string;
  /** The role of the person who gave the grant; null if they are not here any more. */
  readonly personRole: Role | null;
}

/** Finds the grant whose access token has this key id; null for any other key. */
async function ofKey(
  tx: ReadTransaction,
  { orgId, keyId }: { readonly orgId: OrgId; readonly keyId: KeyId },
): Promise<GrantOfKey | null> {
  const queries = queriesOf(tx.dialect);
  const grant = await tx.get(queries.grantOfKey(keyId));
  if (!grant || grant.org_id !== orgId) return null;
  const person = await tx.get(queries.role(orgId, grant.person_id));
  return { scope: grant.scope, personRole: person?.role ?? null };
}

/**
 * Permissions of OAuth clients. An access token is a key of the client's agent, with an end; so it is listed, limited and
 * revoked as any key. Codes and tokens are stored as SHA-256.
 */
export const oauthGrants = feature('oauthGrants', {
  tables: [oauthGrant, oauthRefresh],
  refreshes: 'principals',
  reads: { ofKey },
  writes: { allow, exchange, refresh, revoke },
  acrossOrganisations: ['exchange', 'refresh', 'revoke'],
});
export type OauthGrants = CallsOf<typeof oauthGrants>;
