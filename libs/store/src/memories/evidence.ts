import { isDeepStrictEqual } from 'node:util';
import { CairnError, limits, type DecisionMeaning, type IndexState, type ItemId, type Receipt } from '@cairn/contracts';
import { isImportedUnread } from '@cairn/domain';
import type { NewItem } from '@cairn/ports';
import { sql } from 'kysely';
import { fieldsOf, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { forEachGiven, indexHint } from '../kit/for-each-given.ts';
import { itemsOf, distinctIds } from '../items/item-queries.ts';
import { itemColumns, type Author, type ItemRow, type NewItemRow } from '../kit/item-rows.ts';
import { sourceLinkQueries, originsOf } from '../items/source-links.ts';
import { prepared } from '../kit/prepared.ts';
import { mergePlaceOf, normColumns } from '../items/idempotency.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { confirm } from './confirmations.ts';
import { forgottenSourcesOf, goneSource } from './forgotten-sources.ts';
import { retiredName, withRetiredName } from './retired-names.ts';
import { keepFormer } from './revisions.ts';
import { linkedAt } from './links.ts';
import { isStoredByTrusted, isTrustedMemory } from './rulings.ts';
import { markNormsOutdated } from '../kit/text-features.ts';
import { auditActs } from '../kit/audit.ts';
import { storeItem } from '../kit/store-items.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The evidence for and against a memory, as far as a scope sees it. */
export interface MemoryEvidence {
  /** Whether a person or a manager stored or confirmed the memory. */
  readonly isTrusted: boolean;
  /** The number of principals, other than the writer, who sent the same statement; each principal counts once. */
  readonly senders: number;
  /** The number of memories valid at the requested time that contradict this one. */
  readonly contradictions: number;
  /** The memory's references to forgotten sources that the scope could see, except sources that were stored again since. */
  readonly goneSources: readonly string[];
  /**
   * Whether the memory is a procedure with the skill name of an older procedure that the scope could see and that was
   * forgotten or renamed.
   */
  readonly isNameRetired: boolean;
}

/** A principal, other than the writer of a memory, who sent the same statement. */
const memorySender = defineTable({
  name: 'memory_sender',
  columns: {
    org_id: column.id(),
    memory_id: column.id(),
    principal_id: column.id(),
    /** The merge key of the text that the principal sent. The row counts only while the memory has the same merge key. */
    merge_key: column.text(),
    at: column.time(),
  },
  key: ['org_id', 'memory_id', 'principal_id'],
  itemColumns: ['memory_id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    memory_sender: RowOf<typeof memorySender>;
  }
}

const queriesOf = ofDialect((dialect) => ({
  keepSender: prepared<RowOf<typeof memorySender>>()((place) =>
    dialect.queries
      .insertInto('memory_sender')
      .values({
        org_id: place('org_id'),
        memory_id: place('memory_id'),
        principal_id: place('principal_id'),
        merge_key: place('merge_key'),
        at: place('at'),
      })
      .onConflict((known) =>
        known
          .columns(['org_id', 'memory_id', 'principal_id'])
          .doUpdateSet({ merge_key: place('merge_key'), at: place('at') })
          .where('memory_sender.merge_key', '<>', place('merge_key')),
      ),
  ),
  known: prepared<ScopeFields & { ids: List }>()((place) =>
    itemsOf(dialect, place('ids'))
      .select(['item.id', 'item.store', 'item.title'])
      .select(sql<boolean>`(item.confirmed_by is not null or ${isStoredByTrusted})`.as('is_trusted'))
      .where(visibilityCondition(scopePlaces(place))),
  ),
  senders: prepared<ScopeFields & { ids: List }>()((place) =>
    itemsOf(dialect, place('ids'))
      .innerJoin('memory_sender', (join) =>
        join
          .onRef('memory_sender.org_id', '=', 'item.org_id')
          .onRef('memory_sender.memory_id', '=', 'item.id')
          .onRef('memory_sender.merge_key', '=', 'item.merge_key')
          .onRef('memory_sender.principal_id', '<>', 'item.principal_id'),
      )
      .select(['item.id', 'memory_sender.principal_id as by'])
      .where(visibilityCondition(scopePlaces(place))),
  ),
  /**
   * Selects memories with the text and readers of a given memory but with another subject, attribute or validity, and so
   * with another merge key.
   */
  otherwise: forEachGiven<{ orgId: string }, OtherMemory>(dialect, {
    columns: {
      id: 'uuid',
      mergeKey: 'text',
      textKey: 'text',
      from: 'text',
      below: 'text',
      visibility: 'text',
      channel: 'text',
      owner: 'text',
    },
    rows: (place, given) => sql<OtherMemory>`select ${given('id')} as "of", other.id as id, other.subject as subject,
        other.attribute as attribute, other.valid_from as valid_from, other.valid_to as valid_to
      from item as other ${indexHint(dialect, 'item_by_merge_key')}
      where other.org_id = ${place('orgId')} and other.id <> ${given('id')}
        and other.merge_key is not null and other.merge_key <> ${given('mergeKey')}
        and other.merge_key >= ${given('textKey')} and other.merge_key < ${given('below')}
        and (other.merge_key = ${given('textKey')} or other.merge_key >= ${given('from')})
        and other.visibility = ${given('visibility')} and coalesce(other.channel, '') = ${given('channel')}
        and (case other.visibility when 'private' then cast(other.principal_id as text) else '' end) = ${given('owner')}
      order by other.id limit ${sql.lit(CONFLICTS_MAX)}`,
  }),
}));

const CONFLICTS_MAX = 5;

interface OtherMemory extends Pick<ItemRow, 'id' | 'subject' | 'attribute' | 'valid_from' | 'valid_to'> {
  readonly of: string;
}

/** A sent memory whose merge key a stored memory already has. */
export interface RepeatedMemory {
  /** The id of the existing memory. */
  readonly id: string;
  /** The row that the sent memory would have. */
  readonly row: NewItemRow;
}

/** The result of a merge: the version of the memory, and its index state if the merge made a new version. */
export interface MergeResult {
  readonly version: number;
  readonly index?: IndexState;
}

interface Sender {
  readonly author: Author;
  readonly isAgent: boolean;
  readonly isTrusted: boolean;
}

const originOf = ({ provenance }: Pick<ItemRow, 'provenance'>) => ({
  provenance: JSON.parse(provenance) as Record<string, string>,
});

/**
 * Merges a sent memory into the existing one. A person who writes by hand what nobody who is trusted stands for confirms it,
 * with the norms that the person wrote in place of those that nobody stood for. Returns undefined, and changes nothing, if the
 * existing memory has changed since it was read.
 */
export async function joinEvidence(
  tx: Transaction,
  { author, isAgent, isTrusted }: Sender,
  { id, row }: RepeatedMemory,
): Promise<MergeResult | undefined> {
  const { dialect } = tx;
  const found = (await tx.get(
    dialect.queries
      .selectFrom('item')
      .select(['seq', ...itemColumns])
      .select(sql<number>`case when ${isTrustedMemory} then 1 else 0 end`.as('is_trusted'))
      .where('id', '=', id)
      .modifyEnd(dialect.forUpdate),
  )) as (ItemRow & { readonly is_trusted: number }) | undefined;
  if (!found || found.merge_key === null || found.merge_key !== row.merge_key) return undefined;
  const { is_trusted, ...present } = found;
  const { orgId: org_id, principalId: principal_id } = author;
  if (present.principal_id !== principal_id)
    await tx.run(queriesOf(dialect).keepSender, {
      org_id,
      memory_id: id,
      principal_id,
      merge_key: present.merge_key!,
      at: tx.now,
    });
  await joinSources(tx, present, row);
  const isTrustedSaid = isTrusted && !isImportedUnread(originOf(row));
  const isConfirmed = isTrustedSaid && !isAgent && is_trusted === 0;
  if (isConfirmed) await confirm(tx, { reviewer: { ...author, kind: 'person' } }, present);
  // A sender who is not trusted adds no norms to a memory that is.
  const sent = isTrustedSaid || is_trusted === 0 ? row : { ...row, ...meaningOfRow(present) };
  return joinWords(tx, author, { present, row: sent, stays: isConfirmed ? { ...present, ...noNorms } : present });
}

const noNorms = { action_triggers: null, forbids: null, instead: null };

const meaningOfRow = ({ action_triggers, forbids, instead, decides, value }: ItemRow) => ({
  ...{ action_triggers, forbids, instead, decides, value },
});

/** Adds the sources of a sent memory to the existing one. Sources are not part of the statement, so the version stays. */
async function joinSources(tx: Transaction, present: ItemRow, row: NewItemRow): Promise<void> {
  await setSources(tx, present, uniteLists(present.source_ids, row.source_ids, limits.sourceIds.max));
}

/** Replaces the sources of a memory. `source_ids` is a JSON list. */
export async function setSources(tx: Transaction, memory: ItemRow, source_ids: string | null): Promise<void> {
  if (source_ids === memory.source_ids) return;
  await tx.run(tx.dialect.queries.updateTable('item').set({ source_ids }).where('seq', '=', memory.seq));
  const { forgetOrigins, insertOrigin } = sourceLinkQueries(tx.dialect);
  await tx.run(forgetOrigins, { ids: tx.dialect.listOf([memory.id]) });
  for (const origin of originsOf({ ...memory, source_ids })) await tx.run(insertOrigin, origin);
}

interface Joined {
  readonly present: ItemRow;
  readonly row: NewItemRow;
  /** The existing memory with the meaning that it keeps. */
  readonly stays: ItemRow;
}

/** Replaces the norms of a memory by those of a sent one. */
export const joinNorms = (
  tx: Transaction,
  author: Author,
  { present, row }: Pick<Joined, 'present' | 'row'>,
): Promise<MergeResult> => joinWords(tx, author, { present, row, stays: { ...present, ...noNorms } });

async function joinWords(tx: Transaction, author: Author, { present, row, stays }: Joined): Promise<MergeResult> {
  const columns = {
    tags: uniteLists(present.tags, row.tags, limits.tags.max),
    ...joinedMeaning(stays, row),
  };
  const names = Object.keys(columns) as (keyof typeof columns)[];
  if (names.every((name) => columns[name] === present[name])) return { version: present.version };
  const { dialect } = tx;
  const version = present.version + 1;
  await keepFormer(tx, { author }, [present]);
  await tx.run(
    dialect.queries
      .updateTable('item')
      .set({ ...columns, version })
      .where('seq', '=', present.seq),
  );
  const source_ids = uniteLists(present.source_ids, row.source_ids, limits.sourceIds.max);
  const index = await storeItem(tx, { ...present, ...columns, source_ids, version }, { text: 'same' });
  if (normColumns.some((name) => columns[name] !== present[name])) await markNormsOutdated(tx, [present]);
  await auditActs(tx, { author, action: 'change', kind: 'memory', id: present.id, version });
  return { version, index };
}

/**
 * Merges the meaning of a sent memory into the meaning of the stored one. Throws `item/conflict` if both memories have a
 * value and the values differ.
 */
function joinedMeaning(present: ItemRow, row: NewItemRow) {
  if (present.value !== null && row.value !== null && present.value !== row.value)
    throw otherValueError(present.id, { known: present.value, sent: row.value });
  return {
    action_triggers: uniteLists(present.action_triggers, row.action_triggers, limits.actionTriggers.max),
    forbids: uniteLists(present.forbids, row.forbids, limits.norms.max),
    instead: uniteLists(present.instead, row.instead, limits.normAlternatives.max),
    decides: joinedDecision(present.decides, row.decides),
    value: present.value ?? row.value,
  };
}

function otherValueError(id: string, { known, sent }: { readonly known: string; readonly sent: string }): CairnError {
  const message = `is not that of the memory ${id}, which has the same text and the value ${JSON.stringify(known)}`;
  return new CairnError('item/conflict', `value ${message}.`, {
    issues: [{ field: 'value', message, value: sent, allowed: 'change or supersede that memory' }],
  });
}

function joinedDecision(present: string | null, sent: string | null): string | null {
  if (present === null || sent === null) return present ?? sent;
  const [known, more] = [JSON.parse(present), JSON.parse(sent)] as [DecisionMeaning, DecisionMeaning];
  const lists = (['reasons', 'alternatives', 'consequences'] as const).map((name) => {
    const all = unionOfLists<unknown>(known[name] ?? [], more[name] ?? [], limits.decisionTexts.max);
    return [name, all.length > 0 ? all : known[name]] as const;
  });
  const joined = { ...more, ...known, ...Object.fromEntries(lists.filter(([, list]) => list !== undefined)) };
  return isDeepStrictEqual(joined, known) ? present : JSON.stringify(joined);
}

/** Merges two JSON lists, up to `max` entries. Returns the first list unchanged if the second adds nothing. */
function uniteLists(present: string | null, sent: string | null, max: number): string | null {
  const [known, more] = [present, sent].map((list) => JSON.parse(list ?? '[]') as unknown[]) as [unknown[], unknown[]];
  const all = unionOfLists(known, more, max);
  return all.length === known.length ? present : JSON.stringify(all);
}

/** Returns the known entries, followed by new ones, up to `max` in all. */
export function unionOfLists<Each>(known: readonly Each[], more: readonly Each[], max: number): Each[] {
  const all = [...known];
  for (const each of more) if (all.length < max && !all.some((one) => isDeepStrictEqual(one, each))) all.push(each);
  return all;
}

/**
 * Separates the text part of a merge key from the rest. `AFTER_BORDER` is the next character, so that both characters
 * enclose all keys of one text.
 */
const KEY_SEPARATOR = ':';
const AFTER_BORDER = ';';

export type Conflicts = NonNullable<Receipt['conflicts']>;

/**
 * Finds other memories with the text and readers of a new memory but with another subject, attribute or validity. Maps
 * the id of each new memory to the memories found.
 */
export async function conflictsOf(
  tx: ReadTransaction,
  author: Author,
  items: readonly NewItem[],
): Promise<ReadonlyMap<string, Conflicts>> {
  const given = items.flatMap((item) => {
    const place = mergePlaceOf(item, author);
    if (!place) return [];
    const textKey = place.mergeKey.split(KEY_SEPARATOR, 1)[0]!;
    return [{ id: item.id, ...place, textKey, from: textKey + KEY_SEPARATOR, below: textKey + AFTER_BORDER }];
  });
  const found = await queriesOf(tx.dialect).otherwise(tx, { orgId: author.orgId }, given);
  const sent = new Map(items.map(({ id, input }) => [id as string, input]));
  return new Map(
    [...Map.groupBy(found, ({ of }) => of)].map(([of, others]) => [
      of,
      others.map((other) => ({ id: other.id, fields: fieldsThatDiffer(sent.get(of) as MemoryInputFields, other) })),
    ]),
  );
}

type MemoryInputFields = Extract<NewItem, { kind: 'memory' }>['input'];

function fieldsThatDiffer(input: MemoryInputFields, other: OtherMemory): Conflicts[number]['fields'] {
  const pairs = {
    subject: [input.subject, other.subject],
    attribute: [input.attribute, other.attribute],
    validFrom: [input.validFrom, other.valid_from === null ? null : Number(other.valid_from)],
    validTo: [input.validTo, other.valid_to === null ? null : Number(other.valid_to)],
  } as const;
  const names = Object.keys(pairs) as (keyof typeof pairs)[];
  return names.filter((name) => (pairs[name][0] ?? null) !== pairs[name][1]);
}

interface EvidenceQuery {
  readonly scope: ScopeFields;
  readonly ids: readonly ItemId[];
  readonly at: number;
}

/**
 * Maps the ids of memories to their evidence at the time `at`, epoch ms; leaves out memories that the scope does not see.
 * Senders of the current text count, and so do authors of memories that restate it. Linked memories count only if they
 * are visible, active and valid.
 */
async function findEvidence(
  tx: ReadTransaction,
  { scope, ids, at }: EvidenceQuery,
): Promise<ReadonlyMap<ItemId, MemoryEvidence>> {
  const values = { ...fieldsOf(scope), ids: distinctIds(tx.dialect, ids) };
  const { known, senders } = queriesOf(tx.dialect);
  const [memories, gone, sent, linked] = await Promise.all([
    tx.all(known, values),
    forgottenSourcesOf(tx, values),
    tx.all(senders, values),
    linkedAt(tx, values, at),
  ]);
  const retired = await withRetiredName(tx, values, memories);
  const of = <Row extends { readonly id: string }>(rows: readonly Row[]) => Map.groupBy(rows, ({ id }) => id);
  const [sentOf, linkedOf, goneOfEach] = [of(sent), of(linked), of(gone)];
  const evidenceOf = ({ id, is_trusted }: (typeof memories)[number]): MemoryEvidence => {
    const links = linkedOf.get(id) ?? [];
    const restating = links.filter((link) => link.kind === 'restates' && link.by !== link.writer);
    return {
      isTrusted: Boolean(is_trusted),
      senders: new Set([...(sentOf.get(id) ?? []), ...restating].map(({ by }) => by)).size,
      contradictions: links.filter(({ kind }) => kind === 'contradicts').length,
      isNameRetired: retired.has(id),
      goneSources: (goneOfEach.get(id) ?? []).map(({ ref }) => ref),
    };
  };
  return new Map(memories.map((memory) => [memory.id as ItemId, evidenceOf(memory)]));
}

/**
 * Corroboration of memories. A text that is sent again for the same readers is merged into the stored memory, in the same
 * commit: tags, triggers and source ids are united, and each sender counts once.
 */
export const evidence = feature('evidence', {
  tables: [memorySender, goneSource, retiredName],
  reads: { of: findEvidence },
  writes: {},
});
export type Evidence = CallsOf<typeof evidence>;
