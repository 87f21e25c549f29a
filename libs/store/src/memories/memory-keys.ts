import { CairnError } from '@cairn/contracts';
import { sql } from 'kysely';
import { audienceSql, audienceOf } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { forEachGiven } from '../kit/for-each-given.ts';
import type { ItemRow, NewItemRow } from '../kit/item-rows.ts';
import type { Transaction } from '../kit/transaction.ts';
import { currentFactsFor, factLocksOf, factOf, factTaken } from './facts.ts';

interface NamedMemory {
  readonly id: string;
}

const queriesOf = ofDialect((dialect) => ({
  /** Selects those of the given memories whose merge key an active memory of the target audience already has. */
  merged: forEachGiven<object, NamedMemory>(dialect, {
    columns: { orgId: 'uuid', id: 'uuid', key: 'text', visibility: 'text', channel: 'text', owner: 'text' },
    rows: (_place, given) => sql<NamedMemory>`select ${given('id')} as id from item
      where item.org_id = ${given('orgId')} and item.merge_key = ${given('key')}
        and item.visibility = ${given('visibility')} and coalesce(item.channel, '') = ${given('channel')}
        and (case item.visibility when 'private' then cast(item.principal_id as text) else '' end) = ${given('owner')}
        and item.id <> ${given('id')} limit 1`,
  }),
  /** Selects those of the given memories whose source and external id a memory of the target audience already has. */
  named: forEachGiven<object, NamedMemory>(dialect, {
    columns: { id: 'uuid', orgId: 'uuid', source: 'text', externalId: 'text', audience: 'text' },
    rows: (_place, given) => {
      const named = { orgId: given('orgId'), source: given('source'), id: given('externalId') };
      return sql<NamedMemory>`select ${given('id')} as id from item where ${dialect.hasExternalId('item', named)}
        and item.kind = 'memory' and ${dialect.indexed(audienceSql())} = ${dialect.indexed(given('audience'))} limit 1`;
    },
  }),
}));

/**
 * Returns `key` if the memory may have it as its merge key, else null. A merge key is unique among the active memories of
 * an audience, and a change may make two memories equal: then only one of them keeps the key.
 */
export async function freeMergeKey(tx: Transaction, row: ItemRow, key: string | undefined): Promise<string | null> {
  if (key === undefined || row.external_id !== null) return null;
  const isTaken = (await idsWithTakenMergeKey(tx, [{ row, key }])).has(row.id);
  return isTaken ? null : key;
}

/** Returns the ids of those given memories whose merge key another active memory of their audience has. */
export const idsWithTakenMergeKey = (
  tx: Transaction,
  given: readonly { readonly row: ItemRow; readonly key: string }[],
): Promise<ReadonlySet<string>> =>
  idsOf(
    queriesOf(tx.dialect).merged(
      tx,
      {},
      given.map(({ row, key }) => ({ ...placeOf(row), key })),
    ),
  );

const placeOf = ({ org_id: orgId, id, visibility, channel, principal_id }: ItemRow) => ({
  ...{ orgId, id, visibility, channel: channel ?? '', owner: visibility === 'private' ? principal_id : '' },
});

const idsOf = async (found: Promise<readonly NamedMemory[]>): Promise<ReadonlySet<string>> =>
  new Set((await found).map(({ id }) => id));

/**
 * Throws if another memory states the fact of this row. Locks the fact; call it before any write, so that two writers of
 * the same memories do not deadlock.
 */
export async function requireFree(tx: Transaction, row: Omit<NewItemRow, 'id'>, except: string): Promise<void> {
  const fact = factOf(row);
  if (!fact) return;
  await tx.lock(...factLocksOf([row]));
  const currentFact = (await currentFactsFor(tx, [{ ...row, id: except }])).get(except);
  if (currentFact) throw factTaken(fact, currentFact);
}

/** Returns the ids of those given memories whose source and external id another memory of their audience has. */
export function idsWithTakenExternalId(tx: Transaction, rows: readonly ItemRow[]): Promise<ReadonlySet<string>> {
  const given = rows.flatMap((row) => {
    const { id, org_id: orgId, source, external_id: externalId } = row;
    return externalId === null ? [] : [{ id, orgId, source, externalId, audience: audienceOf(row) }];
  });
  return idsOf(queriesOf(tx.dialect).named(tx, {}, given));
}

export async function requireOwnExternalId(tx: Transaction, row: ItemRow): Promise<void> {
  if (!(await idsWithTakenExternalId(tx, [row])).has(row.id)) return;
  throw new CairnError('item/conflict', 'The new readers know another memory of this source and external id.');
}
