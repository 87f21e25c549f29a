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

async function list(session: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<PrincipalSummary[]> {
  const queries = principalQueries(session.dialect);
  const keys = Map.groupBy(await session.all(queries.keys(orgId)), ({ principal_id }) => principal_id);
  const signIns = Map.groupBy(await session.all(queries.signIns(orgId)), ({ principal_id }) => principal_id);
  return (await session.all(queries.list(orgId))).map(({ id, created_at, left_at, peers, ...row }) => {
    const own = keys.get(id) ?? [];
    const works = own.filter(
      (key) => key.revoked_at === null && (key.expires_at === null || key.expires_at > session.now),
    );
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

const found = async (session: ReadTransaction, orgId: OrgId, id: string) =>
  (await list(session, { orgId })).find(({ principalId }) => principalId === id);

async function create(session: Transaction, { author, principal }: CreateCommand): Promise<PrincipalSummary> {
  const queries = principalQueries(session.dialect);
  const row = newPrincipalRow({ ...principal, orgId: author.orgId }, session.now);
  await session.run(queries.insert(row));
  await audit(session, { author, action: 'write', kind: 'principal', id: row.id, version: 1 });
  return (await found(session, author.orgId, row.id))!;
}

/**
 * Changes a principal. The rights of their keys change too, unless a key has narrower rights. Returns undefined if the
 * author's organisation has no such principal. Throws `key/last-admin` if no admin key would remain, unless `force` is set.
 */
export async function change(session: Transaction, command: ChangeCommand): Promise<PrincipalSummary | undefined> {
  const { author, principalId, changes, force = false } = command;
  const { orgId } = author;
  const queries = principalQueries(session.dialect);
  return keepingAnAdmin(session, { orgId, force }, async () => {
    if ((await session.run(queries.change(orgId, principalId, changes))) === 0) return undefined;
    const summary = (await found(session, orgId, principalId))!;
    const owner = { id: principalId, role: summary.role, peers: JSON.stringify(summary.peers) };
    for (const key of await session.all(queries.keys(orgId)))
      if (key.principal_id === principalId) await session.run(queries.keyMay(orgId, key.id, mayDo(owner, key)));
    await audit(session, { author, action: 'change', kind: 'principal', id: principalId, version: 1 });
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
