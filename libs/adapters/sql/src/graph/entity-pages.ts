import { CairnError } from '@cairn/contracts';
import { nameTokens } from '@cairn/graph';
import type { EntityFilter, EntityPage } from '@cairn/ports';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ScopeFields } from '../conditions.ts';
import { ofDialect, type List } from '../dialect.ts';
import { throughIndex } from '../given-rows.ts';
import { prepared } from '../prepared.ts';
import type { StoreSession } from '../store/session.ts';
import { isNamed, readBy, type SeenBy, live } from './in-scope.ts';
import { entitiesOf, standingFor } from './names.ts';
import { seeing } from './seeing.ts';
import { wordsOf } from './reading.ts';

interface PageValues extends SeenBy {
  /** '' is any. */
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

const queriesOf = ofDialect((dialect) => ({
  page: prepared<PageValues>()((place) => {
    const holdingAll = sql`select word.entity_id from ${wordsOf(dialect, place('tokens'))}
      where ${live(place('orgId'), 'word')} and ${readBy(place, 'word')} group by word.entity_id having count(distinct word.token) = ${place('words')}`;
    const built = sql<PageRow>`select distinct named.normal, named.entity_id as id from graph_name as named ${throughIndex(dialect, 'graph_name_by_normal')}
      where ${live(place('orgId'), 'named')} and named.is_alias = 0 and ${readBy(place, 'named')}
      and (${place('type')} = '' or named.type = ${place('type')})
      and (${place('words')} = 0 or named.entity_id in (${holdingAll}))
      and (named.normal > ${place('normal')} or (named.normal = ${place('normal')} and named.entity_id > ${place('id')}))
      and ${isNamed(dialect, place)} order by named.normal, named.entity_id limit ${place('limit')}`;
    return { compile: () => built.compile(dialect.queries) };
  }),
}));

interface PageQuery extends EntityFilter {
  readonly scope: ScopeFields;
}

/** By name. A mention without a type that stands for a typed entity is listed as that. */
export async function entityPage(session: StoreSession, query: PageQuery): Promise<EntityPage> {
  const { scope, search, type = '', limit, after } = query;
  const seen = await seeing(session, scope);
  const tokens = nameTokens(search ?? '');
  if (search !== undefined && tokens.length === 0) return { entities: [] };
  const values = { type, tokens: session.dialect.listOf(tokens), words: tokens.length, limit };
  const rows = await session.all(queriesOf(session.dialect).page, { ...seen, ...values, ...placeOf(after) });
  const ids = rows.map(({ id }) => id);
  const others = await standingFor(session, seen, ids);
  const byId = new Map((await entitiesOf(session, seen, ids)).map((entity) => [entity.id, entity]));
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
