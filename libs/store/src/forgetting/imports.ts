import {
  IMPORT_SILENCE_MAX_MS,
  limits,
  type ImportReportRequest,
  type OrgId,
  type PastImport,
  type PrincipalId,
} from '@cairn/contracts';
import { agentIdsOf, hasRole, importPace } from '@cairn/domain';
import { expressionBuilder, sql } from 'kysely';
import type { ScopeFields } from '../kit/conditions.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { Author, Forgetter } from '../kit/item-rows.ts';
import type { Tables } from '../kit/tables.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

type Reported = Omit<ImportReportRequest, 'failures'>;

const importRun = defineTable({
  name: 'import_run',
  columns: {
    org_id: column.id(),
    principal_id: column.id(),
    /** The id in the provenance of its items. Its client chose it, so that it is unique for one principal alone. */
    import_id: column.text(),
    name: column.text(),
    format: column.text(),
    readers: column.text<Reported['readers']>(),
    state: column.text<Reported['state']>(),
    created: column.int(),
    present: column.int(),
    failed: column.int(),
    /** Share of the file or the folder that was read, 0 to 1; null if the client did not say. */
    share: column.nullable(column.real()),
    problem: column.nullable(column.text()),
    /** JSON list of the first failures. */
    failures: column.text(),
    started_at: column.time(),
    /** Time of the last report. */
    reported_at: column.time(),
    ended_at: column.nullable(column.time()),
    undone_at: column.nullable(column.time()),
    undone_by: column.nullable(column.id()),
  },
  key: ['org_id', 'principal_id', 'import_id'],
  indexes: { import_run_by_start: '(org_id, started_at)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    import_run: RowOf<typeof importRun>;
  }
}

type Row = RowOf<typeof importRun>;
type Viewer = Pick<Forgetter, 'role'> & { readonly scope: ScopeFields };

/** Selects own imports and those of own agents; for a manager also those whose items everyone may read. */
function isSeenBy({ scope, role }: Viewer) {
  const eb = expressionBuilder<Tables, 'import_run'>();
  const isOwn = eb('principal_id', 'in', [scope.principalId, ...agentIdsOf(scope)]);
  return hasRole(role, 'manager') ? eb.or([isOwn, eb('readers', '=', 'org')]) : isOwn;
}

const queriesOf = ofDialect(({ queries }) => {
  const nameOf = (id: string) => sql<string | null>`(select name from principal where id = ${sql.ref(id)})`;
  const ofPrincipal = (orgId: OrgId, principalId: PrincipalId) =>
    queries.selectFrom('import_run').where('org_id', '=', orgId).where('principal_id', '=', principalId);
  return {
    list: (viewer: Viewer) =>
      queries
        .selectFrom('import_run')
        .selectAll()
        .select([nameOf('import_run.principal_id').as('importer'), nameOf('import_run.undone_by').as('undoer')])
        .where('org_id', '=', viewer.scope.orgId)
        .where(isSeenBy(viewer))
        .orderBy('started_at', 'desc')
        .orderBy('import_id', 'desc')
        .limit(limits.listedImports.max),
    one: ({ orgId, principalId }: Author, importId: string) =>
      ofPrincipal(orgId, principalId).select(['state', 'started_at']).where('import_id', '=', importId),
    insert: (row: Row) => queries.insertInto('import_run').values(row),
    change: ({ orgId, principalId }: Author, importId: string, fields: Partial<Row>) =>
      queries
        .updateTable('import_run')
        .set(fields)
        .where('org_id', '=', orgId)
        .where('principal_id', '=', principalId)
        .where('import_id', '=', importId),
    old: ({ orgId, principalId }: Author) =>
      ofPrincipal(orgId, principalId)
        .select('started_at')
        .orderBy('started_at', 'desc')
        .limit(1)
        .offset(limits.keptImports.max - 1),
    forgetBefore: ({ orgId, principalId }: Author, at: number) =>
      queries
        .deleteFrom('import_run')
        .where('org_id', '=', orgId)
        .where('principal_id', '=', principalId)
        .where('started_at', '<', at),
    forgetPrivate: ({ orgId, principalId }: Author) =>
      queries
        .deleteFrom('import_run')
        .where('org_id', '=', orgId)
        .where('principal_id', '=', principalId)
        .where('readers', '=', 'private'),
    undo: (viewer: Viewer, importId: string, at: number) =>
      queries
        .updateTable('import_run')
        .set({ undone_at: at, undone_by: viewer.scope.principalId })
        .where('org_id', '=', viewer.scope.orgId)
        .where('import_id', '=', importId)
        .where('undone_at', 'is', null)
        .where(isSeenBy(viewer)),
  };
});

const timeOf = (at: number | null) => (at === null ? null : Number(at));

const SILENT = `Its client gave no sign for ${IMPORT_SILENCE_MAX_MS / 60_000} minutes.`;

/** Tells whether an import has lost its client, which died or was cut off before it reported an end. */
const isLost = ({ state, reported_at: at }: Row, now: number) =>
  state === 'running' && now - Number(at) > IMPORT_SILENCE_MAX_MS;

/** Speed of a running import up to its last report. */
function paceOf(row: Row, now: number): PastImport['pace'] {
  if (row.state !== 'running' || isLost(row, now)) return null;
  const elapsedMs = Number(row.reported_at) - Number(row.started_at);
  return importPace({ elapsedMs, items: row.created + row.present + row.failed, share: row.share });
}

const pastImportOf = (row: Row & { importer: string | null; undoer: string | null }, now: number): PastImport => ({
  importId: row.import_id,
  name: row.name,
  format: row.format,
  readers: row.readers,
  state: isLost(row, now) ? 'stopped' : row.state,
  created: row.created,
  present: row.present,
  failed: row.failed,
  problem: isLost(row, now) ? SILENT : row.problem,
  failures: JSON.parse(row.failures) as PastImport['failures'],
  pace: paceOf(row, now),
  by: { principalId: row.principal_id as PrincipalId, name: row.importer ?? '' },
  startedAt: Number(row.started_at),
  endedAt: timeOf(row.ended_at),
  undone:
    row.undone_at === null
      ? null
      : { at: Number(row.undone_at), by: { principalId: row.undone_by as PrincipalId, name: row.undoer ?? '' } },
});

/**
 * Lists the imports of a principal and of the agents that the principal owns, newest first. A manager also sees those of
 * others whose items everyone may read: a name of a file can tell what a private import is about.
 */
const list = async (tx: ReadTransaction, viewer: Viewer): Promise<PastImport[]> =>
  (await tx.all(queriesOf(tx.dialect).list(viewer))).map((row) => pastImportOf(row, tx.now));

interface ReportCommand {
  readonly author: Author;
  readonly importId: string;
  readonly report: ImportReportRequest;
}

/**
 * Stores the beginning, the progress or the end of an import. A later report replaces an earlier one, but one that arrives
 * after the end changes nothing. The oldest imports of the principal are deleted above the limit.
 */
async function report(tx: Transaction, { author, importId, report: told }: ReportCommand): Promise<void> {
  const { orgId, principalId } = author;
  const { failures, problem, share = null, ...fields } = told;
  const queries = queriesOf(tx.dialect);
  await tx.lock({ what: 'organisation', orgId, key: `imports of ${principalId}` });
  const before = await tx.get(queries.one(author, importId));
  const isOver = fields.state !== 'running';
  if (before && before.state !== 'running' && !isOver) return;
  const texts = { problem: problem ?? null, share, failures: JSON.stringify(failures) };
  const times = { reported_at: tx.now, ended_at: isOver ? tx.now : null };
  if (before) return void (await tx.run(queries.change(author, importId, { ...fields, ...texts, ...times })));
  const oldest = await tx.get(queries.old(author));
  if (oldest) await tx.run(queries.forgetBefore(author, oldest.started_at + 1));
  const ids = { org_id: orgId, principal_id: principalId, import_id: importId };
  const open = { started_at: tx.now, undone_at: null, undone_by: null };
  await tx.run(queries.insert({ ...ids, ...fields, ...texts, ...times, ...open }));
}

/** Marks an import as undone, if its importer, their owner, or a manager of what everyone may read undoes it. */
export async function markUndone(tx: Transaction, { importId, ...viewer }: Viewer & { readonly importId: string }) {
  await tx.run(queriesOf(tx.dialect).undo(viewer, importId, tx.now));
}

/** Deletes the private imports of a principal who leaves, since nobody could see them any more. */
export async function forgetPrivateImports(tx: Transaction, author: Author): Promise<void> {
  await tx.run(queriesOf(tx.dialect).forgetPrivate(author));
}

/** Past imports, as their clients reported them. Forgetting a whole import marks it as undone. */
export const imports = feature('imports', {
  tables: [importRun],
  reads: { list },
  writes: { report },
});
export type Imports = CallsOf<typeof imports>;
