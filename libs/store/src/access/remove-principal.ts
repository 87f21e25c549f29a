import { CairnError, type OrgId, type PrincipalId } from '@cairn/contracts';
import { ofDialect } from '../kit/dialect.ts';
import { rowColumns, type Author, type ItemRow } from '../kit/item-rows.ts';
import { processUntilTimeout } from '../kit/process-until-timeout.ts';
import { forgetAgentCalls } from './agent-calls.ts';
import { agentsOf, giveAgents, personBehind } from './owners.ts';
import { presentPrincipal } from './present-principals.ts';
import { beginAct as beginForgetting } from '../forgetting/forgetting.ts';
import { forgetPrivateImports } from '../forgetting/imports.ts';
import { privateItems } from '../forgetting/selected-items.ts';
import { requireRemainingAdmin } from './key-rules.ts';
import { giveRows } from '../memories/hand-over.ts';
import { auditActs } from '../kit/audit.ts';
import type { Transaction } from '../kit/transaction.ts';

export interface LeaveCommand {
  readonly author: Author;
  readonly principalId: PrincipalId;
  /** Removes the principal even if no admin key remains. */
  readonly force?: boolean | undefined;
  /** The principal who receives the private items of the removed principal. */
  readonly heir?: PrincipalId | undefined;
  /** The id of the act of forgetting that deletes the private items. */
  readonly forgetId?: string | undefined;
}

const ROWS_PER_PAGE = 200;

const removalQueries = ofDialect(({ queries }) => ({
  here: (orgId: OrgId, id: PrincipalId) => presentPrincipal({ queries }, orgId, id).select('owner_id'),
  known: (orgId: OrgId, id: PrincipalId) =>
    queries.selectFrom('principal').select('id').where('org_id', '=', orgId).where('id', '=', id),
  leave: (orgId: OrgId, id: PrincipalId, at: number) =>
    queries
      .updateTable('principal')
      .set({ left_at: at })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('left_at', 'is', null),
  revokeKeys: (orgId: OrgId, id: PrincipalId, at: number) =>
    queries
      .updateTable('api_key')
      .set({ revoked_at: at })
      .where('org_id', '=', orgId)
      .where('principal_id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id'),
  leaveTeams: (orgId: OrgId, id: PrincipalId) =>
    queries.deleteFrom('team_member').where('org_id', '=', orgId).where('principal_id', '=', id),
}));

export interface Departure {
  /** The number of revoked keys, including the keys of agents. */
  readonly keysRevoked: number;
  /** The number of agents that the heir received, or that left with their owner. */
  readonly agents: number;
}

/**
 * Removes a principal, or completes an interrupted removal. The keys of the principal's agents are revoked too; the
 * agents go to the heir, or leave with their owner. Returns undefined for an unknown id. Throws `principal/unknown` if
 * the heir does not exist, `key/last-admin` if no admin key would remain.
 */
export async function removeOrResume(tx: Transaction, command: LeaveCommand): Promise<Departure | undefined> {
  const { author, principalId, force = false, heir } = command;
  const { orgId } = author;
  const { known } = removalQueries(tx.dialect);
  return requireRemainingAdmin(tx, { orgId, force }, async () => {
    if (!(await tx.get(known(orgId, principalId)))) return undefined;
    if (heir !== undefined) await requireHeir(tx, command, heir);
    const agents = (await agentsOf(tx, orgId, principalId)).map(({ id }) => id as PrincipalId);
    let keysRevoked = await leaveOrganisation(tx, author, principalId);
    if (heir !== undefined) {
      for (const id of agents) keysRevoked += await revokeKeys(tx, author, id);
      await giveAgents(tx, orgId, { from: principalId, to: await personBehind(tx, orgId, heir) });
      await auditActs(
        tx,
        ...agents.map((id) => ({ author, action: 'change', kind: 'principal', id, version: 1 }) as const),
      );
    } else for (const id of agents) keysRevoked += await leaveOrganisation(tx, author, id);
    await forgetPrivate(tx, command, [principalId, ...agents]);
    return { keysRevoked, agents: agents.length };
  });
}

/** Removes one principal from the organisation and its teams. Returns the number of revoked keys. */
async function leaveOrganisation(tx: Transaction, author: Author, id: PrincipalId): Promise<number> {
  const queries = removalQueries(tx.dialect);
  await tx.run(queries.leave(author.orgId, id, tx.now));
  await tx.run(queries.leaveTeams(author.orgId, id));
  await forgetAgentCalls(tx, { orgId: author.orgId, principalId: id });
  await forgetPrivateImports(tx, { orgId: author.orgId, principalId: id });
  const keys = await revokeKeys(tx, author, id);
  await auditActs(tx, { author, action: 'archive', kind: 'principal', id, version: keys });
  return keys;
}

async function revokeKeys(tx: Transaction, author: Author, id: PrincipalId): Promise<number> {
  const keys = await tx.all(removalQueries(tx.dialect).revokeKeys(author.orgId, id, tx.now));
  await auditActs(
    tx,
    ...keys.map((key) => ({ author, action: 'forget', kind: 'key', id: key.id, version: 2 }) as const),
  );
  return keys.length;
}

async function requireHeir(tx: Transaction, { author, principalId }: LeaveCommand, heir: PrincipalId) {
  const row = await tx.get(removalQueries(tx.dialect).here(author.orgId, heir));
  if (!row) throw new CairnError('principal/unknown', `no person or agent ${heir} is here`);
  if (heir !== principalId && row.owner_id !== principalId) return;
  const message = heir === principalId ? 'is the principal who leaves' : 'is an agent of the principal who leaves';
  throw new CairnError('request/invalid', `handOverTo ${message}`, {
    issues: [{ field: 'body.handOverTo', message, value: heir, allowed: 'somebody else who is here' }],
  });
}

async function forgetPrivate(tx: Transaction, { author, forgetId }: LeaveCommand, leavers: readonly PrincipalId[]) {
  if (forgetId === undefined) return;
  const { orgId } = author;
  const scope = {
    ...{ orgId, principalId: author.principalId, agentIds: '' },
    ...{ peerChannel: null, teamWords: '', closedChannels: '' },
  };
  const plan = { scope, role: 'admin', selection: { lineage: false }, leavers } as const;
  await beginForgetting(tx, { orgId, id: forgetId, plan });
}

interface HandOverCommand {
  readonly author: Author;
  readonly from: PrincipalId;
  readonly to: PrincipalId;
}

/** Transfers one page of private memories of a removed principal to the heir and returns their number. */
export async function handOverPage(tx: Transaction, command: HandOverCommand): Promise<number> {
  const { author, from, to } = command;
  const { dialect } = tx;
  const rows = await tx.all(
    privateItems(dialect, author.orgId, [from])
      .select(rowColumns)
      .where('item.kind', '=', 'memory')
      .orderBy('item.seq')
      .limit(ROWS_PER_PAGE)
      .modifyEnd(dialect.forUpdate),
  );
  const act = { author, reason: 'handed over' };
  return processUntilTimeout(rows as ItemRow[], (some) => giveRows(tx, act, { rows: some, to }));
}
