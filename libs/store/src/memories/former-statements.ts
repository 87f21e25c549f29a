import type { Item, ItemId, Restated } from '@cairn/contracts';
import { sql } from 'kysely';
import { plantedSignalsIn } from '@cairn/text';
import { distinctIds, itemsOf } from '../items/item-queries.ts';
import { statementKeys } from '../items/statement-key.ts';
import { fieldsOf, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { forEachGiven, indexHint } from '../kit/for-each-given.ts';
import { itemOf, rowColumns, type ReadRow } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { isTrustedMemory } from './rulings.ts';
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
  /**
   * The memory that holds in its place, if the scope sees one. It is shown with the text, whose writer may be somebody else:
   * absent if it is neither trusted (`isTrustedMemory`) nor by the writer of the text, or has signs of planted instructions.
   */
  readonly now?: { readonly id: ItemId; readonly title: string; readonly content: string } | undefined;
}

/** A text that may say what holds no longer: a message, a part of a note, a chunk, a proposal. */
export type SaidText = Pick<Item, 'id' | 'content'> & {
  readonly title?: string | undefined;
  readonly source?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly project?: string | undefined;
};

interface Found {
  readonly of: string;
  readonly id: string;
  readonly state: 'active' | Restated['state'];
  readonly since: number | string | null;
  readonly derived: number | string;
}

/** Greatest number of memories of one statement that are read, the active ones first, which alone decide. */
const SAME_MAX = 50;

const foundOf = ofDialect((dialect) =>
  forEachGiven<ScopeFields, Found>(dialect, {
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

const rowsOf = ofDialect((dialect) =>
  prepared<ScopeFields & { ids: List }>()((place) =>
    itemsOf(dialect, place('ids'))
      .select(rowColumns)
      .select(sql<number>`case when ${isTrustedMemory} then 1 else 0 end`.as('is_trusted'))
      .where('item.state', '<>', sql.lit('deleted'))
      .where(visibilityCondition(scopePlaces(place))),
  ),
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
  const found = await foundOf(tx.dialect)(tx, fieldsOf(scope), texts.flatMap(placesOf));
  const former = firstOfEach(found).flatMap(({ of, id, state, since, derived }) =>
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
  const ids = former.flatMap(({ of, id }) => (inPlace.get(id) ? [of, inPlace.get(id)!] : []));
  const read = { ...fieldsOf(scope), ids: distinctIds(tx.dialect, ids) };
  const rows = ids.length === 0 ? [] : await tx.all(rowsOf(tx.dialect), read);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return former.map((one) => ({ ...one, now: shownBeside(byId.get(one.of), byId.get(inPlace.get(one.id) ?? '')) }));
}

type Row = ReadRow & { readonly is_trusted: number };

function shownBeside(text: Row | undefined, now: Row | undefined): FormerStatement['now'] {
  if (!now) return undefined;
  const isTrusted = Number(now.is_trusted) === 1;
  if (!isTrusted && now.principal_id !== text?.principal_id) return undefined;
  const item = itemOf(now);
  // Words that a person imported without reading them are checked as those of others.
  const signals = plantedSignalsIn(isTrusted ? item : { ...item, writtenBy: 'import' });
  return signals.length > 0 ? undefined : { id: item.id, title: now.title ?? '', content: now.content };
}

/** For each text the memory that decides: an active one, else one of the same words, else the last. */
const firstOfEach = (found: readonly Found[]): Found[] =>
  [...Map.groupBy(found, ({ of }) => of).values()].map(
    (some) =>
      some.toSorted((one, other) => orderOf(one) - orderOf(other) || Number(other.since) - Number(one.since))[0]!,
  );

const orderOf = ({ state, derived }: Found): number => (state === 'active' ? 0 : 1 + Number(derived));

/** The longest text whose words are compared with those of memories, in UTF-16 units. */
const COMPARED_MAX = 16_384;

/** The places of a text: one for its words, and one for the digest that an earlier version made of a memory's. */
function placesOf({ id, title = '', content, source, externalId, project }: SaidText) {
  const statements = content.length > COMPARED_MAX ? [null] : statementKeys({ title, content });
  const named = { project: project ?? null, source: source ?? null, external_id: externalId ?? null };
  return statements.map((statement) => ({ id, statement, ...named }));
}
