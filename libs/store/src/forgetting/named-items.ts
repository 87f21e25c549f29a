import type { IdentifierMatcher } from '@cairn/text';
import type { ItemRow } from '../kit/item-rows.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

type RowWithText = Pick<ItemRow, 'id' | 'version' | 'title' | 'content'>;

/** A row without its texts. */
type NamedRow<Row> = Omit<Row, 'title' | 'content'> & { readonly isBeginning?: boolean };

/** Returns the rows whose texts, or those of a former version, name an identifier. */
export async function namesInTexts<Row extends RowWithText>(
  tx: ReadTransaction,
  { naming, orgId }: { readonly naming: IdentifierMatcher; readonly orgId: string },
  rows: readonly Row[],
): Promise<NamedRow<Row>[]> {
  const former = await formerTexts(tx, { orgId, ids: rows.filter(({ version }) => version > 1).map(({ id }) => id) });
  return rows.flatMap(({ title, content, ...row }) => {
    const texts = [title ?? '', content ?? '', ...(former.get(row.id) ?? [])];
    const named = texts.map((text) => naming.namedIn(text)).filter((how) => how !== undefined);
    return named.length === 0 ? [] : [{ ...row, ...(!named.includes('whole') && { isBeginning: true }) }];
  });
}

async function formerTexts(
  tx: ReadTransaction,
  { orgId, ids }: { readonly orgId: string; readonly ids: readonly string[] },
): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>();
  if (ids.length === 0) return texts;
  const revisions = await tx.all(
    tx.dialect.queries
      .selectFrom('revision')
      .select(['item_id', 'former'])
      .where('org_id', '=', orgId)
      .where('item_id', 'in', ids),
  );
  for (const { item_id: id, former } of revisions) {
    const { title, content } = JSON.parse(former) as {
      readonly title?: string | null;
      readonly content?: string | null;
    };
    texts.set(id, [...(texts.get(id) ?? []), title ?? '', content ?? '']);
  }
  return texts;
}
