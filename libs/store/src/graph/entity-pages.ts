import { CairnError, type EntityType, type GraphEntity } from '@cairn/contracts';
import { nameTokens } from '@cairn/graph';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Dialect, type List } from '../kit/dialect.ts';
import { indexHint } from '../kit/for-each-given.ts';
import { statementOf, type PlaceOf } from '../kit/prepared.ts';
import { isNamed, readerCondition, type SeenBy } from './in-scope.ts';
import { entitiesOf, findStandIns } from './names.ts';
import { graphReaderContextOf } from './seeing.ts';
import { wordsOf } from './reading.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

interface PageValues extends SeenBy {
  /** The type of entities to list; '' for all types. */
  readonly type: string;
  readonly tokens: List;
  readonly words: number;
  readonly normal: string;
  readonly id: string;
  readonly limit: number;
}

interface PageRow {
  readonly normal: string;
  readonly id: string;
}

const pageOf = (dialect: Dialect, from: (place: PlaceOf<PageValues>) => RawBuilder<unknown>) =>
  statementOf<PageValues>(dialect)(
    (place) => sql<PageRow>`select distinct named.normal, named.entity_id as id ${from(place)}
      and named.is_alias = 0 and ${readerCondition(place, 'named')}
      and (${place('type')} = '' or named.type = ${place('type')})
      and (named.normal > ${place('normal')} or (named.normal = ${place('normal')} and named.entity_id > ${place('id')}))
      and ${isNamed(dialect, place)} order by named.normal, named.entity_id limit ${place('limit')}`,
  );

const queriesOf = ofDialect((dialect) => ({
  /** Reads entities in the order of names, and stops at the end of the page. */
  all: pageOf(
    dialect,
    (place) =>
      sql`from graph_name as named ${indexHint(dialect, 'graph_name_by_normal')} where named.org_id = ${place('orgId')}`,
  ),
  /** Starts from the entities whose names contain the words. */
  searched: pageOf(
    dialect,
    (place) => sql`from (select word.entity_id from ${wordsOf(dialect, place('tokens'))}
      where word.org_id = ${place('orgId')} and ${readerCondition(place, 'word')}
      group by word.entity_id having count(distinct word.token) = ${place('words')}) as holding
      ${sql.raw(dialect.name === 'sqlite' ? 'cross join' : 'join')} graph_name as named on named.entity_id = holding.entity_id
      where named.org_id = ${place('orgId')}`,
  ),
}));

interface PageQuery {
  readonly scope: ScopeFields;
  /** Words that the name must all contain. */
  readonly search?: string | undefined;
  readonly type?: EntityType | undefined;
  readonly limit: number;
  /** The value of `next` on the previous page. Any other text is refused with `request/invalid`. */
  readonly after?: string | undefined;
}

interface EntityPage {
  readonly entities: readonly GraphEntity[];
  /** The value of `after` for the next page; absent on the last page. */
  readonly next?: string;
}

/**
 * Reads a page of entities ordered by name. A mention without a type that stands for a typed entity is listed as that
 * entity.
 */
export async function entityPage(tx: ReadTransaction, query: PageQuery): Promise<EntityPage> {
  const { scope, search, type = '', limit, after } = query;
  const tokens = nameTokens(search ?? '');
  if (search !== undefined && tokens.length === 0) return { entities: [] };
  const seen = await graphReaderContextOf(tx, scope);
  const values = { type, tokens: tx.dialect.listOf(tokens), words: tokens.length, limit };
  const page = queriesOf(tx.dialect)[search === undefined ? 'all' : 'searched'];
  const rows = await tx.all(page, { ...seen, ...values, ...placeOf(after) });
  const ids = rows.map(({ id }) => id);
  const others = await findStandIns(tx, seen, ids);
  const byId = new Map((await entitiesOf(tx, seen, ids)).map((entity) => [entity.id, entity]));
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    entities: [...new Set(ids)]
      .filter((id) => !others.has(id) || seen.corrections.isRenamed(id))
      .flatMap((id) => byId.get(others.get(id) ?? id) ?? []),
    ...(last && { next: cursorOf(last) }),
  };
}

const Cursor = z.tuple([z.string(), z.string()]);

const cursorOf = ({ normal, id }: PageRow): string => Buffer.from(JSON.stringify([normal, id])).toString('base64url');

function placeOf(cursor: string | undefined): PageRow {
  if (cursor === undefined) return { normal: '', id: '' };
  const read = Cursor.safeParse(jsonOf(cursor));
  if (read.success && !/\p{Cc}/u.test(read.data.join(''))) return { normal: read.data[0], id: read.data[1] };
  const issue = {
    field: 'cursor',
    message: 'is no cursor of a list',
    value: cursor,
    allowed: 'next of the page before',
  };
  throw new CairnError('request/invalid', 'cursor is no cursor of a list', { issues: [issue] });
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
