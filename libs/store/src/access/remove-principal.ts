import { CairnError, type OrgId, type PrincipalId } from '@cairn/contracts';
import { ofDialect } from '../kit/dialect.ts';
import { rowColumns, type Author, type ItemRow } from '../kit/item-rows.ts';
import { asFarAsTimeAllows } from '../kit/as-far-as-time-allows.ts';
import { presentPrincipal } from './present-principals.ts';
import { begin as beginForgetting } from '../forgetting/forgetting.ts';
import { privateItems } from '../forgetting/selected-items.ts';
import { keepingAnAdmin } from './key-rules.ts';
import { giveRows } from '../memories/hand-over.ts';
import { audit } from '../kit/audit.ts';
import type { Transaction } from '../kit/transaction.ts';

export interface LeaveCommand {
  readonly author: Author;
  readonly principalId: PrincipalId;
  /** Removes the principal even if no admin key remains. */
  readonly force?: boolean | undefined;
  /** The principal who receives the private items of the removed one. */
  readonly heir?: PrincipalId | undefined;
  /** The id of the act of forgetting that deletes the private items. */
  readonly forgetId?: string | undefined;
}

const GIVEN_AT_ONCE = 200;

const leavingQueries = ofDialect(({ queries }) => ({
  here: (orgId: OrgId, id: PrincipalId) => presentPrincipal({ queries }, orgId, id).select('id'),
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

/**
 * Removes a principal, or completes an interrupted removal. Returns the number of revoked keys; undefined for an unknown
 * id. Throws `principal/unknown` if the heir does not exist, `key/last-admin` if no admin key would remain.
 */
export async function leave(tx: Transaction, command: LeaveCommand): Promise<number | undefined> {
  const { author, principalId, force = false, heir } = command;
  const { orgId } = author;
  const queries = leavingQueries(tx.dialect);
  return keepingAnAdmin(tx, { orgId, force }, async () => {
    if (!(await tx.get(queries.known(orgId, principalId)))) return undefined;
    if (heir !== undefined) await requireHeir(tx, command, heir);
    await tx.run(queries.leave(orgId, principalId, tx.now));
    await tx.run(queries.leaveTeams(orgId, principalId));
    const keys = await tx.all(queries.revokeKeys(orgId, principalId, tx.now));
    await audit(tx, ...keys.map(({ id }) => ({ author, action: 'forget', kind: 'key', id, version: 2 }) as const));
    await audit(tx, { author, action: 'archive', kind: 'principal', id: principalId, version: keys.length });
    await forgetPrivate(tx, command);
    return keys.length;
  });
}

async function requireHeir(tx: Transaction, { author, principalId }: LeaveCommand, heir: PrincipalId) {
  const isHere = await tx.get(leavingQueries(tx.dialect).here(author.orgId, heir));
  if (isHere && heir !== principalId) return;
  if (!isHere) throw new CairnError('principal/unknown', `no person or agent ${heir} is here`);
  const message = 'is the principal who leaves';
  throw new CairnError('request/invalid', `handOverTo ${message}`, {
    issues: [{ field: 'body.handOverTo', message, value: heir, allowed: 'somebody else who is here' }],
  });
}

async function forgetPrivate(tx: Transaction, { author, principalId, forgetId }: LeaveCommand) {
  if (forgetId === undefined) return;
  const { orgId } = author;
  const scope = { orgId, principalId: author.principalId, peerChannel: null, teamWords: '', closedChannels: '' };
  const plan = { scope, role: 'admin', selection: { lineage: false }, leaver: principalId } as const;
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
    privateItems(dialect, author.orgId, from)
      .select(rowColumns)
      .where('item.kind', '=', 'memory')
      .orderBy('item.seq')
      .limit(GIVEN_AT_ONCE)
      .modifyEnd(dialect.forUpdate),
  );
  const act = { author, reason: 'handed over' };
  return asFarAsTimeAllows(rows as ItemRow[], (some) => giveRows(tx, act, { rows: some, to }));
}
