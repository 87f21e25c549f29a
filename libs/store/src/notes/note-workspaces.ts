import { CairnError, type Workspace, type WorkspaceId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { WorkspaceName } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { isClosedChannel } from '../access/closed-channels.ts';
import { readerLocksOf, requireReaders } from '../items/existing-readers.ts';
import { audienceOf, readerOf, type ScopeFields } from '../kit/conditions.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { workspaceQueries, type WorkspaceRow } from './note-queries.ts';

/** Finds the nearest workspace with this name that the scope sees. */
export async function nearestWorkspace(
  tx: ReadTransaction,
  scope: ScopeFields,
  name: string,
): Promise<WorkspaceRow | undefined> {
  return tx.get(workspaceQueries(tx.dialect).seenWorkspaces(scope).where('workspace.name', '=', name).limit(1));
}

/** Finds the workspace that a name means for a scope. Ignores workspaces in channels that are closed to the scope. */
export async function findWorkspace(
  tx: ReadTransaction,
  scope: ScopeFields,
  { name, readers }: WorkspaceName,
): Promise<WorkspaceRow | undefined> {
  if (!readers) return nearestWorkspace(tx, scope, name);
  const own = { ...readers, principal_id: scope.principalId };
  const { workspaceOf, seenWorkspaces } = workspaceQueries(tx.dialect);
  const exact = await tx.get(workspaceOf, { org_id: scope.orgId, reader: audienceOf(own), name });
  if (exact) return exact;
  const seen = await tx.all(seenWorkspaces(scope).where('workspace.name', '=', name));
  return seen.find((row) => readerOf(row) === readerOf(own));
}

interface Placing {
  readonly scope: ScopeFields;
  readonly author: Pick<Principal, 'orgId' | 'principalId'>;
  readonly workspace: WorkspaceName;
}

/** Finds the workspace of a note, or creates it. */
export async function workspaceFor(tx: Transaction, { scope, author, workspace }: Placing): Promise<WorkspaceRow> {
  const present = await findWorkspace(tx, scope, workspace);
  if (!present || present.channel !== workspace.readers?.channel) await refuseClosedChannel(tx, scope, workspace);
  if (present) return present;
  const { name } = workspace;
  const { visibility, channel } = workspace.readers ?? { visibility: 'org', channel: null };
  const { orgId: org_id, principalId: principal_id } = author;
  const reader = audienceOf({ visibility, channel, principal_id });
  const made = { org_id, reader, name, id: uuidv7(), state: 'active', visibility, channel, principal_id } as const;
  const { makeWorkspace, workspaceOf } = workspaceQueries(tx.dialect);
  await tx.run(makeWorkspace({ ...made, created_at: tx.now }));
  const row = await tx.get(workspaceOf, { org_id, reader, name });
  if (!row) throw new Error('A workspace that was made is there.');
  return row;
}

/** Refuses to write a note to a closed channel: everyone could read the workspace of the note, and so the note. */
async function refuseClosedChannel(
  tx: ReadTransaction,
  { orgId }: ScopeFields,
  { readers }: WorkspaceName,
): Promise<void> {
  const channel = readers?.visibility === 'channel' ? readers.channel : null;
  if (channel === null || !(await isClosedChannel(tx, orgId, channel))) return;
  const problem = `is the closed channel ${JSON.stringify(channel)}, which cannot hold notes`;
  const allowed = 'no channel, with the visibility team:NAME or private; or an open channel';
  throw new CairnError('request/invalid', `channel ${problem}.`, {
    issues: [{ field: 'channel', message: problem, value: channel, allowed }],
  });
}

/** Refuses a workspace whose team was removed, and prevents the removal of the team while the note is written. */
export async function requireReadersOf(tx: Transaction, { org_id, visibility }: WorkspaceRow): Promise<void> {
  const row = { org_id, visibility, knowledge_base: null };
  for (const lock of readerLocksOf([row])) await tx.lock(lock);
  await requireReaders(tx, [row]);
}

/** Lists the workspaces that the scope sees, each with the number of its notes. */
export async function listWorkspaces(
  tx: ReadTransaction,
  { scope }: { readonly scope: ScopeFields },
): Promise<Workspace[]> {
  const { seenWorkspaces, countedNotes } = workspaceQueries(tx.dialect);
  const [rows, counted] = await Promise.all([tx.all(seenWorkspaces(scope)), tx.all(countedNotes(scope.orgId))]);
  const counts = new Map(counted.map(({ workspace_id, number }) => [workspace_id, Number(number)]));
  return rows.map(({ id, name, visibility, channel }) => ({
    workspaceId: id as WorkspaceId,
    name,
    visibility,
    channel,
    notes: counts.get(id) ?? 0,
  }));
}

/** Returns the id of the nearest workspace with this name that the scope sees. */
export async function workspaceId(
  tx: ReadTransaction,
  { scope, name }: { readonly scope: ScopeFields; readonly name: string },
): Promise<WorkspaceId | undefined> {
  return (await nearestWorkspace(tx, scope, name))?.id as WorkspaceId | undefined;
}
