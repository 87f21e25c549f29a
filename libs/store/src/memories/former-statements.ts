import type { Item, ItemId, Restated } from '@cairn/contracts';
import { sql } from 'kysely';
import { distinctIds, itemQueries } from '../items/item-queries.ts';
import { statementKey } from '../items/statement-key.ts';
import { fieldsOf, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { forEachGiven, indexHint } from '../kit/for-each-given.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { standingSuccessor } from './successions.ts';

/** A memory that said what a text says, or that was made from the text, and that holds no longer. */
export interface FormerStatement {
  /** The id of the text. */
  readonly of: ItemId;
  readonly id: ItemId;
  readonly state: Restated['state'];
  /** When it ceased to hold, epoch ms; null if that is not known. */
  readonly since: number | null;
  /** Whether it was made from the text; otherwise it had the same words. */
  readonly isDerived: boolean;
  /** The memory that holds in its place, if the scope sees one. */
  readonly now?: { readonly id: ItemId; readonly title: string; readonly content: string } | undefined;
}

/** A text that may say what holds no longer: a message, a part of a note, a chunk, a proposal. */
export type SaidText = Pick<Item, 'id' | 'content'> & {
  readonly title?: string | undefined;
  readonly source?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly project?: string | undefined;
};

interface Found extends Pick<FormerStatement, 'isDerived'> {
  readonly of: string;
  readonly id: string;
  readonly state: 'active' | Restated['state'];
  readonly since: number | string | null;
}

/** Greatest number of memories of one statement that are read, the active ones first, which alone decide. */
const SAME_MAX = 50;

const queriesOf = ofDialect((dialect) =>
  forEachGiven<ScopeFields, Omit<Found, 'isDerived'> & { derived: number }>(dialect, {
    columns: { id: 'uuid', statement: 'text', project: 'text', source: 'text', external_id: 'text' },
    rows: (place, given) => {
      const isSeen = visibilityCondition(scopePlaces(place));
      const isOther = sql`item.org_id = ${place('orgId')} and item.kind = 'memory' and item.id <> ${given('id')}
        and (item.project is null or ${given('project')} is null or item.project = ${given('project')}) and ${isSeen}`;
      const withProposal = sql`left join proposal on proposal.org_id = item.org_id and proposal.memory_id = item.id`;
      const ended = sql`select item.id as id, item.active_to as since, 0 as derived,
          case when item.state = 'archived' and proposal.status = 'rejected' then 'rejected' else item.state end as state
        from item ${indexHint(dialect, 'item_by_statement')} ${withProposal}
        where item.statement = ${given('statement')} and ${isOther} and item.knowledge_base is null
          and item.state in ('active', 'archived', 'superseded') and coalesce(proposal.status, 'kept') not in ('merged', 'confirmed')
        order by item.state limit ${sql.lit(SAME_MAX)}`;
      const changed = sql`select item.id as id, revision.at as since, 0 as derived, 'changed' as state
        from revision ${indexHint(dialect, 'revision_by_statement')}
        ${dialect.each('item', sql`item.org_id = revision.org_id and item.id = revision.item_id`)}
        where revision.org_id = ${place('orgId')} and revision.statement = ${given('statement')}
          and coalesce(item.statement, '') <> ${given('statement')} and item.state = 'active' and ${isOther}
        order by revision.at desc limit ${sql.lit(SAME_MAX)}`;
      const madeFrom = (isNamed: ReturnType<typeof sql>) => sql`select item.id as id, item.active_to as since,
          1 as derived, item.state as state
        from origin ${dialect.each('item', sql`item.id = origin.item_id`)}
        where ${isNamed} and origin.is_summary = 0 and item.state = 'superseded' and ${isOther}
        order by item.active_to desc limit ${sql.lit(SAME_MAX)}`;
      const parts = [
        ended,
        changed,
        madeFrom(sql`origin.ref_id = ${given('id')}`),
        madeFrom(
          sql`origin.org_id = ${place('orgId')} and origin.ref = ${given('external_id')} and origin.source = ${given('source')}`,
        ),
      ].map((part) => sql`select * from (${part}) as part`);
      return sql`select ${given('id')} as "of", found.* from (${sql.join(parts, sql` union all `)}) as found
        order by case found.state when 'active' then 0 else 1 end, found.derived, found.since desc, found.id desc limit 1`;
    },
  }),
);

interface FormerQuery {
  readonly scope: ScopeFields;
  readonly texts: readonly SaidText[];
  /** Time of the question, epoch ms: what ceased to hold later counts as holding. */
  readonly at: number;
}

/**
 * Finds for each text a memory that the scope sees, that said the same in the same words or was made from the text, and
 * that was superseded, archived, rejected or changed. None for a text that an active memory says.
 */
export async function formerStatements(
  tx: ReadTransaction,
  { scope, texts, at }: FormerQuery,
): Promise<FormerStatement[]> {
  const found = await queriesOf(tx.dialect)(tx, fieldsOf(scope), texts.map(placeOf));
  const former = found.flatMap(({ of, id, state, since, derived }) =>
    state === 'active' || Number(since) > at
      ? []
      : [
          {
            ...{ of: of as ItemId, id: id as ItemId, state, isDerived: Number(derived) === 1 },
            since: since === null ? null : Number(since),
          },
        ],
  );
  const inPlace = new Map<ItemId, ItemId | undefined>();
  for (const { id, state } of former)
    if (!inPlace.has(id))
      inPlace.set(
        id,
        state === 'changed' ? id : state === 'superseded' ? await standingSuccessor(tx, scope, id) : undefined,
      );
  const ids = [...inPlace.values()].filter((id) => id !== undefined);
  const read = { ...fieldsOf(scope), kind: 'memory' as const, ids: distinctIds(tx.dialect, ids) };
  const rows = ids.length === 0 ? [] : await tx.all(itemQueries(tx.dialect).visibleItems, read);
  const byId = new Map(rows.map(({ id, title, content }) => [id, { id: id as ItemId, title: title ?? '', content }]));
  return former.map((one) => ({ ...one, now: byId.get(inPlace.get(one.id) ?? '') }));
}

const placeOf = ({ id, title = '', content, source, externalId, project }: SaidText) => ({
  ...{ id, statement: statementKey({ title, content }), project: project ?? null },
  ...{ source: source ?? null, external_id: externalId ?? null },
});
