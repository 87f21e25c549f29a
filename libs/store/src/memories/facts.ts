import { CairnError } from '@cairn/contracts';
import { sql } from 'kysely';
import { audienceSql, audienceOf } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import type { NewItemRow } from '../kit/item-rows.ts';
import { forEachGiven } from '../kit/for-each-given.ts';
import type { Lock, ReadTransaction } from '../kit/transaction.ts';

/** A fact names an attribute of a subject for one audience. At most one active memory states the value of a fact. */
export interface Fact {
  readonly orgId: string;
  readonly subject: string;
  readonly attribute: string;
  readonly audience: string;
}

type FactColumns = Pick<NewItemRow, 'org_id' | 'subject' | 'attribute' | 'visibility' | 'principal_id' | 'channel'>;

/** Returns the fact that a row states; undefined if the row has no subject or no attribute. */
export function factOf(row: FactColumns): Fact | undefined {
  const { org_id: orgId, subject, attribute } = row;
  return subject && attribute ? { orgId, subject, attribute, audience: audienceOf(row) } : undefined;
}

/**
 * Makes locks that let only one writer of a fact run at a time, so that the second writer finds the memory of the first.
 * A unique index also prevents two memories of one fact.
 */
export function factLocksOf(rows: readonly FactColumns[]): Lock[] {
  const keys = rows.flatMap((row) => {
    const fact = factOf(row);
    return fact ? [{ orgId: fact.orgId, key: JSON.stringify([fact.subject, fact.attribute, fact.audience]) }] : [];
  });
  return keys.map(({ orgId, key }) => ({ what: 'fact', orgId, key }));
}

interface CurrentFact {
  readonly id: string;
  readonly except: string;
}

/** Selects active memories that state the given facts. For each fact, leaves out the memory with the id `except`. */
const currentFactsOf = ofDialect((dialect) =>
  forEachGiven<object, CurrentFact>(dialect, {
    columns: { orgId: 'uuid', subject: 'text', attribute: 'text', audience: 'text', except: 'uuid' },
    rows: (_place, given) => sql<CurrentFact>`select item.id as id, ${given('except')} as "except" from item
      where item.org_id = ${given('orgId')} and item.subject = ${given('subject')} and item.attribute = ${given('attribute')}
        and ${dialect.indexed(audienceSql())} = ${dialect.indexed(given('audience'))} and item.state = 'active'
        and item.id <> ${given('except')}`,
  }),
);

/** Maps the id of each memory to the id of another active memory that states the same fact already. */
export async function currentFactsFor(
  tx: ReadTransaction,
  rows: readonly (FactColumns & { readonly id: string })[],
): Promise<ReadonlyMap<string, string>> {
  const facts = rows.flatMap((row) => {
    const fact = factOf(row);
    return fact ? [{ ...fact, except: row.id }] : [];
  });
  if (facts.length === 0) return new Map();
  const currentFacts = await currentFactsOf(tx.dialect)(tx, {}, facts);
  return new Map(currentFacts.map(({ id, except }) => [except, id]));
}

/**
 * Builds the error for a fact that another memory states. The error names that memory: the caller can read it, since both
 * memories have the same readers.
 */
export function factTaken({ subject, attribute }: Fact, id: string): CairnError {
  const message = `is already stated for this subject by the memory ${id}`;
  return new CairnError('item/conflict', `The attribute ${attribute} of ${subject} ${message}.`, {
    issues: [{ field: 'attribute', message, value: attribute, allowed: 'change or supersede that memory' }],
  });
}
