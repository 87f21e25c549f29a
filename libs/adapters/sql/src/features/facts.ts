import { CairnError } from '@cairn/contracts';
import { sql } from 'kysely';
import { audience, audienceOf } from '../conditions.ts';
import { ofDialect } from '../dialect.ts';
import type { NewItemRow } from '../item-rows.ts';
import { prepared } from '../prepared.ts';
import type { Lock } from '../store/session.ts';

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

export const factQueries = ofDialect(({ queries, indexed }) => ({
  /** The active memory that tells it, unless that is the one that is asked for. */
  teller: prepared<Fact & { except: string }>()((place) =>
    queries
      .selectFrom('item')
      .select('id')
      .where('org_id', '=', place('orgId'))
      .where('subject', '=', place('subject'))
      .where('attribute', '=', place('attribute'))
      .where(indexed(audience()), '=', indexed(sql`${place('audience')}`))
      .where('state', '=', sql.lit('active'))
      .where('id', '<>', place('except')),
  ),
}));

/** The one who is refused reads that memory: it has the readers that theirs would have. */
export function factTaken({ subject, attribute }: Fact, id: string): CairnError {
  const message = `is told of this subject by the memory ${id}`;
  return new CairnError('item/conflict', `The attribute ${attribute} of ${subject} ${message}.`, {
    issues: [{ field: 'attribute', message, value: attribute, allowed: 'change or supersede that memory' }],
  });
}
