import {
  GONE_AFTER_DAYS,
  type OrgId,
  type PrincipalChange,
  type PrincipalId,
  type PrincipalSummary,
} from '@cairn/contracts';
import { sql } from 'kysely';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import {
  requireRemainingAdmin,
  mayDo,
  newPrincipalRow,
  type NewPrincipalRow,
  type Owner,
  type NewPrincipal,
} from './key-rules.ts';
import { agentsOf, ownerOfNew, requireOwner } from './owners.ts';
import { handOverPage, removeOrResume, type Departure, type LeaveCommand } from './remove-principal.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

const GONE_AFTER_MS = GONE_AFTER_DAYS * 86_400_000;

interface CreateCommand {
  readonly author: Author;
  readonly principal: NewPrincipal;
}

interface ChangeCommand {
  readonly author: Author;
  readonly principalId: PrincipalId;
  readonly changes: PrincipalChange;
  readonly force?: boolean | undefined;
}

const principalQueries = ofDialect(({ queries }) => ({
  list: (orgId: OrgId) =>
    queries
      .selectFrom('principal')
      .select(['id', 'name', 'kind', 'role', 'peers', 'created_at', 'left_at', 'owner_id'])
      .select(
        sql<string | null>`(select name from principal as owner where owner.id = principal.owner_id)`.as('owner_name'),
      )
      .where('org_id', '=', orgId)
      .orderBy('created_at')
      .orderBy('id'),
  keys: (orgId: OrgId) =>
    queries
      .selectFrom('api_key')
      .select(['id', 'principal_id', 'own_role', 'own_peers', 'revoked_at', 'expires_at', 'last_used_at'])
      .select(
        sql<number | null>`(select max(expires_at) from oauth_grant where key_id = api_key.id)`.as('grant_ends_at'),
      )
      .where('org_id', '=', orgId),
  signIns: (orgId: OrgId) =>
    queries.selectFrom('sign_in').select(['principal_id', 'last_used_at']).where('org_id', '=', orgId),
  insert: (row: NewPrincipalRow) => queries.insertInto('principal').values(row),
  change: (orgId: OrgId, id: string, { name, role, peers, ownerId }: PrincipalChange) =>
    queries
      .updateTable('principal')
      .set({
        ...(name !== undefined && { name }),
        ...(role && { role }),
        ...(peers && { peers: JSON.stringify(peers) }),
        ...(ownerId && { owner_id: ownerId }),
      })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('left_at', 'is', null),
  keyMay: (orgId: OrgId, id: string, may: Pick<Owner, 'role' | 'peers'>) =>
    queries.updateTable('api_key').set(may).where('org_id', '=', orgId).where('id', '=', id),
}));

async function listPrincipals(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<PrincipalSummary[]> {
  const queries = principalQueries(tx.dialect);
  const keys = Map.groupBy(await tx.all(queries.keys(orgId)), ({ principal_id }) => principal_id);
  const signIns = Map.groupBy(await tx.all(queries.signIns(orgId)), ({ principal_id }) => principal_id);
  return (await tx.all(queries.list(orgId))).map(({ id, created_at, left_at, peers, owner_id, owner_name, ...row }) => {
    const own = keys.get(id) ?? [];
    const ends = own.map(endOf);
    const end = signIns.has(id) ? Infinity : Math.max(created_at, ...ends);
    return {
      ...row,
      principalId: id as PrincipalId,
      peers: JSON.parse(peers) as string[],
      owner: owner_id === null ? null : { principalId: owner_id as PrincipalId, name: owner_name ?? '' },
      createdAt: created_at,
      leftAt: left_at,
      goneAt: left_at === null && end <= tx.now - GONE_AFTER_MS ? end : null,
      keys: ends.filter((at) => at > tx.now).length,
      lastUsedAt: [...own, ...(signIns.get(id) ?? [])].reduce<number | null>(
        (last, { last_used_at: at }) => ((at ?? 0) > (last ?? 0) ? at : last),
        null,
      ),
    };
  });
}

interface KeyEnds {
  readonly revoked_at: number | null;
  readonly expires_at: number | null;
  readonly grant_ends_at: number | null;
}

/**
 * The time, epoch ms, at which a key stops working; `Infinity` for a key without an end. The key of an OAuth client ends
 * with its grant, since the client replaces each access token by the next.
 */
const endOf = ({ revoked_at, expires_at, grant_ends_at }: KeyEnds): number =>
  Math.min(revoked_at ?? Infinity, grant_ends_at ?? expires_at ?? Infinity);

const findPrincipal = async (tx: ReadTransaction, orgId: OrgId, id: string) =>
  (await listPrincipals(tx, { orgId })).find(({ principalId }) => principalId === id);

export async function createPrincipal(
  tx: Transaction,
  { author, principal }: CreateCommand,
): Promise<PrincipalSummary> {
  const queries = principalQueries(tx.dialect);
  const { orgId } = author;
  const owner_id = await ownerOfNew(tx, { ...principal, orgId, author });
  const row = { ...newPrincipalRow({ ...principal, orgId }, tx.now), owner_id };
  await tx.run(queries.insert(row));
  await auditActs(tx, { author, action: 'write', kind: 'principal', id: row.id, version: 1 });
  return (await findPrincipal(tx, author.orgId, row.id))!;
}

/**
 * Changes a principal and the rights of the principal's keys; a key with narrower rights keeps them. The rights of the
 * principal's agents are limited to the new rights. Returns undefined if the author's organisation has no such principal.
 * Throws `key/last-admin` if no admin key would remain, unless `force` is set.
 */
export async function applyPrincipalChange(
  tx: Transaction,
  command: ChangeCommand,
): Promise<PrincipalSummary | undefined> {
  const { author, principalId, changes, force = false } = command;
  const { orgId } = author;
  const queries = principalQueries(tx.dialect);
  return requireRemainingAdmin(tx, { orgId, force }, async () => {
    await requireNewOwner(tx, command);
    if ((await tx.run(queries.change(orgId, principalId, changes))) === 0) return undefined;
    const summary = (await findPrincipal(tx, orgId, principalId))!;
    const owner = { id: principalId, role: summary.role, peers: JSON.stringify(summary.peers) };
    for (const key of await tx.all(queries.keys(orgId)))
      if (key.principal_id === principalId) await tx.run(queries.keyMay(orgId, key.id, mayDo(owner, key)));
    await auditActs(tx, { author, action: 'change', kind: 'principal', id: principalId, version: 1 });
    if (changes.role ?? changes.peers) await cutAgents(tx, command, owner);
    return summary;
  });
}

/** Refuses a new owner who is no person, and refuses an owner for a principal who is a person. */
async function requireNewOwner(tx: Transaction, { author, principalId, changes }: ChangeCommand): Promise<void> {
  const { ownerId } = changes;
  const present = ownerId === undefined ? undefined : await findPrincipal(tx, author.orgId, principalId);
  if (present) await requireOwner(tx, { orgId: author.orgId, kind: present.kind, ownerId: ownerId! });
}

/** Takes from the agents of a person the rights that the person no longer has. */
async function cutAgents(tx: Transaction, { author, principalId, force }: ChangeCommand, owner: Owner): Promise<void> {
  for (const { id, role, peers, left_at } of await agentsOf(tx, author.orgId, principalId)) {
    const cut = mayDo(owner, { own_role: role, own_peers: peers });
    if (left_at !== null || (cut.role === role && cut.peers === peers)) continue;
    const changes = { role: cut.role, peers: JSON.parse(cut.peers) as string[] };
    await applyPrincipalChange(tx, { author, principalId: id as PrincipalId, changes, force });
  }
}

/** People and agents of an organisation. `Identity` handles their keys. */
export const principals = feature('principals', {
  tables: [],
  refreshes: 'principals',
  reads: { list: listPrincipals },
  writes: { create: createPrincipal, change: applyPrincipalChange, leave: removeOrResume, handOverPage },
});
export type Principals = CallsOf<typeof principals>;

export interface PrincipalLeft extends Departure {
  /** The number of private memories that the heir received. */
  readonly handedOver: number;
}

/**
 * Removes a principal and transfers their private memories to the heir, page by page, each with a new version. A repeated
 * call continues an interrupted removal. Returns undefined if the organisation never had the principal.
 */
export async function removePrincipal(calls: Principals, command: LeaveCommand): Promise<PrincipalLeft | undefined> {
  const { author, principalId: from, heir: to } = command;
  const left = await calls.leave(command);
  if (left === undefined) return undefined;
  let handedOver = 0;
  for (let page = to === undefined ? 0 : -1; page !== 0; handedOver += page)
    page = await calls.handOverPage({ author, from, to: to! });
  return { ...left, handedOver };
}
