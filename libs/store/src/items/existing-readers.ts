import { CairnError, type FieldIssue, type Visibility } from '@cairn/contracts';
import { ofDialect } from '../kit/dialect.ts';
import type { NewItemRow } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import type { Lock, ReadTransaction } from '../kit/transaction.ts';

/** The columns that decide who reads a row. For a chunk, `knowledge_base` names the base whose readers may read it. */
type Readable = Pick<NewItemRow, 'org_id' | 'visibility' | 'knowledge_base'>;

const TEAM_PREFIX = 'team:';

const queriesOf = ofDialect(({ queries }) => ({
  team: prepared<{ orgId: string; id: string }>()((place) =>
    queries.selectFrom('team').select('id').where('org_id', '=', place('orgId')).where('id', '=', place('id')),
  ),
  base: prepared<{ orgId: string; id: string }>()((place) =>
    queries
      .selectFrom('knowledge_base')
      .select('id')
      .where('org_id', '=', place('orgId'))
      .where('id', '=', place('id')),
  ),
}));

/** The lock that the removal of a team or a knowledge base holds, so that no item is stored for it meanwhile. */
export const removalLock = (orgId: string, id: string): Lock => ({ what: 'readers', orgId, key: TEAM_PREFIX + id });

/** The locks that a write holds for the teams and knowledge bases of its items. */
export function readerLocksOf(rows: readonly Readable[]): Lock[] {
  const teams = rows.filter(({ visibility }) => visibility.startsWith(TEAM_PREFIX));
  const keys = new Map(teams.map(({ org_id: orgId, visibility: key }) => [key, orgId]));
  return [...keys].map(([key, orgId]) => ({ what: 'readers', orgId, key, isShared: true }));
}

/**
 * Refuses rows whose team or knowledge base was removed, since nobody could read them. The caller holds
 * `readerLocksOf(rows)`.
 */
export async function requireReaders(tx: ReadTransaction, rows: readonly Readable[]): Promise<void> {
  const isThere = new Map<Visibility, boolean>();
  const issues: FieldIssue[] = [];
  for (const [at, row] of rows.entries()) {
    const { visibility } = row;
    if (!visibility.startsWith(TEAM_PREFIX)) continue;
    if (!isThere.has(visibility)) isThere.set(visibility, await doReadersExist(tx, row));
    if (isThere.get(visibility)) continue;
    if (row.knowledge_base) throw new CairnError('knowledge-base/unknown', 'The knowledge base was removed.');
    const field = rows.length === 1 ? 'visibility' : `[${at}].visibility`;
    issues.push({ field, message: 'names a team that was removed', value: visibility, allowed: 'a team that exists' });
  }
  if (issues.length > 0)
    throw new CairnError('request/invalid', `${issues[0]!.field} names a team that was removed`, { issues });
}

async function doReadersExist(
  tx: ReadTransaction,
  { org_id: orgId, visibility, knowledge_base }: Readable,
): Promise<boolean> {
  const { team, base } = queriesOf(tx.dialect);
  const named = { orgId, id: visibility.slice(TEAM_PREFIX.length) };
  return (await tx.get(knowledge_base ? base : team, named)) !== undefined;
}
