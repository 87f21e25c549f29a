import {
  CairnError,
  hasRole,
  isSeenByAll,
  type ItemId,
  type PrincipalId,
  type Revision,
  type Scope,
  type Visibility,
} from '@cairn/contracts';
import {
  Lifecycle,
  type Act,
  type Derived,
  type MemoryFields,
  type NewItem,
  type Outcome,
  type TextFeatures,
  type Succession,
} from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { audience, audienceOf, fieldsOf, type ScopeFields } from '../conditions.ts';
import { ofDialect } from '../dialect.ts';
import { factLocksOf, factOf, factQueries, factTaken } from './facts.ts';
import { readerLocksOf, requireReaders } from './existing-readers.ts';
import { declaredQueries, declaredRowsOf } from '../graph/declaring.ts';
import { foundItemOf, itemQueries } from '../item-queries.ts';
import { rowOf, triggersColumn, type Author, type ItemRow, type NewItemRow } from '../item-rows.ts';
import { inheritGone } from './gone-sources.ts';
import { requireNotForgotten, sourceLocksOf } from './marks.ts';
import { prepared } from '../prepared.ts';
import { column, defineTable, type RowOf } from '../store/ddl.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../store/module.ts';
import type { StoreSession, StoreWriteSession } from '../store/session.ts';
import { setStrength } from './feedback.ts';
import { endSuccession, keepSuccession, standingSuccessor, succession, successionsOf } from './successions.ts';

/** What a memory said before a change, and who replaced it. */
const revision = defineTable({
  name: 'revision',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    /** The version that said this. */
    version: column.int(),
    /** Who replaced it. */
    principal_id: column.id(),
    at: column.time(),
    reason: column.nullable(column.text()),
    /** The former fields as JSON. */
    former: column.text(),
  },
  key: ['org_id', 'item_id', 'version'],
  itemColumns: ['item_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../tables.ts' {
  interface Tables {
    revision: RowOf<typeof revision>;
  }
}

const queriesOf = ofDialect((dialect) => ({
  keepRevision: prepared<RowOf<typeof revision>>()((place) =>
    dialect.queries.insertInto('revision').values({
      org_id: place('org_id'),
      item_id: place('item_id'),
      version: place('version'),
      principal_id: place('principal_id'),
      at: place('at'),
      reason: place('reason'),
      former: place('former'),
    }),
  ),
  /** Another active memory that the merge key of this place is taken by. */
  merged: prepared<{ orgId: string; id: string; key: string; visibility: string; channel: string; owner: string }>()(
    (place) =>
      dialect.queries
        .selectFrom('item')
        .select('id')
        .where('org_id', '=', place('orgId'))
        .where('merge_key', '=', place('key'))
        .where(
          sql<SqlBool>`visibility = ${place('visibility')} and coalesce(channel, '') = ${place('channel')}
          and (case visibility when 'private' then cast(principal_id as text) else '' end) = ${place('owner')}`,
        )
        .where('id', '<>', place('id')),
  ),
  revisions: prepared<{ orgId: string; id: string; below: number; limit: number }>()((place) =>
    dialect.queries
      .selectFrom('revision')
      .selectAll()
      .where('org_id', '=', place('orgId'))
      .where('item_id', '=', place('id'))
      .where('version', '<', place('below'))
      .orderBy('version', 'desc')
      .limit(place('limit')),
  ),
}));

/** An act as it crosses a thread. */
interface ActFields {
  readonly scope: ScopeFields;
  readonly author: Pick<Act['author'], 'orgId' | 'principalId' | 'keyId' | 'role'>;
  readonly id: ItemId;
  readonly ifVersion: number;
  readonly reason?: string | undefined;
}

/** A row with how far the indexes are. */
type FoundRow = Parameters<typeof foundItemOf>[0];
type AuditedAs = 'change' | 'archive' | 'restore' | 'supersede';
type Columns = Partial<Omit<ItemRow, 'seq' | 'id' | 'org_id' | 'version'>>;

/** The memory that an act is on, or what stands in its way. */
async function actedOn(session: StoreWriteSession, act: ActFields): Promise<FoundRow | Outcome> {
  const { visibleItem } = itemQueries(session.dialect);
  const row = await session.get(visibleItem, { ...fieldsOf(act.scope), kind: 'memory', id: act.id });
  if (!row) return { outcome: 'unknown' };
  requireMayChange(row, act.author);
  const by = row.state === 'superseded' ? await standingSuccessor(session, act.scope, act.id) : undefined;
  if (by !== undefined) return { outcome: 'superseded', by };
  return row.version === act.ifVersion ? row : { outcome: 'stale', version: row.version };
}

function requireMayChange({ principal_id }: ItemRow, { principalId, role }: ActFields['author']): void {
  if (principal_id === principalId || hasRole(role, 'manager')) return;
  throw new CairnError(
    'auth/forbidden',
    `This key has the role ${role} and changes what it wrote itself; what others wrote needs the role manager.`,
  );
}

type WriteAct = Pick<ActFields, 'id' | 'reason'> & { readonly author: Author };

interface Overwriting {
  readonly row: ItemRow;
  readonly columns: Columns;
  readonly as: AuditedAs;
  /** What ranking reads in the text, where that may be another one. */
  readonly features?: TextFeatures;
}

/** Writes the columns over the row of the version that was read; where another was faster, nothing. */
async function writeOver(
  session: StoreWriteSession,
  act: WriteAct,
  { row, columns, as, features }: Overwriting,
): Promise<Outcome> {
  const version = row.version + 1;
  const changed = await session.run(
    session.dialect.queries
      .updateTable('item')
      .set({ ...columns, version })
      .where('seq', '=', row.seq)
      .where('version', '=', row.version),
  );
  if (changed === 0) return { outcome: 'stale', version };
  const fresh: ItemRow = { ...row, ...columns, version };
  await keepFormer(session, act, row);
  const isOther = features && textOf(fresh) !== textOf(row);
  const index = await session.itemStored(fresh, isOther ? { text: 'changed', features } : { text: 'same' });
  await session.audit({ author: act.author, action: as, kind: 'memory', id: act.id, version });
  return { outcome: 'done', version, state: fresh.state, index };
}

const textOf = ({ title, content }: ItemRow) => `${title}\n${content}`;

const formerOf = ({ state, title, content, tags, store, category, confidence, valence, arousal, ...row }: ItemRow) => ({
  ...{
    state,
    title,
    content,
    tags: JSON.parse(tags ?? '[]') as string[],
    store,
    category,
    confidence,
    valence,
    arousal,
  },
  ...{ validFrom: row.valid_from, validTo: row.valid_to, subject: row.subject, attribute: row.attribute },
  ...(row.action_triggers !== null && { actionTriggers: JSON.parse(row.action_triggers) as string[] }),
  ...(row.provenance !== '{}' && { metadata: JSON.parse(row.provenance ?? '{}') as Record<string, string> }),
});

/** The text that a version had, for whoever asks what the memory said before. */
export async function keepFormer(
  session: StoreWriteSession,
  { author, reason }: { readonly author: Author; readonly reason?: string | undefined },
  row: ItemRow,
): Promise<void> {
  await session.run(queriesOf(session.dialect).keepRevision, {
    org_id: row.org_id,
    item_id: row.id,
    version: row.version,
    principal_id: author.principalId,
    at: session.now,
    reason: reason ?? null,
    former: JSON.stringify(formerOf(row)),
  });
}

/** Equal texts of one audience are one memory when they are written; a change may make two equal, and then only one has the key. */
async function freeMergeKey(session: StoreWriteSession, row: ItemRow, key: string | undefined): Promise<string | null> {
  if (key === undefined || row.external_id !== null) return null;
  const { org_id: orgId, id, visibility, channel, principal_id } = row;
  const place = { visibility, channel: channel ?? '', owner: visibility === 'private' ? principal_id : '' };
  const taken = await session.get(queriesOf(session.dialect).merged, { orgId, id, key, ...place });
  return taken ? null : key;
}

/** Before anything is written, so that two who act on the same memories never wait for each other in a circle. */
async function requireFree(session: StoreWriteSession, row: Omit<NewItemRow, 'id'>, except: string): Promise<void> {
  const fact = factOf(row);
  if (!fact) return;
  for (const lock of factLocksOf([row])) await session.lock(lock);
  const taken = await session.get(factQueries(session.dialect).teller, { ...fact, except });
  if (taken) throw factTaken(fact, taken.id);
}

interface ChangeCommand {
  readonly act: ActFields;
  readonly fields: MemoryFields;
  readonly derived: Derived;
}

async function change(session: StoreWriteSession, { act, fields, derived }: ChangeCommand): Promise<Outcome> {
  const row = await actedOn(session, act);
  if ('outcome' in row) return row;
  const { strength, ...said } = fields;
  const outcome = hasAny(said)
    ? await rewrite(session, { act, fields: said, derived }, row)
    : await asItIs(session, act, row);
  if (strength !== undefined && outcome.outcome === 'done')
    await setStrength(session, { orgId: act.author.orgId, memoryId: act.id }, strength);
  return outcome;
}

const hasAny = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined);

async function asItIs(session: StoreWriteSession, { author, id }: ActFields, row: FoundRow): Promise<Outcome> {
  const { version, state } = row;
  await session.audit({ author, action: 'change', kind: 'memory', id, version });
  return { outcome: 'done', version, state, index: foundItemOf(row).index };
}

async function rewrite(
  session: StoreWriteSession,
  { act, fields, derived }: ChangeCommand,
  row: ItemRow,
): Promise<Outcome> {
  const isActive = row.state === 'active';
  const columns = {
    ...columnsOf(fields),
    merge_key: isActive ? await freeMergeKey(session, row, derived.mergeKey) : null,
  };
  const fresh = { ...row, ...columns };
  if (textOf(fresh) !== textOf(row))
    await requireNotForgotten(session, { rows: [{ ...fresh, external_id: null }], author: act.author });
  if (isActive) await requireFree(session, fresh, row.id);
  return writeOver(session, act, { row, columns, as: 'change', features: derived });
}

function columnsOf({ tags, validFrom, validTo, actionTriggers, provenance, ...same }: MemoryFields): Columns {
  const columns = {
    ...same,
    tags: tags && JSON.stringify(tags),
    action_triggers: actionTriggers && triggersColumn(actionTriggers),
    provenance: provenance && JSON.stringify(provenance),
    valid_from: validFrom,
    valid_to: validTo,
    length: same.content?.length,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

interface StateCommand {
  readonly act: ActFields;
  readonly state: 'active' | 'archived';
  readonly mergeKey?: string | undefined;
}

async function setState(session: StoreWriteSession, { act, state, mergeKey }: StateCommand): Promise<Outcome> {
  const row = await actedOn(session, act);
  if ('outcome' in row) return row;
  if (state === 'active') {
    if (row.state !== 'active') await requireNotForgotten(session, { rows: [row], author: act.author });
    await requireFree(session, row, row.id);
  }
  const key = state === 'active' ? await freeMergeKey(session, row, mergeKey) : null;
  const as = state === 'active' ? 'restore' : 'archive';
  const columns = { state, merge_key: key, active_to: activeToOf(row, state, session.now) };
  const outcome = await writeOver(session, act, { row, columns, as });
  if (outcome.outcome === 'done' && row.state === 'superseded') await endSuccession(session, row);
  return outcome;
}

/** Archives a memory for the organisation, whoever may see it; false where another was faster. The row is locked, or nobody else writes. */
export async function archiveRow(
  session: StoreWriteSession,
  act: { readonly author: Author; readonly id: string; readonly reason: string },
  row: ItemRow,
): Promise<boolean> {
  const columns = { state: 'archived', merge_key: null, active_to: session.now } as const;
  return (await writeOver(session, act as WriteAct, { row, columns, as: 'archive' })).outcome === 'done';
}

/** The end of the active time: a memory that is archived or superseded again keeps its first one. */
const activeToOf = (row: ItemRow, state: 'active' | 'archived' | 'superseded', now: number): number | null =>
  state === 'active' ? null : row.state === 'active' ? now : (row.active_to ?? now);

/** A memory of an audience that has an external id. */
const namedQuery = ofDialect(({ queries, hasExternalId, indexed }) =>
  prepared<{ orgId: string; source: string; externalId: string; audience: string }>()((place) => {
    const [orgId, source, id] = [place('orgId'), place('source'), place('externalId')].map((value) => sql`${value}`);
    return queries
      .selectFrom('item')
      .select('id')
      .where(hasExternalId('item', { orgId: orgId!, source: source!, id: id! }))
      .where('kind', '=', 'memory')
      .where(indexed(audience()), '=', indexed(sql`${place('audience')}`));
  }),
);

interface ShareCommand {
  readonly act: ActFields;
  readonly visibility: Visibility;
  readonly mergeKey?: string | undefined;
}

async function share(session: StoreWriteSession, { act, visibility, mergeKey }: ShareCommand): Promise<Outcome> {
  const row = await actedOn(session, act);
  if ('outcome' in row) return row;
  requireWider(row.visibility, visibility);
  const shared = { ...row, visibility };
  for (const lock of readerLocksOf([shared])) await session.lock(lock);
  await requireReaders(session, [shared]);
  await requireOwnExternalId(session, shared);
  if (row.state === 'active') await requireFree(session, shared, row.id);
  const key = row.state === 'active' ? await freeMergeKey(session, shared, mergeKey) : null;
  return writeOver(session, act, { row, columns: { visibility, merge_key: key }, as: 'change' });
}

function requireWider(from: Visibility, to: Visibility): void {
  const isWider = to === 'org' ? !isSeenByAll(from) && from !== 'peer' : from === 'private' && to.startsWith('team:');
  if (isWider) return;
  const allowed =
    from === 'private' ? 'org or team:NAME' : from.startsWith('team:') ? 'org' : 'nothing: it is shared already';
  const message = `does not give the memory wider readers than ${from.startsWith('team:') ? 'its team' : from}`;
  throw new CairnError('request/invalid', `visibility ${message}`, {
    issues: [{ field: 'visibility', message, value: to, allowed }],
  });
}

/** Whether its readers know a memory of its source and external id. */
async function isNamed(session: StoreWriteSession, row: ItemRow): Promise<boolean> {
  const { org_id: orgId, source, external_id: externalId } = row;
  if (externalId === null) return false;
  const values = { orgId, source, externalId, audience: audienceOf(row) };
  return (await session.get(namedQuery(session.dialect), values)) !== undefined;
}

async function requireOwnExternalId(session: StoreWriteSession, row: ItemRow): Promise<void> {
  if (!(await isNamed(session, row))) return;
  throw new CairnError('item/conflict', 'Those readers know another memory of this source and external id.');
}

/** A private memory that is somebody's from now on. */
interface Giving {
  readonly row: ItemRow;
  readonly to: PrincipalId;
}

/**
 * Gives a private memory to somebody else, for the organisation. Where theirs has its external id, that stays theirs alone,
 * and where an active one of theirs tells the same fact, it is archived. False where another changed it meanwhile.
 */
export async function giveRow(
  session: StoreWriteSession,
  act: { readonly author: Author; readonly reason: string },
  { row, to }: Giving,
): Promise<boolean> {
  const given = { ...row, principal_id: to };
  const externalId = (await isNamed(session, given)) ? null : row.external_id;
  const isTold = row.state === 'active' && (await isToldAlready(session, given));
  const key = row.state === 'active' && !isTold ? await freeMergeKey(session, given, row.merge_key ?? undefined) : null;
  const archived = isTold && ({ state: 'archived', active_to: session.now } as const);
  const columns = { principal_id: to, external_id: externalId, merge_key: key, ...archived };
  const { outcome } = await writeOver(session, { ...act, id: row.id as ItemId }, { row, columns, as: 'change' });
  return outcome === 'done';
}

async function isToldAlready(session: StoreWriteSession, row: ItemRow): Promise<boolean> {
  const fact = factOf(row);
  if (!fact) return false;
  for (const lock of factLocksOf([row])) await session.lock(lock);
  return (await session.get(factQueries(session.dialect).teller, { ...fact, except: row.id })) !== undefined;
}

interface SupersedeCommand {
  readonly act: ActFields;
  readonly successor: NewItem & { readonly kind: 'memory' };
}

async function supersede(session: StoreWriteSession, { act, successor }: SupersedeCommand): Promise<Outcome> {
  const row = await actedOn(session, act);
  if ('outcome' in row) return row;
  await requireFree(session, rowOf(successor, act.author, session.now, null), row.id);
  const active_to = activeToOf(row, 'superseded', session.now);
  const columns = { state: 'superseded', merge_key: null, active_to } as const;
  const outcome = await writeOver(session, act, { row, columns, as: 'supersede' });
  if (outcome.outcome !== 'done') return outcome;
  await insertSuccessor(session, act, successor);
  await inheritGone(session, row, successor);
  const link = { org_id: row.org_id, old_id: row.id, new_id: successor.id, at: session.now };
  await keepSuccession(session, link);
  return outcome;
}

async function insertSuccessor(
  session: StoreWriteSession,
  { author }: ActFields,
  successor: SupersedeCommand['successor'],
): Promise<void> {
  const row = { ...rowOf(successor, author, session.now, null), active_from: session.now };
  // The locks hold off a forgetting of the source, which would miss this successor.
  for (const lock of sourceLocksOf(author.orgId, [row.source])) await session.lock(lock);
  await requireNotForgotten(session, { rows: [row], author });
  const written = await session.insertItems([{ row, features: successor.derived }], author);
  if (written.size === 0)
    throw new CairnError(
      'item/conflict',
      'Another active memory says the very same. Supersede that one, or say it otherwise.',
    );
  const declared = declaredRowsOf(successor, row.org_id, successor.id);
  if (declared.length > 0)
    await session.all(declaredQueries(session.dialect).insert, { rows: JSON.stringify(declared) });
}

interface RevisionsQuery {
  readonly scope: ScopeFields;
  readonly id: ItemId;
  readonly limit: number;
  readonly below?: number | undefined;
}

async function revisions(session: StoreSession, { scope, id, limit, below }: RevisionsQuery): Promise<Revision[]> {
  const { visibleItem } = itemQueries(session.dialect);
  if (!(await session.get(visibleItem, { ...fieldsOf(scope), kind: 'memory', id }))) return [];
  const values = { orgId: scope.orgId, id, limit, below: below ?? Number.MAX_SAFE_INTEGER };
  return (
    await session.all(queriesOf(session.dialect).revisions, { ...values, below: Math.min(values.below, 2 ** 31 - 1) })
  ).map(revisionOf);
}

export const revisionOf = ({
  version,
  principal_id: changedBy,
  at,
  reason,
  former,
}: RowOf<typeof revision>): Revision =>
  ({ version, changedBy, changedAt: Number(at), reason, attribute: null, ...JSON.parse(former) }) as Revision;

export const lifecycleStore = {
  name: 'lifecycle',
  tables: [revision, succession],
  reads: { revisions, successions: successionsOf },
  writes: { change, setState, share, supersede },
  port: portOf(Lifecycle, (store) => new SqlLifecycle(store)),
};

const actFields = ({ scope, author: { orgId, principalId, keyId, role }, id, ifVersion, reason }: Act): ActFields => ({
  scope: fieldsOf(scope),
  author: { orgId, principalId, keyId, role },
  id,
  ifVersion,
  reason,
});

/** The lifecycle of memories in the store of record. */
export class SqlLifecycle extends Lifecycle {
  private readonly calls: CallsOf<typeof lifecycleStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(lifecycleStore, store);
  }

  change(act: Act, fields: MemoryFields, derived: Derived): Promise<Outcome> {
    return this.calls.change(act.scope.orgId, { act: actFields(act), fields, derived });
  }

  setState(act: Act, state: 'active' | 'archived', mergeKey: string | undefined): Promise<Outcome> {
    return this.calls.setState(act.scope.orgId, { act: actFields(act), state, mergeKey });
  }

  share(act: Act, visibility: Visibility, mergeKey: string | undefined): Promise<Outcome> {
    return this.calls.share(act.scope.orgId, { act: actFields(act), visibility, mergeKey });
  }

  supersede(act: Act, successor: NewItem & { kind: 'memory' }): Promise<Outcome> {
    return this.calls.supersede(act.scope.orgId, { act: actFields(act), successor });
  }

  revisions(scope: Scope, id: ItemId, page: { readonly limit: number; readonly below?: number }): Promise<Revision[]> {
    return this.calls.revisions(scope.orgId, { scope: fieldsOf(scope), id, ...page });
  }

  successions(scope: Scope, ids: readonly ItemId[]): Promise<Succession[]> {
    return this.calls.successions(scope.orgId, { scope: fieldsOf(scope), ids });
  }
}
