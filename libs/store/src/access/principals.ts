import type { OrgId, PrincipalChange, PrincipalId, PrincipalSummary } from '@cairn/contracts';
import type { NewPrincipal } from '@cairn/ports';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { keepingAnAdmin, mayDo, newPrincipalRow, type NewPrincipalRow, type Owner } from './key-rules.ts';
import { handOverPage, leave, type LeaveCommand } from './remove-principal.ts';
import { audit } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

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
      .select(['id', 'name', 'kind', 'role', 'peers', 'created_at', 'left_at'])
      .where('org_id', '=', orgId)
      .orderBy('created_at')
      .orderBy('id'),
  keys: (orgId: OrgId) =>
    queries
      .selectFrom('api_key')
      .select(['id', 'principal_id', 'own_role', 'own_peers', 'revoked_at', 'expires_at', 'last_used_at'])
      .where('org_id', '=', orgId),
  signIns: (orgId: OrgId) =>
    queries.selectFrom('sign_in').select(['principal_id', 'last_used_at']).where('org_id', '=', orgId),
  insert: (row: NewPrincipalRow) => queries.insertInto('principal').values(row),
  change: (orgId: OrgId, id: string, { name, role, peers }: PrincipalChange) =>
    queries
      .updateTable('principal')
      .set({
        ...(name !== undefined && { name }),
        ...(role && { role }),
        ...(peers && { peers: JSON.stringify(peers) }),
      })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('left_at', 'is', null),
  keyMay: (orgId: OrgId, id: string, may: Pick<Owner, 'role' | 'peers'>) =>
    queries.updateTable('api_key').set(may).where('org_id', '=', orgId).where('id', '=', id),
}));

async function list(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<PrincipalSummary[]> {
  const queries = principalQueries(tx.dialect);
  const keys = Map.groupBy(await tx.all(queries.keys(orgId)), ({ principal_id }) => principal_id);
  const signIns = Map.groupBy(await tx.all(queries.signIns(orgId)), ({ principal_id }) => principal_id);
  return (await tx.all(queries.list(orgId))).map(({ id, created_at, left_at, peers, ...row }) => {
    const own = keys.get(id) ?? [];
    const works = own.filter((key) => key.revoked_at === null && (key.expires_at === null || key.expires_at > tx.now));
    return {
      ...row,
      principalId: id as PrincipalId,
      peers: JSON.parse(peers) as string[],
      createdAt: created_at,
      leftAt: left_at,
      keys: works.length,
      lastUsedAt: [...own, ...(signIns.get(id) ?? [])].reduce<number | null>(
        (last, { last_used_at: at }) => ((at ?? 0) > (last ?? 0) ? at : last),
        null,
      ),
    };
  });
}

const found = async (tx: ReadTransaction, orgId: OrgId, id: string) =>
  (await list(tx, { orgId })).find(({ principalId }) => principalId === id);

async function create(tx: Transaction, { author, principal }: CreateCommand): Promise<PrincipalSummary> {
  const queries = principalQueries(tx.dialect);
  const row = newPrincipalRow({ ...principal, orgId: author.orgId }, tx.now);
  await tx.run(queries.insert(row));
  await audit(tx, { author, action: 'write', kind: 'principal', id: row.id, version: 1 });
  return (await found(tx, author.orgId, row.id))!;
}

/**
 * Changes a principal. The rights of their keys change too, unless a key has narrower rights. Returns undefined if the
 * author's organisation has no such principal. Throws `key/last-admin` if no admin key would remain, unless `force` is set.
 */
export async function change(tx: Transaction, command: ChangeCommand): Promise<PrincipalSummary | undefined> {
  const { author, principalId, changes, force = false } = command;
  const { orgId } = author;
  const queries = principalQueries(tx.dialect);
  return keepingAnAdmin(tx, { orgId, force }, async () => {
    if ((await tx.run(queries.change(orgId, principalId, changes))) === 0) return undefined;
    const summary = (await found(tx, orgId, principalId))!;
    const owner = { id: principalId, role: summary.role, peers: JSON.stringify(summary.peers) };
    for (const key of await tx.all(queries.keys(orgId)))
      if (key.principal_id === principalId) await tx.run(queries.keyMay(orgId, key.id, mayDo(owner, key)));
    await audit(tx, { author, action: 'change', kind: 'principal', id: principalId, version: 1 });
    return summary;
  });
}

/** People and agents of an organisation. `Identity` handles their keys. */
export const principals = feature('principals', {
  tables: [],
  refreshes: 'principals',
  reads: { list },
  writes: { create, change, leave, handOverPage },
});
export type Principals = CallsOf<typeof principals>;

export interface PrincipalLeft {
  readonly keysRevoked: number;
  /** The number of private memories that the heir received. */
  readonly handedOver: number;
}

/**
 * Removes a principal and transfers their private memories to the heir, page by page, each with a new version. A repeated
 * call continues an interrupted removal. Returns undefined if the organisation never had the principal.
 */
export async function removePrincipal(calls: Principals, command: LeaveCommand): Promise<PrincipalLeft | undefined> {
  const { author, principalId: from, heir: to } = command;
  const keysRevoked = await calls.leave(command);
  if (keysRevoked === undefined) return undefined;
  let handedOver = 0;
  for (let page = to === undefined ? 0 : -1; page !== 0; handedOver += page)
    page = await calls.handOverPage({ author, from, to: to! });
  return { keysRevoked, handedOver };
}
