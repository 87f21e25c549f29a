import {
  CairnError,
  limits,
  type GraphCorrectionAction,
  type GraphEntity,
  type ItemId,
  type Mention,
  type OrgId,
  type PrincipalId,
} from '@cairn/contracts';
import { canonicalKey } from '@cairn/graph';
import { sql } from 'kysely';
import { auditInsertQuery } from '../kit/audit.ts';
import { announcementOf } from '../kit/deliveries.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { itemsOf, distinctIds } from '../items/item-queries.ts';
import { correctionsOf, graphCorrection, mentionOf, createSettledTest, type CorrectionRow } from './corrections.ts';
import { idOfMention, typeOfId } from './said-rows.ts';
import { prepared } from '../kit/prepared.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { Author } from '../kit/item-rows.ts';
import { announceAll } from '../kit/announce.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** An entity of the graph. `id` is absent for an entity that no memory mentions, such as a speaker. */
export type NamedEntity = Mention & { readonly id?: string };

interface NewCorrection {
  readonly id: string;
  readonly action: GraphCorrectionAction;
  readonly from: NamedEntity;
  /**
   * For a merge, the entity to merge into; for a separation, the entity to keep apart from; for a renaming or a split,
   * the entity with the new name.
   */
  readonly to: NamedEntity;
  /** If the correction is a split, the memories that mean the new entity. */
  readonly memoryIds: readonly ItemId[];
}

/** Two entities that may be the same. */
type EntityPair = readonly [NamedEntity, NamedEntity];

export interface Correction extends Omit<NewCorrection, 'from' | 'to'> {
  readonly to: Mention;
  readonly from: Pick<GraphEntity, 'type' | 'name'>;
  /** Epoch ms. */
  readonly at: number;
  readonly by: PrincipalId;
}

interface OfOne {
  readonly orgId: string;
  readonly id: string;
}

const queriesOf = ofDialect((dialect) => {
  const { queries } = dialect;
  return {
    all: prepared<{ orgId: string }>()((place) =>
      queries
        .selectFrom('graph_correction')
        .selectAll()
        .where('org_id', '=', place('orgId'))
        .orderBy('id')
        .orderBy('place'),
    ),
    insert: (rows: readonly CorrectionRow[]) => queries.insertInto('graph_correction').values([...rows]),
    one: prepared<OfOne>()((place) =>
      queries
        .selectFrom('graph_correction')
        .selectAll()
        .where('org_id', '=', place('orgId'))
        .where('id', '=', place('id'))
        .orderBy('place'),
    ),
    remove: prepared<OfOne>()((place) =>
      queries.deleteFrom('graph_correction').where('org_id', '=', place('orgId')).where('id', '=', place('id')),
    ),
    count: prepared<{ orgId: string }>()((place) =>
      queries
        .selectFrom('graph_correction')
        .select(sql<number>`count(distinct id)`.as('number'))
        .where('org_id', '=', place('orgId')),
    ),
    items: prepared<{ ids: List }>()((place) =>
      itemsOf(dialect, place('ids')).select(['item.org_id as orgId', 'item.kind', 'item.id', 'item.version']),
    ),
  };
});

interface AddCommand {
  readonly author: Author;
  readonly correction: NewCorrection;
}

const refusedError = (message: string) => new CairnError('graph/correction', message);

/**
 * Adds a correction and audits it. Throws `graph/correction` if there are too many corrections, or if the two entities
 * are merged already. Corrections of an organisation run one after another, so that no two of them merge entities in a
 * circle.
 */
async function addCorrection(tx: Transaction, { author, correction }: AddCommand): Promise<void> {
  const { orgId } = author;
  await tx.lock({ what: 'organisation', orgId, key: 'corrections of the graph' });
  const { number } = (await tx.get(queriesOf(tx.dialect).count, { orgId })) ?? { number: 0 };
  if (Number(number) >= limits.graphCorrections.max)
    throw refusedError(`There are ${number} corrections of the graph, and there may be no more.`);
  const rows = await rowsOf(tx, { author, correction });
  await tx.run(queriesOf(tx.dialect).insert(rows));
  await tx.run(auditCorrection(tx, author, { action: 'change', id: correction.id }));
  await readAgain(tx, rows);
}

async function rowsOf(tx: ReadTransaction, { author, correction }: AddCommand): Promise<CorrectionRow[]> {
  const { id, action, from, to, memoryIds } = correction;
  const corrections = await correctionsOf(tx, author.orgId);
  const [fromId, toId] = [corrections.of(idOf(from)), idOf(to)];
  const isOneAlready = corrections.members(fromId).includes(toId);
  if (isOneAlready && (action !== 'rename' || fromId !== toId))
    throw refusedError(`${canonicalKey(to)} is a name of the same entity already: undo what made it one`);
  if (action === 'apart' && (await createSettledTest(tx, author.orgId))({ ...from, id: fromId }, { ...to, id: toId }))
    throw refusedError(`${canonicalKey(from)} and ${canonicalKey(to)} are kept apart already`);
  const common = {
    ...{ org_id: author.orgId, id, at: tx.now, principal_id: author.principalId, action },
    ...{ from_name: from.name, to_name: to.name, to_repository: to.repository ?? '' },
  };
  if (action !== 'split') {
    const target = action === 'rename' ? toId : corrections.of(toId);
    return [{ ...common, place: 0, from_id: fromId, to_id: target, item_id: null }];
  }
  const members = corrections.members(fromId);
  return memoryIds
    .flatMap((item_id) => members.map((from_id) => ({ ...common, from_id, to_id: toId, item_id })))
    .map((row, place) => ({ ...row, place }));
}

const idOf = (entity: NamedEntity): string => entity.id ?? idOfMention(entity);

/** Announces changes of the items that a split concerns, so that the graph worker reads these items again. */
async function readAgain(tx: Transaction, rows: readonly CorrectionRow[]): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ item_id }) => (item_id === null ? [] : [item_id as ItemId])))];
  if (ids.length === 0) return;
  const items = await tx.all(queriesOf(tx.dialect).items, { ids: distinctIds(tx.dialect, ids) });
  await announceAll(tx, items.map(announcementOf), 'graph');
}

interface RemoveCommand {
  readonly author: Author;
  readonly id: string;
}

/** Removes a correction and audits that. Returns undefined if the correction does not exist. */
async function removeCorrection(tx: Transaction, { author, id }: RemoveCommand): Promise<Correction | undefined> {
  const { orgId } = author;
  await tx.lock({ what: 'organisation', orgId, key: 'corrections of the graph' });
  const rows = await tx.all(queriesOf(tx.dialect).one, { orgId, id });
  if (rows.length === 0) return undefined;
  await tx.run(queriesOf(tx.dialect).remove, { orgId, id });
  await tx.run(auditCorrection(tx, author, { action: 'forget', id }));
  await readAgain(tx, rows);
  return correctionOf(rows);
}

const auditCorrection = (
  { dialect, now }: Transaction,
  author: Author,
  { action, id }: { readonly action: 'change' | 'forget'; readonly id: string },
) => auditInsertQuery(dialect, { author, action, kind: 'graph', id, version: 1, now });

/** Lists all corrections of an organisation, oldest first. */
async function listCorrections(tx: ReadTransaction, { orgId }: { readonly orgId: OrgId }): Promise<Correction[]> {
  const rows = await tx.all(queriesOf(tx.dialect).all, { orgId });
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(correctionOf);
}

/**
 * Returns for each pair whether its entities need no suggestion to merge: either a manager keeps them apart, or they are
 * merged already.
 */
async function arePairsSettled(tx: ReadTransaction, { orgId, pairs }: { orgId: OrgId; pairs: readonly EntityPair[] }) {
  const [corrections, isSettled] = await Promise.all([correctionsOf(tx, orgId), createSettledTest(tx, orgId)]);
  const identified = (entity: NamedEntity) => ({ ...entity, id: corrections.of(idOf(entity)) });
  return pairs.map(([one, other]) => isSettled(identified(one), identified(other)));
}

function correctionOf(rows: readonly CorrectionRow[]): Correction {
  const [row] = rows as readonly [CorrectionRow];
  const from: Pick<GraphEntity, 'type' | 'name'> = { type: typeOfId(row.from_id), name: row.from_name };
  return {
    ...{ id: row.id, action: row.action, at: Number(row.at), by: row.principal_id as PrincipalId },
    ...{ from, to: mentionOf(row) },
    memoryIds: [...new Set(rows.flatMap(({ item_id }) => item_id ?? []))] as ItemId[],
  };
}

/**
 * Corrections of entities by managers. A correction states that two entities are the same or different, that an entity
 * has another name, or that some memories mean another entity. It overrides what memories state. It applies until it is
 * removed, also when the graph reads the memories again.
 */
export const graphCorrections = feature('graph-corrections', {
  tables: [graphCorrection],
  reads: { list: listCorrections, settled: arePairsSettled },
  writes: { add: addCorrection, remove: removeCorrection },
});
export type GraphCorrections = CallsOf<typeof graphCorrections>;
