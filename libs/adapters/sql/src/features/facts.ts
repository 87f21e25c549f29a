import { CairnError } from '@cairn/contracts';
import { sql } from 'kysely';
import { audience, audienceOf } from '../conditions.ts';
import { ofDialect } from '../dialect.ts';
import type { NewItemRow } from '../item-rows.ts';
import { forEachGiven } from '../store/given-rows.ts';
import type { Lock, StoreSession } from '../store/session.ts';

/** The attribute of a subject within an audience: one active memory states it. */
export interface Fact {
  readonly orgId: string;
  readonly subject: string;
  readonly attribute: string;
  readonly audience: string;
}

type FactColumns = Pick<NewItemRow, 'org_id' | 'subject' | 'attribute' | 'visibility' | 'principal_id' | 'channel'>;

/** Undefined of what names no subject or no attribute. */
export function factOf(row: FactColumns): Fact | undefined {
  const { org_id: orgId, subject, attribute } = row;
  return subject && attribute ? { orgId, subject, attribute, audience: audienceOf(row) } : undefined;
}

/** Who tells a fact does so one after the other, so that the second finds the first. The unique index stands behind it. */
export function factLocksOf(rows: readonly FactColumns[]): Lock[] {
  const keys = rows.flatMap((row) => {
    const fact = factOf(row);
    return fact ? [{ orgId: fact.orgId, key: JSON.stringify([fact.subject, fact.attribute, fact.audience]) }] : [];
  });
  return keys.map(({ orgId, key }) => ({ what: 'fact', orgId, key }));
}

interface Teller {
  readonly id: string;
  readonly except: string;
}

/** The active memories that tell facts, but for the one of each fact that is asked for. */
const tellersOf = ofDialect((dialect) =>
  forEachGiven<object, Teller>(dialect, {
    columns: { orgId: 'uuid', subject: 'text', attribute: 'text', audience: 'text', except: 'uuid' },
    rows: (_place, given) => sql<Teller>`select item.id as id, ${given('except')} as "except" from item
      where item.org_id = ${given('orgId')} and item.subject = ${given('subject')} and item.attribute = ${given('attribute')}
        and ${dialect.indexed(audience())} = ${dialect.indexed(given('audience'))} and item.state = 'active'
        and item.id <> ${given('except')}`,
  }),
);

/** Who tells the facts of memories already: the id of another active one, by the id of the memory. */
export async function tellersFor(
  session: StoreSession,
  rows: readonly (FactColumns & { readonly id: string })[],
): Promise<ReadonlyMap<string, string>> {
  const facts = rows.flatMap((row) => {
    const fact = factOf(row);
    return fact ? [{ ...fact, except: row.id }] : [];
  });
  if (facts.length === 0) return new Map();
  const tellers = await tellersOf(session.dialect)(session, {}, facts);
  return new Map(tellers.map(({ id, except }) => [except, id]));
}

/** The one who is refused reads that memory: it has the readers that theirs would have. */
export function factTaken({ subject, attribute }: Fact, id: string): CairnError {
  const message = `is told of this subject by the memory ${id}`;
  return new CairnError('item/conflict', `The attribute ${attribute} of ${subject} ${message}.`, {
    issues: [{ field: 'attribute', message, value: attribute, allowed: 'change or supersede that memory' }],
  });
}
