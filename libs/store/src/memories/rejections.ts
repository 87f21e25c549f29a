import type { OrgId } from '@cairn/contracts';
import { markQueries, rejectionMark, secretOf, type MarkRow } from '../items/marks.ts';
import { statementKeys } from '../items/statement-key.ts';
import type { ItemRow } from '../kit/item-rows.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** Columns that tell statements of the same words apart: each counts where both have a value. */
const ABOUT = ['project', 'subject', 'attribute'] as const;

type About = Pick<ItemRow, (typeof ABOUT)[number]>;
type Said = About & Pick<ItemRow, 'id' | 'title' | 'content' | 'statement'>;

/** The value of `whose` in the mark of a rejection: a keyed hash of each column of `ABOUT`, empty where there is no value. */
const aboutOf = (secret: string, ownerId: string, row: About, statement: string): string =>
  ABOUT.map((column) =>
    row[column] === null ? '' : rejectionMark(secret, ownerId, [statement, column, row[column]].join('\n')),
  ).join(SEPARATOR);

const SEPARATOR = ',';

/** Whether two values of `aboutOf` for one statement are equal in each column that has a value in both. */
function isAboutTheSame(one: string, other: string): boolean {
  const others = other.split(SEPARATOR);
  return one.split(SEPARATOR).every((hash, at) => hash === '' || others[at] === '' || hash === others[at]);
}

/**
 * Stores keyed marks of the rejected proposals among rows that are being deleted, by a rule of retention for example, so
 * that their texts stay rejected for the person who owned them.
 */
export async function keepRejections(tx: Transaction, rows: readonly ItemRow[]): Promise<void> {
  const memories = rows.filter(({ kind, state, statement }) => kind === 'memory' && state === 'archived' && statement);
  const [first] = memories;
  if (!first) return;
  const ids = memories.map(({ id }) => id);
  const rejected = await tx.all(
    tx.dialect.queries
      .selectFrom('proposal')
      .select('memory_id')
      .where('org_id', '=', first.org_id)
      .where('memory_id', 'in', ids)
      .where('status', '=', 'rejected'),
  );
  if (rejected.length === 0) return;
  const secret = await secretOf(tx, first.org_id as OrgId);
  const isRejected = new Set(rejected.map(({ memory_id }) => memory_id));
  const kept = memories
    .filter(({ id }) => isRejected.has(id))
    .map((row) => ({
      org_id: first.org_id,
      mark: rejectionMark(secret, row.principal_id, row.statement!),
      whose: aboutOf(secret, row.principal_id, row, row.statement!),
      at: tx.now,
    }));
  await tx.run(markQueries(tx.dialect).keep(kept));
}

interface RejectionQuery {
  readonly orgId: string;
  /** The person whose proposals the texts are or would be. */
  readonly ownerId: string;
  readonly rows: readonly Said[];
}

interface MetMark extends MarkRow {
  /** The row that meets the mark. */
  readonly of: string;
}

/** Finds the marks that rows meet. Returns early if the organisation has no marks, the common case. */
async function metMarks(tx: ReadTransaction, { orgId, ownerId, rows }: RejectionQuery): Promise<MetMark[]> {
  const said = rows.filter(({ statement }) => statement !== null);
  const { secret, found } = markQueries(tx.dialect);
  const kept = said.length === 0 ? undefined : await tx.get(secret, { orgId });
  if (!kept) return [];
  const marked = said.flatMap((row) => {
    const [, ...earlier] = statementKeys({ title: row.title ?? '', content: row.content });
    return [row.statement!, ...earlier].map((statement) => ({
      row,
      statement,
      mark: rejectionMark(kept.secret, ownerId, statement),
    }));
  });
  const rowsFound = await tx.all(found(orgId, [...new Set(marked.map(({ mark }) => mark))]));
  const byMark = Map.groupBy(rowsFound, ({ mark }) => mark);
  return marked.flatMap(({ row, statement, mark }) => {
    const same = byMark.get(mark);
    if (!same) return [];
    const about = aboutOf(kept.secret, ownerId, row, statement);
    return same.filter(({ whose }) => isAboutTheSame(whose, about)).map((one) => ({ ...one, of: row.id }));
  });
}

/** Finds the rows whose texts their owner had rejected in a memory that was deleted since. */
export const findRejections = async (tx: ReadTransaction, query: RejectionQuery): Promise<ReadonlySet<string>> =>
  new Set((await metMarks(tx, query)).map(({ of }) => of));

/** Ends the rejection of texts that a person keeps, or that somebody stores again on purpose. */
export async function liftRejections(tx: Transaction, query: RejectionQuery): Promise<void> {
  const met = await metMarks(tx, query);
  if (met.length > 0) await tx.run(markQueries(tx.dialect).removal(query.orgId, met));
}
