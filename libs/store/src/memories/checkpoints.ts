import type { Checkpoint, FoundCheckpoint, MemoryId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { sql, type SqlBool } from 'kysely';
import { MAX as LAST_ID } from 'uuid';
import { fieldsOf, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { givenRowsInserter } from '../kit/given-rows.ts';
import { itemQueries, distinctIds } from '../items/item-queries.ts';
import { prepared } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The content of a new checkpoint. */
interface NewCheckpoint extends Pick<
  Checkpoint,
  'id' | 'label' | 'description' | 'semanticSummary' | 'sessionId' | 'tags'
> {
  /** The memories of the checkpoint. If absent, it gets the newest active memories that the scope sees, at most `most`. */
  readonly memoryIds?: readonly MemoryId[] | undefined;
  readonly most: number;
}

const checkpoint = defineTable({
  name: 'checkpoint',
  columns: {
    org_id: column.id(),
    id: column.id(),
    principal_id: column.id(),
    /** The peer channel of the call that made the checkpoint; '' if there is none. */
    peer: column.text(),
    label: column.text(),
    description: column.nullable(column.text()),
    summary: column.nullable(column.text()),
    session: column.nullable(column.text()),
    /** JSON list of tags. */
    tags: column.text(),
    at: column.time(),
  },
  key: ['org_id', 'id'],
  appMay: 'select, insert',
  moves: true,
});

/** A memory of a checkpoint, and the version that the memory had when the checkpoint was made. */
const checkpointMemory = defineTable({
  name: 'checkpoint_memory',
  columns: { org_id: column.id(), checkpoint_id: column.id(), memory_id: column.id(), version: column.int() },
  key: ['org_id', 'checkpoint_id', 'memory_id'],
  itemColumns: ['memory_id'],
  indexes: { checkpoint_memory_by_memory: '(org_id, memory_id, version)' },
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    checkpoint: RowOf<typeof checkpoint>;
    checkpoint_memory: RowOf<typeof checkpointMemory>;
  }
}

const peerCondition = (scope: ScopeFields) =>
  sql<SqlBool>`(checkpoint.peer = '' or checkpoint.peer = ${scope.peerChannel})`;

const queriesOf = ofDialect((dialect) => ({
  page: prepared<ScopeFields & { before: string; limit: number }>()((place) =>
    dialect.queries
      .selectFrom('checkpoint')
      .selectAll()
      .select(
        sql<number>`(select count(*) from checkpoint_memory as held ${dialect.each('item', sql`item.id = held.memory_id`)}
          where held.org_id = checkpoint.org_id and held.checkpoint_id = checkpoint.id
            and ${visibilityCondition(scopePlaces(place))})`.as('number'),
      )
      .where('checkpoint.org_id', '=', place('orgId'))
      .where('checkpoint.id', '<', place('before'))
      .where(peerCondition(scopePlaces(place)))
      .orderBy('checkpoint.id', 'desc')
      .limit(place('limit')),
  ),
  one: prepared<ScopeFields & { id: string }>()((place) =>
    dialect.queries
      .selectFrom('checkpoint')
      .selectAll()
      .where('org_id', '=', place('orgId'))
      .where('id', '=', place('id'))
      .where(peerCondition(scopePlaces(place))),
  ),
  memories: prepared<ScopeFields & { id: string }>()((place) =>
    dialect.queries
      .selectFrom('checkpoint_memory')
      .innerJoin('item', 'item.id', 'checkpoint_memory.memory_id')
      .select(['item.id', 'item.title', 'item.state', 'item.version as presentVersion', 'checkpoint_memory.version'])
      .where('checkpoint_memory.org_id', '=', place('orgId'))
      .where('checkpoint_memory.checkpoint_id', '=', place('id'))
      .where(visibilityCondition(scopePlaces(place)))
      .orderBy('item.id'),
  ),
  keepMemories: givenRowsInserter(dialect, 'checkpoint_memory', {
    ...{ org_id: 'uuid', checkpoint_id: 'uuid', memory_id: 'uuid', version: 'int' },
  }),
}));

const sinceQueriesOf = ofDialect((dialect) => ({
  /**
   * Searches backwards from the newest memory of the organisation, so that the cost does not grow with the number of
   * older memories.
   */
  lastBefore: prepared<{ orgId: string; at: number }>()((place) =>
    dialect.queries
      .selectFrom('item')
      .select('seq')
      .where('org_id', '=', place('orgId'))
      .where('kind', '=', sql.lit('memory'))
      .where('created_at', '<', place('at'))
      .orderBy('seq', 'desc')
      .limit(1),
  ),
  storedAfter: prepared<ScopeFields & { id: string; seq: number; limit: number }>()((place) =>
    dialect.queries
      .selectFrom('item')
      .select('item.id')
      .where('item.org_id', '=', place('orgId'))
      .where('item.kind', '=', sql.lit('memory'))
      .where('item.seq', '>', place('seq'))
      .where('item.state', '=', sql.lit('active'))
      .where(
        sql<SqlBool>`not exists (select 1 from checkpoint_memory as held
          where held.org_id = item.org_id and held.checkpoint_id = ${place('id')} and held.memory_id = item.id)`,
      )
      .where(visibilityCondition(scopePlaces(place)))
      .orderBy('item.seq', 'desc')
      .limit(place('limit')),
  ),
}));

interface CreateCommand {
  readonly scope: ScopeFields;
  readonly checkpoint: NewCheckpoint;
}

/** Creates a checkpoint. If it names memories that the scope does not see, creates nothing and returns their ids. */
async function createCheckpoint(
  tx: Transaction,
  { scope, checkpoint: made }: CreateCommand,
): Promise<{ unknown: MemoryId[] }> {
  const rows = await memoriesOf(tx, scope, made);
  const seen = new Set(rows.map(({ id }) => id));
  const unknown = (made.memoryIds ?? []).filter((id) => !seen.has(id));
  if (unknown.length > 0) return { unknown };
  const { orgId: org_id, principalId: principal_id, peerChannel } = scope;
  const { id, label, description, semanticSummary: summary, sessionId, tags } = made;
  const said = { label, description, summary, session: sessionId, tags: JSON.stringify(tags) };
  await tx.run(
    tx.dialect.queries
      .insertInto('checkpoint')
      .values({ org_id, id, principal_id, peer: peerChannel ?? '', at: tx.now, ...said }),
  );
  const memories = rows.map((row) => ({ org_id, checkpoint_id: id, memory_id: row.id, version: row.version }));
  await queriesOf(tx.dialect).keepMemories(tx, memories);
  await auditActs(tx, { author: scope, action: 'write', kind: 'checkpoint', id, version: rows.length });
  return { unknown: [] };
}

function memoriesOf(
  tx: Transaction,
  scope: ScopeFields,
  { memoryIds, most }: NewCheckpoint,
): Promise<{ id: string; version: number }[]> {
  const { newest, visibleItems } = itemQueries(tx.dialect);
  if (!memoryIds) return tx.all(newest(scope, { kind: 'memory' }, most));
  const ids = distinctIds(tx.dialect, memoryIds);
  return tx.all(visibleItems, { ...fieldsOf(scope), kind: 'memory', ids });
}

const checkpointOf = (row: RowOf<typeof checkpoint>, memoryCount: number): Checkpoint => ({
  id: row.id,
  label: row.label,
  description: row.description,
  semanticSummary: row.summary,
  sessionId: row.session,
  tags: JSON.parse(row.tags) as string[],
  createdBy: row.principal_id as Principal['principalId'],
  createdAt: Number(row.at),
  memoryCount,
});

interface ListQuery {
  readonly scope: ScopeFields;
  readonly limit: number;
  readonly before?: string | undefined;
}

/** Lists checkpoints, newest first; if `before` is given, only checkpoints older than the checkpoint with this id. */
async function listCheckpoints(
  tx: ReadTransaction,
  { scope, limit, before = LAST_ID }: ListQuery,
): Promise<Checkpoint[]> {
  const rows = await tx.all(queriesOf(tx.dialect).page, { ...fieldsOf(scope), before, limit });
  return rows.map(({ number, ...row }) => checkpointOf(row, Number(number ?? 0)));
}

async function findCheckpoint(
  tx: ReadTransaction,
  { scope, id }: { readonly scope: ScopeFields; readonly id: string },
): Promise<FoundCheckpoint | undefined> {
  const { one, memories } = queriesOf(tx.dialect);
  const row = await tx.get(one, { ...fieldsOf(scope), id });
  if (!row) return undefined;
  const found = await tx.all(memories, { ...fieldsOf(scope), id });
  return {
    ...checkpointOf(row, found.length),
    memories: found.map((memory) => ({
      memoryId: memory.id as MemoryId,
      version: memory.version,
      presentVersion: memory.presentVersion,
      title: memory.title ?? '',
      state: memory.state,
    })),
  };
}

interface SinceQuery {
  readonly scope: ScopeFields;
  readonly id: string;
  readonly limit: number;
}

/**
 * Lists the active memories that were stored after the checkpoint and are not in it, newest first, at most `limit`; empty
 * for an unknown checkpoint.
 */
async function storedSince(tx: ReadTransaction, { scope, id, limit }: SinceQuery): Promise<MemoryId[]> {
  const { lastBefore, storedAfter } = sinceQueriesOf(tx.dialect);
  const made = await tx.get(queriesOf(tx.dialect).one, { ...fieldsOf(scope), id });
  if (!made) return [];
  const last = await tx.get(lastBefore, { orgId: scope.orgId, at: Number(made.at) });
  const rows = await tx.all(storedAfter, { ...fieldsOf(scope), id, seq: Number(last?.seq ?? 0), limit });
  return rows.map((row) => row.id as MemoryId);
}

/**
 * A checkpoint lists memories with the versions that they had at one moment. It contains no text, and forgotten memories
 * are removed from it. Only calls for a peer channel see checkpoints of that channel; every caller sees only those
 * memories of a checkpoint that their scope sees.
 */
export const checkpoints = feature('checkpoints', {
  tables: [checkpoint, checkpointMemory],
  reads: { list: listCheckpoints, find: findCheckpoint, storedSince },
  writes: { create: createCheckpoint },
});
export type Checkpoints = CallsOf<typeof checkpoints>;
