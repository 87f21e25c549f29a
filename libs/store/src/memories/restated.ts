import { IMPORT_ID, type ItemId, type PrincipalId, type Restated } from '@cairn/contracts';
import { sql, type RawBuilder } from 'kysely';
import {
  audienceOf,
  audienceSql,
  fieldsOf,
  scopePlaces,
  visibilityCondition,
  type ScopeFields,
} from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { forEachGiven, indexHint } from '../kit/for-each-given.ts';
import type { NewItemRow } from '../kit/item-rows.ts';
import { statementKeys } from '../items/statement-key.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { findRejections } from './rejections.ts';
import { standingSuccessor } from './successions.ts';

interface RestatedQuery {
  /** The scope of the writer. */
  readonly scope: ScopeFields;
  /** The person who decides on proposals of the writer. */
  readonly ownerId: PrincipalId;
  readonly rows: readonly NewItemRow[];
}

interface Found {
  /** The id of the new row. */
  readonly of: string;
  readonly id: string;
  readonly state: 'active' | Restated['state'];
}

/** Greatest number of memories of one statement that are read, the active ones first, which alone decide. */
const SAME_MAX = 50;

type Given = (name: string) => RawBuilder<unknown>;

/** SQL condition: a stored memory and a new row do not name different projects, subjects or attributes. */
const isAboutTheSame = (given: Given) =>
  sql.join(
    ['project', 'subject', 'attribute'].map((name) => {
      const [stored, sent] = [sql.ref(`item.${name}`), given(name)];
      return sql`(${stored} is null or ${sent} is null or ${stored} = ${sent})`;
    }),
    sql` and `,
  );

const queriesOf = ofDialect((dialect) =>
  forEachGiven<ScopeFields & { ownerId: string }, Found>(dialect, {
    columns: {
      ...{ id: 'uuid', statement: 'text', audience: 'text', import: 'text' },
      ...{ project: 'text', subject: 'text', attribute: 'text' },
    },
    rows: (place, given) => {
      const isSeen = sql`item.state <> 'deleted' and (${visibilityCondition(scopePlaces(place))}
        or ${audienceSql()} = ${given('audience')}
        or (item.principal_id = ${place('ownerId')} and proposal.status = 'rejected'))`;
      // A chunk repeats its document, which does not make a statement hold again.
      const isOther = sql`item.org_id = ${place('orgId')} and item.kind = 'memory' and item.knowledge_base is null and ${isSeen}
        and ${isAboutTheSame(given)}
        and (${given('import')} is null or replace(item.provenance, ${given('import')}, '') = item.provenance)`;
      const withProposal = sql`left join proposal on proposal.org_id = item.org_id and proposal.memory_id = item.id`;
      const ended = sql`select item.id as id, coalesce(item.active_to, 0) as at,
          case when item.state = 'archived' and proposal.status = 'rejected' then 'rejected' else item.state end as state
        from item ${indexHint(dialect, 'item_by_statement')} ${withProposal}
        where item.statement = ${given('statement')} and ${isOther} and item.state in ('active', 'archived', 'superseded')
          and coalesce(proposal.status, 'kept') not in ('merged', 'confirmed')
        order by item.state limit ${sql.lit(SAME_MAX)}`;
      const changed = sql`select item.id as id, revision.at as at, 'changed' as state
        from revision ${indexHint(dialect, 'revision_by_statement')}
        ${dialect.each('item', sql`item.org_id = revision.org_id and item.id = revision.item_id`)} ${withProposal}
        where revision.org_id = ${place('orgId')} and revision.statement = ${given('statement')}
          and coalesce(item.statement, '') <> ${given('statement')} and ${isOther}
        order by revision.at desc limit ${sql.lit(SAME_MAX)}`;
      return sql<Found>`select ${given('id')} as "of", found.id as id, found.state as state
        from (select * from (${ended}) as ended union all select * from (${changed}) as changed) as found
        order by case found.state when 'active' then 0 else 1 end, found.at desc, found.id desc limit 1`;
    },
  }),
);

/**
 * Finds new memories whose statements were superseded, archived, rejected or changed before, and no longer hold in any
 * memory that the writer reads, and those whose rejected memory was deleted since. Maps the id of the new row to the former
 * memory. A memory that the writer cannot read
 * is no match, so that the answer reveals nothing; neither is a memory of the same import, whose file states both.
 */
export async function findRestated(
  tx: ReadTransaction,
  { scope, ownerId, rows }: RestatedQuery,
): Promise<ReadonlyMap<string, Restated>> {
  const given = rows.filter(({ statement }) => statement !== null).flatMap(placesOf);
  const found = await queriesOf(tx.dialect)(tx, { ...fieldsOf(scope), ownerId }, given);
  const restated = new Map<string, Restated>();
  const said = new Set(found.flatMap(({ of, state }) => (state === 'active' ? of : [])));
  for (const { of, id, state } of found) {
    if (state === 'active' || said.has(of) || restated.has(of)) continue;
    const successor = state === 'superseded' ? await standingSuccessor(tx, scope, id as ItemId) : undefined;
    restated.set(of, { id, state, ...(successor && { successor }) });
  }
  const open = rows.filter(({ id }) => !said.has(id) && !restated.has(id));
  for (const id of await findRejections(tx, { orgId: scope.orgId, ownerId, rows: open }))
    restated.set(id, { state: 'rejected' });
  return restated;
}

/** The places of a row: one for its statement, and one for the digest that an earlier version made of it. */
function placesOf(row: NewItemRow) {
  const { id, project, subject, attribute } = row;
  const importId = (JSON.parse(row.provenance) as Record<string, string>)[IMPORT_ID];
  const named = importId === undefined ? null : `${JSON.stringify(IMPORT_ID)}:${JSON.stringify(importId)}`;
  const [, ...earlier] = statementKeys({ title: row.title ?? '', content: row.content });
  return [row.statement, ...earlier].map((statement) => ({
    ...{ id, statement, project, subject, attribute, audience: audienceOf(row), import: named },
  }));
}
