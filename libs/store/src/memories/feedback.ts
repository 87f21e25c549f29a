import { feedbackKinds, type FeedbackKind, type ItemId, type OrgId } from '@cairn/contracts';
import { strengthAfter, strengthBefore } from '@cairn/domain';
import { fieldsOf, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { itemQueries, itemsOf, distinctIds } from '../items/item-queries.ts';
import { prepared } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { announceEvent } from '../kit/announce.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The number of feedbacks on a memory, by kind. */
type FeedbackCounts = Readonly<Record<FeedbackKind, number>> & { readonly id: ItemId };

const DAY_MS = 86_400_000;

/** The feedback of a principal on a memory on one day. */
const feedbackTable = defineTable({
  name: 'feedback',
  columns: {
    org_id: column.id(),
    memory_id: column.id(),
    principal_id: column.id(),
    /** The day (UTC), as the number of days since 1970-01-01. */
    day: column.int(),
    kind: column.text<FeedbackKind>(),
    at: column.time(),
  },
  key: ['org_id', 'memory_id', 'principal_id', 'day'],
  indexes: { feedback_reported: "(org_id, memory_id) where kind in ('wrong', 'outdated')" },
  itemColumns: ['memory_id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

/**
 * The strength of memories that have feedback. A new strength makes no new version of the memory and triggers no indexing.
 */
const memoryStrength = defineTable({
  name: 'memory_strength',
  columns: { org_id: column.id(), memory_id: column.id(), strength: column.real() },
  key: ['org_id', 'memory_id'],
  itemColumns: ['memory_id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    feedback: RowOf<typeof feedbackTable>;
    memory_strength: RowOf<typeof memoryStrength>;
  }
}

interface MemoryName {
  readonly orgId: OrgId;
  readonly memoryId: ItemId;
}

const queriesOf = ofDialect((dialect) => ({
  keep: prepared<RowOf<typeof feedbackTable>>()((place) =>
    dialect.queries
      .insertInto('feedback')
      .values({
        org_id: place('org_id'),
        memory_id: place('memory_id'),
        principal_id: place('principal_id'),
        day: place('day'),
        kind: place('kind'),
        at: place('at'),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'memory_id', 'principal_id', 'day'])
          .doUpdateSet({ kind: place('kind'), at: place('at') }),
      ),
  ),
  given: prepared<MemoryName>()((place) =>
    dialect.queries
      .selectFrom('item')
      .select('strength')
      .where('org_id', '=', place('orgId'))
      .where('id', '=', place('memoryId'))
      .where('state', '<>', 'deleted'),
  ),
  said: prepared<MemoryName>()((place) =>
    dialect.queries
      .selectFrom('feedback')
      .select('kind')
      .select(({ fn }) => fn.countAll<number>().as('times'))
      .where('org_id', '=', place('orgId'))
      .where('memory_id', '=', place('memoryId'))
      .groupBy('kind'),
  ),
  keepStrength: prepared<RowOf<typeof memoryStrength>>()((place) =>
    dialect.queries
      .insertInto('memory_strength')
      .values({ org_id: place('org_id'), memory_id: place('memory_id'), strength: place('strength') })
      .onConflict((conflict) => conflict.columns(['org_id', 'memory_id']).doUpdateSet({ strength: place('strength') })),
  ),
  /** Sets, in the item itself, the strength that feedback starts from. Answers show the strength after feedback instead. */
  begin: prepared<MemoryName & { base: number }>()((place) =>
    dialect.queries
      .updateTable('item')
      .set({ strength: place('base') })
      .where('org_id', '=', place('orgId'))
      .where('id', '=', place('memoryId')),
  ),
  counted: prepared<ScopeFields & { ids: List }>()((place) =>
    itemsOf(dialect, place('ids'))
      .innerJoin('feedback', (join) =>
        join.onRef('feedback.memory_id', '=', 'item.id').onRef('feedback.org_id', '=', 'item.org_id'),
      )
      .select(['item.id', 'feedback.kind'])
      .select(({ fn }) => fn.countAll<number>().as('times'))
      .where(visibilityCondition(scopePlaces(place)))
      .groupBy(['item.id', 'feedback.kind'])
      .orderBy('item.id'),
  ),
}));

interface GiveCommand {
  readonly scope: ScopeFields;
  readonly memoryId: ItemId;
  readonly kind: FeedbackKind;
}

/** Stores feedback of the scope's principal. Returns false if the scope sees no such memory. */
async function giveFeedback(tx: Transaction, { scope, memoryId, kind }: GiveCommand): Promise<boolean> {
  const { visibleItem } = itemQueries(tx.dialect);
  const memory = await tx.get(visibleItem, { ...fieldsOf(scope), kind: 'memory', id: memoryId });
  if (!memory) return false;
  const { orgId: org_id, principalId: principal_id } = scope;
  const row = { org_id, memory_id: memoryId, principal_id, day: Math.floor(tx.now / DAY_MS), kind, at: tx.now };
  await tx.run(queriesOf(tx.dialect).keep, row);
  await auditActs(tx, { author: scope, action: 'write', kind: 'feedback', id: memoryId, version: 1 });
  await announceEvent(tx, { event: 'memory.feedback', orgId: org_id, body: { memoryId } });
  return true;
}

const NO_FEEDBACK = Object.fromEntries(feedbackKinds.map((kind) => [kind, 0])) as Record<FeedbackKind, number>;

/**
 * Counts the feedback of all principals on these memories. Leaves out memories without feedback and those that the scope
 * does not see.
 */
async function countFeedback(
  tx: ReadTransaction,
  { scope, memoryIds }: { scope: ScopeFields; memoryIds: readonly ItemId[] },
): Promise<FeedbackCounts[]> {
  const values = { ...fieldsOf(scope), ids: distinctIds(tx.dialect, memoryIds) };
  const rows = await tx.all(queriesOf(tx.dialect).counted, values);
  const byMemory = Map.groupBy(rows, ({ id }) => id as ItemId);
  return [...byMemory].map(([id, said]) => ({
    id,
    ...countsOf(said),
  }));
}

const countsOf = (said: readonly { kind: FeedbackKind; times: number }[]): Record<FeedbackKind, number> => ({
  ...NO_FEEDBACK,
  ...Object.fromEntries(said.map(({ kind, times }) => [kind, times])),
});

/**
 * Computes the strength of a memory from all feedback on it. Updates of one memory's strength run one after another, so
 * that the last update reads all feedback. Repeating the call changes nothing.
 */
async function updateStrength(tx: Transaction, name: MemoryName): Promise<void> {
  const { orgId, memoryId } = name;
  const { given, said, keepStrength } = queriesOf(tx.dialect);
  await tx.lock({ what: 'organisation', orgId, key: `strength of ${memoryId}` });
  const memory = await tx.get(given, name);
  if (!memory || memory.strength === null) return;
  const strength = strengthAfter(memory.strength, countsOf(await tx.all(said, name)));
  await tx.run(keepStrength, { org_id: orgId, memory_id: memoryId, strength });
}

/** Sets the strength of a memory and disregards earlier feedback; later feedback starts from the new strength. */
export async function setStrength(tx: Transaction, name: MemoryName, strength: number): Promise<void> {
  const { orgId, memoryId } = name;
  const { said, begin, keepStrength } = queriesOf(tx.dialect);
  await tx.lock({ what: 'organisation', orgId, key: `strength of ${memoryId}` });
  const base = strengthBefore(strength, countsOf(await tx.all(said, name)));
  await tx.run(begin, { ...name, base });
  await tx.run(keepStrength, { org_id: orgId, memory_id: memoryId, strength });
}

/**
 * Feedback of principals on memories. Feedback makes no new version of the memory and causes no reindexing. For each day
 * (UTC), only the last feedback of a principal on a memory counts. Each feedback is an event (`memory.feedback`), whose
 * handler updates the strength of the memory.
 */
export const feedback = feature('feedback', {
  tables: [feedbackTable, memoryStrength],
  reads: { counts: countFeedback },
  writes: { give: giveFeedback, updateStrength },
});
export type Feedback = CallsOf<typeof feedback>;
