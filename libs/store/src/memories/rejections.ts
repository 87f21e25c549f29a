import type { OrgId } from '@cairn/contracts';
import { markQueries, rejectionMark, secretOf, type MarkRow } from '../items/marks.ts';
import { statementKeys } from '../items/statement-key.ts';
import type { ItemRow } from '../kit/item-rows.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** Columns that tell statements of the same words apart. */
const ABOUT = ['project', 'subject', 'attribute'] as const;

type About = Pick<ItemRow, (typeof ABOUT)[number]>;
type Said = About & Pick<ItemRow, 'id' | 'title' | 'content' | 'statement'>;

/** Name of a stored value of `ABOUT` for rows that have none there. A written value has a prefix. */
const ANY = 'any';
const NONE = 'none';

/**
 * Makes the combinations of one name for each column. Two rows share a combination of `stored` and of `sent` names if each
 * of the columns has the same value in both, or no value in one of them.
 */
const combinationsOf = (row: About, forms: (value: string | null) => readonly string[]): string[] =>
  ABOUT.map((column) => forms(row[column])).reduce<string[]>(
    (all, some) => all.flatMap((begun) => some.map((name) => `${begun}\n${name}`)),
    [''],
  );

const storedForms = (value: string | null) => (value === null ? [NONE] : [ANY, `is ${JSON.stringify(value)}`]);
const sentForms = (value: string | null) => (value === null ? [NONE, ANY] : [NONE, `is ${JSON.stringify(value)}`]);

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
  const marks = memories
    .filter(({ id }) => isRejected.has(id))
    .flatMap((row) =>
      combinationsOf(row, storedForms).map((about) =>
        rejectionMark(secret, row.principal_id, `${row.statement}${about}`),
      ),
    );
  const kept = [...new Set(marks)].map((mark) => ({ org_id: first.org_id, mark, whose: '', at: tx.now }));
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
    return [row.statement!, ...earlier].flatMap((statement) =>
      combinationsOf(row, sentForms).map((about) => ({
        of: row.id,
        mark: rejectionMark(kept.secret, ownerId, `${statement}${about}`),
      })),
    );
  });
  const rowsFound = await tx.all(found(orgId, [...new Set(marked.map(({ mark }) => mark))]));
  const byMark = new Map(rowsFound.map((row) => [row.mark, row]));
  return marked.flatMap(({ of, mark }) => {
    const row = byMark.get(mark);
    return row ? [{ ...row, of }] : [];
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
