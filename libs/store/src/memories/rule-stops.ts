import type { ItemId, OrgId, PrincipalId } from '@cairn/contracts';
import { sql } from 'kysely';
import { announceAll } from '../kit/announce.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { givenRowsInserter, type GivenColumns } from '../kit/given-rows.ts';
import type { Transaction } from '../kit/transaction.ts';
import { countableMemories } from './countable-memories.ts';

/** The number of preflights in which a rule stopped a principal since the numbers were last stored. */
export interface RuleStop {
  readonly memoryId: ItemId;
  readonly principalId: PrincipalId;
  readonly times: number;
}

const DAY_MS = 86_400_000;

/** The number of preflights in which a rule stopped a principal on one day. */
const ruleStop = defineTable({
  name: 'rule_stop',
  columns: {
    org_id: column.id(),
    memory_id: column.id(),
    principal_id: column.id(),
    /** The day (UTC), as the number of days since 1970-01-01. */
    day: column.int(),
    times: column.int(),
  },
  key: ['org_id', 'memory_id', 'principal_id', 'day'],
  indexes: { rule_stop_by_day: '(org_id, day)' },
  itemColumns: ['memory_id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    rule_stop: RowOf<typeof ruleStop>;
  }
}

const stopColumns = {
  ...{ org_id: 'uuid', memory_id: 'uuid', principal_id: 'uuid', day: 'int', times: 'int' },
} as const satisfies GivenColumns;

const insertStops = ofDialect((dialect) =>
  givenRowsInserter(
    dialect,
    'rule_stop',
    stopColumns,
    sql`on conflict (org_id, memory_id, principal_id, day) do update set times = rule_stop.times + excluded.times`,
  ),
);

interface AddCommand {
  readonly orgId: OrgId;
  /** At most one for each pair of a memory and a principal. */
  readonly stops: readonly RuleStop[];
}

/** Counts stops, and announces each as `rule.stopped`. Leaves out rules that are forgotten or being written. */
async function addStops(tx: Transaction, { orgId, stops }: AddCommand): Promise<void> {
  const countable = await countableMemories(
    tx,
    orgId,
    stops.map(({ memoryId }) => memoryId),
  );
  const kept = stops.filter(({ memoryId }) => countable.has(memoryId)).toSorted(compareByKey);
  const day = Math.floor(tx.now / DAY_MS);
  await insertStops(tx.dialect)(
    tx,
    kept.map(({ memoryId, principalId, times }) => ({
      ...{ org_id: orgId, memory_id: memoryId, principal_id: principalId, day, times },
    })),
  );
  await announceAll(
    tx,
    kept.map((body) => ({ event: 'rule.stopped', orgId, body })),
  );
}

const keyOf = ({ memoryId, principalId }: RuleStop) => `${memoryId} ${principalId}`;

/** Orders rows so that all processes lock them in the same order. */
const compareByKey = (one: RuleStop, other: RuleStop): number => (keyOf(one) < keyOf(other) ? -1 : 1);

/**
 * Counts how often a rule stopped a principal in a preflight. The counts are approximate: a killed process loses the
 * counts of its last second.
 */
export const ruleStops = feature('ruleStops', { tables: [ruleStop], reads: {}, writes: { add: addStops } });
export type RuleStops = CallsOf<typeof ruleStops>;
