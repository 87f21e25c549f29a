import {
  CairnError,
  limits,
  type KnowledgeBaseId,
  type OrgId,
  type PrincipalId,
  type ItemId,
  type KnowledgeBase,
} from '@cairn/contracts';
import { mayChange, mayReachBase, type OpenBase, type Principal } from '@cairn/domain';
import { sql, type SqlBool } from 'kysely';
import { NIL, v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../kit/dialect.ts';
import { rowColumns, type ItemRow } from '../kit/item-rows.ts';
import { processUntilTimeout } from '../kit/process-until-timeout.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { removalLock } from '../items/existing-readers.ts';
import { archiveRows } from '../memories/write-over.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** A knowledge base as stored, without the counts of its chunks. */
export type StoredBase = Omit<KnowledgeBase, 'memoryCount' | 'totalChars'>;

type BaseDescription = Pick<StoredBase, 'name' | 'description' | 'scope' | 'peerScopePolicy' | 'agentIds'>;

export type NewBase = BaseDescription & Pick<StoredBase, 'sourceType'>;

type ChangeableFields = BaseDescription & Pick<StoredBase, 'isActive'>;
/** A change of a base; undefined fields stay as they are. */
export type BaseChange = { readonly [Name in keyof ChangeableFields]?: ChangeableFields[Name] | undefined };

interface BaseSize {
  readonly knowledgeBaseId: KnowledgeBaseId;
  readonly memoryCount: number;
  readonly totalChars: number;
}

/** A document with all of its chunks stored. */
interface WholeDocument {
  readonly knowledgeBaseId: KnowledgeBaseId;
  readonly sourceUrl: string;
  /** The ids of all chunks of the new version. */
  readonly chunks: readonly ItemId[];
}

const knowledgeBase = defineTable({
  name: 'knowledge_base',
  columns: {
    org_id: column.id(),
    id: column.id(),
    name: column.text(),
    description: column.nullable(column.text()),
    scope: column.nullable(column.text()),
    peer_scope_policy: column.text<StoredBase['peerScopePolicy']>(),
    /** JSON list of principals who may read the base; empty means nobody. */
    agents: column.text(),
    source_type: column.nullable(column.text()),
    is_active: column.int(),
    created_by: column.id(),
    created_at: column.time(),
    updated_at: column.time(),
  },
  key: ['org_id', 'id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    knowledge_base: RowOf<typeof knowledgeBase>;
  }
}

const baseQueries = ofDialect(({ queries }) => ({
  all: (orgId: OrgId) =>
    queries.selectFrom('knowledge_base').selectAll().where('org_id', '=', orgId).orderBy('name').orderBy('id'),
  open: (orgId: OrgId) =>
    queries
      .selectFrom('knowledge_base')
      .select(['id', 'scope', 'agents'])
      .where('org_id', '=', orgId)
      .where('peer_scope_policy', '=', 'permissive')
      .where('is_active', '=', 1)
      .orderBy('id'),
  sizes: (orgId: OrgId) =>
    queries
      .selectFrom('item')
      .select((eb) => [
        'knowledge_base',
        eb.fn.countAll<number>().as('memoryCount'),
        eb.fn.sum<number>('length').as('totalChars'),
      ])
      .where('org_id', '=', orgId)
      .where('knowledge_base', 'is not', null)
      .where('state', '=', sql.lit('active'))
      .groupBy('knowledge_base'),
  insert: (row: RowOf<typeof knowledgeBase>) => queries.insertInto('knowledge_base').values(row),
  change: (orgId: OrgId, base: StoredBase) =>
    queries
      .updateTable('knowledge_base')
      .set(columnsOf(base))
      .where('org_id', '=', orgId)
      .where('id', '=', base.knowledgeBaseId),
  remove: (orgId: OrgId, id: KnowledgeBaseId) =>
    queries.deleteFrom('knowledge_base').where('org_id', '=', orgId).where('id', '=', id),
  /**
   * Selects all active chunks of the document through an index. The result also contains a few chunks of other documents,
   * which the caller filters out.
   */
  nearDocument: (orgId: OrgId, { knowledgeBaseId, sourceUrl }: WholeDocument) =>
    queries
      .selectFrom('item')
      .where('item.org_id', '=', orgId)
      .where('item.knowledge_base', '=', knowledgeBaseId)
      .where('item.state', '=', sql.lit('active'))
      .where(sql<SqlBool>`replace(item.provenance, ${JSON.stringify(sourceUrl)}, '') <> item.provenance`)
      .orderBy('item.seq'),
}));

async function listBases(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<StoredBase[]> {
  return (await tx.all(baseQueries(tx.dialect).all(orgId))).map((row) => ({
    knowledgeBaseId: row.id as KnowledgeBaseId,
    name: row.name,
    description: row.description,
    scope: row.scope,
    peerScopePolicy: row.peer_scope_policy,
    agentIds: JSON.parse(row.agents) as PrincipalId[],
    sourceType: row.source_type,
    isActive: Number(row.is_active) === 1,
    createdBy: row.created_by as PrincipalId,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  }));
}

/** Selects the permissive bases that a principal may read. */
export async function openBasesFor(
  tx: ReadTransaction,
  { orgId, principalId }: Pick<Principal, 'orgId' | 'principalId'>,
): Promise<OpenBase[]> {
  return (await tx.all(baseQueries(tx.dialect).open(orgId))).flatMap(({ id, scope, agents }) => {
    const kept = JSON.parse(agents) as PrincipalId[];
    const isIn = kept.length === 0 || kept.includes(principalId);
    return isIn ? [{ knowledgeBaseId: id as KnowledgeBaseId, scope }] : [];
  });
}

async function countSizes(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<BaseSize[]> {
  const rows = await tx.all(baseQueries(tx.dialect).sizes(orgId));
  return rows.map(({ knowledge_base, memoryCount, totalChars }) => ({
    knowledgeBaseId: knowledge_base as KnowledgeBaseId,
    memoryCount: Number(memoryCount),
    totalChars: Number(totalChars),
  }));
}

const columnsOf = (base: Pick<StoredBase, 'isActive' | 'updatedAt'> & NewBase) => ({
  name: base.name,
  description: base.description,
  scope: base.scope,
  peer_scope_policy: base.peerScopePolicy,
  agents: JSON.stringify(base.agentIds),
  source_type: base.sourceType,
  is_active: Number(base.isActive),
  updated_at: base.updatedAt,
});

interface Named {
  readonly name: string;
  readonly scope: string | null;
}

/**
 * Whether a base that the author can reach has this name. Ignores bases that the author cannot reach, so that a refusal
 * does not reveal them.
 */
const isTaken = (present: readonly StoredBase[], author: Principal, { name, scope }: Named): boolean =>
  present.some(
    (base) =>
      base.name === name && base.scope === scope && mayReachBase(author, { ...base, isActive: true }, base.scope),
  );

const nameTakenError = ({ name, scope }: Named) =>
  new CairnError(
    'knowledge-base/conflict',
    `there is a knowledge base ${JSON.stringify(name)} ${scope === null ? 'without a scope' : `of ${JSON.stringify(scope)}`} already`,
  );

const lockBases = (tx: Transaction, orgId: OrgId) => tx.lock({ what: 'organisation', orgId, key: 'knowledge bases' });

interface CreateCommand {
  readonly author: Principal;
  readonly base: NewBase;
}

async function createBase(tx: Transaction, { author, base }: CreateCommand): Promise<StoredBase> {
  const { orgId } = author;
  const queries = baseQueries(tx.dialect);
  await lockBases(tx, orgId);
  const present = await listBases(tx, { orgId });
  if (isTaken(present, author, base)) throw nameTakenError(base);
  const { max } = limits.knowledgeBases;
  if (present.length >= max)
    throw new CairnError('knowledge-base/conflict', `the organisation has its ${max} knowledge bases`);
  const id = uuidv7({ msecs: tx.now });
  const row = {
    ...{ org_id: orgId, id, created_by: author.principalId, created_at: tx.now },
    ...columnsOf({ ...base, isActive: true, updatedAt: tx.now }),
  };
  await tx.run(queries.insert(row));
  await auditActs(tx, { author, action: 'write', kind: 'knowledge-base', id, version: 1 });
  return (await listBases(tx, { orgId })).find(({ knowledgeBaseId }) => knowledgeBaseId === id)!;
}

interface ChangeCommand {
  readonly author: Principal;
  readonly id: KnowledgeBaseId;
  readonly change: BaseChange;
}

async function changeBase(tx: Transaction, command: ChangeCommand): Promise<StoredBase | undefined> {
  const { author, id, change: wanted } = command;
  const { orgId } = author;
  await lockBases(tx, orgId);
  const present = await listBases(tx, { orgId });
  const old = present.find(({ knowledgeBaseId }) => knowledgeBaseId === id);
  if (!old) return undefined;
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const changed: StoredBase = { ...old, ...given, updatedAt: tx.now };
  const others = present.filter((base) => base !== old);
  if (isTaken(others, author, changed)) throw nameTakenError(changed);
  await tx.run(baseQueries(tx.dialect).change(orgId, changed));
  await auditActs(tx, { author, action: 'change', kind: 'knowledge-base', id, version: 1 });
  return changed;
}

type BaseCommand = Omit<ChangeCommand, 'change'>;

async function removeBase(tx: Transaction, { author, id }: BaseCommand): Promise<boolean> {
  const { orgId } = author;
  await tx.lock(removalLock(orgId, id));
  if ((await tx.run(baseQueries(tx.dialect).remove(orgId, id))) === 0) return false;
  await auditActs(tx, { author, action: 'forget', kind: 'knowledge-base', id, version: 1 });
  return true;
}

const ARCHIVED_AT_ONCE = 200;

interface DocumentCommand {
  readonly author: Principal;
  readonly document: WholeDocument;
}

/**
 * Archives a page of the former chunks of a document and returns their number; 0 when none is left. Calls for one base
 * run one after another. Archives nothing if a chunk of the new version is no longer active: then a concurrent import of
 * the document has archived that chunk, and this import stops.
 */
async function archiveFormerPage(tx: Transaction, { author, document }: DocumentCommand): Promise<number> {
  const { orgId } = author;
  const { dialect } = tx;
  await tx.lock({ what: 'organisation', orgId, key: `knowledge base ${document.knowledgeBaseId}` });
  const near = baseQueries(dialect).nearDocument(orgId, document);
  const present = await tx.all(near.select(['item.id', 'item.principal_id', 'item.provenance']));
  const ofDocument = present.filter(isFromDocument(document));
  const ids = new Set<string>(ofDocument.map(({ id }) => id));
  if (!document.chunks.every((id) => ids.has(id))) return 0;
  const kept = new Set<string>(document.chunks);
  const former = ofDocument.filter(({ id, principal_id }) => !kept.has(id) && mayChange(author, principal_id));
  if (former.length === 0) return 0;
  const page = former.slice(0, ARCHIVED_AT_ONCE).map(({ id }) => id);
  const locked = near.select(rowColumns).where('item.id', 'in', page).modifyEnd(dialect.forUpdate);
  const rows = (await tx.all(locked)) as ItemRow[];
  return processUntilTimeout(rows, (some) => archiveRows(tx, { author, reason: 'replaced' }, some));
}

const isFromDocument =
  ({ sourceUrl }: WholeDocument) =>
  ({ provenance }: Pick<ItemRow, 'provenance'>): boolean =>
    (JSON.parse(provenance) as Record<string, string>).sourceUrl === sourceUrl;

interface ManagedCommand {
  readonly author: Principal;
  readonly id: KnowledgeBaseId | undefined;
}

const auditManagedRead = (tx: Transaction, { author, id }: ManagedCommand): Promise<void> =>
  auditActs(tx, { author, action: 'read', kind: 'knowledge-base', id: id ?? NIL, version: 1 });

/** Knowledge bases and their readers (`mayReachBase` of the domain). Readers are computed at each call. */
export const knowledgeBases = feature('knowledge-bases', {
  tables: [knowledgeBase],
  refreshes: 'principals',
  reads: { list: listBases, sizes: countSizes },
  writes: { create: createBase, change: changeBase, remove: removeBase, archiveFormerPage, managed: auditManagedRead },
});
export type KnowledgeBases = CallsOf<typeof knowledgeBases>;

/**
 * Archives all former active chunks of the document that the author may change, and returns their number. A manager may
 * change all chunks, other authors only their own. Stops if a new chunk is no longer active, since then another import of
 * the document has archived it.
 */
export async function archiveFormer(
  bases: Pick<KnowledgeBases, 'archiveFormerPage'>,
  command: DocumentCommand,
): Promise<number> {
  let archived = 0;
  for (let page = 1; page > 0; archived += page) page = await bases.archiveFormerPage(command);
  return archived;
}
