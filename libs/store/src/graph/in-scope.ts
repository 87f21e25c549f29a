import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  fieldsOf,
  isNamedIn,
  isOfTeams,
  scopePlaces,
  visibilityCondition,
  type ScopeFields,
} from '../kit/conditions.ts';
import type { Condition, Dialect } from '../kit/dialect.ts';
import type { PlaceOf } from '../kit/prepared.ts';
import { readerWord } from './said-rows.ts';

/** The reader words of a scope's private and peer audiences. The word of everyone in the organisation is ''. */
interface ReaderPlaces {
  readonly owner: string;
  readonly peer: string;
}

/** The parameters of a query on behalf of a scope. */
export type SeenBy = ScopeFields & ReaderPlaces;

/**
 * Builds the parameters of a query, with the reader words by which a scope finds its rows. Visibility itself is checked on
 * the items.
 */
export function seenBy(scope: ScopeFields): SeenBy {
  const { principalId, peerChannel } = scope;
  const words = {
    owner: readerWord({ visibility: 'private', principal_id: principalId, channel: null }),
    peer:
      peerChannel === null ? '' : readerWord({ visibility: 'peer', principal_id: principalId, channel: peerChannel }),
  };
  return { ...fieldsOf(scope), ...words };
}

type Places = PlaceOf<SeenBy>;

export const readerCondition = (place: Places, alias: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.reader`)} in ('', ${place('owner')}, ${place('peer')})
    or ${isOfTeams(sql.ref(`${alias}.reader`), { teamWords: place('teamWords') })}
    or ${isOfAgents(sql.ref(`${alias}.reader`), { agentIds: place('agentIds') })})`;

/** SQL condition: the reader word belongs to an agent of the scope. */
const isOfAgents = (reader: RawBuilder<unknown>, { agentIds }: Pick<ScopeFields, 'agentIds'>): Condition =>
  sql<SqlBool>`(${reader} like 'owner %' and ${isNamedIn(sql`substr(${reader}, ${sql.lit('owner '.length + 1)})`, agentIds)})`;

/**
 * Joins rows with the items that they name, and selects the rows with an active and visible item. The caller may append
 * conditions with `and`.
 */
export const inScope = (dialect: Dialect, place: Places, alias: string): RawBuilder<unknown> =>
  sql`${dialect.each('item', sql`item.id = ${sql.ref(`${alias}.item_id`)}`)}
    where item.state = 'active' and ${visibilityCondition(scopePlaces(place))} and ${readerCondition(place, alias)}`;

/**
 * SQL condition: an item visible to the scope uses this name of an entity. `offset 0` keeps Postgres from joining all
 * mentions.
 */
export const isNamed = (dialect: Dialect, place: Places): RawBuilder<unknown> =>
  sql`exists (select 1 from graph_mention as mention ${inScope(dialect, place, 'mention')}
    and mention.org_id = named.org_id and mention.entity_id = named.entity_id
    and mention.reader = named.reader and mention.ref = named.ref limit 1 offset 0)`;
