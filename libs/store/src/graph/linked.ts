import type { GraphRelation, ItemId } from '@cairn/contracts';
import { sql } from 'kysely';
import type { ScopeFields } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { forEachGiven } from '../kit/for-each-given.ts';
import { readerCondition, type SeenBy } from './in-scope.ts';
import { entitiesOf, findStandIns } from './names.ts';
import { neighboursOf } from './reading.ts';
import { graphReaderContextOf, type GraphReaderContext } from './seeing.ts';
import type { MentionRow } from './tables.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** The maximum number of a memory's entities whose relations are searched for links. */
const ENTITIES_MAX = 5;
/**
 * The maximum number of relations of an entity that may link memories. An entity with more relations is a hub: memories
 * that mention it may have nothing in common.
 */
const RELATIONS_MAX = 5;
const LINKS_MAX = 10;

/** Two memories about the same entity. */
export interface GraphLink {
  readonly memoryId: string;
  readonly otherId: string;
  /** The name of the entity. */
  readonly entity: string;
  /** The type of the relation that the memory `otherId` states. */
  readonly relationType: string;
}

type MentionOfItem = Pick<MentionRow, 'item_id' | 'entity_id'>;

const linkedItemsQuery = ofDialect((dialect) =>
  forEachGiven<SeenBy, MentionOfItem>(dialect, {
    columns: { id: 'uuid' },
    rows: (place, given) => sql`select distinct named.item_id, named.entity_id from graph_mention as named
      where named.org_id = ${place('orgId')} and named.item_id = ${given('id')} and ${readerCondition(place, 'named')}
      order by named.entity_id limit ${sql.lit(ENTITIES_MAX)}`,
  }),
);

interface LinkedQuery {
  readonly scope: ScopeFields;
  readonly ids: readonly ItemId[];
  readonly asOf: number;
}

/**
 * Links each of these memories to other memories. A linked memory states a relation of an entity that the first memory
 * mentions. Each memory gets at most `LINKS_MAX` links, the most confident first. Entities with more than `RELATIONS_MAX`
 * relations link nothing, since they connect unrelated memories.
 */
export async function findLinks(tx: ReadTransaction, { scope, ids, asOf }: LinkedQuery): Promise<GraphLink[]> {
  const seen = await graphReaderContextOf(tx, scope);
  const named = await entitiesNamed(tx, seen, ids);
  const entities = [...new Set(named.map(({ entity_id }) => entity_id))];
  if (entities.length === 0) return [];
  const query = { entities, direction: 'both', asOf, limitPerEntity: RELATIONS_MAX } as const;
  const { relations, truncated } = await neighboursOf(tx, seen, query);
  const said = relationsByEntity(relations, new Set(truncated));
  const links = ids.flatMap((id) => linksOf(id, { named: named.filter(({ item_id }) => item_id === id), said }));
  const names = await entitiesOf(tx, seen, [...new Set(links.map(({ entity }) => entity))]);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return links.map(({ entity, ...link }) => ({ ...link, entity: nameOf.get(entity) ?? '' }));
}

async function entitiesNamed(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  ids: readonly string[],
): Promise<MentionOfItem[]> {
  const given = ids.map((id) => ({ id }));
  const rows = await linkedItemsQuery(tx.dialect)(tx, seen, given);
  const entities = rows.map(({ entity_id }) => entity_id);
  const others = await findStandIns(tx, seen, entities);
  return rows.map(({ item_id, entity_id }) => ({ item_id, entity_id: others.get(entity_id) ?? entity_id }));
}

/** Maps the id of each entity to its relations, without the entities in `hubs`. */
function relationsByEntity(relations: readonly GraphRelation[], hubs: ReadonlySet<string>) {
  const ends = relations.flatMap((relation) =>
    [...new Set([relation.from, relation.to])].map((id) => ({ id, relation })),
  );
  return Map.groupBy(
    ends.filter(({ id }) => !hubs.has(id)),
    ({ id }) => id,
  );
}

interface LinkContext {
  readonly named: readonly MentionOfItem[];
  readonly said: ReturnType<typeof relationsByEntity>;
}

/** Links a memory to each other memory at most once, by the most confident relation. */
function linksOf(memoryId: string, { named, said }: LinkContext): GraphLink[] {
  const found = named.flatMap(({ entity_id: entity }) =>
    (said.get(entity) ?? []).flatMap(({ relation: { type, confidence, evidence } }) =>
      evidence
        .filter((one) => one.memoryId !== memoryId)
        .map((one) => ({ memoryId, otherId: one.memoryId, entity, relationType: type, confidence })),
    ),
  );
  const ordered = found.sort((a, b) => b.confidence - a.confidence || (a.otherId < b.otherId ? 1 : -1));
  const links = ordered.map(({ otherId, entity, relationType }) => ({ memoryId, otherId, entity, relationType }));
  return [...new Map(links.toReversed().map((link) => [link.otherId, link])).values()].reverse().slice(0, LINKS_MAX);
}
