import type { IdentifierMatcher } from '@cairn/text';
import { sql } from 'kysely';
import type { ItemRow } from '../kit/item-rows.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { batchesByBytes } from './byte-batches.ts';

type RowWithoutText = Pick<ItemRow, 'id' | 'version'> & { readonly bytes: number };

/** A row of an item that names an identifier. */
type NamedRow<Row> = Omit<Row, 'bytes'> & { readonly isBeginning?: boolean };

interface NamingQuery {
  readonly naming: IdentifierMatcher;
  readonly orgId: string;
}

/** How the texts of an item name the identifier, by id. */
type Namings = Map<string, NonNullable<ReturnType<IdentifierMatcher['namedIn']>>>;

/** Returns the rows whose texts, or those of a former version, name an identifier. Reads some bytes of texts at a time. */
export async function namesInTexts<Row extends RowWithoutText>(
  tx: ReadTransaction,
  query: NamingQuery,
  rows: readonly Row[],
): Promise<NamedRow<Row>[]> {
  const namings: Namings = new Map();
  for (const some of batchesByBytes(rows)) await readItems(tx, query, { ids: some.map(({ id }) => id), namings });
  const changed = rows.filter(({ id, version }) => version > 1 && namings.get(id) !== 'whole').map(({ id }) => id);
  const revisions = changed.length === 0 ? [] : await listRevisions(tx, query, changed);
  for (const some of batchesByBytes(revisions)) await readRevisions(tx, query, { revisions: some, namings });
  return rows.flatMap(({ bytes: _, ...row }) => {
    const naming = namings.get(row.id);
    return naming ? [{ ...row, ...(naming === 'beginning' && { isBeginning: true }) }] : [];
  });
}

function addNamings(namings: Namings, { naming }: NamingQuery, id: string, texts: Partial<Texts>): void {
  for (const text of [texts.title, texts.content]) {
    const how = naming.namedIn(text ?? '');
    if (how && namings.get(id) !== 'whole') namings.set(id, how);
  }
}

interface Texts {
  readonly title: string | null;
  readonly content: string | null;
}

async function readItems(
  tx: ReadTransaction,
  query: NamingQuery,
  { ids, namings }: { readonly ids: readonly string[]; readonly namings: Namings },
): Promise<void> {
  const texts = await tx.all(
    tx.dialect.queries
      .selectFrom('item')
      .select(['id', 'title', 'content'])
      .where('org_id', '=', query.orgId)
      .where('id', 'in', ids),
  );
  for (const { id, ...each } of texts) addNamings(namings, query, id, each);
}

const listRevisions = (tx: ReadTransaction, { orgId }: NamingQuery, ids: readonly string[]) =>
  tx.all(
    tx.dialect.queries
      .selectFrom('revision')
      .select(['item_id', 'version', sql<number>`octet_length(former)`.as('bytes')])
      .where('org_id', '=', orgId)
      .where('item_id', 'in', ids)
      .orderBy('item_id')
      .orderBy('version'),
  );

type Revision = Awaited<ReturnType<typeof listRevisions>>[number];

async function readRevisions(
  tx: ReadTransaction,
  query: NamingQuery,
  { revisions, namings }: { readonly revisions: readonly Revision[]; readonly namings: Namings },
): Promise<void> {
  const rows = await tx.all(
    tx.dialect.queries
      .selectFrom('revision')
      .select(['item_id', 'former'])
      .where('org_id', '=', query.orgId)
      .where((eb) => eb.or(revisions.map((each) => eb.and({ item_id: each.item_id, version: each.version })))),
  );
  for (const { item_id: id, former } of rows) addNamings(namings, query, id, JSON.parse(former) as Partial<Texts>);
}
